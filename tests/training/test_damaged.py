"""Damaged checkpoints and networks are refused by a sentence, or work; more: ``tests.torture``."""

import pickle
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import build_network
from aquasphere_env.games import get_game
from aquasphere_env.players.trained_on import TrainedOn
from tests.torture import Report, checkpoints, networks
from training import ppo
from training.export import main as export
from training.learner import Learner

from .short_runs import PEBBLES, UPDATE, resume, short, train, use

pytestmark = pytest.mark.slow


def test_damaged_checkpoints(tmp_path: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    report = Report("checkpoints")
    for trained in checkpoints.whole_checkpoints(tmp_path / "whole"):
        for number in range(70):
            checkpoints.attempt(tmp_path, trained, number, report)
    assert report.faults == []
    assert report.refused > report.worked > 0
    assert len(report.tried) == 2 * len(checkpoints.CLASSES)


def test_damaged_networks(tmp_path: Path) -> None:
    report = Report("networks")
    for damaged in networks.whole_files(tmp_path):
        for number in range(140):
            networks.attempt(tmp_path / "player.safetensors", damaged, number, report)
    assert report.faults == []
    assert report.refused > report.worked > 0


class Malicious:
    def __reduce__(self):
        return Path.touch, (Path("run-by-a-checkpoint"),)


@pytest.mark.parametrize("way", ["torch", "pickle", "nested"])
def test_nothing_in_a_checkpoint_is_executed(way: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "model.pt"
    if way == "pickle":
        path.write_bytes(pickle.dumps(Malicious()))
    elif way == "torch":
        torch.save(Malicious(), path)
    else:
        train(tmp_path, monkeypatch, steps=0)
        content = torch.load(path, weights_only=True)
        torch.save({**content, "run": {"games": Malicious()}}, path)
    with pytest.raises(CheckpointError, match=r"model\.pt: unreadable"):
        Checkpoint.load(path)
    assert not Path("run-by-a-checkpoint").exists()


def test_a_changed_byte_of_a_weight_is_noticed(tmp_path: Path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=0)
    path = tmp_path / "model.pt"
    with zipfile.ZipFile(path) as archive:
        largest = max(archive.infolist(), key=lambda info: info.file_size)
    content = bytearray(path.read_bytes())
    content[largest.header_offset + 4096] ^= 1
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="damaged"):
        Checkpoint.load(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda c: c["policy"]["value.bias"].fill_(float("nan")),
            "policy.value.bias has a value that is not finite",
        ),
        (
            lambda c: c["league"][0].pop("value.bias"),
            "league.0: missing or unknown entry 'value.bias'",
        ),
        (lambda c: c.update(width=8), r"policy.trunk_1.weight is a strided tensor of"),
        (lambda c: c.update(width=True), "width is True"),
        (lambda c: c.update(steps=-1), "steps is -1"),
        (lambda c: c.update(policy=[]), "policy is of type list, not dict"),
        (lambda c: c["trained_on"].update(version="1"), "trained_on: version is not '1'"),
        (lambda c: c["settings"].update(num_envs=0), "settings: --num-envs 0 is outside"),
        (lambda c: c["settings"].update(gamma="x"), "settings: gamma is not 'x'"),
        (lambda c: c["settings"].pop("seed"), "settings: missing or unknown setting 'seed'"),
        (lambda c: c["optimizer"][0]["exp_avg_sq"].fill_(-1), "optimizer.0.exp_avg_sq has a neg"),
        (lambda c: c["settings"].update(opponents=("greedy", 1)), "opponents is not .'greedy', 1."),
        (
            lambda c: c["advice"].update(second=torch.zeros(4)),
            "advice: second is 1 to 1024, not None",
        ),
        (lambda c: c["advice"].update(first=[1]), "advice: not tensors by name"),
        (lambda c: c.update(advice=None), "advice is of type NoneType, not dict"),
        (lambda c: c["run"].update(updates=-1), "run: updates is -1"),
        (lambda c: c["run"].update(updates=0), "run: a league of 1 after 0 updates"),
        (lambda c: c["run"].update(rival=1), "run: rival is 1, not one of 1 members"),
        (lambda c: c["run"].update(rates=[1.5]), "run: rates has 1.5, not 0 to 1"),
        (lambda c: c["run"].update(rates=[]), "run: rates has 0 entries, not 1"),
        (lambda c: c["run"]["games"].update(squares=-1.0), "games.squares is -1.0"),
        (
            lambda c: c["run"]["games"]["kind"].fill_(9),
            "games.kind has a number that is not 0 to 2",
        ),
        (
            lambda c: c["run"]["games"]["seat"].fill_(2),
            "games.seat has a number that is not 0 to 1",
        ),
        (lambda c: c["run"]["games"]["states"].fill_(7), r"run: .*states"),
        (lambda c: c["run"]["games"]["slots"].fill_(255), r"run: slots: a reward is not finite"),
        (lambda c: c["run"]["games"]["recent"].resize_(9), r"run: games.recent is a strided"),
        (lambda c: c["run"].pop("schedule"), "run: missing or unknown entry 'schedule'"),
        (lambda c: c["run"].pop("games"), "run: missing or unknown entry 'games'"),
    ],
)
def test_each_place_is_named(change, message, tmp_path: Path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=UPDATE)
    path = tmp_path / "model.pt"
    content = torch.load(path, weights_only=True)
    change(content)
    torch.save(content, path)
    before = {entry.name for entry in tmp_path.iterdir()}
    with pytest.raises(CheckpointError, match=message) as error:
        resume(path, "--steps", str(2 * UPDATE))
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)
    assert {entry.name for entry in tmp_path.iterdir()} == before


def test_an_export_of_what_no_game_has_is_refused(tmp_path: Path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=0)
    with pytest.raises(SystemExit, match=r"training\.export: no game 'pebbles'"):
        export([str(tmp_path / "model.pt")])
    monkeypatch.setattr("training.export.get_game", lambda name: PEBBLES)
    checkpoint = Checkpoint.load(tmp_path / "model.pt")
    (tmp_path / "player.safetensors").unlink()
    export([str(tmp_path / "model.pt")])
    assert (tmp_path / "player.safetensors").exists()
    checkpoint.policy = {k: v[..., :1] if v.ndim else v for k, v in checkpoint.policy.items()}
    checkpoint.save(tmp_path / "model.pt")
    with pytest.raises(SystemExit, match="policy"):
        export([str(tmp_path / "model.pt")])


def test_an_export_opens_no_file_that_a_checkpoint_names(tmp_path: Path) -> None:
    variant = get_game("aquasphere").variant(2)
    options = {**variant.options, "components": "/dev/zero"}
    trained_on = replace(TrainedOn.of(variant, "flat"), options=options)
    policy = build_network(variant.game, "flat", 16).state_dict()
    Checkpoint(trained_on, 16, 0, settings={}, policy=policy).save(tmp_path / "model.pt")
    with pytest.raises(SystemExit, match="names the file '/dev/zero', which is not opened"):
        export([str(tmp_path / "model.pt")])


@pytest.mark.parametrize(
    ("name", "value", "reason", "last"),
    [
        ("value.bias", float("nan"), "weights are not finite", 2 * UPDATE),
        ("trust", 3e38, "probabilities are not finite", 3 * UPDATE),
    ],
)
def test_learning_that_diverges_keeps_the_last_good_checkpoint(
    name: str, value: float, reason: str, last: int, tmp_path: Path, monkeypatch
) -> None:
    use(PEBBLES, monkeypatch)
    learn, calls = Learner.learn, []

    def diverge(self: Learner, *arguments: object) -> dict[str, float]:
        numbers = learn(self, *arguments)
        calls.append(self)
        if len(calls) == 3:
            self.network.state_dict()[name].fill_(value)
        return numbers

    monkeypatch.setattr(Learner, "learn", diverge)
    with pytest.raises(ValueError, match=f"learning has diverged after 384 steps .{reason}"):
        ppo.train(short(tmp_path, steps=8 * UPDATE))
    assert Checkpoint.load(tmp_path / "model.pt").steps == last

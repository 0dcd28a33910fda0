"""Putting evaluations and networks into the zoo: with their story, and only whole ones."""

import json
from pathlib import Path

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.players.network import NetworkPlayer, load_network
from aquasphere_env.players.value import load_value
from tests.toy.pebbles import GAME as PEBBLES
from training import zoo as commands
from training.zoo import add

from . import short_runs
from .short_runs import TINY, UPDATE, use
from .short_values import resume, train

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of a run and of one that went on from it."""
    folder = tmp_path_factory.mktemp("stages")
    first, second = folder / "first", folder / "second"
    with pytest.MonkeyPatch.context() as patch:
        assert train(first, patch, rounds=1, eval_games=4) == 0
        words = ("--rounds", "2", "--random-percent", "7", "--folder", str(second))
        assert resume(first / "value.pt", *words) == 0
    return [first, second]


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of training.ppo."""
    folder = tmp_path_factory.mktemp("network")
    with pytest.MonkeyPatch.context() as patch:
        assert short_runs.train(folder, patch, steps=3 * UPDATE, eval_games=4, entropy=0.01) == 0
    return folder


def test_the_zoo_tells_every_stage(stages: list[Path], tmp_path: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    path = add(stages[1], tmp_path, stages[:1])
    assert path == tmp_path / "pebbles-2p.safetensors"
    tensors = load_value(path, PEBBLES.variant(2))
    kept = load_value(stages[1] / "value.safetensors", PEBBLES.variant(2))
    assert all((tensors[name] == kept[name]).all() for name in kept)
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    first, second = told["commands"]
    assert first.startswith("python -m training.value --game pebbles --players 2 --rounds 1 ")
    assert second == (
        "python -m training.value --resume <stage 1>/value.pt --rounds 2 --random-percent 7"
    )
    assert [row["round"] for row in told["curve"]] == [1, 2]
    assert told["result"][0]["standings"][0]["agent"] == "value"


def test_the_zoo_keeps_networks_too(network: Path, tmp_path: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    path = add(network, tmp_path)
    assert path == tmp_path / "pebbles-2p-policy.safetensors"
    assert load_network(path, PEBBLES.variant(2)).width == TINY["width"]
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    (line,) = told["commands"]
    steps = 3 * UPDATE
    assert line.startswith(f"python -m training.ppo --game pebbles --players 2 --steps {steps} ")
    assert "--entropy 0.01" in line
    assert told["curve"][-1]["time/total_timesteps"] == steps
    assert told["result"][0]["standings"][0]["agent"] == "net"


def test_a_network_in_half_precision_plays_the_same(
    network: Path, tmp_path: Path, monkeypatch
) -> None:
    use(PEBBLES, monkeypatch)
    path, variant = add(network, tmp_path, half=True), PEBBLES.variant(2)
    whole = NetworkPlayer.load(str(network / "player.safetensors"), variant)
    halved = NetworkPlayer.load(str(path), variant)
    assert path.stat().st_size < 0.7 * (network / "player.safetensors").stat().st_size
    states = variant.new_states()
    loops.reset(states, 0, variant.blank, np.uint64(1))
    (one, value), (other, its_value) = whole.judge(states), halved.judge(states)
    assert not np.array_equal(one, other)
    np.testing.assert_allclose(other, one, rtol=0.01, atol=0.01)
    np.testing.assert_allclose(its_value, value, rtol=0.01, atol=0.01)


def test_an_evaluation_cannot_be_halved(stages: list[Path], tmp_path: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    with pytest.raises(ValueError, match="its weights are integers"):
        add(stages[-1], tmp_path, half=True)
    assert not list(tmp_path.glob("*.safetensors"))


@pytest.mark.parametrize("advice", ["none", "greedy", "value.safetensors"])
def test_the_story_says_who_advised(advice: str, stages: list[Path], tmp_path, monkeypatch) -> None:
    """Settings do not keep it; greedy is usual where the zoo has no evaluation."""
    run = tmp_path / "run"
    given = str(stages[0] / advice) if advice.startswith("value") else advice
    made = short_runs.train(run, monkeypatch, steps=UPDATE, eval_games=4, advice=given)
    assert made == 0
    told = json.loads(add(run, tmp_path).with_suffix(".json").read_text(encoding="utf-8"))
    words = {"none": "none", "greedy": "", "value.safetensors": "<value.safetensors>"}
    assert told["commands"][0].partition(" --advice ")[2] == words[advice]


def test_a_long_curve_is_thinned_from_its_end() -> None:
    rows = [{"round": str(k)} for k in range(100)]
    kept = commands._thinned(rows)
    assert [int(row["round"]) for row in kept] == list(range(0, 100, 3))
    assert commands._thinned(rows[:40]) == rows[:40]
    assert commands._thinned([]) == []


def test_a_run_that_is_not_finished_is_refused(
    stages: list[Path], network: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(PEBBLES, monkeypatch)
    run = tmp_path / "run"
    run.mkdir()
    with pytest.raises(ValueError, match=r"run holds no run of training.value or training.ppo: no"):
        add(run, tmp_path)
    (run / "value.pt").write_bytes((stages[0] / "value.pt").read_bytes())
    with pytest.raises(ValueError, match=r"run holds no finished run of training.value"):
        add(run, tmp_path)
    (run / "value.pt").write_bytes((network / "model.pt").read_bytes())
    with pytest.raises(ValueError, match=r"run holds no run of training.value: .*value.pt"):
        add(run, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_what_is_too_large_is_refused(network: Path, tmp_path: Path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    monkeypatch.setattr(commands, "KINDS", [_tiny(kind) for kind in commands.KINDS])
    with pytest.raises(ValueError, match=r"bytes, more than 100; learn with less --width"):
        add(network, tmp_path)
    assert not list(tmp_path.iterdir())


def _tiny(kind: commands.Kind) -> commands.Kind:
    return commands.Kind(**{**vars(kind), "most_bytes": 100})

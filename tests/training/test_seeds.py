"""Runs of several seeds: made once, gone on with, and summed up as rliable does."""

import json
import signal
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from agents.checkpoint import Checkpoint
from aquasphere_env.core.signals import Stopped
from training import ppo, seeds
from training.iqm import estimates, iqm
from training.seeds import SeedsConfig, line, together

from .short_runs import PEBBLES, TINY, UPDATE, raise_at, unlike, use


def test_the_mean_of_the_middle_half() -> None:
    assert iqm(np.array([[8, 1, 2, 100, 3, 4, 5, -50]])).tolist() == [(2 + 3 + 4 + 5) / 4]
    assert iqm(np.array([[1.0, 2.0, 6.0]])).tolist() == [3.0], "too few to leave any out"


def test_intervals_are_those_of_scipys_bootstrap() -> None:
    by_run = np.random.default_rng(3).normal(70, 5, size=(2, 12))
    found = estimates(by_run)
    for row, estimate in zip(by_run, found, strict=True):
        expected = stats.bootstrap(
            (row,),
            lambda values, axis: stats.trim_mean(values, 0.25, axis=axis),
            n_resamples=20_000,
            method="percentile",
            rng=0,
        ).confidence_interval
        assert estimate.mean == pytest.approx(stats.trim_mean(row, 0.25))
        assert estimate.low == pytest.approx(expected.low, abs=0.35)
        assert estimate.high == pytest.approx(expected.high, abs=0.35)
    assert estimates(by_run) == found, "the same numbers give the same interval"


def test_one_run_has_no_interval() -> None:
    (estimate,) = estimates(np.array([[3.0]]))
    assert (estimate.mean, estimate.low, estimate.high) == (3.0, None, None)


def standing(agent: str, rate: float, points: float) -> dict:
    return {"agent": agent, "win_rate": {"mean": rate}, "score": {"mean": points}}


def test_what_seeds_have_in_common() -> None:
    runs = [
        [{"standings": [standing("net:a", 0.5, 40), standing("greedy", 0.5, 40)]}],
        [{"standings": [standing("net:b", 0.75, 50), standing("greedy", 0.25, 30)]}],
    ]
    (entry,) = together(runs)
    assert (entry["against"], entry["runs"]) == ("greedy", 2)
    assert entry["win_rate"] == {
        "iqm": {"mean": 0.625, "low": 0.5, "high": 0.75},
        "by_run": [0.5, 0.75],
    }
    assert line(entry) == "against greedy: 62.5% [50.0, 75.0] won, 45.0 [40.0, 50.0] points"


def test_alone_the_agents_points_count_and_no_baselines() -> None:
    field = [{"standings": [standing(agent, 1, 41)]} for agent in ("net:a", "greedy", "random")]
    (entry,) = together([field])
    assert entry["against"] is None
    assert line(entry) == "alone: 41.0 [-] points"


def config(folder: Path, **settings) -> SeedsConfig:
    given = {**TINY, "game": PEBBLES.name, "players": 2, "eval_games": 8, "seed": 5, "seeds": 2}
    return SeedsConfig(**{**given, "folder": folder, "steps": 2 * UPDATE, **settings})


@pytest.mark.slow
def test_runs_are_made_once_and_go_on(tmp_path, monkeypatch, capsys) -> None:
    use(PEBBLES, monkeypatch)
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    assert seeds.train(config(whole)) == 0
    assert (whole / "learning_curve.png").exists()
    (greedy, random) = json.loads((whole / "seeds.json").read_text())
    assert (greedy["against"], random["against"]) == ("greedy", "random")
    assert len(greedy["score"]["by_run"]) == 2
    assert unlike(whole / "seed-5", whole / "seed-6")
    with monkeypatch.context() as inner:
        raise_at(3, "learn", Stopped.by(signal.SIGINT), inner)  # in the second run
        assert seeds.train(config(stopped)) == 130
    assert not (stopped / "seeds.json").exists()
    capsys.readouterr()
    assert seeds.train(config(stopped)) == 0
    assert f"{stopped / 'seed-5'} is done" in capsys.readouterr().out
    for name in ("seed-5", "seed-6"):
        assert unlike(whole / name, stopped / name) == []
    assert seeds.train(config(stopped, steps=3 * UPDATE, seeds=1)) == 0
    assert Checkpoint.load(stopped / "seed-5" / "model.pt").steps == 3 * UPDATE
    assert Checkpoint.load(stopped / "seed-6" / "model.pt").steps == 2 * UPDATE


@pytest.mark.slow
def test_a_run_that_does_not_fit_is_refused(tmp_path, monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    assert seeds.train(config(tmp_path, steps=0, eval_games=0, seeds=1)) == 0
    with pytest.raises(ValueError, match="trained with --width 16, which cannot become 8"):
        seeds.train(config(tmp_path, width=8))
    with pytest.raises(ValueError, match="--resume is of one run"):
        seeds.train(config(tmp_path, resume=tmp_path / "seed-5" / "model.pt"))


class FakeWandb:
    """Keeps what would be sent; ``fails`` from the second row on."""

    def __init__(self, fails: bool = False) -> None:
        self.rows: list[tuple[int, dict]] = []
        self.begun: dict = {}
        self.finished, self._fails = 0, fails

    def init(self, **words) -> "FakeWandb":
        self.begun = words
        return self

    def log(self, row: dict, step: int) -> None:
        if self._fails and self.rows:
            raise RuntimeError("no network")
        self.rows.append((step, row))

    def finish(self) -> None:
        self.finished += 1


def train_with(fake: object, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setitem(__import__("sys").modules, "wandb", fake)
    use(PEBBLES, monkeypatch)
    given = {**TINY, "game": PEBBLES.name, "players": 2, "steps": 3 * UPDATE, "folder": folder}
    return ppo.train(ppo.Config(**given, wandb=True))


@pytest.mark.slow
def test_wandb_gets_the_rows_of_the_table(tmp_path, monkeypatch) -> None:
    fake = FakeWandb()
    assert train_with(fake, tmp_path, monkeypatch) == 0
    assert [step for step, _ in fake.rows] == [UPDATE, 2 * UPDATE, 3 * UPDATE]
    with open(tmp_path / "progress.csv", encoding="utf-8") as stream:
        columns = stream.readline().strip().split(",")
    assert set(fake.rows[-1][1]) <= set(columns)
    assert fake.begun["config"]["width"] == 16
    assert fake.finished == 1


@pytest.mark.slow
def test_what_wandb_cannot_send_ends_no_run(tmp_path, monkeypatch, capsys) -> None:
    assert train_with(FakeWandb(fails=True), tmp_path, monkeypatch) == 1
    assert "training.ppo: cannot send rows to wandb: no network\n" in capsys.readouterr().err
    assert Checkpoint.load(tmp_path / "model.pt").steps == 3 * UPDATE


def test_without_wandb_there_is_a_sentence(tmp_path, monkeypatch) -> None:
    with pytest.raises(ValueError, match="--wandb needs the package wandb; pip install wandb"):
        train_with(None, tmp_path / "new", monkeypatch)
    assert not (tmp_path / "new").exists()

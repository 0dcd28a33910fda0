"""Leagues of the toy game, which take a moment, and what tests read of them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.league import __main__ as command
from benchmarks.league import ratings, running
from tests.toy.pebbles import GAME as PEBBLES


class First:
    """Plays the first legal action."""

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(np.flatnonzero(action_mask)[0])


class Last:
    """Plays the last legal action, or by chance the first."""

    def seed(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(np.flatnonzero(action_mask)[self._rng.integers(-1, 1)])


class Other(Last):
    """Plays the same, by other chance."""


FIELD = ("--field", "greedy", "random")
FIRST, LAST, OTHER = (f"{__name__}:{player.__name__}" for player in (First, Last, Other))
NOT_REPRODUCIBLE = ("machine", "milliseconds")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let leagues make few fits and draw nothing."""
    monkeypatch.setattr(ratings, "RESAMPLES", 20)
    monkeypatch.setattr(ratings, "ORDERS", 2)
    monkeypatch.setattr(ratings, "ORDERED_RESAMPLES", 5)
    for draw in ("draw_ratings", "draw_matrix"):
        monkeypatch.setattr(running, draw, lambda table, target: None)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, quick: None) -> None:
    """Let quick leagues play Pebbles."""
    monkeypatch.setattr(running, "get_game", lambda name: PEBBLES)


def league(folder: Path, *words: str) -> dict[str, Any]:
    """Run a league in ``folder`` and return its table."""
    command.main([*words, "--folder", str(folder)])
    table: dict[str, Any] = json.loads((folder / running.TABLE).read_text())
    return table


def numbers(table: Any) -> Any:
    """Return ``table`` without what two equal leagues do not share."""
    if isinstance(table, dict):
        return {k: numbers(value) for k, value in table.items() if k not in NOT_REPRODUCIBLE}
    return [numbers(value) for value in table] if isinstance(table, list) else table


def files(folder: Path) -> dict[str, str]:
    """Return the text of the files that keep games and settings."""
    paths = [*folder.glob("games/*"), *folder.glob("settings.json")]
    return {path.name: path.read_text() for path in paths}


def refused(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """Return the sentence with which a league is refused."""
    with pytest.raises(SystemExit) as end:
        command.main([str(word) for word in words])
    assert isinstance(end.value.code, str)
    assert capsys.readouterr().out == ""
    return end.value.code

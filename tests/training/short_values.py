"""Short runs of ``training.value`` on the toy game."""

from pathlib import Path
from typing import Any

import pytest

from tests.toy.pebbles import GAME as PEBBLES
from training import value
from training.value_config import ValueConfig

from .short_runs import use

ROUNDS = 4
TINY = {
    "samples": 800,
    "rounds": ROUNDS,
    "greedy_rounds": 2,
    "units": 8,
    "batch_size": 64,
    "gate_games": 20,
    "eval_games": 0,
}


def short(folder: Path | None, **settings: Any) -> ValueConfig:
    """Return the settings of a short run on the toy game."""
    return ValueConfig(**{"game": PEBBLES.name, "players": 2, "folder": folder, **TINY, **settings})


def train(folder: Path | None, patch: pytest.MonkeyPatch, **settings: Any) -> int:
    """Make a short run on the toy game; return its exit status."""
    use(PEBBLES, patch)
    return value.train(short(folder, **settings))


def resume(path: Path, *words: str) -> int:
    """Go on from a checkpoint as the command line does."""
    return value.train(value.read_config(["--resume", str(path), *words]))

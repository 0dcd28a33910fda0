"""Short training runs on the toy game, and what two equal runs have in common."""

import csv
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import torch

from agents.checkpoint import Checkpoint
from aquasphere_env.core.game import Game
from tests.toy.pebbles import GAME as PEBBLES
from training import ppo
from training.games import Games
from training.learner import Learner
from training.saving import Saver
from training.table import CLOCK

ROOT = Path(__file__).parents[2]
TINY = {
    "num_envs": 16,
    "num_steps": 8,
    "batch_size": 64,
    "width": 16,
    "eval_games": 0,
    "league_size": 2,
    "opponent_share": 0.0,  # every decision is the learner's
    "league_share": 0.0,
}
UPDATE = 16 * 8  # decisions
AGAINST_ALL: dict[str, Any] = {  # many kinds of opponents
    "opponents": ("greedy", "random"),
    "opponent_share": 0.3,
    "league_share": 0.3,
}
MOMENTS = {  # of an update: what is called, how often, and which of these calls to take
    "between": (Saver, "between_updates", 1, 0),
    "collect": (Games, "step", 8, 3),
    "learn": (Learner, "learn", 1, 0),
}

ON_PEBBLES = (  # the start of a program that trains on the toy game
    "import sys; from pathlib import Path; import training.settings as settings\n"
    "from tests.toy.pebbles import GAME\n"
    "settings.get_game = lambda name: GAME\n"
    "from training import ppo\n"
    "import torch; torch.set_num_threads(1)\n"
)
torch.set_num_threads(1)  # two threads on so little work wait for each other, longer than it takes


def use(game: Game, patch: pytest.MonkeyPatch) -> None:
    """Let training know ``game`` alone, which may be a toy."""
    patch.setattr("training.settings.get_game", lambda name: game)


def short(folder: Path | None, **settings: Any) -> ppo.Config:
    """Return the settings of a short run on the toy game."""
    return ppo.Config(**{"game": PEBBLES.name, "players": 2, "folder": folder, **TINY, **settings})


def train(folder: Path | None, patch: pytest.MonkeyPatch, **settings: Any) -> int:
    """Make a short run on the toy game; return its exit status."""
    use(PEBBLES, patch)
    return ppo.train(short(folder, **settings))


def resume(path: Path, *words: str) -> int:
    """Go on from a checkpoint as the command line does."""
    return ppo.train(ppo.read_config(["--resume", str(path), *words]))


def at(update: int, moment: str, act: Callable[[], None], patch: pytest.MonkeyPatch) -> None:
    """Call ``act`` at a moment, see ``MOMENTS``, of the update of that number, from 0."""
    owner, name, each, which = MOMENTS[moment]
    method = getattr(owner, name)
    calls = count()

    def acting(*arguments: Any) -> Any:
        if next(calls) == update * each + which:
            act()
        return method(*arguments)

    patch.setattr(owner, name, acting)


def raise_at(update: int, moment: str, error: BaseException, patch: pytest.MonkeyPatch) -> None:
    """Raise ``error`` at a moment, see ``MOMENTS``, of the update of that number, from 0."""

    def fail() -> None:
        raise error

    at(update, moment, fail, patch)


def rows(folder: Path) -> list[dict[str, str]]:
    """Return the rows of ``progress.csv`` without the columns of the clock."""
    with open(folder / "progress.csv", newline="", encoding="utf-8") as stream:
        found = list(csv.DictReader(stream))
    return [{name: value for name, value in row.items() if name not in CLOCK} for row in found]


def differences(a: Any, b: Any, place: str = "") -> list[str]:
    """Return the places where two nested values of checkpoints differ, bit for bit."""
    if isinstance(a, torch.Tensor):
        return [] if a.dtype == b.dtype and torch.equal(a, b) else [place]
    if isinstance(a, dict):
        assert list(a) == list(b)
        return [d for key in a for d in differences(a[key], b[key], f"{place}.{key}")]
    if isinstance(a, list):
        assert len(a) == len(b)
        pairs = enumerate(zip(a, b, strict=True))
        return [d for k, (x, y) in pairs for d in differences(x, y, f"{place}.{k}")]
    return [] if repr(a) == repr(b) else [place]


def unlike(a: Path, b: Path) -> list[str]:
    """Return where the checkpoints of the folders ``a`` and ``b`` differ."""
    first, second = (vars(Checkpoint.load(folder / "model.pt")) for folder in (a, b))
    return differences(first, second)

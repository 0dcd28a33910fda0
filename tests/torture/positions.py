"""Positions with damaged text: refused in words, or playable to the end."""

import random
from collections.abc import Sequence
from functools import partial

import numpy as np

from aquasphere_env.core.game import Game, Variant
from aquasphere_env.core.position import from_position, to_position
from tests.contract.setups import setups_of

from . import Report
from .states import look_at, play_out, position
from .trials import judge, numbers

_DEEP = 5000
_FILLINGS = (
    "",
    "\0",
    "[",
    "]",
    "{",
    '"',
    "=",
    "-",
    "9",
    "1.5",
    "nan",
    "true",
    "\n[state]\n",
    "\ud800",
)
_LINES = (
    *("seed = 3", 'seed = "x"', "num_players = true", "num_players = 2.0", "state = 1", "x = 1"),
    *("[chance]", "[options]", "[state.players.99]", "step_count = 1e400", "rng = -1"),
    *(f"rng = {'9' * 5000}", f"legal = {'[' * 2000}{']' * 2000}", "[[state]]", "round_number = []"),
)


def run(budget_seconds: float, seed: int, games: Sequence[Game]) -> Report:
    """Damage positions of ``games`` for ``budget_seconds``."""
    report = Report("positions")
    variants = [setup.variant() for game in games for setup in setups_of(game.name)]
    for number in numbers(budget_seconds, seed):
        _try(variants[number % len(variants)], number, report)
    return report


def _try(variant: Variant, number: int, report: Report) -> None:
    chooser = random.Random(number)
    text = to_position(variant, position(variant, chooser))
    damage, damaged = _damaged(text, chooser)
    report.tried[f"{variant.game.name}: {damage}"] += 1
    place = f"{variant}, number {number}, {damage}"
    judge(report, place, lambda: from_position(variant.game, damaged), partial(use, chooser))


def use(chooser: random.Random, position: tuple[Variant, np.ndarray]) -> None:
    """Look at a position in every way and play it out."""
    variant, states = position
    look_at(variant, states)
    play_out(variant, states, chooser)


def _damaged(text: str, chooser: random.Random) -> tuple[str, str]:
    """Return the kind of damage, and ``text`` with it."""
    lines = text.splitlines()
    at = chooser.randrange(len(lines))
    way = chooser.choice(["text", "line", "line again", "line gone", "lines swapped"])
    if way == "text":
        start = chooser.randrange(len(text))
        filling = chooser.choice(_FILLINGS) * chooser.choice([1, 1, 1, _DEEP])
        return way, text[:start] + filling + text[start + 1 :]
    if way == "line":
        lines.insert(at, chooser.choice(_LINES))
    elif way == "line again":
        lines.insert(at, chooser.choice(lines))
    elif way == "line gone":
        del lines[at]
    else:
        other = chooser.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    return way, "\n".join(lines)

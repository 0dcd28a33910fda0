"""Component files and sheets with one thing damaged: refused, or games that can be played."""

import json
import random
import tomllib
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from datetime import date
from typing import Any

from aquasphere_env.core import loops
from aquasphere_env.core.components import ComponentError
from aquasphere_env.core.game import Game, Variant, legal_ids
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.games.pages import folder_of

from . import Report
from .damage import dropped, swapped
from .states import MOST_DECISIONS, play_out
from .trials import judge, numbers

NUM_GAMES = 10
MOST_WORDS = 600  # characters of an error message
_DEEP = 2000
_NUMBERS = (0, 1, -1, 2, 7, 100, 127, 128, 255, 32767, 65536, 2**31, 2**63, 2**64, -(2**40), 10**40)
_OTHERS: tuple[Any, ...] = (
    *(True, False, 1.0, 0.5, float("nan"), float("inf"), -float("inf"), date(2020, 1, 1)),
    *("", "x", "1", "PROGRAM", "A" * 1000, "\0", "é"),
    *([], [[]], {}, {"a": 1}, [1, 2, 3], ["LAB"], [{}]),
)


def run(budget_seconds: float, seed: int, games: Sequence[Game] = ()) -> Report:
    """Damage components of ``games`` (all, if none) for so long; ``seed`` decides what."""
    return trials(numbers(budget_seconds, seed), games)


def trials(which: Iterable[int], games: Sequence[Game] = ()) -> Report:
    """Damage components as the numbers ``which`` decide."""
    report = Report("components")
    chosen = games or [get_game(name) for name in GAMES]
    for number in which:
        _try(chosen[number % len(chosen)], number, report)
    return report


def _try(game: Game, number: int, report: Report) -> None:
    chooser = random.Random(number)
    name, damage, text = damaged(game, chooser)
    players = chooser.randint(game.min_players, game.max_players)
    report.tried[f"{game.name} {damage}"] += 1
    place = f"{game.name}, {players} players, number {number}, {name} {damage}"
    judge(
        report,
        place,
        read=lambda: game.variant(players, **{name: text}),
        use=lambda variant: play(variant, chooser),
        refusal=ComponentError,
        most_words=MOST_WORDS,
    )


def play(variant: Variant, chooser: random.Random) -> None:
    """Play random games, the first through states that are checked and looked at."""
    states = variant.new_states()
    variant.start(states, 0, chooser.randrange(2**32))
    play_out(variant, states, chooser)
    for _ in range(NUM_GAMES - 1):
        variant.start(states, 0, chooser.randrange(2**32))
        decisions = 0
        while actions := legal_ids(states[0]):
            loops.step(states, 0, chooser.choice(actions))
            decisions += 1
            if decisions > MOST_DECISIONS:
                raise AssertionError(f"{MOST_DECISIONS} decisions did not end the game")


def damaged(game: Game, chooser: random.Random) -> tuple[str, str, str]:
    """Return the option, what kind of damage, and the text for the option."""
    name = chooser.choice(["components"] * 4 + sorted(game.files))
    if name == "sheet":
        return name, "sheet", _damaged_sheet(game, chooser)
    text = (folder_of(game) / "components.toml").read_text(encoding="utf-8")
    if chooser.random() < 0.15:
        return name, "text", _damaged_text(text, chooser)
    tables = tomllib.loads(text)
    damage = chooser.choice([*_DAMAGES, *_OFTEN])
    _DAMAGES[damage](*chooser.choice(list(_places(tables))), chooser)
    return name, damage, to_toml(tables)


def _damaged_sheet(game: Game, chooser: random.Random) -> str:
    text = (folder_of(game) / "reef_a.txt").read_text(encoding="utf-8")
    if chooser.random() < 0.5:
        return _damaged_text(text, chooser)
    letters = sorted(set(text) - set("\n0123456789 "))
    at = chooser.choice([k for k, sign in enumerate(text) if sign in letters])
    return text[:at] + chooser.choice(letters) + text[at + 1 :]


def _damaged_text(text: str, chooser: random.Random) -> str:
    start = chooser.randrange(len(text))
    stop = start + chooser.choice([0, 1, 1, 2, 20])
    filling = chooser.choice(["", "\0", "[", "]", "{", '"', "\n", "=", "9", "-", "é", "[a]\n", "["])
    return text[:start] + filling * chooser.choice([1, 1, _DEEP]) + text[stop:]


def _places(holder: Any) -> list[tuple[Any, Any]]:
    """Return every container in ``holder`` with every key or index of it."""
    keys = list(holder) if isinstance(holder, dict) else range(len(holder))
    inside = [holder[key] for key in keys if isinstance(holder[key], dict | list)]
    return [(holder, key) for key in keys] + [place for item in inside for place in _places(item)]


def _near(holder: Any, key: Any, chooser: random.Random) -> None:
    value = holder[key]
    step = chooser.choice([-2, -1, 1, 2])
    if isinstance(value, int):
        holder[key] = value + step
    elif isinstance(value, str):
        holder[key] = value + chooser.choice(["S", "P", " ", "A"]) if step > 0 else value[:-1]
    else:
        dropped(holder, key, chooser)


def _number(holder: Any, key: Any, chooser: random.Random) -> None:
    holder[key] = chooser.choice(_NUMBERS)


def _other(holder: Any, key: Any, chooser: random.Random) -> None:
    holder[key] = deepcopy(chooser.choice(_OTHERS))


def _nest(holder: Any, key: Any, chooser: random.Random) -> None:
    holder[key] = chooser.choice([[holder[key]], {"a": holder[key]}, [holder[key]] * 2])


def _add(holder: Any, key: Any, chooser: random.Random) -> None:
    if isinstance(holder, dict):
        holder[chooser.choice(["extra", "", "rows", "points"])] = deepcopy(holder[key])
    else:
        holder.insert(key, deepcopy(holder[key]))


_DAMAGES: dict[str, Callable[[Any, Any, random.Random], None]] = {
    "near": _near,
    "number": _number,
    "other": _other,
    "nested": _nest,
    "lost": dropped,
    "added": _add,
    "swapped": swapped,
}


_OFTEN = ("near", "near", "near", "number", "swapped")  # these make files that can be played


def to_toml(tables: dict[str, Any]) -> str:
    """Return ``tables`` as TOML, a line each."""
    return (
        "\n".join(f"{json.dumps(name)} = {_toml(value)}" for name, value in tables.items()) + "\n"
    )


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        entries = (f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items())
        return f"{{ {', '.join(entries)} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value) if isinstance(value, float | date) else json.dumps(value)

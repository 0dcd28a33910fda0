"""Logs with one thing damaged: refused as such, or replayed to what they say."""

import copy
import json
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aquasphere_env.core.game import Game
from aquasphere_env.core.log import GameLog, LogError
from aquasphere_env.core.match import Match
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.games.pages import folder_of
from tests.contract.setups import setups_of

from . import Report
from .damage import dropped, swapped
from .trials import judge, numbers

MOST_WORDS = 800  # characters of an error message
_LOGS_EACH = 3  # sound logs of every set-up
_DEEP = 2000
_NUMBERS = (0, 1, -1, 2, 127, 255, 2**31, 2**32, 2**53, 2**63, 2**64, -(2**63), 10**40)
_OTHERS: tuple[Any, ...] = (
    *(None, True, False, 1.0, 1.5, float("nan"), float("inf"), "", "1", "x", "/dev/zero", "a\nb"),
    *([], [[]], {}, {"a": 1}, [1, 2, 3], [True], ["x"], [1.5], [2**70], [{}], [[1]], [[1, 2, 3]]),
)


def run(budget_seconds: float, seed: int, games: Sequence[Game] = ()) -> Report:
    """Damage logs of ``games`` (all, if none) for so long; ``seed`` decides what."""
    return trials(numbers(budget_seconds, seed), games)


def trials(which: Iterable[int], games: Sequence[Game] = ()) -> Report:
    """Damage logs as the numbers ``which`` decide."""
    report = Report("logs")
    chosen = games or [get_game(name) for name in GAMES]
    sound = {game.name: sound_logs(game) for game in chosen}
    for number in which:
        game = chosen[number % len(chosen)]
        _try(game, sound[game.name], number, report)
    return report


def sound_logs(game: Game) -> list[str]:
    """Return logs of random games, some of them cut short or with injected chance."""
    text = (folder_of(game) / "components.toml").read_text(encoding="utf-8")
    variants = [setup.variant() for setup in setups_of(game.name)]
    variants.append(game.variant(components=text + "\n"))
    chooser = random.Random(game.name)
    lines = []
    for variant in variants:
        for k in range(_LOGS_EACH):
            chance = variant.dealt(k + 10) if k % 2 else None
            match = Match(variant, k, chance)
            for _ in range(chooser.choice([5, 60])):
                if not match.over:
                    match.step(chooser.choice(match.legal_actions()))
            lines.append(GameLog.of(match, ["ann"] * variant.num_players).to_json())
    return lines


def _try(game: Game, sound: Sequence[str], number: int, report: Report) -> None:
    chooser = random.Random(number)
    damage, line = damaged(chooser.choice(sound), chooser)
    report.tried[f"{game.name} {damage}"] += 1
    place = f"{game.name}, number {number}, {damage}"
    judge(
        report,
        place,
        read=lambda: replayed(line, game),
        use=check_same,
        refusal=LogError,
        most_words=MOST_WORDS,
    )


def replayed(line: str, game: Game) -> tuple[GameLog, Match]:
    """Return the log in ``line`` and the match that it replays to."""
    log = GameLog.from_json(line)
    *_, last = log.replay(game)
    return log, last


def check_same(found: tuple[GameLog, Match]) -> None:
    """Raise ``AssertionError`` unless the log of the match says the same again."""
    log, last = found
    again = GameLog.of(last, log.agents)
    told = (log.actions, log.forced, log.scores, log.ranks, log.end_reason)
    assert (again.actions, again.forced, again.scores, again.ranks, again.end_reason) == told


def damaged(line: str, chooser: random.Random) -> tuple[str, str]:
    """Return what kind of damage, and the line with it."""
    damage = chooser.choice(["text", *_DAMAGES])
    if damage == "text":
        return damage, _damaged_text(line, chooser)
    data = json.loads(line)
    _DAMAGES[damage](*_place(data, chooser), chooser)
    return damage, json.dumps(data)


def _place(data: Any, chooser: random.Random) -> tuple[Any, Any]:
    """Return a container in ``data`` and one of its keys; every top-level key is as likely."""
    holder, key = data, chooser.choice(list(data))
    while isinstance(holder[key], dict | list) and holder[key] and chooser.random() < 0.7:
        holder = holder[key]
        key = chooser.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    return holder, key


def _damaged_text(line: str, chooser: random.Random) -> str:
    start = chooser.randrange(len(line))
    if chooser.random() < 0.3:
        return line[:start]
    filling = chooser.choice(
        ["", "\0", "[", '{"a":', "]", '"', ",", "9", "-", "NaN", "\ufeff", "\\"]
    )
    return line[:start] + filling * chooser.choice([1, 1, _DEEP]) + line[start + 1 :]


def _number(holder: Any, key: Any, chooser: random.Random) -> None:
    near = holder[key] + chooser.choice([-1, 1]) if isinstance(holder[key], int) else 3
    holder[key] = chooser.choice([near, chooser.choice(_NUMBERS)])


def _other(holder: Any, key: Any, chooser: random.Random) -> None:
    holder[key] = copy.deepcopy(chooser.choice(_OTHERS))


def _nest(holder: Any, key: Any, chooser: random.Random) -> None:
    holder[key] = chooser.choice([[holder[key]], {"a": holder[key]}])


def _add(holder: Any, key: Any, chooser: random.Random) -> None:
    value = copy.deepcopy(chooser.choice([holder[key], *_OTHERS]))
    if isinstance(holder, dict):
        holder[chooser.choice(["extra", "", "sheet", "components", "lab", "dice", "ring"])] = value
    else:
        holder.insert(key, value)


_DAMAGES: dict[str, Callable[[Any, Any, random.Random], None]] = {
    "number": _number,
    "other": _other,
    "nested": _nest,
    "lost": dropped,
    "added": _add,
    "swapped": swapped,
}

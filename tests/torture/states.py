"""States with damaged fields: refused in words, or playable to the end through possible states."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.check import check_state
from aquasphere_env.core.game import Game, Variant, legal_ids
from aquasphere_env.core.match import Match
from aquasphere_env.core.observer import Observer
from aquasphere_env.core.position import state_from_dict, state_to_dict
from aquasphere_env.core.protocol import NUM_SCORE_KEYS
from tests.contract.setups import setups_of

from . import Report
from .trials import judge, numbers

MOST_DAMAGES = 3
MOST_DECISIONS = 2000  # of a game, many times as many as any has
DRAWN = 4  # every fourth of them is drawn, too, which takes its time
_NEAR = (-2, -1, 0, 1, 2)  # damage is often small


def run(budget_seconds: float, seed: int, games: Sequence[Game]) -> Report:
    """Damage states of ``games`` for ``budget_seconds``; the same ``seed`` damages the same."""
    report = Report("states")
    variants = [setup.variant() for game in games for setup in setups_of(game.name)]
    for number in numbers(budget_seconds, seed):
        _try(variants[number % len(variants)], number, report)
    return report


def _try(variant: Variant, number: int, report: Report) -> None:
    chooser = random.Random(number)
    fields, damages = damaged(variant, chooser)
    name = f"{variant}, number {number}: {'; '.join(damages)}"
    report.tried[variant.game.name] += 1

    def use(states: np.ndarray) -> None:
        look_at(variant, states)
        if variant.game.draw_module and number % DRAWN == 0:
            variant.game.draw(states[0])
        play_out(variant, states, chooser)

    judge(report, name, lambda: state_from_dict(variant, fields), use)


def damaged(variant: Variant, chooser: random.Random) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of a position in a random game with some numbers changed, and which."""
    state = position(variant, chooser)
    fields = state_to_dict(state)
    places = list(numbers_of(state.dtype, fields))
    damages = []
    for _ in range(chooser.randint(1, MOST_DAMAGES)):
        path, holder, key, dtype = chooser.choice(places)
        before = holder[key]
        holder[key] = damaged_number(before, dtype, chooser)
        damages.append(f"{path} {before} -> {holder[key]}")
    return fields, damages


def position(variant: Variant, chooser: random.Random) -> np.void:
    """Return the state after some decisions of a random game."""
    match = Match(variant, chooser.randrange(2**32))
    for _ in range(chooser.randrange(200)):
        if match.over:
            break
        match.step(chooser.choice(match.legal_actions()))
    return match.state


def numbers_of(
    dtype: np.dtype, value: Any, path: str = ""
) -> Iterator[tuple[str, Any, Any, np.dtype]]:
    """Yield path, container, key and type of every number in a state's dictionary."""
    for name in dtype.names or ():
        if path == "" and name in ("legal", "components"):
            continue
        yield from _numbers_at(dtype[name], value, name, f"{path}{name}")


def _numbers_at(
    dtype: np.dtype, holder: Any, key: Any, path: str
) -> Iterator[tuple[str, Any, Any, np.dtype]]:
    item = holder[key]
    if isinstance(item, list):
        for k in range(len(item)):
            yield from _numbers_at(dtype.base, item, k, f"{path}.{k}")
    elif isinstance(item, dict):
        yield from numbers_of(dtype.base, item, f"{path}.")
    else:
        yield path, holder, key, dtype.base


def damaged_number(number: Any, dtype: np.dtype, chooser: random.Random) -> Any:
    """Return another number that fits ``dtype``: a near one, a small one or any."""
    if dtype.kind == "b":
        return not number
    limits = np.iinfo(dtype)
    way = chooser.random()
    if way < 0.5:
        result = int(number) + chooser.choice(_NEAR)
    elif way < 0.9:
        result = chooser.randint(-1, 16)
    else:
        result = chooser.randint(int(limits.min), int(limits.max))
    return min(max(result, int(limits.min)), int(limits.max))


def look_at(variant: Variant, states: np.ndarray) -> None:
    """Look at ``states[0]`` in every way: views, words, pictures, scores, resampling."""
    game = variant.game
    scores = np.zeros((variant.num_players, NUM_SCORE_KEYS), np.int32)
    loops.read_scores(states, 0, scores)
    for player in range(variant.num_players):
        game.to_text(states[0], player)
        for view in game.views:
            Observer(variant, view).read(states, 0, player)
        twin = states.copy()
        loops.redeal_one(twin, 0, player, 7)
        check_state(variant, twin[0])


def play_out(variant: Variant, states: np.ndarray, chooser: random.Random) -> None:
    """Play ``states[0]`` to its end at random; every state on the way must be possible."""
    for _ in range(MOST_DECISIONS):
        actions = legal_ids(states[0])
        if not actions:
            look_at(variant, states)
            return
        loops.step(states, 0, chooser.choice(actions))
        check_state(variant, states[0])
    raise AssertionError(f"{MOST_DECISIONS} decisions did not end the game")

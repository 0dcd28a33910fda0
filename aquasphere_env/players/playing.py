"""Players against each other: one loop for evaluations, simulations and leagues."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..core import loops
from ..core.game import Variant
from ..core.integers import seed_word
from .asking import ask
from .player import Player

BATCH = 512  # games played at once

Advance = Callable[[int], None]  # called with the number of games finished since the last call


class Played(NamedTuple):
    """Games that were played to their end."""

    states: np.ndarray  # final records, (games,)
    histories: list[list[int]]  # the decisions of each game


def play_games(
    variant: Variant,
    seats: Sequence[Player],
    seeds: Sequence[int],
    advance: Advance = lambda games: None,
) -> Played:
    """Play one game from each of ``seeds``, ``seats[p]`` as player ``p``; many games at once.

    Raises:
        IllegalActionError: a player answered with an illegal action.
    """
    if len(seats) != variant.num_players:
        raise ValueError(f"{variant.num_players} seats need as many players, not {len(seats)}")
    states = variant.new_states(len(seeds))
    histories: list[list[int]] = [[] for _ in seeds]
    for first in range(0, len(seeds), BATCH):
        part = slice(first, first + BATCH)
        _play_batch(variant, seats, seeds[part], states[part], histories[part], advance)
    return Played(states, histories)


def _play_batch(
    variant: Variant,
    seats: Sequence[Player],
    seeds: Sequence[int],
    states: np.ndarray,
    histories: list[list[int]],
    advance: Advance,
) -> None:
    for i, seed in enumerate(seeds):
        loops.reset(states, i, variant.blank, seed_word(seed))
    going = len(seeds)
    while going:
        running = np.flatnonzero(~(states["terminated"] | states["truncated"]))
        if len(running) < going:
            advance(going - len(running))
            going = len(running)
        movers = states["current_player"][running]
        for p in np.unique(movers):
            which = running[movers == p]
            actions = ask(seats[p], variant, states[which])
            loops.step_each(states, which, actions)
            for i, action in zip(which.tolist(), actions.tolist(), strict=True):
                histories[i].append(action)

"""Players against each other: one loop for evaluations, simulations and leagues."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..core import loops
from ..core.game import Variant
from ..core.integers import seed_word
from ..core.match import Match, replayed
from .asking import ask
from .player import Player

BATCH = 512  # games played at once

Advance = Callable[[int], None]  # called with the number of games finished since the last call
Watch = Callable[[Player, np.ndarray], None]  # called with who has decided, and in which games


class Played(NamedTuple):
    """Games that were played to their end."""

    states: np.ndarray  # final records, (games,)
    histories: list[list[int]]  # the decisions of each game

    def finished(self) -> list[int]:
        """Return the games that are over: all of them, unless playing was interrupted."""
        over = self.states["terminated"] | self.states["truncated"]
        return [int(k) for k in np.flatnonzero(over)]


def unplayed(variant: Variant, count: int) -> Played:
    """Return ``count`` games that ``play_games`` will fill in."""
    return Played(variant.new_states(count), [[] for _ in range(count)])


def play_games(
    variant: Variant,
    seats: Sequence[Player],
    seeds: Sequence[int],
    advance: Advance = lambda games: None,
    played: Played | None = None,
    watch: Watch = lambda player, games: None,
) -> Played:
    """Play one game from each of ``seeds``, ``seats[p]`` as player ``p``; many games at once.

    ``played``, from ``unplayed``, is filled in as the games go on and then returned: whoever is
    interrupted finds the finished ones in it. ``watch`` is called after every answer of a player
    and before the next one.

    Raises:
        IllegalActionError: a player answered with an illegal action.
    """
    if len(seats) != variant.num_players:
        raise ValueError(f"{variant.num_players} seats need as many players, not {len(seats)}")
    played = unplayed(variant, len(seeds)) if played is None else played
    states, histories = played
    for first in range(0, len(seeds), BATCH):
        part = slice(first, first + BATCH)

        def watch_part(player: Player, which: np.ndarray, first: int = first) -> None:
            watch(player, first + which)

        batch = Played(states[part], histories[part])
        _play_batch(variant, seats, seeds[part], batch, advance, watch_part)
    return played


def _play_batch(
    variant: Variant,
    seats: Sequence[Player],
    seeds: Sequence[int],
    played: Played,
    advance: Advance,
    watch: Watch,
) -> None:
    states, histories = played
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

            def matches(which: np.ndarray = which) -> list[Match]:
                return [replayed(variant, seeds[i], histories[i]) for i in which.tolist()]

            actions = ask(seats[p], variant, states[which], matches)
            watch(seats[p], which)
            for i, action in zip(which.tolist(), actions.tolist(), strict=True):
                histories[i].append(action)
            loops.step_each(states, which, actions)  # last: a game that is over is noted whole

"""The entrants as players, one for each component set, and how they play and how long they take."""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aquasphere_env.core.game import Variant
from aquasphere_env.core.match import Match
from aquasphere_env.players.fingerprints import weights_of
from aquasphere_env.players.player import Player
from aquasphere_env.players.playing import Advance, play_games
from aquasphere_env.players.registry import make_player
from training.evaluate import read_results

from .design import Block, chance_of, deal_seeds, seatings
from .records import Played

TIMED_DECISIONS = 20
_TIMED_AT_LEAST = 3  # however long they take
_TIMED_SECONDS = 5.0  # after which no further decision is timed


@dataclass(frozen=True)
class Cast:
    """All entrants by name; each is a player for each of ``variants``, which blocks alternate."""

    variants: Sequence[Variant]
    players: dict[str, list[Player]]

    @classmethod
    def of(cls, names: Sequence[str], variants: Sequence[Variant]) -> "Cast":
        """Make the players ``names``.

        Those that need a file of weights were trained on the game's own components, and are
        made for them: they meet others unprepared.

        Raises:
            ValueError: no such player, or one that does not fit.
        """
        own = [variant.game.variant(variant.num_players) for variant in variants]
        players = {
            name: [make_player(name, v) for v in (own if weights_of(name, own[0]) else variants)]
            for name in names
        }
        return cls(variants, players)

    def play(self, seed: int, block: Block, advance: Advance = lambda games: None) -> Played:
        """Play ``block`` of the league of ``seed``, whatever was played before.

        Raises:
            IllegalActionError: a player answered with an illegal action.
            TypeError: it answered with something else than actions.
        """
        which = block.number % len(self.variants)
        variant = self.variants[which]
        players = [self.players[name][which] for name in block.field]
        for name, player in zip(block.field, players, strict=True):
            player.seed(chance_of(seed, block, name))
        seeds = deal_seeds(seed, block.deals)
        results = []
        for seat_of in seatings(len(players), block.number, len(self.variants)):
            seats = [players[seat_of.index(seat)] for seat in range(len(players))]
            states = play_games(variant, seats, seeds, advance).states
            results.append([by_seat[:, seat_of] for by_seat in read_results(variant, states)])
        points, places = (np.stack(rotations, axis=1) for rotations in zip(*results, strict=True))
        return Played(points, places)

    def milliseconds(self, name: str, seed: int) -> float:
        """Return the median time of an entrant for one decision, asked alone in one state.

        The states come from a game of greedy; the first decision, which may compile, is not
        counted.
        """
        states = _decisions(self.variants[0], seed)
        player = self.players[name][0]
        player.seed(seed)
        player.act_on_states(states[0])
        taken: list[float] = []
        for state in states:
            if len(taken) >= _TIMED_AT_LEAST and sum(taken) > _TIMED_SECONDS:
                break
            started = time.perf_counter()
            player.act_on_states(state)
            taken.append(time.perf_counter() - started)
        return 1000 * statistics.median(taken)


def _decisions(variant: Variant, seed: int) -> list[np.ndarray]:
    """Return states (1,) in which greedy decided, spread evenly over one game."""
    match, greedy = Match(variant, seed), make_player("greedy", variant, seed)
    states = []
    while not match.over:
        states.append(match.states.copy())
        match.step(greedy.act_on_states(match.states)[0])
    spread = np.linspace(0, len(states) - 1, TIMED_DECISIONS).round().astype(int)
    return [states[k] for k in spread]

"""Games among players, from the command line."""

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from ..core.console import visible
from ..core.files import replacing
from ..core.game import Game, Variant
from ..core.log import GameLog
from ..core.match import Match, replayed
from ..core.signals import Stopped, uninterrupted
from ..players.playing import BATCH, Played, play_games, unplayed
from ..players.registry import make_player
from .progress import Progress


@dataclass
class Results:
    """What simulated games came to; sums over games are by seat."""

    variant: Variant
    names: Sequence[str]  # of the players, by seat
    seed: int  # of the first game
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0  # of playing
    stopped: Stopped | None = None  # what ended playing early
    points: list[int] = field(init=False)
    first: list[int] = field(init=False)  # games won, ties included

    def __post_init__(self) -> None:
        """Start at nothing."""
        self.points = [0] * len(self.names)
        self.first = [0] * len(self.names)

    def count(self, played: Played, which: Sequence[int]) -> None:
        """Add the games ``which`` of ``played``."""
        game = self.variant.game
        for i in which:
            points = game.read_scores(played.states, i)[:, 0]
            ranks = np.asarray(game.ranks(played.states, i))
            self.points = [int(s) for s in self.points + points]
            self.first = [int(s) for s in self.first + (ranks == 1)]
            self.decisions += len(played.histories[i])
        self.games += len(which)

    def to_dict(self) -> dict[str, Any]:
        """Return the results in the form that ``simulate --json`` prints."""
        return {
            "game": self.variant.game.name,
            "version": self.variant.game.version,
            "num_players": self.variant.num_players,
            "seed": self.seed,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "interrupted": self.stopped is not None,
            "seats": [
                {"player": name, "points": self.points[p] / self.games, "first": self.first[p]}
                for p, name in enumerate(self.names)
            ],
        }


def simulate_games(
    variant: Variant, names: Sequence[str], count: int, seed: int, log: Path | None
) -> Results:
    """Play ``count`` games of the players ``names`` (by seat) and log them to ``log``.

    A signal that stops the command ends playing: the games finished by then are counted and
    logged. Before the first one is finished, it leaves the old log as it was.

    Raises:
        ValueError: an unknown player, or one that does not fit.
        OSError: the log cannot be written, which is known before the first game.
        Stopped: no game was finished.
    """
    players = {name: make_player(name, variant, seed) for name in names}
    seats = [players[name] for name in names]
    results = Results(variant, names, seed)
    with contextlib.ExitStack() as stack:
        stream = stack.enter_context(replacing(log)) if log is not None else None
        progress = stack.enter_context(Progress("games", count))
        try:
            for first in range(0, count, BATCH):
                seeds = range(seed + first, seed + min(first + BATCH, count))
                played = unplayed(variant, len(seeds))
                started = time.monotonic()
                try:
                    play_games(variant, seats, seeds, progress.advance, played)
                finally:
                    with uninterrupted():
                        results.seconds += time.monotonic() - started
                        _keep(results, played, seeds, stream)
        except Stopped as stop:
            if not results.games:
                raise
            results.stopped = stop
    return results


def _keep(results: Results, played: Played, seeds: Sequence[int], stream: IO[str] | None) -> None:
    """Count the finished games and write their logs."""
    finished = played.finished()
    if stream is not None:
        for k in finished:
            match = replayed(results.variant, seeds[k], played.histories[k])
            stream.write(GameLog.of(match, results.names).to_json() + "\n")
    results.count(played, finished)


def summary(results: Results) -> str:
    """Return the results as a table in plain text."""
    rate = results.decisions / max(results.seconds, 1e-9)
    lines = [
        f"{results.variant.game.title}, {results.games} games, "
        f"{results.decisions / results.games:.1f} decisions a game, {rate:,.0f} decisions/s",
        f"{'seat':<10}{'player':<24}{'points':>8}{'first':>8}",
    ]
    for seat, name in enumerate(results.names):
        points, first = results.points[seat] / results.games, results.first[seat]
        lines.append(f"{f'player_{seat}':<10}{visible(name):<24}{points:>8.1f}{first:>8}")
    return "\n".join(lines)


def warm_up(game: Game) -> float:
    """Compile what playing ``game`` needs; return the seconds it took."""
    started = time.monotonic()
    variant = game.variant()
    greedy = make_player("greedy", variant)
    greedy.explain(Match(variant).states, 0)
    play_games(variant, [greedy, make_player("random", variant)][: variant.num_players], [0])
    return time.monotonic() - started

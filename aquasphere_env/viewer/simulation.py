"""Games among players, from the command line."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.game import Game, Variant
from ..core.log import GameLog, write_logs
from ..core.match import Match, replayed
from ..players.playing import play_games
from ..players.registry import make_player
from .progress import Progress


@dataclass(frozen=True)
class Results:
    """What simulated games came to: points and ranks by game and seat."""

    scores: list[list[int]]
    ranks: list[list[int]]
    decisions: int
    seconds: float


def simulate_games(
    variant: Variant, names: Sequence[str], count: int, seed: int, log: Path | None
) -> Results:
    """Play ``count`` games of the players ``names`` (by seat) and log them to ``log``.

    Raises:
        ValueError: an unknown player, or one that does not fit.
        OSError: the log cannot be written.
    """
    players = {name: make_player(name, variant, seed) for name in names}
    seeds = range(seed, seed + count)
    started = time.monotonic()
    with Progress("games", count) as progress:
        played = play_games(variant, [players[name] for name in names], seeds, progress.advance)
    seconds = time.monotonic() - started
    if log is not None:
        matches = (replayed(variant, s, played.histories[k]) for k, s in enumerate(seeds))
        write_logs(log, (GameLog.of(match, names) for match in matches))
    return Results(
        scores=[variant.game.read_scores(played.states, i)[:, 0].tolist() for i in range(count)],
        ranks=[variant.game.ranks(played.states, i) for i in range(count)],
        decisions=sum(map(len, played.histories)),
        seconds=seconds,
    )


def summary(variant: Variant, names: Sequence[str], results: Results) -> str:
    """Return the results as a table in plain text."""
    count = len(results.scores)
    rate = results.decisions / max(results.seconds, 1e-9)
    lines = [
        f"{variant.game.title}, {count} games, {results.decisions / count:.1f} decisions a game, "
        f"{rate:,.0f} decisions/s",
        f"{'seat':<10}{'player':<24}{'points':>8}{'first':>8}",
    ]
    for seat, name in enumerate(names):
        points = sum(row[seat] for row in results.scores) / count
        first = sum(row[seat] == 1 for row in results.ranks)
        lines.append(f"{f'player_{seat}':<10}{name:<24}{points:>8.1f}{first:>8}")
    return "\n".join(lines)


def warm_up(game: Game) -> float:
    """Compile what playing ``game`` needs; return the seconds it took."""
    started = time.monotonic()
    variant = game.variant()
    greedy = make_player("greedy", variant)
    greedy.explain(Match(variant).states, 0)
    play_games(variant, [greedy, make_player("random", variant)][: variant.num_players], [0])
    return time.monotonic() - started

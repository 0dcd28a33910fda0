"""Games among agents, from the command line."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.game import Game, Variant
from ..core.log import GameLog
from ..core.match import Match
from .players import Player, Resolver, make_player

_LINE_EVERY_SECONDS = 5.0


@dataclass(frozen=True)
class Results:
    """What simulated games came to: points and ranks by game and seat."""

    scores: list[list[int]]
    ranks: list[list[int]]
    decisions: int
    seconds: float


def simulate_games(
    variant: Variant,
    names: Sequence[str],
    count: int,
    seed: int,
    log: Path | None,
    resolver: Resolver = make_player,
) -> Results:
    """Play ``count`` games of the agents ``names`` (by seat) and log them to ``log``.

    Raises:
        ValueError: an agent that is not there or does not fit.
        OSError: the log cannot be written.
    """
    agents = {name: resolver(name, variant, seed) for name in names}
    seats = [agents[name] for name in names]
    scores, ranks, decisions = [], [], 0
    started = time.monotonic()
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(open(log, "w", encoding="utf-8")) if log else None
        advance = stack.enter_context(progress(count))
        for number in range(count):
            match = play_game(variant, seats, seed + number)
            scores.append(match.scores())
            ranks.append(match.ranks())
            decisions += len(match.history)
            if file is not None:
                file.write(GameLog.of(match, names).to_json() + "\n")
            advance()
    return Results(scores, ranks, decisions, time.monotonic() - started)


def play_game(variant: Variant, seats: Sequence[Player], seed: int) -> Match:
    """Return a whole game of ``seats``."""
    match = Match(variant, seed)
    while not match.over:
        match.step(int(seats[match.player].act_on_states(match.states)[0]))
    return match


@contextlib.contextmanager
def progress(total: int) -> Iterator[Callable[[], None]]:
    """Yield what counts a game: a bar on a terminal, else a line every few seconds on stderr."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if console.is_terminal:
        with Progress(console=console, transient=True) as bar:
            task = bar.add_task("games", total=total)
            yield lambda: bar.advance(task)
        return
    done, last = 0, time.monotonic()

    def count() -> None:
        nonlocal done, last
        done += 1
        if time.monotonic() - last >= _LINE_EVERY_SECONDS:
            last = time.monotonic()
            console.print(f"{done} of {total} games")

    yield count


def summary(variant: Variant, names: Sequence[str], results: Results) -> str:
    """Return the results as a table in plain text."""
    count = len(results.scores)
    rate = results.decisions / max(results.seconds, 1e-9)
    lines = [
        f"{variant.game.title}, {count} games, {results.decisions / count:.1f} decisions a game, "
        f"{rate:,.0f} decisions/s",
        f"{'seat':<10}{'agent':<24}{'points':>8}{'first':>8}",
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
    match = Match(variant)
    greedy.explain(match.states, 0)
    play_game(variant, [greedy, make_player("random", variant)] * game.max_players, 0)
    return time.monotonic() - started

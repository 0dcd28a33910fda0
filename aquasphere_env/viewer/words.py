"""Games in words for people, by their guides: texts that depend on no state, breakdowns."""

from collections.abc import Sequence
from typing import Any

from ..core.game import Game
from ..drawing.guide import Entry
from ..language.guides import guide_of


def texts(game: Game) -> dict[str, Any]:
    """Return the texts of a game that depend on no state."""
    found = guide_of(game).TEXTS
    return {name: found[name] for name in ("legend", "tour")}


def breakdown(game: Game, entries: Sequence[tuple[str, Entry]], players: int) -> dict[str, Any]:
    """Return where points came from: a table by source and player, and the sums by round.

    ``entries`` are pairs of a round's name and points.
    """
    rows: dict[str, list[int]] = {
        source: [0] * players for source in guide_of(game).TEXTS["sources"]
    }
    rounds: dict[str, list[int]] = {}
    for name, (player, source, points) in entries:
        rows.setdefault(source, [0] * players)[player] += points
        rounds.setdefault(name, [0] * players)[player] += points
    return {
        "sources": [[source, *points] for source, points in rows.items() if any(points)],
        "rounds": [[name, *points] for name, points in rounds.items()],
    }

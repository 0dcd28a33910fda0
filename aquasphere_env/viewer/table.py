"""A position as pictures: one for a wide screen, a stack of them for a narrow one."""

from typing import Any

import numpy as np

from ..core.game import Game
from ..drawing.stack import WIDTH, Section, stacked


def pictures(
    game: Game,
    state: np.void,
    viewer: int | None,
    last: tuple[int | None, int | None],
    narrow: bool,
) -> list[dict[str, Any]]:
    """Return name and SVG of the pictures, and whether one is wider than a narrow screen.

    ``last`` is the last move: the action, and who played it.
    """
    svg = game.draw(state, viewer, *last)
    sections = _sections(game, state, viewer) if narrow else []
    if not sections:
        return [{"name": "", "svg": svg, "pans": narrow}]
    return [
        {"name": section.name, "svg": drawn, "pans": section.width > WIDTH}
        for section, drawn in zip(sections, stacked(svg, sections), strict=True)
    ]


def _sections(game: Game, state: np.void, viewer: int | None) -> list[Section]:
    """Return the sections of the game's stack; a game without one has none."""
    narrow = game.drawing("narrow")
    found: list[Section] = [] if narrow is None else narrow.sections(state, viewer)
    return found

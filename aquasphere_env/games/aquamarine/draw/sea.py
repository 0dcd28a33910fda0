"""The sea of Aquamarine: the reef and what a player has drawn on it."""

import functools
from collections.abc import Iterable, Iterator

import numpy as np

from ....drawing.icons import icon
from ....drawing.svg import (
    circle,
    group,
    path,
    rect,
    text,
)
from ..actions import SQUARE
from ..state import (
    BEACON,
    BUBBLE,
    CORAL_O,
    CORAL_P,
    CUTTLEFISH,
    FISH,
    FLAG,
    JELLYFISH,
    KIND_WORDS,
    NUM_COLUMNS,
    NUM_ROWS,
    ROCK,
    STINGRAY,
    WATER,
    WRECK,
)

_ICONS = {
    FISH: "fish",
    JELLYFISH: "jellyfish",
    BUBBLE: "bubble",
    STINGRAY: "ray",
    CUTTLEFISH: "squid",
    BEACON: "beacon",
}
_CORALS = {CORAL_P: ("#e0604f", "P"), CORAL_O: ("#f0a030", "O")}
_DEEP = ("#d6eaf4", "#b9d8ea", "#98c3de")  # by the air that a row costs
_ROCK = "#8a8f94"
_WRECK = "#a77b52"
_INK = "#14222c"

# how strongly and in what colour boxes are filled: of earlier dives, of this dive, the last, now
EARLIER, DRAWN, ANCHOR, BOX = (
    ("#5b6770", 0.42),
    ("#0072b2", 0.4),
    ("#0072b2", 0.62),
    ("#c2185b", 0.6),
)


def columns_of(bits: int) -> list[int]:
    """Return the columns in the set of squares ``bits`` of one row."""
    return [column for column in range(NUM_COLUMNS) if bits >> column & 1]


def _runs(columns: list[int]) -> Iterator[tuple[int, int]]:
    """Yield first column and length of every run of neighbouring columns."""
    start = 0
    for k in range(1, len(columns) + 1):
        if k == len(columns) or columns[k] != columns[k - 1] + 1:
            yield columns[start], k - start
            start = k


def fill(rows: Iterable[list[int]], size: float, look: tuple[str, float]) -> str:
    """Draw the squares ``rows`` (columns by row) of a grid with squares of ``size``."""
    data = [
        f"M{first * size:g} {row * size:g}h{length * size:g}v{size:g}h{-length * size:g}z"
        for row, columns in enumerate(rows)
        for first, length in _runs(columns)
    ]
    if not data:
        return ""
    color, opacity = look
    return path("".join(data), color, fill_opacity=opacity, stroke=_INK, line=1)


def squares_of(field: np.ndarray) -> list[list[int]]:
    """Return a set of squares as columns by row."""
    return [columns_of(int(bits)) for bits in field]


def reef(state: np.void, size: float) -> str:
    """Draw the sheet as printed, with squares of ``size``; small ones show colours only."""
    tables = state["components"]
    return _reef(
        state["squares"].tobytes(), tables["depth_air"].tobytes(), int(tables["boats"]), size
    )


@functools.lru_cache(maxsize=32)
def _reef(squares: bytes, depth_air: bytes, boats: int, size: float) -> str:
    kinds = np.frombuffer(squares, np.int8).reshape(NUM_ROWS, NUM_COLUMNS)
    drawn = []
    for row, air in enumerate(np.frombuffer(depth_air, np.int8).tolist()):
        tone = _DEEP[min(air, len(_DEEP) - 1)]
        drawn.append(rect(0, row * size, NUM_COLUMNS * size, size, tone))
    for first, length in _runs(columns_of(boats)):
        drawn.append(rect(first * size, -0.3 * size, length * size, 0.3 * size, _WRECK))
    for row in range(NUM_ROWS):
        for column in range(NUM_COLUMNS):
            kind = int(kinds[row, column])
            if kind != WATER:
                drawn.append(_thing(kind, column * size, row * size, size))
    if size > _SMALL:
        drawn.append(_lines(size))
    return "".join(drawn)


_SMALL = 12  # squares up to this size have no room for drawings


def _lines(size: float) -> str:
    width, height = NUM_COLUMNS * size, NUM_ROWS * size
    down = "".join(f"M{k * size:g} 0v{height:g}" for k in range(NUM_COLUMNS + 1))
    across = "".join(f"M0 {k * size:g}h{width:g}" for k in range(NUM_ROWS + 1))
    return path(down + across, "none", stroke=_INK, stroke_opacity=0.18)


def _thing(kind: int, x: float, y: float, size: float) -> str:
    """Draw what a square holds."""
    if kind == ROCK:
        return rect(x, y, size, size, _ROCK)
    if size <= _SMALL:
        return circle(x + size / 2, y + size / 2, size * 0.33, _dot(kind))
    center = (x + size / 2, y + size / 2)
    if kind in _ICONS:
        return icon(_ICONS[kind], *center, size * 0.72)
    if kind in _CORALS:
        color, letter = _CORALS[kind]
        coral = icon("coral", center[0] - 4, center[1], size * 0.72, color)
        return coral + text(x + size - 3, y + size - 5, letter, 11, _INK, "end", bold=True)
    if kind >= FLAG:
        number = text(center[0] + 7, y + size - 5, kind - FLAG + 1, 11, _INK, "middle", bold=True)
        return icon("flag", *center, size * 0.72) + number
    letter = KIND_WORDS[kind][-1]
    plank = rect(x, y, size, size, _WRECK)
    return plank + text(center[0], center[1] + 5, letter, 14, "#ffffff", "middle", bold=True)


def _dot(kind: int) -> str:
    if kind >= WRECK:
        return _WRECK if kind < FLAG else "#f2b705"
    colors = {FISH: "#c46a1b", JELLYFISH: "#e58fb1", BUBBLE: "#ffffff", STINGRAY: "#4a5a66"}
    colors |= {kind: color for kind, (color, _) in _CORALS.items()}
    return colors.get(kind, "#8e4fb0" if kind == CUTTLEFISH else "#c8403a")


def crosses(rows: list[list[int]], size: float) -> str:
    """Mark squares that may not be drawn any more."""
    data = [
        f"M{(column + 0.35) * size:g} {(row + 0.35) * size:g}l{0.3 * size:g} {0.3 * size:g}"
        f"m0 {-0.3 * size:g}l{-0.3 * size:g} {0.3 * size:g}"
        for row, columns in enumerate(rows)
        for column in columns
    ]
    return path("".join(data), "none", stroke=_INK, line=1.2) if data else ""


def targets(state: np.void, size: float) -> str:
    """Return squares that show nothing but can be clicked, with words for what lies in them."""
    return _targets(state["squares"].tobytes(), size)


_WORTH = {
    FISH: "fish: 1, 3, 6, 10, 15 points for 1 to 5 in one box",
    CORAL_P: "coral P: 2 points, nothing with coral O in the same box",
    CORAL_O: "coral O: 2 points, nothing with coral P in the same box",
    JELLYFISH: "jellyfish: lose points",
    BUBBLE: "air bubble: the box costs no air",
    STINGRAY: "stingray: points by day",
    CUTTLEFISH: "cuttlefish: points by night",
    BEACON: "beacon: points for a pair of day and night",
    ROCK: "rock",
}


def _worth(kind: int) -> str | None:
    """Return what a square holds in words; ``None`` for plain water."""
    if kind == WATER:
        return None
    if kind >= FLAG:
        return "a flag: only the best of a dive counts"
    return _WORTH.get(kind, "a wreck: enclose all its squares for a bonus")


@functools.lru_cache(maxsize=32)
def _targets(squares: bytes, size: float) -> str:
    kinds = np.frombuffer(squares, np.int8).reshape(NUM_ROWS, NUM_COLUMNS)
    return "".join(
        group(
            rect(column * size, row * size, size, size, "#ffffff", fill_opacity=0),
            id=f"square-{row}-{column}",
            actions=(SQUARE + row * NUM_COLUMNS + column,),
            title=_worth(int(kinds[row, column])),
        )
        for row in range(NUM_ROWS)
        for column in range(NUM_COLUMNS)
    )

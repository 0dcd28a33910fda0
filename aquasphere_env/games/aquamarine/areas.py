"""Areas of the sheet as one integer each, for checks in plain Python (kernels use rows of bits).

Bit ``STRIDE * row + column`` is a square. Between two rows lies a bit that no area holds, so that
areas can be shifted left and right.
"""

from collections.abc import Iterable
from typing import NamedTuple

from .state import NUM_COLUMNS, NUM_ROWS, ROW_MASK

STRIDE = NUM_COLUMNS + 1
_SHEET = sum(ROW_MASK << STRIDE * row for row in range(NUM_ROWS))


class Extent(NamedTuple):
    """The smallest rectangle around an area, and whether the area fills it."""

    width: int
    height: int
    bottom: int  # last row
    is_full: bool


def square_at(row: int, column: int) -> int:
    """Return the area of one square."""
    return 1 << STRIDE * row + column


def area_of(rows: Iterable[int]) -> int:
    """Return the area of a field of the state: one set of columns a row."""
    return sum(int(columns) << STRIDE * row for row, columns in enumerate(rows))


def rows_of(area: int) -> list[int]:
    """Return the set of columns in each row."""
    return [area >> STRIDE * row & ROW_MASK for row in range(NUM_ROWS)]


def beside(area: int) -> int:
    """Return the area and what is orthogonally next to it."""
    return (area | area << 1 | area >> 1 | area << STRIDE | area >> STRIDE) & _SHEET


def around(area: int) -> int:
    """Return the area and what touches it, corners included."""
    wide = area | area << 1 | area >> 1
    return (wide | wide << STRIDE | wide >> STRIDE) & _SHEET


def region(start: int, within: int) -> int:
    """Return what is orthogonally connected with ``start`` inside of ``within``."""
    found, before = start & within, 0
    while found != before:
        found, before = beside(found) & within, found
    return found


def is_connected(area: int) -> bool:
    """Return whether the area is in one piece."""
    return region(area & -area, area) == area


def extent_of(area: int) -> Extent:
    """Return the smallest rectangle around an area, which is not empty."""
    rows = rows_of(area)
    filled = [row for row in range(NUM_ROWS) if rows[row]]
    columns = 0
    for row in filled:
        columns |= rows[row]
    height = filled[-1] - filled[0] + 1
    width = columns.bit_length() - (columns & -columns).bit_length() + 1
    return Extent(width, height, filled[-1], width * height == area.bit_count())

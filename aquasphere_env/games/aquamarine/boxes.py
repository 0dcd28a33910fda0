"""Where boxes fit: sets of squares as rows of bits (AM-R2, AM-R3)."""

import numpy as np

from ...core import bits
from ...core.jit import kernel
from ...core.state import Array, Record, State
from .actions import SQUARE
from .state import NO_ROW, NUM_COLUMNS, NUM_ROWS, ROW_MASK


@kernel
def num_squares(columns: int) -> int:
    """Return how many squares the row ``columns`` holds."""
    return int(bits.popcount(np.uint64(columns)))


@kernel
def first_column(columns: int) -> int:
    """Return the leftmost of ``columns``, which are not empty."""
    return int(num_squares((columns & -columns) - 1))


@kernel
def last_column(columns: int) -> int:
    """Return the rightmost of ``columns``, which are not empty."""
    while columns & (columns - 1):
        columns &= columns - 1
    return int(first_column(columns))


@kernel
def touching(rows: Array, row: int) -> int:
    """Return the columns of ``row`` that are in ``rows`` or orthogonally next to them."""
    here = rows[row]
    found = here | here << 1 | here >> 1
    if row > 0:
        found |= rows[row - 1]
    if row < NUM_ROWS - 1:
        found |= rows[row + 1]
    return int(found & ROW_MASK)


@kernel
def near(rows: Array, row: int) -> int:
    """Return the columns of ``row`` that are in ``rows`` or touch them, corners included."""
    found = rows[row]
    if row > 0:
        found |= rows[row - 1]
    if row < NUM_ROWS - 1:
        found |= rows[row + 1]
    return int((found | found << 1 | found >> 1) & ROW_MASK)


@kernel
def growth(rows: Array, free: Array, row: int) -> int:
    """Return the ``free`` columns of ``row`` orthogonally next to ``rows`` but not in them."""
    return int(touching(rows, row) & free[row] & ~rows[row])


@kernel
def last_bounds(state: State, me: Record) -> tuple[int, int, int, int]:
    """Return top, bottom, left, right of the last box of the dive, or of the boats."""
    if me.anchor_top == NO_ROW:
        boats = state.components.boats
        return 0, 0, first_column(boats), last_column(boats)
    columns = 0
    for row in range(me.anchor_top, me.anchor_bottom + 1):
        columns |= me.anchor[row]
    return int(me.anchor_top), int(me.anchor_bottom), first_column(columns), last_column(columns)


@kernel
def entry_top(me: Record) -> int:
    """Return the first row in which the next box may touch the last one, or the boats."""
    return max(0, int(me.anchor_top) - 1)  # from NO_ROW, -1, to row 0


@kernel
def entry_bottom(me: Record) -> int:
    """Return the last row in which the next box may touch the last one, or the boats."""
    return min(NUM_ROWS - 1, int(me.anchor_bottom) + 1)  # from NO_ROW, -1, to row 0


@kernel
def entries(state: State, me: Record, row: int) -> int:
    """Return the free columns of ``row`` of which a box must hold one (AM-R3)."""
    if me.anchor_top != NO_ROW:
        return int(touching(me.anchor, row) & me.free[row])
    return int(state.components.boats & me.free[0]) if row == 0 else 0


@kernel
def corners(state: State, me: Record, width: int, height: int, top: int) -> int:
    """Return the columns at which a rectangle with its top left in row ``top`` fits (AM-R3)."""
    fit, hit = ROW_MASK, 0
    for row in range(top, top + height):
        free = int(me.free[row])
        entry = entries(state, me, row)
        for column in range(width):
            fit &= free >> column
            hit |= entry >> column
    return fit & hit


@kernel
def top_of_corners(me: Record, height: int) -> int:
    """Return the first row in which a rectangle of ``height`` may have its top left square."""
    return max(0, int(entry_top(me)) - height + 1)


@kernel
def end_of_corners(me: Record, height: int) -> int:
    """Return one more than the last such row."""
    return min(int(entry_bottom(me)), NUM_ROWS - height) + 1


@kernel
def fits_somewhere(state: State, me: Record, width: int, height: int) -> bool:
    """Return whether a rectangle of this size fits anywhere."""
    for top in range(top_of_corners(me, height), end_of_corners(me, height)):
        if corners(state, me, width, height, top):
            return True
    return False


@kernel
def allow_row(legal: Array, row: int, columns: int) -> None:
    """Put the squares ``columns`` of ``row`` into the set ``legal``."""
    bits.allow_run(legal, SQUARE + row * NUM_COLUMNS, columns, NUM_COLUMNS)


@kernel
def flood(rows: Array, free: Array, row: int, column: int, enough: int) -> int:
    """Fill ``rows`` from a square over ``free`` until ``enough`` squares; return how many.

    ``rows`` is empty around the square; a filled part is connected, and smaller only if complete.
    """
    rows[row] = 1 << column
    total, before = 1, 0
    first, last = max(0, row - enough + 1), min(NUM_ROWS - 1, row + enough - 1)
    while before < total < enough:
        before, total = total, 0
        first, last = last, first  # sweep up and down in turn
        way = 1 if first < last else -1
        for r in range(first, last + way, way):
            found = touching(rows, r) & free[r]
            rows[r] = found
            total += num_squares(found)
    return total


@kernel
def allow_first_squares(state: State, me: Record, legal: Array, enough: int) -> None:
    """Allow entries whose free region has ``enough`` squares to start a free box (AM-R2)."""
    patch = state.patch
    for row in range(entry_top(me), entry_bottom(me) + 1):
        todo = entries(state, me, row)
        while todo:
            column = first_column(todo)
            todo &= todo - 1
            if bits.contains(legal, SQUARE + row * NUM_COLUMNS + column):
                continue
            roomy = flood(patch, me.free, row, column, enough) >= enough
            for r in range(max(0, row - enough), min(NUM_ROWS, row + enough)):
                if roomy and patch[r]:
                    allow_row(legal, r, patch[r] & entries(state, me, r))
                patch[r] = 0


@kernel
def allow_next_squares(me: Record, legal: Array) -> None:
    """Allow the free squares next to those chosen for a free box (AM-R2)."""
    for row in range(NUM_ROWS):
        columns = growth(me.box, me.free, row)
        if columns:
            allow_row(legal, row, columns)


@kernel
def fill_rectangle(me: Record, top: int, left: int) -> None:
    """Put the rectangle chosen, with its top left square here, into ``me.box``."""
    columns = ((1 << int(me.width)) - 1) << left
    for row in range(top, top + int(me.height)):
        me.box[row] = columns

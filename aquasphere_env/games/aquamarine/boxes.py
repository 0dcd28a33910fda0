"""Where boxes fit: sets of squares as rows of bits (AM-R2, AM-R3).

Rows are read as int64 (``int64(...)``), so that shifts and complements are the same compiled and
interpreted.
"""

import numpy as np
from numpy import int64

from ...core import bits
from ...core.jit import kernel
from .actions import SQUARE
from .state import NO_ROW, NUM_COLUMNS, NUM_ROWS, ROW_MASK


@kernel
def num_squares(row_bits):
    """Return how many squares the int64 ``row_bits`` holds."""
    return bits.popcount(np.uint64(row_bits))


@kernel
def first_column(row_bits):
    """Return the leftmost column in ``row_bits``, which is not empty."""
    return num_squares((row_bits & -row_bits) - 1)


@kernel
def last_column(row_bits):
    """Return the rightmost column in ``row_bits``, which is not empty."""
    while row_bits & (row_bits - 1):
        row_bits &= row_bits - 1
    return first_column(row_bits)


@kernel
def touching(rows, row):
    """Return the columns of ``row`` that are in ``rows`` or orthogonally next to them."""
    here = int64(rows[row])
    found = here | here << 1 | here >> 1
    if row > 0:
        found |= int64(rows[row - 1])
    if row < NUM_ROWS - 1:
        found |= int64(rows[row + 1])
    return found & ROW_MASK


@kernel
def near(rows, row):
    """Return the columns of ``row`` that are in ``rows`` or touch them, corners included."""
    found = int64(rows[row])
    if row > 0:
        found |= int64(rows[row - 1])
    if row < NUM_ROWS - 1:
        found |= int64(rows[row + 1])
    return (found | found << 1 | found >> 1) & ROW_MASK


@kernel
def last_bounds(state, me):
    """Return top, bottom, left, right of the last box of the dive, or of the boats."""
    columns = int64(state.components.boats)
    if me.anchor_top == NO_ROW:
        return int64(0), int64(0), first_column(columns), last_column(columns)
    columns = int64(0)
    for row in range(int64(me.anchor_top), int64(me.anchor_bottom) + 1):
        columns |= int64(me.anchor[row])
    return (
        int64(me.anchor_top),
        int64(me.anchor_bottom),
        first_column(columns),
        last_column(columns),
    )


@kernel
def entry_top(me):
    """Return the first row in which the next box may touch the last one, or the boats."""
    return max(0, int64(me.anchor_top) - 1) if me.anchor_top != NO_ROW else 0


@kernel
def entry_bottom(me):
    """Return the last row in which the next box may touch the last one, or the boats."""
    return min(NUM_ROWS - 1, int64(me.anchor_bottom) + 1) if me.anchor_top != NO_ROW else 0


@kernel
def entries(state, me, row):
    """Return the free columns of ``row`` of which a box must hold one (AM-R3)."""
    if me.anchor_top != NO_ROW:
        return touching(me.anchor, row) & int64(me.free[row])
    if row == 0:
        return int64(state.components.boats) & int64(me.free[0])
    return 0


@kernel
def corners(state, me, width, height, top):
    """Return the columns at which a rectangle with its top left in row ``top`` fits (AM-R3)."""
    fit, hit = ROW_MASK, 0
    for row in range(top, top + height):
        free = int64(me.free[row])
        entry = entries(state, me, row)
        for column in range(width):
            fit &= free >> column
            hit |= entry >> column
    return fit & hit


@kernel
def top_of_corners(me, height):
    """Return the first row in which a rectangle of ``height`` may have its top left square."""
    return max(0, entry_top(me) - height + 1)


@kernel
def end_of_corners(me, height):
    """Return one more than the last such row."""
    return min(entry_bottom(me), NUM_ROWS - height) + 1


@kernel
def fits_somewhere(state, me, width, height):
    """Return whether a rectangle of this size fits anywhere."""
    for top in range(top_of_corners(me, height), end_of_corners(me, height)):
        if corners(state, me, width, height, top):
            return True
    return False


@kernel
def allow_row(legal, row, columns):
    """Put the squares ``columns`` of ``row`` into the set ``legal``."""
    first = SQUARE + row * NUM_COLUMNS
    word, offset = first >> 6, first & 63
    legal[word] |= np.uint64(columns) << np.uint64(offset)
    if offset + NUM_COLUMNS > bits.WORD_BITS:
        legal[word + 1] |= np.uint64(columns) >> np.uint64(bits.WORD_BITS - offset)


@kernel
def flood(rows, free, row, column, enough):
    """Fill ``rows`` from a square over ``free`` until ``enough`` squares; return how many.

    ``rows`` is empty around the square; a filled part is connected, and smaller only if complete.
    """
    rows[row] = 1 << column
    total, before = int64(1), int64(0)
    first, last = max(0, row - enough + 1), min(NUM_ROWS - 1, row + enough - 1)
    while before < total < enough:
        before, total = total, 0
        first, last = last, first  # sweep up and down in turn
        way = 1 if first < last else -1
        for r in range(first, last + way, way):
            found = touching(rows, r) & int64(free[r])
            rows[r] = found
            total += num_squares(found)
    return total


@kernel
def allow_first_squares(state, me, legal, enough):
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
            for r in range(max(0, row - enough), min(NUM_ROWS, row + enough + 1)):
                if roomy and int64(patch[r]):
                    allow_row(legal, r, int64(patch[r]) & entries(state, me, r))
                patch[r] = 0


@kernel
def allow_next_squares(me, legal):
    """Allow the free squares next to those chosen for a free box (AM-R2)."""
    for row in range(NUM_ROWS):
        columns = touching(me.box, row) & int64(me.free[row]) & ~int64(me.box[row])
        if columns:
            allow_row(legal, row, columns)


@kernel
def fill_rectangle(me, top, left):
    """Put the rectangle chosen, with its top left square here, into ``me.box``."""
    columns = ((1 << int64(me.width)) - 1) << left
    for row in range(top, top + int64(me.height)):
        me.box[row] = columns

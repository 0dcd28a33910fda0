"""Drawing a new reef from the seed, in the style of Reef A.

The order lets every step succeed in the end: wrecks and flags lie in open water, rocks keep the
sea in one piece, the rest takes any plain square.
"""

import numpy as np
from numpy import int64

from ...core.jit import kernel
from ...core.rng import randint
from .boxes import first_column, flood, touching
from .state import (
    FLAG,
    NUM_COLUMNS,
    NUM_KINDS,
    NUM_ROWS,
    ROCK,
    ROW_MASK,
    WATER,
    WRECK,
)

_ORDER = np.array([*range(FLAG, NUM_KINDS), *range(ROCK, WRECK)], np.int64)  # after the wrecks
_TRIES = 10_000  # squares drawn for a wreck before it starts elsewhere
_ODDS_ALONE = 3  # one in so many rocks that would lie alone is kept: rocks lie in clumps


@kernel
def is_plain(state, row, column):
    """Return whether a square holds nothing yet and may hold something."""
    boat = row == 0 and int64(state.components.boats) >> column & 1
    return state.squares[row, column] == WATER and not boat


@kernel
def draw_square(state, kind):
    """Return a random plain square for ``kind``: row times columns plus column."""
    first, last = state.components.reef_rows[kind]
    while True:
        row = first + randint(state, int64(last - first + 1))
        column = randint(state, int64(NUM_COLUMNS))
        if is_plain(state, row, column):
            return row * NUM_COLUMNS + column


@kernel
def put_wreck(state, kind):
    """Put a wreck of connected squares somewhere."""
    placed, tries = int64(0), int64(0)
    while placed < state.components.reef_counts[kind]:
        if tries == _TRIES:  # a corner cut off by another wreck
            state.patch[:] = 0
            placed, tries = 0, 0
        tries += 1
        square = draw_square(state, kind)
        row, column = square // NUM_COLUMNS, square % NUM_COLUMNS
        rim = touching(state.patch, row) & ~int64(state.patch[row])
        if placed == 0 or rim >> column & 1:
            state.patch[row] |= 1 << column
            placed += 1
    for row in range(NUM_ROWS):
        columns = int64(state.patch[row])
        while columns:
            state.squares[row, first_column(columns)] = kind
            columns &= columns - 1
        state.patch[row] = 0


@kernel
def is_sea(state, row, column):
    """Return whether there is a square here, and no rock on it."""
    if row < 0 or row >= NUM_ROWS or column < 0:
        return False
    return bool(int64(state.water[row]) >> column & 1)


@kernel
def parts_around(state, row, column):
    """Return into how many parts a rock here would cut the squares that touch it."""
    parts, down, right = int64(0), int64(1), int64(0)
    for _ in range(4):  # below, left, above, right; each with the corner and the side after it
        if is_sea(state, row + down, column + right):
            corner = is_sea(state, row + down + right, column + right - down)
            parts += not (corner and is_sea(state, row + right, column - down))
        down, right = right, -down
    return parts


@kernel
def beside_rock(state, row, column):
    """Return whether a rock lies above, below, left or right of a square."""
    squares = state.squares
    return (
        (row > 0 and squares[row - 1, column] == ROCK)
        or (row < NUM_ROWS - 1 and squares[row + 1, column] == ROCK)
        or (column > 0 and squares[row, column - 1] == ROCK)
        or (column < NUM_COLUMNS - 1 and squares[row, column + 1] == ROCK)
    )


@kernel
def put_rock(state, water):
    """Try to put a rock that leaves ``water`` squares in one piece; return whether it does.

    ``state.water`` holds everything but rocks.
    """
    square = draw_square(state, int64(ROCK))
    row, column = square // NUM_COLUMNS, square % NUM_COLUMNS
    if randint(state, int64(_ODDS_ALONE)) and not beside_rock(state, row, column):
        return False
    state.water[row] -= 1 << column
    connected = True
    if parts_around(state, row, column) > 1:  # else those who swim can swim around it
        boat = first_column(int64(state.components.boats))
        connected = flood(state.patch, state.water, int64(0), boat, water) == water
        for k in range(NUM_ROWS):
            state.patch[k] = 0
    if connected:
        state.squares[row, column] = ROCK
    else:
        state.water[row] += 1 << column
    return connected


@kernel
def draw_reef(state):
    """Draw ``state.squares`` with the counts and rows of the component set."""
    counts = state.components.reef_counts
    for wreck in range(WRECK, FLAG):
        put_wreck(state, wreck)
    for row in range(NUM_ROWS):
        state.water[row] = ROW_MASK
    water = int64(NUM_ROWS * NUM_COLUMNS)
    for kind in _ORDER:
        left = int64(counts[kind])
        while left:
            if kind == ROCK:
                done = put_rock(state, water - 1)
                water -= done
            else:
                square = draw_square(state, kind)
                state.squares[square // NUM_COLUMNS, square % NUM_COLUMNS] = kind
                done = True
            left -= done

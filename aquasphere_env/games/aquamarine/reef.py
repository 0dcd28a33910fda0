"""Drawing a new reef from the seed, in the style of Reef A.

The order lets every step succeed in the end: wrecks and flags lie in open water, rocks keep the
sea in one piece, the rest takes any plain square.
"""

import numpy as np

from ...core.jit import kernel
from ...core.rng import randint
from ...core.state import State
from .boxes import first_column, flood, touching
from .state import (
    FLAG,
    NUM_COLUMNS,
    NUM_KINDS,
    NUM_ROWS,
    NUM_SQUARES,
    ROCK,
    ROW_MASK,
    WATER,
    WRECK,
)

_ORDER = np.array([*range(FLAG, NUM_KINDS), *range(ROCK, WRECK)], np.int64)  # after the wrecks
_TRIES = 10_000  # squares drawn for a wreck before it starts elsewhere
_ODDS_ALONE = 3  # one in so many rocks that would lie alone is kept: rocks lie in clumps


@kernel
def is_plain(state: State, row: int, column: int) -> bool:
    """Return whether a square holds nothing yet and may hold something."""
    boat = row == 0 and state.components.boats >> column & 1
    return bool(state.squares[row, column] == WATER and not boat)


@kernel
def draw_square(state: State, kind: int) -> int:
    """Return a random plain square for ``kind``: row times columns plus column."""
    span = state.components.reef_rows[kind]
    first, last = int(span[0]), int(span[1])
    while True:
        row = first + randint(state, last - first + 1)
        column = randint(state, NUM_COLUMNS)
        if is_plain(state, row, column):
            return int(row * NUM_COLUMNS + column)


@kernel
def put_wreck(state: State, kind: int) -> None:
    """Put a wreck of connected squares somewhere."""
    size = state.components.reef_counts[kind]
    placed = 0
    while placed < size:  # once, unless it begins in a corner cut off by another wreck
        state.patch[:] = 0
        placed = 0
        for _ in range(_TRIES):
            square = draw_square(state, kind)
            row, column = square // NUM_COLUMNS, square % NUM_COLUMNS
            rim = touching(state.patch, row) & ~state.patch[row]
            if placed == 0 or rim >> column & 1:
                state.patch[row] |= 1 << column
                placed += 1
            if placed == size:
                break
    for row in range(NUM_ROWS):
        columns = state.patch[row]
        while columns:
            state.squares[row, first_column(columns)] = kind
            columns &= columns - 1
        state.patch[row] = 0


@kernel
def is_sea(state: State, row: int, column: int) -> bool:
    """Return whether there is a square here, and no rock on it."""
    if row < 0 or row >= NUM_ROWS or column < 0:
        return False
    return bool(state.water[row] >> column & 1)


@kernel
def parts_around(state: State, row: int, column: int) -> int:
    """Return into how many parts a rock here would cut the squares that touch it."""
    parts, down, right = 0, 1, 0
    for _ in range(4):  # below, left, above, right; each with the corner and the side after it
        if is_sea(state, row + down, column + right):
            corner = is_sea(state, row + down + right, column + right - down)
            parts += not (corner and is_sea(state, row + right, column - down))
        down, right = right, -down
    return parts


@kernel
def beside_rock(state: State, row: int, column: int) -> bool:
    """Return whether a rock lies above, below, left or right of a square."""
    squares = state.squares
    return bool(
        (row > 0 and squares[row - 1, column] == ROCK)
        or (row < NUM_ROWS - 1 and squares[row + 1, column] == ROCK)
        or (column > 0 and squares[row, column - 1] == ROCK)
        or (column < NUM_COLUMNS - 1 and squares[row, column + 1] == ROCK)
    )


@kernel
def put_rock(state: State, water: int) -> bool:
    """Try to put a rock that leaves ``water`` squares in one piece; return whether it does.

    ``state.water`` holds everything but rocks.
    """
    square = draw_square(state, ROCK)
    row, column = square // NUM_COLUMNS, square % NUM_COLUMNS
    if randint(state, _ODDS_ALONE) and not beside_rock(state, row, column):
        return False
    state.water[row] -= 1 << column
    connected = True
    if parts_around(state, row, column) > 1:  # else whatever swims can swim around it
        boat = first_column(state.components.boats)
        connected = flood(state.patch, state.water, 0, boat, water) == water
        state.patch[:] = 0
    if connected:
        state.squares[row, column] = ROCK
    else:
        state.water[row] += 1 << column
    return connected


@kernel
def put_thing(state: State, kind: int) -> None:
    """Put one ``kind`` on a random plain square."""
    square = draw_square(state, kind)
    state.squares[square // NUM_COLUMNS, square % NUM_COLUMNS] = kind


@kernel
def draw_reef(state: State) -> None:
    """Draw ``state.squares`` with the counts and rows of the component set."""
    counts = state.components.reef_counts
    for wreck in range(WRECK, FLAG):
        put_wreck(state, wreck)
    state.water[:] = ROW_MASK
    water = NUM_SQUARES
    for kind in _ORDER:
        left = counts[kind]
        while left > 0:
            if kind == ROCK:
                done = put_rock(state, water - 1)
                water -= done
                left -= done
            else:
                put_thing(state, kind)
                left -= 1

"""The view ``entities``: rows of the sea and what lies in it as tokens for attention models."""

from numpy import int64

from ...core.jit import kernel
from ...core.state import Feature
from .boxes import last_bounds
from .features import (
    LAST_COLUMN,
    LAST_ROW,
    MOST_PAID,
    TURN_FEATURES,
    pays,
    write_sheets,
    write_turn,
)
from .observation import (
    SHEETS,
    TARGET_WORDS,
    TARGETS,
    next_columns,
    write_columns,
)
from .scoring import is_night
from .state import FISH, NUM_COLUMNS, NUM_ROWS

_MOST_THINGS = 160
_THING_WORDS = (
    *("present", "free", "enclosed before this turn", "in the own box of this turn"),
    *("row / 21", "column / 21", "rows down from the last box / 21", "columns to the right / 21"),
    *("may start or join this turn's box", "points it brings in a box of its own / 30"),
    *TARGET_WORDS,
)
_PRESENT, _IS_FREE, _ENCLOSED, _IN_BOX, _ROW, _COLUMN = range(6)
_ROWS_DOWN, _COLUMNS_RIGHT, _IS_NEXT, _PROMISE, _SORT = range(6, 11)
_ROW_PARTS = 6

ENTITIES = (
    *TURN_FEATURES,
    SHEETS,
    Feature(
        "things",
        (_MOST_THINGS, len(_THING_WORDS)),
        "what lies in the sea in reading order, the first 160: " + ", ".join(_THING_WORDS),
    ),
    Feature(
        "rows",
        (NUM_ROWS, 1 + _ROW_PARTS * NUM_COLUMNS),
        "rows of the sea: 1, then for each column: no rock; for each: free; for each: the own "
        "question is about it; for each: in the own box of this turn; for each: in the last box; "
        "for each: under a boat",
    ),
)


@kernel
def write_part(token, part, columns):
    """Fill one part of a row token with the bits of ``columns``."""
    first = 1 + part * NUM_COLUMNS
    write_columns(columns, token[first : first + NUM_COLUMNS])


@kernel
def write_rows(state, me, tokens):
    """Fill the tokens of the rows."""
    for row in range(NUM_ROWS):
        token = tokens[row]
        token[_PRESENT] = 1.0
        boats = int64(state.components.boats) if row == 0 else int64(0)
        write_part(token, 0, int64(state.water[row]))
        write_part(token, 1, int64(me.free[row]))
        write_part(token, 2, next_columns(state, me, row))
        write_part(token, 3, int64(me.box[row]))
        write_part(token, 4, int64(me.anchor[row]))
        write_part(token, 5, boats)


@kernel
def observe_entities(state, player, view):
    """Fill the view ``entities``."""
    me = state.now.players[player]
    night = is_night(state, int64(state.round_number))
    write_turn(state, player, view)
    write_sheets(state, player, view.sheets)
    write_rows(state, me, view.rows)
    view.things[:] = 0.0
    top, bottom, left, right = last_bounds(state, me)
    number = 0
    for row in range(NUM_ROWS):
        asked = next_columns(state, me, row)
        for column in range(NUM_COLUMNS):
            kind = int64(state.squares[row, column])
            if kind < FISH or number == _MOST_THINGS:
                continue
            thing = view.things[number]
            number += 1
            free = int64(me.free[row]) >> column & 1
            thing[_PRESENT] = 1.0
            thing[_IS_FREE] = free
            thing[_ENCLOSED] = state.enclosed[player, row, column] > 0
            thing[_IN_BOX] = int64(me.box[row]) >> column & 1
            thing[_ROW] = row / LAST_ROW
            thing[_COLUMN] = column / LAST_COLUMN
            thing[_ROWS_DOWN] = (max(0, row - bottom) - max(0, top - row)) / LAST_ROW
            aside = max(0, column - right) - max(0, left - column)
            thing[_COLUMNS_RIGHT] = aside / LAST_COLUMN
            thing[_IS_NEXT] = asked >> column & 1
            thing[_PROMISE] = free * pays(state, me, kind, night) / MOST_PAID
            thing[_SORT + TARGETS[kind]] = 1.0

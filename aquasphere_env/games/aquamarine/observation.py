"""What a player sees: the own sheet now, the others' sheets as at the turn's start.

No view tells who decides first in a turn: whoever has not decided yet is to move (AM-R1).
"""

import numpy as np
from numpy import int64

from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Feature
from .boxes import (
    corners,
    end_of_corners,
    entries,
    first_column,
    last_bounds,
    top_of_corners,
    touching,
)
from .features import (
    LAST_COLUMN,
    LAST_ROW,
    MOST_PAID,
    NUM_SHEET,
    SHEET_MEANING,
    TURN_FEATURES,
    pays,
    write_sheets,
    write_turn,
)
from .scoring import is_night
from .state import (
    BUBBLE,
    FISH,
    FLAG,
    GROW,
    KIND_WORDS,
    MOVE,
    NUM_COLUMNS,
    NUM_KINDS,
    NUM_ROWS,
    PLACE,
    WRECK,
)

_MAP = (NUM_ROWS, NUM_COLUMNS)
SHEETS = Feature("sheets", (MAX_PLAYERS, NUM_SHEET), SHEET_MEANING)

# Things one swims for: the kinds from the fish on, all wrecks as one, all flags as one.
TARGET_WORDS = (*KIND_WORDS[FISH:WRECK], "wreck", "flag")
_NUM_TARGETS = len(TARGET_WORDS)
TARGETS = np.arange(NUM_KINDS) - FISH  # index in TARGET_WORDS by kind, negative: not one of them
TARGETS[WRECK:FLAG] = TARGET_WORDS.index("wreck")
TARGETS[FLAG:] = TARGET_WORDS.index("flag")
_OUT_OF_SIGHT = NUM_ROWS + NUM_COLUMNS  # squares, more than any two are apart
_THERE, _DOWN, _RIGHT = range(3)

FLAT = (
    *TURN_FEATURES,
    SHEETS,
    Feature(
        "nearest",
        (_NUM_TARGETS, 3),
        f"the nearest free {', '.join(TARGET_WORDS)} from the last box, or from the boats: "
        "1 = there is one, rows down / 21, columns to the right / 21",
    ),
    Feature("free", _MAP, "1: may still be enclosed"),
    Feature("next_squares", _MAP, "1: the own question is about this square, see the game page"),
    Feature("box", _MAP, "1: in the own box of this turn"),
    Feature("last_box", _MAP, "1: in the last box of the dive"),
    Feature(
        "promise",
        _MAP,
        "points that a free square brings in a box of its own this turn / 30; a beacon half a "
        "pair, a square of a wreck its share of the wreck bonus",
    ),
    Feature("bubbles", _MAP, "1: a free air bubble"),
)


@kernel
def next_columns(state, me, row):
    """Return the columns of ``row`` that the own question is about.

    Asked for a rectangle's place: the possible top left squares. Growing: the possible next
    squares. Otherwise the squares of which this turn's box must hold one (AM-R3).
    """
    if me.phase == PLACE:
        height = int64(me.height)
        if top_of_corners(me, height) <= row < end_of_corners(me, height):
            return corners(state, me, int64(me.width), height, row)
        return int64(0)
    if me.phase == GROW:
        return touching(me.box, row) & int64(me.free[row]) & ~int64(me.box[row])
    return entries(state, me, row) if me.phase == MOVE else int64(0)


@kernel
def write_columns(columns, out):
    """Fill ``out`` with 1 where the bit of a column is set, else 0."""
    for column in range(NUM_COLUMNS):
        out[column] = columns >> column & 1


@kernel
def mark_columns(columns, out):
    """Write 1 where the bit of a column is set; ``out`` holds zeros, and few are set."""
    while columns:
        out[first_column(columns)] = 1.0
        columns &= columns - 1


@kernel
def note_nearest(nearest, sort, down, aside):
    """Keep a thing of ``sort`` if it is nearer; ``_THERE`` holds how far the nearest one is."""
    squares = abs(down) + abs(aside)
    if squares < nearest[sort, _THERE]:
        nearest[sort, _THERE] = squares
        nearest[sort, _DOWN] = down / LAST_ROW
        nearest[sort, _RIGHT] = aside / LAST_COLUMN


@kernel
def write_things(state, me, view):
    """Fill what lies on free squares: two maps, and the nearest thing of each sort."""
    view.promise[:] = 0.0
    view.bubbles[:] = 0.0
    view.nearest[:] = 0.0
    view.nearest[:, _THERE] = _OUT_OF_SIGHT
    night = is_night(state, int64(state.round_number))
    top, bottom, left, right = last_bounds(state, me)
    for row in range(NUM_ROWS):
        columns = int64(me.free[row]) & int64(state.things[row])
        down = max(0, row - bottom) - max(0, top - row)
        while columns:
            column = first_column(columns)
            columns &= columns - 1
            kind = int64(state.squares[row, column])
            aside = max(0, column - right) - max(0, left - column)
            note_nearest(view.nearest, TARGETS[kind], down, aside)
            view.promise[row, column] = pays(state, me, kind, night) / MOST_PAID
            view.bubbles[row, column] = kind == BUBBLE
    for sort in range(_NUM_TARGETS):
        view.nearest[sort, _THERE] = view.nearest[sort, _THERE] < _OUT_OF_SIGHT


@kernel
def observe_flat(state, player, view):
    """Fill the view ``flat``."""
    me = state.now.players[player]
    write_turn(state, player, view)
    write_sheets(state, player, view.sheets)
    view.next_squares[:] = 0.0
    view.box[:] = 0.0
    view.last_box[:] = 0.0
    for row in range(NUM_ROWS):
        write_columns(int64(me.free[row]), view.free[row])
        mark_columns(next_columns(state, me, row), view.next_squares[row])
        mark_columns(int64(me.box[row]), view.box[row])
        mark_columns(int64(me.anchor[row]), view.last_box[row])
    write_things(state, me, view)

"""What a player sees: the own sheet now, the others' sheets as at the turn's start.

No view tells who decides first in a turn: whoever has not decided yet is to move (AM-R1).
"""

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
    NUM_ROWS,
    PLACE,
    WRECK,
)

_MAP = (NUM_ROWS, NUM_COLUMNS)
SHEETS = Feature("sheets", (MAX_PLAYERS, NUM_SHEET), SHEET_MEANING)

# Things one swims for: the kinds from the fish on, all wrecks as one, all flags as one.
TARGET_WORDS = (*KIND_WORDS[FISH:WRECK], "wreck", "flag")
_NUM_TARGETS = len(TARGET_WORDS)
_FLAG_TARGET = _NUM_TARGETS - 1
_HALF = 0.5
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
def target(kind):
    """Return the index in ``TARGET_WORDS`` for a thing of ``kind``."""
    return _FLAG_TARGET if kind >= FLAG else min(kind, WRECK) - FISH


@kernel
def write_nearest(state, me, nearest):
    """Fill distance and direction to the nearest free thing of each sort."""
    nearest[:] = 0.0
    top, bottom, left, right = last_bounds(state, me)
    for row in range(NUM_ROWS):
        columns = int64(me.free[row]) & int64(state.things[row])
        while columns:
            column = first_column(columns)
            columns &= columns - 1
            down = max(0, row - bottom) - max(0, top - row)
            aside = max(0, column - right) - max(0, left - column)
            found = nearest[target(int64(state.squares[row, column]))]
            before = abs(found[_DOWN]) * LAST_ROW + abs(found[_RIGHT]) * LAST_COLUMN
            nearer = abs(down) + abs(aside) < int64(before + _HALF)  # squares are whole numbers
            if found[_THERE] == 0.0 or nearer:
                found[_THERE] = 1.0
                found[_DOWN] = down / LAST_ROW
                found[_RIGHT] = aside / LAST_COLUMN


@kernel
def write_columns(columns, out):
    """Fill ``out`` with 1 where the bit of a column is set, else 0."""
    for column in range(NUM_COLUMNS):
        out[column] = columns >> column & 1


@kernel
def observe_flat(state, player, view):
    """Fill the view ``flat``."""
    me = state.now.players[player]
    night = is_night(state, int64(state.round_number))
    write_turn(state, player, view)
    write_sheets(state, player, view.sheets)
    write_nearest(state, me, view.nearest)
    view.promise[:] = 0.0
    view.bubbles[:] = 0.0
    for row in range(NUM_ROWS):
        write_columns(int64(me.free[row]), view.free[row])
        write_columns(next_columns(state, me, row), view.next_squares[row])
        write_columns(int64(me.box[row]), view.box[row])
        write_columns(int64(me.anchor[row]), view.last_box[row])
        things = int64(me.free[row]) & int64(state.things[row])
        while things:
            column = first_column(things)
            things &= things - 1
            kind = int64(state.squares[row, column])
            view.promise[row, column] = pays(state, me, kind, night) / MOST_PAID
            view.bubbles[row, column] = kind == BUBBLE

"""What a player sees: its own sheet now, and all sheets as at the turn's start.

No view tells who has decided in this turn, or in which order (AM-R1).
"""

import numpy as np

from ...core.features import one_hot
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Feature, Record, State, record_dtype
from ...core.view import Again, View
from .box_maps import (
    BOXES_MEANING,
    clear_absent_maps,
    write_box_map,
    write_box_maps,
    write_shown_maps,
)
from .boxes import (
    corners,
    end_of_corners,
    entries,
    entry_bottom,
    entry_top,
    first_column,
    growth,
    last_bounds,
    top_of_corners,
)
from .dice import high_die, low_die
from .scoring import is_night
from .state import (
    BEACON,
    BONUS_WRECK,
    CORAL_O,
    CORAL_P,
    CUTTLEFISH,
    FISH,
    FLAG,
    GROW,
    JELLYFISH,
    KIND_WORDS,
    MAX_DIVES,
    MAX_PIPS,
    MOST_SQUARES,
    MOVE,
    NUM_COLUMNS,
    NUM_KINDS,
    NUM_ROWS,
    NUM_SQUARES,
    NUM_TURNS,
    NUM_WRECKS,
    PHASE_WORDS,
    PLACE,
    STINGRAY,
    WRECK,
)
from .tokens import (
    LAST_COLUMN,
    LAST_ROW,
    MOST_PAID,
    SHEETS,
    write_sheet,
    write_sheets,
    write_shown_sheets,
)

LAST_KIND = NUM_KINDS - 1
_HALF = np.float32(0.5)
_KIND = np.float32(1 / LAST_KIND)
_BIT = np.array([1 << column for column in range(NUM_COLUMNS)], np.int32)
_HALF_OF = _HALF / _BIT.astype(np.float32)  # times the bit: a half
_TWO_BITS, _TWO_HALVES = np.tile(_BIT, 2), np.tile(_HALF_OF, 2)  # of two rows
_MAP = (NUM_ROWS, NUM_COLUMNS)

# Things one swims for: the kinds from the fish on, all wrecks as one, all flags as one.
TARGET_WORDS = (*KIND_WORDS[FISH:WRECK], "wreck", "flag")
_NUM_TARGETS = len(TARGET_WORDS)
TARGETS = np.arange(NUM_KINDS) - FISH  # index in TARGET_WORDS by kind, negative: not one of them
TARGETS[WRECK:FLAG] = TARGET_WORDS.index("wreck")
TARGETS[FLAG:] = TARGET_WORDS.index("flag")

# A thing is noted as one integer: how many squares away it is, row and column, five bits each.
_AT_ROW, _AT_AWAY, _PLACE = 5, 10, 31
_OUT_OF_SIGHT = NUM_ROWS + NUM_COLUMNS << _AT_AWAY  # more than any two are apart
_ROW, _COLUMN, _PAID = 1 / LAST_ROW, 1 / LAST_COLUMN, 1 / MOST_PAID  # to multiply, not divide
_THERE, _DOWN, _RIGHT = range(3)

FREE_MEANING = "1: the player's question is about it, see the game page; 0.5: may still be enclosed"
TURN_FEATURES = (
    Feature("num_players", (MAX_PLAYERS,), "how many play, one-hot"),
    Feature(
        "question",
        (len(PHASE_WORDS),),
        "what the player is asked, one-hot: " + ", ".join(PHASE_WORDS),
    ),
    Feature("start_die", (MAX_PIPS,), "the start die, one-hot"),
    Feature("low_die", (MAX_PIPS,), "the lower die, one-hot"),
    Feature("high_die", (MAX_PIPS,), "the higher die, one-hot"),
    Feature("doubles", (1,), "1: both dice are the same"),
    Feature("width", (MAX_PIPS,), "columns of the rectangle chosen, one-hot"),
    Feature("height", (MAX_PIPS,), "rows of the rectangle chosen, one-hot"),
    Feature("squares_left", (1,), "squares still to choose of a free box / 8"),
    Feature("bonuses_due", (1,), "wreck bonuses still to choose / 4"),
    Feature("turns_left", (1,), "turns to play, this one included / 24"),
    Feature("nights", (NUM_TURNS,), "this turn and those to come: 1 night, -1 day, 0 none"),
    Feature("boats", (NUM_COLUMNS,), "1: columns of the first row under a boat"),
    SHEETS,
)
FLAT = (
    *TURN_FEATURES,
    Feature(
        "nearest",
        (_NUM_TARGETS, 3),
        f"the nearest free {', '.join(TARGET_WORDS)} from the last box, or from the boats: "
        "1 = there is one, rows down / 21, columns to the right / 21",
    ),
    Feature("free", _MAP, FREE_MEANING),
    Feature(
        "promise",
        _MAP,
        "points that a free square brings in a box of its own this turn / 30; a beacon half a "
        "pair, a square of a wreck its share of the wreck bonus",
    ),
    Feature("kinds", _MAP, "what the square holds / 19: " + ", ".join(KIND_WORDS)),
    Feature("boxes", (MAX_PLAYERS, *_MAP), BOXES_MEANING),
)


@kernel
def pays(state: State, me: Record, kind: int, night: bool) -> float:
    """Return the points that a square of ``kind`` brings in a box of its own (AM-R8).

    A beacon counts half a pair, a square of a wreck its share of the wreck bonus.
    """
    pay = state.components
    if kind >= FLAG:
        best = int(me.flag_points[min(int(me.dive), MAX_DIVES - 1)])
        return float(max(0, int(pay.flag_points[kind - FLAG]) - best))
    if kind >= WRECK:
        squares = max(1, int(state.wreck_sizes[kind - WRECK]))  # 0: not on this sheet
        return float(pay.bonus_points[BONUS_WRECK] / squares)
    if kind == FISH:
        return float(pay.shoal_points[1])
    if kind in (CORAL_P, CORAL_O):
        return float(pay.coral_points)
    if kind == JELLYFISH:
        return float(pay.jellyfish_points)
    if kind == BEACON:
        return float(pay.pair_points / 2)
    if kind == CUTTLEFISH and night:
        return float(pay.cuttlefish_points)
    return float(pay.stingray_points) if kind == STINGRAY and not night else 0.0


@kernel
def next_columns(state: State, me: Record, row: int) -> int:
    """Return the columns of ``row`` that the player's question is about.

    Asked for a rectangle's place: the possible top left squares. Growing: the possible next
    squares. Otherwise the squares of which this turn's box must hold one (AM-R3).
    """
    if me.phase == MOVE:
        return int(entries(state, me, row))
    if me.phase == GROW:
        return int(growth(me.box, me.free, row))
    if me.phase == PLACE and top_of_corners(me, me.height) <= row < end_of_corners(me, me.height):
        return int(corners(state, me, me.width, me.height, row))
    return 0


@kernel
def question_rows(me: Record) -> tuple[int, int]:
    """Return the first row and one more than the last that ``next_columns`` need be asked for."""
    if me.phase == MOVE:
        return entry_top(me), entry_bottom(me) + 1
    if me.phase == PLACE:
        return top_of_corners(me, me.height), end_of_corners(me, me.height)
    return (0, NUM_ROWS) if me.phase == GROW else (0, 0)


@kernel
def write_columns(columns: int, out: Array) -> None:
    """Fill ``out`` with 1 where the bit of a column is set, else 0."""
    narrow = np.int32(columns)  # vectorizes
    for column in range(NUM_COLUMNS):
        out[column] = np.float32(narrow & _BIT[column] != 0)


@kernel
def write_free(free: int, out: Array) -> None:
    """Fill ``out`` with the free squares of a row, but for those asked about."""
    narrow = np.int32(free)
    for column in range(NUM_COLUMNS):
        out[column] = np.float32(narrow & _BIT[column]) * _HALF_OF[column]


@kernel
def mark_columns(columns: int, out: Array) -> None:
    """Write 1 where the bit of a column is set, of which there are few."""
    while columns:
        out[first_column(columns)] = 1.0
        columns &= columns - 1


@kernel
def write_free_map(state: State, me: Record, out: Array) -> None:
    """Fill ``out`` with all free squares and those asked about, see ``FREE_MEANING``."""
    pairs = out.reshape(NUM_ROWS // 2, 2 * NUM_COLUMNS)
    for pair in range(NUM_ROWS // 2):
        upper, lower = np.int32(me.free[2 * pair]), np.int32(me.free[2 * pair + 1])
        for k in range(2 * NUM_COLUMNS):
            bit = (upper if k < NUM_COLUMNS else lower) & _TWO_BITS[k]
            pairs[pair, k] = np.float32(bit) * _TWO_HALVES[k]  # vectorizes, as it is long enough
    first, end = question_rows(me)
    for row in range(first, end):
        mark_columns(next_columns(state, me, row), out[row])


@kernel
def write_kinds(kinds: Array, out: Array) -> None:
    """Fill ``out`` with what squares hold, see ``kinds``."""
    for k in range(out.shape[0]):
        out[k] = np.float32(kinds[k]) * _KIND  # vectorizes


@kernel
def write_clock(state: State, view: Record) -> None:
    """Fill what stays as it is for a turn: dice, nights and how many play."""
    one_hot(view.num_players, state.num_players - 1)
    one_hot(view.start_die, state.start_die - 1)
    one_hot(view.low_die, low_die(state) - 1)
    one_hot(view.high_die, high_die(state) - 1)
    view.doubles[0] = state.dice[0] == state.dice[1]
    view.turns_left[0] = (NUM_TURNS - state.round_number) / NUM_TURNS
    for ahead in range(NUM_TURNS):
        turn = state.round_number + ahead
        view.nights[ahead] = 0.0
        if turn < NUM_TURNS:
            view.nights[ahead] = 1.0 if is_night(state, turn) else -1.0
    write_columns(state.components.boats, view.boats)


@kernel
def write_question(me: Record, view: Record) -> None:
    """Fill what the player is asked."""
    one_hot(view.question, me.phase)
    one_hot(view.width, me.width - 1)
    one_hot(view.height, me.height - 1)
    view.squares_left[0] = me.squares_left / MOST_SQUARES
    view.bonuses_due[0] = me.bonuses_due / NUM_WRECKS


@kernel
def write_turn(state: State, player: int, view: Record) -> None:
    """Fill the features that ``flat`` and ``entities`` begin with."""
    write_clock(state, view)
    write_question(state.now.players[player], view)
    write_sheets(state, player, view.sheets)


@kernel
def write_prices(state: State, me: Record, prices: Array) -> None:
    """Fill ``prices`` with the promise of a square by kind, see ``pays``."""
    night = is_night(state, state.round_number)
    for kind in range(NUM_KINDS):
        prices[kind] = pays(state, me, kind, night) * _PAID


@kernel
def write_nearest(state: State, me: Record, nearest: Array) -> None:
    """Put distances from the last box in place of the things noted in ``nearest``."""
    top, bottom, left, right = last_bounds(state, me)
    for sort in range(_NUM_TARGETS):
        noted = int(nearest[sort, _THERE])
        there, row, column = noted < _OUT_OF_SIGHT, noted >> _AT_ROW & _PLACE, noted & _PLACE
        down = max(0, row - bottom) - max(0, top - row)
        aside = max(0, column - right) - max(0, left - column)
        nearest[sort, _THERE] = there
        nearest[sort, _DOWN] = there * down * _ROW
        nearest[sort, _RIGHT] = there * aside * _COLUMN


@kernel
def write_things(state: State, me: Record, view: Record, prices: Array) -> None:
    """Fill what lies on free squares: a map, and the nearest thing of each sort.

    ``prices`` is room for the promise of a square by kind.
    """
    nearest = view.nearest
    write_prices(state, me, prices)
    view.promise[:] = 0.0
    nearest[:, _THERE] = _OUT_OF_SIGHT
    top, bottom, left, right = last_bounds(state, me)
    for row in range(NUM_ROWS):
        columns = me.free[row] & state.things[row]
        down = max(0, row - bottom) + max(0, top - row)
        while columns:
            column = first_column(columns)
            columns &= columns - 1
            kind = int(state.squares[row, column])
            away = down + max(0, column - right) + max(0, left - column)
            noted = np.float32(away << _AT_AWAY | row << _AT_ROW | column)
            sort = TARGETS[kind]
            nearest[sort, _THERE] = min(nearest[sort, _THERE], noted)
            view.promise[row, column] = prices[kind]
    write_nearest(state, me, nearest)


@kernel
def observe_flat(state: State, player: int, view: Record) -> None:
    """Fill the view ``flat``."""
    me = state.now.players[player]
    write_things(state, me, view, view.kinds[0])  # which are written next
    write_kinds(state.squares.reshape(NUM_SQUARES), view.kinds.reshape(NUM_SQUARES))
    write_free_map(state, me, view.free)
    write_box_maps(state, player, view.boxes)
    write_turn(state, player, view)


@kernel
def observe_flat_again(state: State, player: int, view: Record, memory: Record) -> None:
    """Fill the view ``flat``, but not with what ``memory`` says that it shows already.

    What is shown of the others changes with the turn alone (AM-R1).
    """
    me = state.now.players[player]
    is_same_turn = memory.known and memory.round_number == state.round_number
    if not memory.known:
        memory.known = True
        write_kinds(state.squares.reshape(NUM_SQUARES), view.kinds.reshape(NUM_SQUARES))
        clear_absent_maps(state, view.boxes)
    if not is_same_turn:
        memory.round_number = state.round_number
        write_clock(state, view)
    if not is_same_turn or memory.player != player:
        memory.player = player
        write_shown_maps(state, player, view.boxes)
        write_shown_sheets(state, player, view.sheets)
    write_things(state, me, view, memory.prices)
    write_free_map(state, me, view.free)
    write_box_map(state, player, me, view.boxes[0])
    write_question(me, view)
    write_sheet(state, me, view.sheets[0])


MEMORY = record_dtype(
    [
        ("known", np.bool_),
        ("player", np.int8),
        ("round_number", np.int16),
        ("prices", np.float32, (NUM_KINDS,)),  # room for ``write_things``
    ]
)

FLAT_VIEW = View(FLAT, observe_flat, again=Again(observe_flat_again, MEMORY))

"""The features of a sheet and of a turn, shared by the views."""

from numpy import int64

from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Feature
from .boxes import last_bounds
from .scoring import is_night, points
from .state import (
    BEACON,
    BONUS_WORDS,
    BONUS_WRECK,
    CORAL_O,
    CORAL_P,
    CUTTLEFISH,
    FISH,
    FLAG,
    JELLYFISH,
    MAX_DIVES,
    NO_ROW,
    NUM_BONUSES,
    NUM_COLUMNS,
    NUM_ROWS,
    NUM_TURNS,
    NUM_WRECKS,
    PHASE_WORDS,
    STINGRAY,
    WAITING,
    WRECK,
)

MANY_POINTS = 150.0
MANY_SHOAL_POINTS = 100.0
MANY = 20.0  # things of one kind
MOST_PAID = 30.0  # by one square
LAST_ROW = NUM_ROWS - 1
LAST_COLUMN = NUM_COLUMNS - 1
PIPS = 6
NUM_PHASES = len(PHASE_WORDS)
_MOST_SQUARES = 8  # of a free box

SHEET_WORDS = (
    *("in the game", "still diving", "points / 150", "air / full tank"),
    *("shoal points / 100", "corals / 20", "jellyfish / 20", "stingrays / 20"),
    *("cuttlefish / 20", "beacons by day / 20", "beacons by night / 20", "wrecks / 4"),
    *("has a last box", "its (or the boats') first row / 21", "last row / 21", "first column / 21"),
    "last column / 21",
    *(f"on dive {dive + 1}" for dive in range(MAX_DIVES)),
    *(f"deepest row + 1 of dive {dive + 1} / 22" for dive in range(MAX_DIVES)),
    *(f"flag points of dive {dive + 1} / 30" for dive in range(MAX_DIVES)),
    *(f"share of wreck {letter} enclosed" for letter in "WXYZ"),
    *(f"bonus {word} circled" for word in BONUS_WORDS),
)
NUM_SHEET = len(SHEET_WORDS)
_IN_GAME, _DIVING, _POINTS, _AIR, _SHOALS, _CORALS, _JELLYFISH, _STINGRAYS = range(8)
_CUTTLEFISH, _BEACONS_DAY, _BEACONS_NIGHT, _WRECKS = range(8, 12)
_HAS_BOX, _TOP, _BOTTOM, _LEFT, _RIGHT = range(12, 17)
_DIVE = _RIGHT + 1
_DEEPEST = _DIVE + MAX_DIVES
_FLAGS = _DEEPEST + MAX_DIVES
_WRECK_SHARES = _FLAGS + MAX_DIVES
_BONUSES = _WRECK_SHARES + NUM_WRECKS

SHEET_MEANING = "own sheet, then the others clockwise as at the turn's start: " + ", ".join(
    SHEET_WORDS
)

TURN_FEATURES = (
    Feature("num_players", (MAX_PLAYERS,), "how many play, one-hot"),
    Feature("undecided", (MAX_PLAYERS,), "1: has still to decide in this turn, own seat first"),
    Feature("question", (NUM_PHASES,), "own question, one-hot: " + ", ".join(PHASE_WORDS)),
    Feature("low_die", (PIPS,), "the lower die, one-hot"),
    Feature("high_die", (PIPS,), "the higher die, one-hot"),
    Feature("doubles", (1,), "1: both dice are the same"),
    Feature("width", (PIPS,), "columns of the rectangle chosen, one-hot"),
    Feature("height", (PIPS,), "rows of the rectangle chosen, one-hot"),
    Feature("squares_left", (1,), "squares still to choose of a free box / 8"),
    Feature("bonuses_due", (1,), "wreck bonuses still to choose / 4"),
    Feature("turns_left", (1,), "turns to play, this one included / 24"),
    Feature("nights", (NUM_TURNS,), "this turn and those to come: 1 night, -1 day, 0 none"),
)


@kernel
def bounded(value):
    """Return ``value`` cut to [-1, 1]."""
    return max(-1.0, min(1.0, value))


@kernel
def pays(state, me, kind, night):
    """Return the points that a square of ``kind`` brings in a box of its own (AM-R8).

    A beacon counts half a pair, a square of a wreck its share of the wreck bonus.
    """
    pay = state.components
    if kind >= FLAG:
        best = int64(me.flag_points[min(int64(me.dive), MAX_DIVES - 1)])
        return float(max(0, int64(pay.flag_points[kind - FLAG]) - best))
    if kind >= WRECK:
        return int64(pay.bonus_points[BONUS_WRECK]) / int64(state.wreck_sizes[kind - WRECK])
    if kind == FISH:
        return float(pay.shoal_points[1])
    if kind in (CORAL_P, CORAL_O):
        return float(pay.coral_points)
    if kind == JELLYFISH:
        return float(pay.jellyfish_points)
    if kind == BEACON:
        return int64(pay.pair_points) / 2
    if kind == CUTTLEFISH and night:
        return float(pay.cuttlefish_points)
    return float(pay.stingray_points) if kind == STINGRAY and not night else 0.0


@kernel
def write_dice(state, me, view):
    """Fill the dice, and the rectangle chosen, of the turn's features."""
    low = min(int64(state.dice[0]), int64(state.dice[1]))
    high = max(int64(state.dice[0]), int64(state.dice[1]))
    for pip in range(PIPS):
        view.low_die[pip] = pip + 1 == low
        view.high_die[pip] = pip + 1 == high
        view.width[pip] = pip + 1 == me.width
        view.height[pip] = pip + 1 == me.height
    view.doubles[0] = low == high


@kernel
def write_turn(state, player, view):
    """Fill the turn's features; those of others are as at the turn's start (AM-R1)."""
    me = state.now.players[player]
    write_dice(state, me, view)
    num_players = int64(state.num_players)
    for seat in range(MAX_PLAYERS):
        sheet = state.shown.players[(player + seat) % num_players]
        view.num_players[seat] = seat + 1 == num_players
        view.undecided[seat] = seat < num_players and sheet.phase != WAITING
    view.undecided[0] = me.phase != WAITING
    for phase in range(NUM_PHASES):
        view.question[phase] = me.phase == phase
    view.squares_left[0] = me.squares_left / _MOST_SQUARES
    view.bonuses_due[0] = me.bonuses_due / NUM_WRECKS
    turns_left = NUM_TURNS - int64(state.round_number)
    view.turns_left[0] = turns_left / NUM_TURNS
    for turn in range(NUM_TURNS):
        view.nights[turn] = 0.0
        if turn < turns_left:
            view.nights[turn] = 1.0 if is_night(state, int64(state.round_number) + turn) else -1.0


@kernel
def write_last_box(state, sheet, row):
    """Fill the bounds of the last box of the dive, or of the boats, into a sheet's features."""
    top, bottom, left, right = last_bounds(state, sheet)
    row[_HAS_BOX] = sheet.anchor_top != NO_ROW
    row[_TOP] = top / LAST_ROW
    row[_BOTTOM] = bottom / LAST_ROW
    row[_LEFT] = left / LAST_COLUMN
    row[_RIGHT] = right / LAST_COLUMN


@kernel
def write_sheet(state, sheet, row):
    """Fill the features of a sheet, in the order of ``SHEET_WORDS``."""
    pay = state.components
    row[_IN_GAME] = 1.0
    row[_DIVING] = sheet.dive < pay.num_dives
    row[_POINTS] = bounded(points(state, sheet) / MANY_POINTS)
    row[_AIR] = sheet.air / pay.tank_air
    row[_SHOALS] = bounded(sheet.shoal_points / MANY_SHOAL_POINTS)
    row[_CORALS] = bounded(sheet.corals / MANY)
    row[_JELLYFISH] = bounded(sheet.jellyfish / MANY)
    row[_STINGRAYS] = bounded(sheet.stingrays / MANY)
    row[_CUTTLEFISH] = bounded(sheet.cuttlefish / MANY)
    row[_BEACONS_DAY] = bounded(sheet.beacons_day / MANY)
    row[_BEACONS_NIGHT] = bounded(sheet.beacons_night / MANY)
    row[_WRECKS] = sheet.wrecks / NUM_WRECKS
    write_last_box(state, sheet, row)
    for dive in range(MAX_DIVES):
        row[_DIVE + dive] = sheet.dive == dive
        row[_DEEPEST + dive] = (sheet.deepest[dive] + 1) / NUM_ROWS
        row[_FLAGS + dive] = sheet.flag_points[dive] / MOST_PAID
    for wreck in range(NUM_WRECKS):
        squares = max(1, int64(state.wreck_sizes[wreck]))
        row[_WRECK_SHARES + wreck] = sheet.wreck_squares[wreck] / squares
    for bonus in range(NUM_BONUSES):
        row[_BONUSES + bonus] = sheet.bonuses[bonus]


@kernel
def write_sheets(state, player, sheets):
    """Fill the features of all sheets: the own now, others as at the turn's start (AM-R1)."""
    num_players = int64(state.num_players)
    for seat in range(MAX_PLAYERS):
        if seat == 0:
            write_sheet(state, state.now.players[player], sheets[seat])
        elif seat < num_players:
            other = (player + seat) % num_players
            write_sheet(state, state.shown.players[other], sheets[seat])
        else:
            sheets[seat][:] = 0.0

"""The view ``planes``: the sea and the boxes of all players as an image of many channels."""

from ...core.features import Column, bounded, listed, one_hot, player_in, starts
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Feature, Record, State
from ...core.view import View
from .box_maps import BOXES_MEANING, write_box_maps
from .dice import high_die, low_die
from .observation import next_columns, write_columns
from .scoring import is_night, points
from .state import (
    BONUS_WORDS,
    FLAG,
    KIND_WORDS,
    MAX_DIVES,
    MAX_PIPS,
    MOST_AIR,
    MOST_SQUARES,
    NUM_BONUSES,
    NUM_COLUMNS,
    NUM_ROWS,
    NUM_TURNS,
    NUM_WRECKS,
    PHASE_WORDS,
    ROCK,
)
from .tokens import MANY_POINTS, MOST_PAID, NUM_SHEETS, SHEET, write_sheets

_NUM_OTHERS = MAX_PLAYERS - 1
_MANY_BEACONS = 20.0
_HALF = NUM_COLUMNS // 2

_MAPS = (
    Column("kinds", FLAG - ROCK, f"1: {', '.join(KIND_WORDS[ROCK:FLAG])}"),
    Column("flags", 1, "points of a flag / 30"),
    Column("boats", 1, "1: under a boat"),
    Column("free", 1, "1: may still be enclosed"),
    Column("asked", 1, "1: the player's question is about it"),
    Column("box", 1, "1: in the player's box of this turn"),
    Column("last_box", 1, "1: in the last box of the dive"),
    Column("air_cost", 1, "air that a box down to this row costs / 60"),
    Column("boxes", MAX_PLAYERS, BOXES_MEANING),
    Column("sheets", NUM_SHEETS, "numbers of `sheets` in `flat`, two a row: left, right half"),
)
_CONSTANTS = (
    Column("start_die", 1, "/ 6"),
    Column("low_die", 1, "/ 6"),
    Column("high_die", 1, "/ 6"),
    Column("box_width", 1, "of the rectangle chosen / 6"),
    Column("box_height", 1, "of the rectangle chosen / 6"),
    Column("squares_left", 1, "/ 8"),
    Column("bonuses_due", 1, "/ 4"),
    Column("air", 1, "/ full tank"),
    Column("turns_left", 1, "/ 24"),
    Column("night", 1, "1: night now"),
    Column("next_night", 1, "1: night in the next turn"),
    Column("points", 1, "/ 400"),
    Column("best_flag", 1, "of this dive / 30"),
    Column("beacons_day", 1, "/ 20"),
    Column("beacons_night", 1, "/ 20"),
    Column("question", len(PHASE_WORDS), ", ".join(PHASE_WORDS)),
    Column("dive", MAX_DIVES, "current dive, one-hot"),
    Column("bonuses", NUM_BONUSES, f"circled: {', '.join(BONUS_WORDS)}"),
    Column("other_points", _NUM_OTHERS, "of the others clockwise / 400"),
    Column("others", _NUM_OTHERS, "1: in the game, of the others clockwise"),
)
PLANE = starts((*_MAPS, *_CONSTANTS))
_FIRST_KIND = PLANE.kinds - ROCK  # plane of kind 0
_FIRST_CONSTANT = PLANE.start_die

PLANES = (
    Feature(
        "planes",
        (PLANE.width, NUM_ROWS, NUM_COLUMNS),
        f"plane by plane, maps: {listed(_MAPS)}; the same value everywhere: {listed(_CONSTANTS)}",
    ),
)


@kernel
def write_sea(state: State, row: int, planes: Array) -> None:
    """Fill one row of the maps of what the sheet shows, the same for all players."""
    for plane in range(PLANE.kinds, PLANE.boats):
        planes[plane, row][:] = 0.0
    for column in range(NUM_COLUMNS):
        kind = state.squares[row, column]
        if kind >= FLAG:
            paid = state.components.flag_points[kind - FLAG]
            planes[PLANE.flags, row, column] = paid / MOST_PAID
        elif kind >= ROCK:
            planes[_FIRST_KIND + kind, row, column] = 1.0
    write_columns(state.components.boats if row == 0 else 0, planes[PLANE.boats, row])
    planes[PLANE.air_cost, row][:] = state.components.depth_air[row] / MOST_AIR


@kernel
def write_own(state: State, me: Record, row: int, planes: Array) -> None:
    """Fill one row of the maps of the player's own sheet."""
    write_columns(me.free[row], planes[PLANE.free, row])
    write_columns(next_columns(state, me, row), planes[PLANE.asked, row])
    write_columns(me.box[row], planes[PLANE.box, row])
    write_columns(me.anchor[row], planes[PLANE.last_box, row])


@kernel
def write_numbers(state: State, player: int, planes: Array) -> None:
    """Fill the planes with the numbers of all sheets, half a row each."""
    sheets = planes.reshape(NUM_SHEETS, NUM_ROWS * NUM_COLUMNS)
    write_sheets(state, player, sheets)
    for sheet in range(NUM_SHEETS):
        for number in range(2 * NUM_ROWS - 1, -1, -1):  # each lies no later than its half row
            value = sheets[sheet, number] if number < SHEET.width else 0.0
            first = number % 2 * _HALF
            planes[sheet, number // 2, first : first + _HALF] = value


@kernel
def write_constants(state: State, me: Record, at: Array) -> None:
    """Fill the planes of one value into ``at``, the top left square of all planes."""
    turn = state.round_number
    at[PLANE.start_die] = state.start_die / MAX_PIPS
    at[PLANE.low_die] = low_die(state) / MAX_PIPS
    at[PLANE.high_die] = high_die(state) / MAX_PIPS
    at[PLANE.box_width] = me.width / MAX_PIPS
    at[PLANE.box_height] = me.height / MAX_PIPS
    at[PLANE.squares_left] = me.squares_left / MOST_SQUARES
    at[PLANE.bonuses_due] = me.bonuses_due / NUM_WRECKS
    at[PLANE.air] = me.air / state.components.tank_air
    at[PLANE.turns_left] = (NUM_TURNS - turn) / NUM_TURNS
    at[PLANE.night] = turn < NUM_TURNS and is_night(state, turn)
    at[PLANE.next_night] = turn + 1 < NUM_TURNS and is_night(state, turn + 1)
    at[PLANE.points] = bounded(points(state, me), MANY_POINTS)
    at[PLANE.best_flag] = 0.0
    at[PLANE.beacons_day] = bounded(me.beacons_day, _MANY_BEACONS)
    at[PLANE.beacons_night] = bounded(me.beacons_night, _MANY_BEACONS)
    one_hot(at[PLANE.question : PLANE.dive], me.phase)
    one_hot(at[PLANE.dive : PLANE.bonuses], me.dive)
    if me.dive < MAX_DIVES:
        at[PLANE.best_flag] = me.flag_points[me.dive] / MOST_PAID
    for bonus in range(NUM_BONUSES):
        at[PLANE.bonuses + bonus] = me.bonuses[bonus]


@kernel
def write_others(state: State, player: int, at: Array) -> None:
    """Fill the points of the others into ``at``, as at the turn's start (AM-R1)."""
    for seat in range(_NUM_OTHERS):
        there = seat + 1 < state.num_players
        at[PLANE.others + seat] = there
        at[PLANE.other_points + seat] = 0.0
        if there:
            sheet = state.shown.players[player_in(state, player, seat + 1)]
            at[PLANE.other_points + seat] = bounded(points(state, sheet), MANY_POINTS)


@kernel
def observe_planes(state: State, player: int, view: Record) -> None:
    """Fill the view ``planes``."""
    planes, me = view.planes, state.now.players[player]
    for row in range(NUM_ROWS):
        write_sea(state, row, planes)
        write_own(state, me, row, planes)
    write_box_maps(state, player, planes[PLANE.boxes : PLANE.sheets])
    write_numbers(state, player, planes[PLANE.sheets : _FIRST_CONSTANT])
    write_constants(state, me, planes[:, 0, 0])
    write_others(state, player, planes[:, 0, 0])
    for plane in range(_FIRST_CONSTANT, PLANE.width):
        planes[plane][:] = planes[plane, 0, 0]


PLANES_VIEW = View(PLANES, observe_planes, "array")

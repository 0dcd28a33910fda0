"""The view ``planes``: the sea and everybody's boxes as an image of many channels."""

from numpy import int64

from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Feature
from .features import MANY_POINTS, MOST_PAID, bounded
from .observation import next_columns
from .scoring import is_night, points
from .state import (
    BONUS_WORDS,
    FLAG,
    KIND_WORDS,
    MAX_DIVES,
    NUM_BONUSES,
    NUM_COLUMNS,
    NUM_ROWS,
    NUM_TURNS,
    NUM_WRECKS,
    PHASE_WORDS,
    ROCK,
)

_OTHERS = range(1, MAX_PLAYERS)
_MOST_SQUARES = 8
_MOST_AIR = 60
_MANY_BEACONS = 20.0
_PIPS = 6
_NUM_PHASES = len(PHASE_WORDS)

_MAP_WORDS = (
    *KIND_WORDS[ROCK:FLAG],
    "flag (points / 30)",
    *("under a boat", "free", "the own question is about it", "own box of this turn"),
    *("last box of the dive", "own boxes of this dive", "own boxes before this turn"),
    "air that a box down to this row costs / 60",
    *(f"boxes of the player {seat} seats on" for seat in _OTHERS),
)
_FIRST_KIND = -ROCK  # channel of kind 0
_FLAGS = FLAG + _FIRST_KIND
(_BOATS, _FREE, _NEXT, _BOX, _LAST_BOX, _DIVE_BOXES, _OWN_BOXES, _AIR_COST, _OTHER_BOXES) = range(
    _FLAGS + 1, _FLAGS + 10
)
_CONSTANT_WORDS = (
    *("lower die / 6", "higher die / 6", "width chosen / 6", "height chosen / 6"),
    *("squares left / 8", "bonuses due / 4", "air / full tank", "turns left / 24"),
    *("night now", "night in the next turn", "own points / 150", "best flag of this dive / 30"),
    *("beacons by day / 20", "beacons by night / 20"),
    *(f"question: {word}" for word in PHASE_WORDS),
    *(f"on dive {dive + 1}" for dive in range(MAX_DIVES)),
    *(f"bonus {word} circled" for word in BONUS_WORDS),
    *(f"points of the player {seat} seats on / 150" for seat in _OTHERS),
    *(f"player {seat} seats on is in the game" for seat in _OTHERS),
)
_LOW_DIE = len(_MAP_WORDS)
_HIGH_DIE, _WIDTH, _HEIGHT, _SQUARES_LEFT, _BONUSES_DUE, _AIR, _TURNS_LEFT = range(
    _LOW_DIE + 1, _LOW_DIE + 8
)
_NIGHT, _NEXT_NIGHT, _POINTS, _BEST_FLAG, _BEACONS_DAY, _BEACONS_NIGHT, _QUESTION = range(
    _LOW_DIE + 8, _LOW_DIE + 15
)
_DIVE = _QUESTION + len(PHASE_WORDS)
_BONUSES = _DIVE + MAX_DIVES
_OTHER_POINTS = _BONUSES + NUM_BONUSES
_OTHER_THERE = _OTHER_POINTS + len(_OTHERS)
NUM_PLANES = _OTHER_THERE + len(_OTHERS)

PLANES = (
    Feature(
        "planes",
        (NUM_PLANES, NUM_ROWS, NUM_COLUMNS),
        "channel by channel, 1 where it holds: "
        + ", ".join(_MAP_WORDS)
        + "; the same value everywhere: "
        + ", ".join(_CONSTANT_WORDS),
    ),
)


@kernel
def write_sea(state, me, row, planes):
    """Fill one row of the channels of the sea, the same for everybody but for what is free."""
    boats = int64(state.components.boats) if row == 0 else int64(0)
    for column in range(NUM_COLUMNS):
        for channel in range(_FLAGS + 1):
            planes[channel, row, column] = 0.0
        kind = int64(state.squares[row, column])
        if kind >= FLAG:
            paid = state.components.flag_points[kind - FLAG]
            planes[_FLAGS, row, column] = paid / MOST_PAID
        elif kind >= ROCK:
            planes[kind + _FIRST_KIND, row, column] = 1.0
        planes[_BOATS, row, column] = boats >> column & 1
        planes[_FREE, row, column] = int64(me.free[row]) >> column & 1
        planes[_AIR_COST, row, column] = state.components.depth_air[row] / _MOST_AIR


@kernel
def write_boxes(state, player, row, planes):
    """Fill one row of the channels of boxes; those of others before this turn only (AM-R1)."""
    me = state.now.players[player]
    asked = next_columns(state, me, row)
    num_players = int64(state.num_players)
    for column in range(NUM_COLUMNS):
        planes[_NEXT, row, column] = asked >> column & 1
        planes[_BOX, row, column] = int64(me.box[row]) >> column & 1
        planes[_LAST_BOX, row, column] = int64(me.anchor[row]) >> column & 1
        planes[_DIVE_BOXES, row, column] = int64(me.drawn[row]) >> column & 1
        planes[_OWN_BOXES, row, column] = state.enclosed[player, row, column] > 0
        for seat in range(1, MAX_PLAYERS):
            other = (player + seat) % num_players
            there = seat < num_players and state.enclosed[other, row, column] > 0
            planes[_OTHER_BOXES + seat - 1, row, column] = there


@kernel
def write_constants(state, player, at):
    """Fill the channels that have one value into ``at``, the top left square of all channels."""
    me = state.now.players[player]
    turn = int64(state.round_number)
    at[_LOW_DIE] = min(state.dice[0], state.dice[1]) / _PIPS
    at[_HIGH_DIE] = max(state.dice[0], state.dice[1]) / _PIPS
    at[_WIDTH] = me.width / _PIPS
    at[_HEIGHT] = me.height / _PIPS
    at[_SQUARES_LEFT] = me.squares_left / _MOST_SQUARES
    at[_BONUSES_DUE] = me.bonuses_due / NUM_WRECKS
    at[_AIR] = me.air / state.components.tank_air
    at[_TURNS_LEFT] = (NUM_TURNS - turn) / NUM_TURNS
    at[_NIGHT] = turn < NUM_TURNS and is_night(state, turn)
    at[_NEXT_NIGHT] = turn + 1 < NUM_TURNS and is_night(state, turn + 1)
    at[_POINTS] = bounded(points(state, me) / MANY_POINTS)
    at[_BEST_FLAG] = 0.0
    at[_BEACONS_DAY] = bounded(me.beacons_day / _MANY_BEACONS)
    at[_BEACONS_NIGHT] = bounded(me.beacons_night / _MANY_BEACONS)
    for phase in range(_NUM_PHASES):
        at[_QUESTION + phase] = me.phase == phase
    for dive in range(MAX_DIVES):
        at[_DIVE + dive] = me.dive == dive
        if me.dive == dive:
            at[_BEST_FLAG] = me.flag_points[dive] / MOST_PAID
    for bonus in range(NUM_BONUSES):
        at[_BONUSES + bonus] = me.bonuses[bonus]


@kernel
def write_others(state, player, at):
    """Fill what else is seen of others into ``at``, as at the turn's start (AM-R1)."""
    num_players = int64(state.num_players)
    for seat in range(1, MAX_PLAYERS):
        at[_OTHER_THERE + seat - 1] = seat < num_players
        at[_OTHER_POINTS + seat - 1] = 0.0
        if seat < num_players:
            sheet = state.shown.players[(player + seat) % num_players]
            at[_OTHER_POINTS + seat - 1] = bounded(points(state, sheet) / MANY_POINTS)


@kernel
def observe_planes(state, player, view):
    """Fill the view ``planes``."""
    planes = view.planes
    for row in range(NUM_ROWS):
        write_sea(state, state.now.players[player], row, planes)
        write_boxes(state, player, row, planes)
    write_constants(state, player, planes[:, 0, 0])
    write_others(state, player, planes[:, 0, 0])
    for channel in range(_LOW_DIE, NUM_PLANES):
        value = planes[channel, 0, 0]
        for row in range(NUM_ROWS):
            for column in range(NUM_COLUMNS):
                planes[channel, row, column] = value

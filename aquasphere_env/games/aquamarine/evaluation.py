"""How promising a sheet is: points, what is begun, what lies near, and air (for greedy play)."""

import numpy as np

from ...core.jit import kernel
from ...core.state import Record, State
from .boxes import (
    corners,
    end_of_corners,
    first_column,
    near,
    num_squares,
    top_of_corners,
)
from .dice import air_cost
from .scoring import (
    AT_BEACON,
    AT_CUTTLEFISH,
    AT_JELLYFISH,
    AT_STINGRAY,
    COUNT,
    add_to_haul,
    beacon_pairs,
    corals_in,
    flag_in,
    is_night,
    points,
    shoal_in,
    wreck_in,
)
from .state import (
    BEACON,
    BUBBLE,
    CORAL_O,
    CORAL_P,
    CUTTLEFISH,
    FISH,
    FLAG,
    GROW,
    JELLYFISH,
    MAX_DIVES,
    MOVE,
    NO_ROW,
    NUM_KINDS,
    NUM_ROWS,
    NUM_TURNS,
    NUM_WRECKS,
    PLACE,
    STINGRAY,
    WRECK,
)

# Weights found by hill climbing on games of one-ply greedy play on Reef A.
# Worth of one more square of each kind, in points; ``worth`` handles flags and the hour.
_WORTH = np.zeros(NUM_KINDS)
_WORTH[[FISH, CORAL_P, CORAL_O, JELLYFISH, BUBBLE]] = 1.0, 2.0, 2.5, -1.8, 1.5
_WORTH[[STINGRAY, CUTTLEFISH, BEACON]] = 5.0, 5.0, 2.8
_WORTH[WRECK:FLAG] = 2.5
_REACH = 4  # steps through free water that count as near
_NEARNESS = np.array([0.0, 0.34, 0.26, 0.17, 0.11])  # by steps
_ROOM_WORTH = 0.06  # of any square, since a dive needs room
_AIR_WORTH = 1.25  # of one air
_AIR_A_TURN = 1.3  # more than this for each turn left is of no use
_HALF_OUTLOOK = 1.1  # turns that bring half of the outlook
_HALF_BEGUN = 1.1  # turns in which half of what is begun gets finished
_SINGLE_BEACON = 2.5
_WRECK_WORTH = 12.0  # of the whole wreck and its bonus
_BONUS_DUE = 16.0  # more than any bonus chosen now: what counts comes later
_DEPTH_WORTH = 2.0  # of a row towards the first mark, alone
_LOST_ROW = 25.0  # what each row above that mark costs that a dive cannot get down to


@kernel
def worth(state: State, me: Record, kind: int, night: bool) -> float:
    """Return the points that enclosing one ``kind`` soon may bring."""
    if kind >= FLAG:
        dive = min(int(me.dive), MAX_DIVES - 1)
        gain = int(state.components.flag_points[kind - FLAG]) - int(me.flag_points[dive])
        return max(0.0, float(gain))
    if (kind == STINGRAY and night) or (kind == CUTTLEFISH and not night):
        return 0.0
    return float(_WORTH[kind])


@kernel
def next_turn(state: State, me: Record) -> int:
    """Return the index of the next turn in which the player draws a box."""
    return int(state.round_number) + int(me.phase != MOVE)


@kernel
def time_left(state: State, me: Record, half: float) -> float:
    """Return how far there is time for what takes a while: 0 none, 1/2 with ``half`` turns."""
    turns = float(max(0, NUM_TURNS - next_turn(state, me)))
    return turns / (turns + half)


@kernel
def worth_of(state: State, me: Record, row: int, columns: int, night: bool) -> float:
    """Return the worth of the squares ``columns`` of ``row``."""
    total = _ROOM_WORTH * num_squares(columns)
    columns &= state.things[row]
    while columns:
        kind = int(state.squares[row, first_column(columns)])
        columns &= columns - 1
        total += worth(state, me, kind, night)
    return float(total)


@kernel
def outlook(state: State, me: Record, top: int, bottom: int) -> float:
    """Return the worth of what can be reached from ``state.patch``, which is emptied.

    ``state.patch`` holds squares in the rows from ``top`` to ``bottom``.
    """
    patch = state.patch
    night = is_night(state, next_turn(state, me))
    total = 0.0
    for distance in range(1, _REACH + 1):
        above = 0
        for row in range(max(0, top - distance), min(NUM_ROWS, bottom + distance + 1)):
            here = patch[row]
            below = patch[row + 1] if row + 1 < NUM_ROWS else 0
            grown = (here << 1 | here >> 1 | above | below) & me.free[row] & ~here
            above = here
            patch[row] = here | grown
            if grown:
                total += _NEARNESS[distance] * worth_of(state, me, row, grown, night)
    for row in range(max(0, top - _REACH), min(NUM_ROWS, bottom + _REACH + 1)):
        patch[row] = 0
    return float(total * time_left(state, me, _HALF_OUTLOOK))


@kernel
def surface_outlook(state: State, me: Record) -> float:
    """Return the best outlook from the free squares under one boat, 0 if there are none."""
    best = 0.0
    boats = state.components.boats & me.free[0]
    while boats:
        run = boats & ~(boats + (boats & -boats))
        boats &= ~run
        state.patch[0] = run
        best = max(best, outlook(state, me, 0, 0))
    return best


@kernel
def gain(state: State, me: Record, haul: int) -> float:
    """Return the points, and what is begun, that ``haul`` brings in this turn."""
    night = is_night(state, state.round_number)
    pay = state.components
    total = float(shoal_in(state, haul))
    total += corals_in(haul) * int(pay.coral_points)
    total += (haul >> AT_JELLYFISH & COUNT) * int(pay.jellyfish_points)
    if night:
        total += (haul >> AT_CUTTLEFISH & COUNT) * int(pay.cuttlefish_points)
    else:
        total += (haul >> AT_STINGRAY & COUNT) * int(pay.stingray_points)
    total += max(0, flag_in(state, haul) - int(me.flag_points[me.dive]))
    beacons = haul >> AT_BEACON & COUNT
    if beacons:
        singles = int(me.beacons_day) - int(me.beacons_night)
        opposite = max(0, singles if night else -singles)
        pairs = min(beacons, opposite)
        total += pairs * (int(pay.pair_points) - _SINGLE_BEACON)
        total += (beacons - pairs) * _SINGLE_BEACON
    for wreck in range(NUM_WRECKS):
        squares = wreck_in(haul, wreck)
        if squares:
            total += _WRECK_WORTH * squares / state.wreck_sizes[wreck]
    return float(total)


@kernel
def held(state: State, me: Record) -> float:
    """Return the points of a sheet and the worth of what is begun on it."""
    total = float(points(state, me)) + _BONUS_DUE * me.bonuses_due
    singles = int(me.beacons_day) + int(me.beacons_night) - 2 * beacon_pairs(me)
    time = time_left(state, me, _HALF_BEGUN)
    total += _SINGLE_BEACON * singles * time
    for wreck in range(NUM_WRECKS):
        if me.wreck_squares[wreck] < state.wreck_sizes[wreck]:
            share = me.wreck_squares[wreck] / state.wreck_sizes[wreck]
            total += _WRECK_WORTH * share * time
    return float(total)


@kernel
def air_worth(state: State, me: Record, air_due: int) -> float:
    """Return the worth of the air left in all tanks after ``air_due``."""
    pay = state.components
    turns = NUM_TURNS - next_turn(state, me)
    later = max(0, int(pay.num_dives) - 1 - int(me.dive)) * int(pay.tank_air)
    air = max(0, int(me.air) - air_due) + later
    return float(_AIR_WORTH * min(float(air), _AIR_A_TURN * turns))


@kernel
def way_down(state: State, me: Record, here: int, row: int, mark: int, is_later: bool) -> int:
    """Return the lowest row, ``mark`` at most, that free water leads down to from ``row``.

    The way begins in the columns ``here``. In a later dive it keeps away from the current one, of
    which ``state.patch`` may hold the box considered (AM-R3).
    """
    while row < mark:
        row += 1
        water = me.free[row]
        if is_later:
            water &= ~(near(me.drawn, row) | near(state.patch, row))
        here &= water
        if not here:
            return row - 1
        before = 0
        while here != before:
            before = here
            here |= (here << 1 | here >> 1) & water
    return mark


@kernel
def lost_rows(state: State, me: Record, bottom: int, mark: int) -> int:
    """Return how many rows down to ``mark`` the current and later dives cannot get."""
    boats = int(state.components.boats)
    row = bottom if bottom != NO_ROW else int(me.anchor_bottom)
    here = boats if row == NO_ROW else int(me.anchor[row] | state.patch[row])
    deepest = max(int(me.deepest[me.dive]), way_down(state, me, here, row, mark, False))
    lost = max(0, mark - deepest)
    later = int(state.components.num_dives) - 1 - int(me.dive)
    if later > 0:
        lost += later * (mark - way_down(state, me, boats, NO_ROW, mark, True))
    return int(lost)


@kernel
def depth_worth(state: State, me: Record, bottom: int) -> float:
    """Return what the depths are worth alone, the current dive down to ``bottom`` (AM-R9)."""
    if state.num_players > 1:
        return 0.0
    mark = int(state.components.mark_rows[0])
    total = 0.0
    for dive in range(state.components.num_dives):
        depth = int(me.deepest[dive])
        if dive < me.dive:
            total -= _LOST_ROW * max(0, mark - depth)
        elif dive == me.dive:
            depth = max(depth, bottom)
            total -= _LOST_ROW * lost_rows(state, me, bottom, mark)
        total += _DEPTH_WORTH * min(depth, mark)
    return total


@kernel
def placed(state: State, me: Record, top: int, left: int, width: int, height: int) -> float:
    """Return the value of the chosen rectangle at this place, less what is held anyway."""
    haul = 0
    columns = ((1 << width) - 1) << left
    for row in range(top, top + height):
        haul = add_to_haul(state, haul, row, columns)
        state.patch[row] = columns
    return float(after_box(state, me, haul, top, top + height - 1, width * height))


@kernel
def after_box(state: State, me: Record, haul: int, top: int, bottom: int, area: int) -> float:
    """Return the value of drawing the box in ``state.patch``, which is emptied."""
    due = air_cost(state, haul, bottom, area)
    total = gain(state, me, haul) + air_worth(state, me, due) + depth_worth(state, me, bottom)
    if due < me.air:
        return float(total + outlook(state, me, top, bottom))
    for row in range(top, bottom + 1):
        state.patch[row] = 0
    return float(total + surface_outlook(state, me))


@kernel
def best_place(state: State, me: Record) -> float:
    """Return the value of the best place for the rectangle chosen."""
    width, height = int(me.width), int(me.height)
    best = -1000.0
    for top in range(top_of_corners(me, height), end_of_corners(me, height)):
        columns = corners(state, me, width, height, top)
        while columns:
            left = first_column(columns)
            columns &= columns - 1
            best = max(best, placed(state, me, top, left, width, height))
    return best


@kernel
def growing(state: State, me: Record) -> float:
    """Return the value of the free box begun."""
    haul, top, bottom = 0, NO_ROW, NO_ROW
    for row in range(NUM_ROWS):
        columns = me.box[row]
        state.patch[row] = columns
        if columns:
            haul = add_to_haul(state, haul, row, columns)
            top = row if top == NO_ROW else top
            bottom = row
    return float(after_box(state, me, haul, top, bottom, 0))


@kernel
def at_rest(state: State, me: Record) -> float:
    """Return the value of going on from the last box, or from the boats."""
    total = air_worth(state, me, me.air_due) + depth_worth(state, me, NO_ROW)
    if me.dive >= state.components.num_dives:
        return float(total)
    if me.anchor_top == NO_ROW or me.air_due >= me.air:
        return float(total + surface_outlook(state, me))
    top, bottom = int(me.anchor_top), int(me.anchor_bottom)
    for row in range(top, bottom + 1):
        state.patch[row] = me.anchor[row]
    return float(total + outlook(state, me, top, bottom))


@kernel
def evaluate(state: State, player: int) -> float:
    """Return how promising the state is for ``player``, in points."""
    me = state.now.players[player]
    if state.terminated:
        return float(points(state, me) + depth_worth(state, me, NO_ROW))
    if me.phase == PLACE:
        return float(held(state, me) + best_place(state, me))
    if me.phase == GROW:
        return float(held(state, me) + growing(state, me))
    return float(held(state, me) + at_rest(state, me))

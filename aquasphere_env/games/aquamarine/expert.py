"""How a good beginner plays Aquamarine: the rules of thumb of the page, see ``protocol.Expert``.

Boxes count in quarters of a point: what they enclose, what lies around them, and how deep they get.
"""

import numpy as np

from ...core import bits
from ...core.jit import kernel
from ...core.state import Record, State
from .actions import (
    BONUS_ACTION,
    END_DIVE,
    HEIGHTS,
    NOTHING,
    NUM_RECTANGLES,
    RECTANGLE,
    SQUARE,
    WIDTHS,
)
from .boxes import corners, end_of_corners, first_column, top_of_corners
from .dice import air_cost, free_box
from .evaluation import way_down
from .scoring import (
    AT_BEACON,
    AT_CUTTLEFISH,
    AT_JELLYFISH,
    AT_STINGRAY,
    COUNT,
    add_to_haul,
    bonus_count,
    corals_in,
    flag_in,
    is_night,
    shoal_in,
    wreck_in,
)
from .state import (
    BEACON,
    BONUS,
    BUBBLE,
    CORAL_O,
    CORAL_P,
    CUTTLEFISH,
    FISH,
    FLAG,
    GROW,
    NUM_BONUSES,
    NUM_COLUMNS,
    NUM_KINDS,
    NUM_ROWS,
    NUM_SQUARES,
    NUM_TURNS,
    NUM_WRECKS,
    PLACE,
    STINGRAY,
    WRECK,
)

RULES_OF_THUMB = (
    "share the turns",
    "alone, get down first",
    "the bonus that pays now",
    "shoals in one box",
    "coral of one kind",
    "creatures at their hour",
    "beacons in pairs",
    "one flag a dive",
    "wrecks to the last square",
    "stay near things",
)
(SHARE_TURNS, GET_DOWN, BONUS_NOW, SHOALS, ONE_CORAL) = range(5)
(THEIR_HOUR, PAIRS, ONE_FLAG, WHOLE_WRECKS, NEAR_THINGS) = range(5, 10)

POINT = 4  # all that follows is in quarters of a point
FIRST_BEACON = 5 * POINT
WRECK_SQUARE = 4 * POINT
AIR = 3
ROW = 2  # of depth
ROW_ALONE = 12  # until the first mark
OFF_LANE = 40  # a column too far, alone, where it would block a later dive
LOST_ROW = 80  # to the first mark, alone, that no way leads down to
NO_VALUE = -(2**20)  # less than any box counts

# Things seen around a box: their points or what they promise, by kind; flags count what they gain.
_SEEN = np.zeros(NUM_KINDS, np.int64)
_SEEN[[FISH, CORAL_P, CORAL_O, BUBBLE]] = 1, 2, 2, 1
_SEEN[[STINGRAY, CUTTLEFISH, BEACON]] = 5, 5, 4
_SEEN[WRECK:FLAG] = 4
NEXT_TO, TWO_AWAY = 2, 1  # quarters for each point of a thing seen
SIGHT = 2  # squares


@kernel
def decide(state: State) -> tuple[int, int]:
    """Return an action, and the rule of thumb that chose it."""
    me = state.now.players[state.current_player]
    if me.phase == BONUS:
        return best_bonus(state, me), BONUS_NOW
    if me.phase == GROW:
        return best_square(state, me)
    if me.phase == PLACE:
        square, _value, rule = best_place(state, me, int(me.width), int(me.height))
        return SQUARE + square, rule
    if ends_dive(state, me):
        return END_DIVE, SHARE_TURNS
    if free_box(state):
        return best_square(state, me)
    return best_rectangle(state, me)


@kernel
def ends_dive(state: State, me: Record) -> bool:
    """Return whether the turns of this dive are over, and alone its mark is passed."""
    dives = int(state.components.num_dives)
    dive = int(me.dive)
    if dive == dives - 1 or not bits.contains(state.legal, END_DIVE):
        return False
    if state.num_players == 1 and me.deepest[dive] < state.components.mark_rows[0]:
        return False
    return bool(int(state.round_number) * dives >= NUM_TURNS * (dive + 1))


@kernel
def best_bonus(state: State, me: Record) -> int:
    """Return the wreck bonus that brings most points now."""
    best, most = BONUS_ACTION, -1
    for bonus in range(NUM_BONUSES):
        if bits.contains(state.legal, BONUS_ACTION + bonus):
            points = bonus_count(me, bonus) * int(state.components.bonus_points[bonus])
            if points > most:
                best, most = BONUS_ACTION + bonus, points
    return best


@kernel
def best_rectangle(state: State, me: Record) -> tuple[int, int]:
    """Return the rectangle with the best place, or to draw nothing if none fits, and the rule."""
    best, most, why = NOTHING, NO_VALUE, NEAR_THINGS
    for rectangle in range(NUM_RECTANGLES):
        if bits.contains(state.legal, RECTANGLE + rectangle):
            width, height = int(WIDTHS[rectangle]), int(HEIGHTS[rectangle])
            _square, value, rule = best_place(state, me, width, height)
            if value > most:
                best, most, why = RECTANGLE + rectangle, value, rule
    return best, why


@kernel
def best_place(state: State, me: Record, width: int, height: int) -> tuple[int, int, int]:
    """Return the best top left square of a rectangle, its value and the rule."""
    best, most, why = 0, NO_VALUE, NEAR_THINGS
    for top in range(top_of_corners(me, height), end_of_corners(me, height)):
        columns = corners(state, me, width, height, top)
        while columns:
            left = first_column(columns)
            columns &= columns - 1
            haul = 0
            for row in range(top, top + height):
                haul = add_to_haul(state, haul, row, ((1 << width) - 1) << left)
            due = air_cost(state, haul, top + height - 1, width * height)
            value, rule = haul_value(state, me, haul)
            value += place_value(state, me, top, top + height - 1, left, left + width - 1, due)
            if value > most:
                best, most, why = top * NUM_COLUMNS + left, value, rule
    return best, most, why


@kernel
def best_square(state: State, me: Record) -> tuple[int, int]:
    """Return the square of a free box that adds most, or to draw nothing if none fits."""
    best, most, why = NOTHING, NO_VALUE, NEAR_THINGS
    haul = 0
    for row in range(NUM_ROWS):
        haul = add_to_haul(state, haul, row, int(me.box[row]))
    before, _rule = haul_value(state, me, haul)
    for square in range(NUM_SQUARES):
        if bits.contains(state.legal, SQUARE + square):
            row, column = square // NUM_COLUMNS, square % NUM_COLUMNS
            due = int(state.components.depth_air[row])
            after, _rule = haul_value(state, me, add_to_haul(state, haul, row, 1 << column))
            _alone, rule = haul_value(state, me, add_to_haul(state, 0, row, 1 << column))
            value = after - before + place_value(state, me, row, row, column, column, due)
            if value > most:
                best, most, why = SQUARE + square, value, rule
    return best, why


@kernel
def haul_value(state: State, me: Record, haul: int) -> tuple[int, int]:
    """Return what ``haul`` counts in this turn, and the rule that adds most of it."""
    parts = (
        int(shoal_in(state, haul)) * POINT,
        int(corals_in(haul)) * int(state.components.coral_points) * POINT,
        creatures_in(state, haul) * POINT,
        beacons_value(state, me, haul),
        max(0, flag_in(state, haul) - int(me.flag_points[me.dive])) * POINT,
        wrecks_value(haul),
    )
    jellyfish = haul >> AT_JELLYFISH & COUNT
    total = int(jellyfish) * int(state.components.jellyfish_points) * POINT
    most, why = 0, NEAR_THINGS if is_deep(state, me) else GET_DOWN
    for part in range(len(parts)):
        total += parts[part]
        if parts[part] > most:
            most, why = parts[part], SHOALS + part
    return total, why


@kernel
def creatures_in(state: State, haul: int) -> int:
    """Return the points of stingrays by day, of cuttlefish by night."""
    if is_night(state, state.round_number):
        return int(haul >> AT_CUTTLEFISH & COUNT) * int(state.components.cuttlefish_points)
    return int(haul >> AT_STINGRAY & COUNT) * int(state.components.stingray_points)


@kernel
def beacons_value(state: State, me: Record, haul: int) -> int:
    """Return what the beacons in ``haul`` count: the rest of a pair, or a first one."""
    beacons = int(haul >> AT_BEACON & COUNT)
    single = int(me.beacons_day) - int(me.beacons_night)
    if not is_night(state, state.round_number):
        single = -single
    second = min(beacons, max(0, single))
    rest = int(state.components.pair_points) * POINT - FIRST_BEACON
    return second * rest + (beacons - second) * FIRST_BEACON


@kernel
def wrecks_value(haul: int) -> int:
    """Return what the squares of wrecks in ``haul`` count."""
    squares = 0
    for wreck in range(NUM_WRECKS):
        squares += int(wreck_in(haul, wreck))
    return squares * WRECK_SQUARE


@kernel
def place_value(
    state: State, me: Record, top: int, bottom: int, left: int, right: int, due: int
) -> int:
    """Return what a box in this place counts without its haul: depth, air, things around it."""
    value = depth_value(state, me, top, bottom, left, right) - AIR * min(due, int(me.air))
    if due < me.air:
        value += surroundings(state, me, top, bottom, left, right)
    return int(value)


@kernel
def surroundings(state: State, me: Record, top: int, bottom: int, left: int, right: int) -> int:
    """Return what the things within sight of a box count."""
    night = is_night(state, min(int(state.round_number) + 1, NUM_TURNS - 1))
    total = 0
    for row in range(max(0, top - SIGHT), min(NUM_ROWS, bottom + SIGHT + 1)):
        columns = int(me.free[row] & ~me.box[row] & state.things[row])
        while columns:
            column = first_column(columns)
            columns &= columns - 1
            away = max(top - row, row - bottom, left - column, column - right)
            if 0 < away <= SIGHT:
                weight = NEXT_TO if away == 1 else TWO_AWAY
                total += weight * seen(state, me, int(state.squares[row, column]), night)
    return total


@kernel
def seen(state: State, me: Record, kind: int, night: bool) -> int:
    """Return the points that one ``kind`` seen near a box promises."""
    if kind >= FLAG:
        flag = int(state.components.flag_points[kind - FLAG])
        return max(0, flag - int(me.flag_points[me.dive]))
    if (kind == STINGRAY and night) or (kind == CUTTLEFISH and not night):
        return 0
    return int(_SEEN[kind])


@kernel
def is_deep(state: State, me: Record) -> bool:
    """Return whether the dive has passed the first mark, or need not (AM-R9)."""
    mark = int(state.components.mark_rows[0])
    return bool(state.num_players > 1 or me.deepest[me.dive] >= mark)


@kernel
def depth_value(state: State, me: Record, top: int, bottom: int, left: int, right: int) -> int:
    """Return what the depth of a box counts; alone, the ways down must stay open (AM-R9)."""
    if state.num_players > 1:
        return ROW * bottom
    mark = int(state.components.mark_rows[0])
    value = ROW_ALONE * max(int(me.deepest[me.dive]), min(bottom, mark))
    if not is_deep(state, me) and bottom < mark:
        columns = ((1 << (right - left + 1)) - 1) << left
        value -= LOST_ROW * (mark - way_down(state, me, columns, bottom, mark, False))
    if top <= mark + 1:
        value -= OFF_LANE * off_lane(state, me, left, right)
    return int(value)


@kernel
def off_lane(state: State, me: Record, left: int, right: int) -> int:
    """Return how many columns a box leaves its dive's share of the sheet, left ones first."""
    dives, dive = int(state.components.num_dives), int(me.dive)
    if dive == dives - 1:
        return 0
    first = -(-NUM_COLUMNS * dive // dives)
    end = -(-NUM_COLUMNS * (dive + 1) // dives)
    return max(0, first - left) + max(0, right - (end - 2))  # a column between two dives is lost

"""What boxes enclose and what it is worth (AM-R8, AM-R9).

A *haul* is one integer: how many squares of each kind below the flags, four bits a kind, and above
them the number (1..6) of the best flag, 0 for none. A box has at most eight squares.
"""

from ...core.jit import kernel
from ...core.state import Array, Record, State
from .boxes import first_column
from .state import (
    BEACON,
    BONUS_BEACONS,
    BONUS_CORAL,
    BONUS_CUTTLEFISH,
    BONUS_FLAG,
    BONUS_STINGRAY,
    BUBBLE,
    CORAL_O,
    CORAL_P,
    CUTTLEFISH,
    FISH,
    FLAG,
    JELLYFISH,
    MAX_DIVES,
    MOST_FISH,
    NUM_BONUSES,
    NUM_MARKS,
    NUM_TURNS,
    NUM_WRECKS,
    STINGRAY,
    WRECK,
)

_COUNT_BITS = 4
COUNT = (1 << _COUNT_BITS) - 1  # haul >> AT_FISH & COUNT is the number of fish
AT_FISH = _COUNT_BITS * FISH
AT_CORAL_P = _COUNT_BITS * CORAL_P
AT_CORAL_O = _COUNT_BITS * CORAL_O
AT_JELLYFISH = _COUNT_BITS * JELLYFISH
AT_BUBBLE = _COUNT_BITS * BUBBLE
AT_STINGRAY = _COUNT_BITS * STINGRAY
AT_CUTTLEFISH = _COUNT_BITS * CUTTLEFISH
AT_BEACON = _COUNT_BITS * BEACON
AT_FLAG = _COUNT_BITS * FLAG
_BELOW_FLAG = (1 << AT_FLAG) - 1


@kernel
def add_to_haul(state: State, haul: int, row: int, columns: int) -> int:
    """Return ``haul`` with the squares ``columns`` of ``row``."""
    while columns:
        kind = int(state.squares[row, first_column(columns)])
        columns &= columns - 1
        if kind < FLAG:
            haul += 1 << _COUNT_BITS * kind
        else:
            best = max(haul >> AT_FLAG, kind - FLAG + 1)
            haul = (haul & _BELOW_FLAG) | best << AT_FLAG
    return haul


@kernel
def wreck_in(haul: int, wreck: int) -> int:
    """Return how many squares of the wreck are in ``haul``."""
    return haul >> _COUNT_BITS * (WRECK + wreck) & COUNT


@kernel
def flag_in(state: State, haul: int) -> int:
    """Return the points of the best flag in ``haul``, 0 if there is none."""
    number = haul >> AT_FLAG
    return int(state.components.flag_points[number - 1]) if number else 0


@kernel
def shoal_in(state: State, haul: int) -> int:
    """Return the points of the fish in ``haul``: more than five count as five (AM-R8)."""
    return int(state.components.shoal_points[min(haul >> AT_FISH & COUNT, MOST_FISH)])


@kernel
def corals_in(haul: int) -> int:
    """Return how many corals score in ``haul``: none if both kinds are in it (AM-R8)."""
    first, second = haul >> AT_CORAL_P & COUNT, haul >> AT_CORAL_O & COUNT
    return 0 if first and second else first + second


@kernel
def is_night(state: State, turn: int) -> bool:
    """Return whether the turn with index ``turn`` is by night, from the start die (AM-T2)."""
    start = (int(state.start_die) - 1) * int(state.components.places_per_pip)
    return bool(state.components.nights[(start + turn) % NUM_TURNS])


@kernel
def credit(state: State, me: Record, haul: int) -> None:
    """Note what a box of this turn scores; every wreck it completes brings a bonus (AM-R8)."""
    me.shoal_points += shoal_in(state, haul)
    me.corals += corals_in(haul)
    me.jellyfish += haul >> AT_JELLYFISH & COUNT
    if is_night(state, state.round_number):
        me.cuttlefish += haul >> AT_CUTTLEFISH & COUNT
        me.beacons_night += haul >> AT_BEACON & COUNT
    else:
        me.stingrays += haul >> AT_STINGRAY & COUNT
        me.beacons_day += haul >> AT_BEACON & COUNT
    me.flag_points[me.dive] = max(int(me.flag_points[me.dive]), flag_in(state, haul))
    for wreck in range(NUM_WRECKS):
        squares = wreck_in(haul, wreck)
        me.wreck_squares[wreck] += squares
        if squares and me.wreck_squares[wreck] == state.wreck_sizes[wreck]:
            me.wrecks += 1
            me.bonuses_due += 1


@kernel
def beacon_pairs(me: Record) -> int:
    """Return the pairs of one beacon by day and one by night (AM-R8)."""
    return min(int(me.beacons_day), int(me.beacons_night))


@kernel
def scored_flags(me: Record) -> int:
    """Return how many flags score: at most one a dive (AM-R8)."""
    flags = 0
    for dive in range(MAX_DIVES):
        flags += me.flag_points[dive] > 0
    return flags


@kernel
def bonus_count(me: Record, bonus: int) -> int:
    """Return how many scoring things the wreck bonus ``bonus`` counts, of all dives (AM-R8)."""
    if bonus == BONUS_CUTTLEFISH:
        return int(me.cuttlefish)
    if bonus == BONUS_CORAL:
        return int(me.corals)
    if bonus == BONUS_FLAG:
        return int(scored_flags(me))
    if bonus == BONUS_BEACONS:
        return int(beacon_pairs(me))
    if bonus == BONUS_STINGRAY:
        return int(me.stingrays)
    return int(me.wrecks)


@kernel
def points(state: State, me: Record) -> int:
    """Return the points of a sheet, which may be negative (AM-R8)."""
    pay = state.components
    total = int(me.shoal_points)
    total += int(me.stingrays) * int(pay.stingray_points)
    total += int(me.cuttlefish) * int(pay.cuttlefish_points)
    total += int(me.corals) * int(pay.coral_points)
    total += int(me.jellyfish) * int(pay.jellyfish_points)
    total += beacon_pairs(me) * int(pay.pair_points)
    for dive in range(MAX_DIVES):
        total += int(me.flag_points[dive])
    for bonus in range(NUM_BONUSES):
        if me.bonuses[bonus]:
            total += bonus_count(me, bonus) * int(pay.bonus_points[bonus])
    return int(total)


@kernel
def medal(state: State, me: Record) -> int:
    """Return how many marks every dive has passed: 0 none, 1 bronze, 2 silver, 3 gold (AM-R9)."""
    passed = NUM_MARKS
    for dive in range(state.components.num_dives):
        while passed and me.deepest[dive] < state.components.mark_rows[passed - 1]:
            passed -= 1
    return passed


@kernel
def read_solo(states: Array, out: Array) -> None:
    """Write points and medal of the lone player of ``states[0]``, as at the turn's start."""
    sheet = states[0].shown.players[0]
    out[0] = points(states[0], sheet)
    out[1] = medal(states[0], sheet)

"""The numbers of a sheet, one row of ``sheets`` in every view."""

from ...core.features import Column, bounded, one_hot, player_in, row_feature, starts
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Record, State
from .boxes import last_bounds
from .scoring import points
from .state import (
    BONUS_WORDS,
    MAX_DIVES,
    NO_ROW,
    NUM_BONUSES,
    NUM_COLUMNS,
    NUM_ROWS,
    NUM_WRECKS,
)

MANY_POINTS = 400.0  # more than Reef A holds
MOST_PAID = 30.0  # by one square
LAST_ROW = NUM_ROWS - 1
LAST_COLUMN = NUM_COLUMNS - 1
NUM_SHEETS = 1 + MAX_PLAYERS
_MANY_SHOAL_POINTS = 100.0
_MANY_CORALS = 40.0
_MANY = 20.0  # things of another kind

COLUMNS = (
    Column("present", 1, "1: in the game"),
    Column("diving", 1, "1 until the last dive has ended"),
    Column("points", 1, "/ 400"),
    Column("air", 1, "/ full tank"),
    Column("air_due", 1, "still to cross off for this turn's box / full tank"),
    Column("shoal_points", 1, "/ 100"),
    Column("corals", 1, "that score / 40"),
    Column("jellyfish", 1, "/ 20"),
    Column("stingrays", 1, "that score / 20"),
    Column("cuttlefish", 1, "that score / 20"),
    Column("beacons_day", 1, "/ 20"),
    Column("beacons_night", 1, "/ 20"),
    Column("wrecks", 1, "enclosed whole / 4"),
    Column("has_box", 1, "1: the dive has a box"),
    Column("bounds", 4, "of its last box, or of the boats: rows / 21 and columns / 21"),
    Column("dive", MAX_DIVES, "current dive, one-hot"),
    Column("deepest", MAX_DIVES, "row + 1 by dive / 22, 0: not taken"),
    Column("flag_points", MAX_DIVES, "by dive / 30"),
    Column("wreck_shares", NUM_WRECKS, "enclosed of the wrecks W to Z"),
    Column("bonuses", NUM_BONUSES, f"circled: {', '.join(BONUS_WORDS)}"),
)
SHEET = starts(COLUMNS)
SHEETS = row_feature(
    "sheets",
    NUM_SHEETS,
    COLUMNS,
    "the player's sheet now, then all as at the turn's start, the player's first, then clockwise",
)


@kernel
def write_bounds(state: State, me: Record, row: Array) -> None:
    """Fill the bounds of the last box of the dive, or of the boats."""
    top, bottom, left, right = last_bounds(state, me)
    row[SHEET.has_box] = me.anchor_top != NO_ROW
    row[SHEET.bounds] = top / LAST_ROW
    row[SHEET.bounds + 1] = bottom / LAST_ROW
    row[SHEET.bounds + 2] = left / LAST_COLUMN
    row[SHEET.bounds + 3] = right / LAST_COLUMN


@kernel
def write_counts(me: Record, row: Array) -> None:
    """Fill what a sheet scores with."""
    row[SHEET.shoal_points] = bounded(me.shoal_points, _MANY_SHOAL_POINTS)
    row[SHEET.corals] = bounded(me.corals, _MANY_CORALS)
    row[SHEET.jellyfish] = bounded(me.jellyfish, _MANY)
    row[SHEET.stingrays] = bounded(me.stingrays, _MANY)
    row[SHEET.cuttlefish] = bounded(me.cuttlefish, _MANY)
    row[SHEET.beacons_day] = bounded(me.beacons_day, _MANY)
    row[SHEET.beacons_night] = bounded(me.beacons_night, _MANY)
    row[SHEET.wrecks] = me.wrecks / NUM_WRECKS


@kernel
def write_sheet(state: State, me: Record, row: Array) -> None:
    """Fill the numbers of a sheet."""
    row[SHEET.present] = 1.0
    row[SHEET.diving] = me.dive < state.components.num_dives
    row[SHEET.points] = bounded(points(state, me), MANY_POINTS)
    row[SHEET.air] = me.air / state.components.tank_air
    row[SHEET.air_due] = bounded(me.air_due, state.components.tank_air)
    write_counts(me, row)
    write_bounds(state, me, row)
    one_hot(row[SHEET.dive : SHEET.deepest], me.dive)
    for dive in range(MAX_DIVES):
        row[SHEET.deepest + dive] = (me.deepest[dive] + 1) / NUM_ROWS
        row[SHEET.flag_points + dive] = me.flag_points[dive] / MOST_PAID
    for wreck in range(NUM_WRECKS):
        squares = max(1, int(state.wreck_sizes[wreck]))
        row[SHEET.wreck_shares + wreck] = me.wreck_squares[wreck] / squares
    for bonus in range(NUM_BONUSES):
        row[SHEET.bonuses + bonus] = me.bonuses[bonus]


@kernel
def write_sheets(state: State, player: int, sheets: Array) -> None:
    """Fill ``sheets``; of the others only the turn's start is seen (AM-R1)."""
    write_sheet(state, state.now.players[player], sheets[0])
    write_shown_sheets(state, player, sheets)


@kernel
def write_shown_sheets(state: State, player: int, sheets: Array) -> None:
    """Fill the rows of ``sheets`` for all sheets as at the turn's start."""
    for seat in range(MAX_PLAYERS):
        if seat < state.num_players:
            shown = state.shown.players[player_in(state, player, seat)]
            write_sheet(state, shown, sheets[1 + seat])
        else:
            sheets[1 + seat][:] = 0.0

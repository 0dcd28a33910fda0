"""How a game of Aquamarine lies in memory.

A set of squares is one int32 a row, bit ``column``. What a player did in the unfinished turn is in
``now.players[p]`` alone; ``shown`` holds all sheets as of the turn's start, which is all that the
other players may see (AM-R1).

Kernels calculate in int64 when compiled, but as narrowly as their fields when they run as Python.
So ``int`` stands around what a kernel returns, and around a counter or id that is multiplied or
shifts; compiled it does nothing. Rows of squares need none: int32 has room for NUM_COLUMNS bits
and a shift by one.
"""

import numpy as np

from ...core.ranges import between, bits_of, one_of, one_of_or_none, up_to
from ...core.state import MAX_PLAYERS, FieldSpec, record_dtype, state_dtype

NUM_ROWS = 22
NUM_COLUMNS = 22
NUM_SQUARES = NUM_ROWS * NUM_COLUMNS
ROW_MASK = (1 << NUM_COLUMNS) - 1  # a row with every square in it
NUM_DICE = 2
MAX_PIPS = 6
NUM_TURNS = 24
MAX_DIVES = 3
NUM_MARKS = 3
NUM_FLAGS = 6
NUM_WRECKS = 4
MOST_FISH = 5  # more in one box count as this many
NO_ROW = -1

# What component files may hold.
MOST_EXTRA = 2  # squares of a free box more than pips
MOST_POINTS = 30
MOST_AIR = 60
MOST_ROCKS = 150  # the rest of a random reef must fit and stay in one piece

MOST_SQUARES = MAX_PIPS + MOST_EXTRA  # of a box
MOST_ENCLOSED = NUM_TURNS * MOST_SQUARES  # of all boxes of a player

# What a square holds. The kinds before the flags are counted in four bits each, see scoring.py.
WATER, ROCK, FISH, CORAL_P, CORAL_O, JELLYFISH, BUBBLE, STINGRAY, CUTTLEFISH, BEACON = range(10)
WRECK = 10  # the first of NUM_WRECKS kinds, one a wreck
FLAG = WRECK + NUM_WRECKS  # the first of NUM_FLAGS kinds, in the order of their points
NUM_KINDS = FLAG + NUM_FLAGS
KIND_LETTERS = ".#fPOjascbWXYZ123456"
KIND_WORDS = (
    *("water", "rock", "fish", "coral P", "coral O", "jellyfish", "bubble", "stingray"),
    *("cuttlefish", "beacon", "wreck W", "wreck X", "wreck Y", "wreck Z"),
    *("flag 1", "flag 2", "flag 3", "flag 4", "flag 5", "flag 6"),
)

# What a player is asked, ``phase``.
WAITING, MOVE, PLACE, GROW, BONUS = range(5)
PHASE_WORDS = ("waiting", "move", "place", "grow", "bonus")

# The wreck bonuses, in the order of their actions.
BONUS_CUTTLEFISH, BONUS_CORAL, BONUS_FLAG, BONUS_WRECK, BONUS_BEACONS, BONUS_STINGRAY = range(6)
BONUS_WORDS = ("cuttlefish", "coral", "flag", "wreck", "beacons", "stingray")
NUM_BONUSES = len(BONUS_WORDS)

END_TURNS, END_DIVES = range(2)
END_REASONS = ("all turns played", "all dives done")

MEDAL_WORDS = ("none", "bronze", "silver", "gold")  # by the number of marks passed

SQUARES: FieldSpec = (bits_of(NUM_COLUMNS), (NUM_ROWS,))

_POINTS = up_to(MOST_POINTS)
_POINTS_OR_LOSS = between(-MOST_POINTS, MOST_POINTS)
_ENCLOSED = up_to(MOST_ENCLOSED, np.int16)
_YES_OR_NO = up_to(1)

COMPONENTS = record_dtype(
    [
        ("num_dives", between(1, MAX_DIVES)),
        ("tank_air", between(1, MOST_AIR)),
        ("boats", bits_of(NUM_COLUMNS)),  # columns of row 0 under a boat
        ("depth_air", up_to(MOST_AIR), (NUM_ROWS,)),  # air that a box costs by its deepest row
        ("mark_rows", one_of(NUM_ROWS), (NUM_MARKS,)),  # rising
        ("nights", _YES_OR_NO, (NUM_TURNS,)),  # by place on the turn track
        ("places_per_pip", up_to(NUM_TURNS)),  # of the start die
        ("doubles_extra", up_to(MOST_EXTRA)),
        ("shoal_points", _POINTS, (MOST_FISH + 1,)),
        ("stingray_points", _POINTS_OR_LOSS),
        ("cuttlefish_points", _POINTS_OR_LOSS),
        ("coral_points", _POINTS_OR_LOSS),
        ("jellyfish_points", _POINTS_OR_LOSS),
        ("pair_points", _POINTS),
        ("flag_points", between(1, MOST_POINTS), (NUM_FLAGS,)),  # rising
        ("bonus_points", _POINTS, (NUM_BONUSES,)),
        # the least points of each rank but the first
        ("rank_points", up_to(np.iinfo(np.int16).max, np.int16), (4,)),
        ("reef_counts", up_to(MOST_ROCKS, np.int16), (NUM_KINDS,)),  # random; wrecks in squares
        ("reef_rows", one_of(NUM_ROWS, np.int16), (NUM_KINDS, 2)),  # random; first, last, by kind
    ]
)

PLAYER = record_dtype(
    [
        # the turn so far
        ("phase", one_of(PHASE_WORDS)),  # the open question, WAITING when the turn is finished
        ("width", up_to(MAX_PIPS)),  # of the rectangle chosen, 0: none
        ("height", up_to(MAX_PIPS)),
        # still to choose for a free box; the first square is chosen when it begins
        ("squares_left", up_to(MOST_SQUARES - 1)),
        ("bonuses_due", up_to(NUM_WRECKS)),  # wrecks explored whose bonus is not chosen yet
        # to cross off when the bonuses are chosen: for depth, and the difference of the dice
        ("air_due", up_to(MOST_AIR + MAX_PIPS - 1)),
        ("box", *SQUARES),  # drawn in this turn, or growing
        # the dives
        ("dive", up_to(MAX_DIVES)),  # index of the current dive, num_dives: the player is done
        ("air", up_to(MOST_AIR)),  # left in the current tank
        ("anchor_top", one_of_or_none(NUM_ROWS)),  # rows of the last box of the dive
        ("anchor_bottom", one_of_or_none(NUM_ROWS)),
        ("anchor", *SQUARES),  # the last box of the dive, which the next one touches
        ("drawn", *SQUARES),  # all boxes of the dive
        ("free", *SQUARES),  # neither rock, drawn nor too close to an earlier dive
        ("deepest", one_of_or_none(NUM_ROWS), (MAX_DIVES,)),  # row, by dive
        # what scores
        ("shoal_points", up_to(NUM_TURNS * MOST_POINTS, np.int16)),
        ("stingrays", _ENCLOSED),  # by day
        ("cuttlefish", _ENCLOSED),  # by night
        ("corals", _ENCLOSED),
        ("jellyfish", _ENCLOSED),
        ("beacons_day", _ENCLOSED),
        ("beacons_night", _ENCLOSED),
        ("wrecks", up_to(NUM_WRECKS)),  # fully explored
        ("wreck_squares", _ENCLOSED, (NUM_WRECKS,)),  # enclosed so far
        ("flag_points", _POINTS, (MAX_DIVES,)),  # of the best flag, by dive
        ("bonuses", _YES_OR_NO, (NUM_BONUSES,)),  # circled
    ]
)


# Numba copies a record of this length in one piece, but an array of records byte by byte.
PLAYERS = record_dtype([("players", PLAYER, (MAX_PLAYERS,))])


CHANCE = (
    ("start_die", between(1, MAX_PIPS)),
    ("dice", between(1, MAX_PIPS), (NUM_DICE,)),  # of this turn
    ("squares", one_of(NUM_KINDS), (NUM_ROWS, NUM_COLUMNS)),  # kinds
)

STATE = state_dtype(
    506,
    [
        ("random_reef", np.bool_),  # draw ``squares`` from the seed
        *CHANCE,
        ("water", *SQUARES),  # everything but rocks
        ("things", *SQUARES),  # neither rock nor plain water
        # in squares, 0: not on this sheet
        ("wreck_sizes", up_to(NUM_SQUARES, np.int16), (NUM_WRECKS,)),
        ("patch", *SQUARES),  # where kernels, which allocate nothing, fill areas; else empty
        ("enclosed", up_to(NUM_TURNS), (MAX_PLAYERS, NUM_ROWS, NUM_COLUMNS)),  # turn + 1, 0: not
        ("now", PLAYERS),
        ("shown", PLAYERS),  # as at the turn's start
        ("components", COMPONENTS),
    ],
)

WORDS = {"phase": PHASE_WORDS, "squares": KIND_WORDS}

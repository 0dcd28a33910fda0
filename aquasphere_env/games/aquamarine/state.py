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

from ...core.state import MAX_PLAYERS, FieldSpec, record_dtype, state_dtype

NUM_ROWS = 22
NUM_COLUMNS = 22
NUM_SQUARES = NUM_ROWS * NUM_COLUMNS
ROW_MASK = (1 << NUM_COLUMNS) - 1  # a row with every square in it
NUM_DICE = 2
NUM_TURNS = 24
MAX_DIVES = 3
NUM_MARKS = 3
NUM_FLAGS = 6
NUM_WRECKS = 4
MOST_FISH = 5  # more in one box count as this many
NO_ROW = -1

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

SQUARES: FieldSpec = (np.int32, (NUM_ROWS,))

COMPONENTS = record_dtype(
    [
        ("num_dives", np.int8),
        ("tank_air", np.int8),
        ("boats", np.int32),  # columns of row 0 under a boat
        ("depth_air", np.int8, (NUM_ROWS,)),  # air that a box costs by its deepest row
        ("mark_rows", np.int8, (NUM_MARKS,)),  # rising
        ("nights", np.int8, (NUM_TURNS,)),  # 1 or 0, by place on the turn track
        ("places_per_pip", np.int8),  # of the start die
        ("doubles_extra", np.int8),
        ("shoal_points", np.int8, (MOST_FISH + 1,)),
        ("stingray_points", np.int8),
        ("cuttlefish_points", np.int8),
        ("coral_points", np.int8),
        ("jellyfish_points", np.int8),
        ("pair_points", np.int8),
        ("flag_points", np.int8, (NUM_FLAGS,)),  # rising
        ("bonus_points", np.int8, (NUM_BONUSES,)),
        ("rank_points", np.int16, (4,)),  # the least of each rank but the first
        ("reef_counts", np.int16, (NUM_KINDS,)),  # of a random reef; wrecks in squares
        ("reef_rows", np.int16, (NUM_KINDS, 2)),  # of a random reef, first and last, by kind
    ]
)

PLAYER = record_dtype(
    [
        # the turn so far
        ("phase", np.int8),  # the open question, WAITING when the turn is finished
        ("width", np.int8),  # of the rectangle chosen, 0: none
        ("height", np.int8),
        ("squares_left", np.int8),  # still to choose for a free box
        ("bonuses_due", np.int8),  # wrecks explored whose bonus is not chosen yet
        ("air_due", np.int8),  # to cross off when the bonuses are chosen
        ("box", *SQUARES),  # drawn in this turn, or growing
        # the dives
        ("dive", np.int8),  # index of the current dive, num_dives: the player is done
        ("air", np.int8),  # left in the current tank
        ("anchor_top", np.int8),  # rows of the last box of the dive, NO_ROW: none yet
        ("anchor_bottom", np.int8),
        ("anchor", *SQUARES),  # the last box of the dive, which the next one touches
        ("drawn", *SQUARES),  # all boxes of the dive
        ("free", *SQUARES),  # neither rock, drawn nor too close to an earlier dive
        ("deepest", np.int8, (MAX_DIVES,)),  # row, by dive, NO_ROW: not taken yet
        # what scores
        ("shoal_points", np.int16),
        ("stingrays", np.int16),  # by day
        ("cuttlefish", np.int16),  # by night
        ("corals", np.int16),
        ("jellyfish", np.int16),
        ("beacons_day", np.int16),
        ("beacons_night", np.int16),
        ("wrecks", np.int8),  # fully explored
        ("wreck_squares", np.int16, (NUM_WRECKS,)),  # enclosed so far
        ("flag_points", np.int8, (MAX_DIVES,)),  # of the best flag, by dive
        ("bonuses", np.int8, (NUM_BONUSES,)),  # 1: circled
    ]
)


# Numba copies a record of this length in one piece, but an array of records byte by byte.
PLAYERS = record_dtype([("players", PLAYER, (MAX_PLAYERS,))])


CHANCE = (
    ("start_die", np.int8),  # 1..6
    ("dice", np.int8, (NUM_DICE,)),  # 1..6, of this turn
    ("squares", np.int8, (NUM_ROWS, NUM_COLUMNS)),  # kinds
)

STATE = state_dtype(
    506,
    [
        ("random_reef", np.bool_),  # draw ``squares`` from the seed
        *CHANCE,
        ("water", *SQUARES),  # everything but rocks
        ("things", *SQUARES),  # neither rock nor plain water
        ("wreck_sizes", np.int16, (NUM_WRECKS,)),  # in squares, 0: not on this sheet
        ("patch", *SQUARES),  # where kernels, which allocate nothing, fill areas; else empty
        ("enclosed", np.int8, (MAX_PLAYERS, NUM_ROWS, NUM_COLUMNS)),  # turn + 1, 0: not
        ("now", PLAYERS),
        ("shown", PLAYERS),  # as at the turn's start
        ("components", COMPONENTS),
    ],
)

WORDS = {"phase": PHASE_WORDS, "squares": KIND_WORDS}

"""The pieces of OctoDice and the record of a game."""

import numpy as np

from ...core.state import MAX_PLAYERS, record_dtype, state_dtype
from .actions import ACTIONS, COLOURS

SYMBOLS = ("crystal", "research", "lab", "bot", "submarine", "octopus")
CRYSTAL, RESEARCH, LAB, BOT, SUBMARINE, OCTOPUS = range(6)
NUM_SYMBOLS = len(SYMBOLS)

YELLOW = 0  # first of COLOURS
NUM_COLOURS = len(COLOURS)
BLACK_FACES = (*COLOURS, "octopus")
NUM_BLACK_FACES = len(BLACK_FACES)
OCTOPUS_FACE = 5  # stands where a black die has no colour
NO_NUMBER = -1  # the number of an octopus face
NUM_NUMBERS = 3

NUM_WHITE = 3
NUM_BLACK = 3
NUM_DICE = NUM_WHITE + NUM_BLACK
NUM_FACES = 6

NUM_LEVELS = 3
NUM_COLUMNS = 3
TOP_LEVEL = NUM_LEVELS - 1
ABOVE = -1  # the level of a marker that has not entered its column

TILES = tuple(f"{letter}{side}" for letter in "ABCDEFGHI" for side in (1, 2))
TILE_NAMES = (
    *("Flexi-Lab", "Octo-Plus", "Flexi-Tec", "Plus-Tec", "Sub-Plus", "Flexi-Sub"),
    *("Crystal-Plus", "Plus-Bot", "Plus-Lab", "Flexi-Level", "Octo-Sub", "Octo-Catch"),
    *("Super-Lab V", "Super-Lab H", "Super-Octo", "Super-Sub", "Super-Level", "Super-Copy"),
)
NUM_TILES = len(TILES)
NUM_SIDES = 2
SIDES_PER_LEVEL = NUM_COLUMNS * NUM_SIDES
FLEXI_LAB, OCTO_PLUS, FLEXI_TEC, PLUS_TEC, SUB_PLUS, FLEXI_SUB = range(6)
CRYSTAL_PLUS, PLUS_BOT, PLUS_LAB, FLEXI_LEVEL, OCTO_SUB, OCTO_CATCH = range(6, 12)
SUPER_LAB_V, SUPER_LAB_H, SUPER_OCTO, SUPER_SUB, SUPER_LEVEL, SUPER_COPY = range(12, 18)
ONCE_A_TURN = {  # fields that say whether the function was used this turn, by tile side
    FLEXI_LAB: "flexi_lab_used",
    FLEXI_TEC: "flexi_tec_used",
    FLEXI_SUB: "flexi_sub_used",
}
NOT_LAID = -1  # the column of a tile side that is not in the game

NUM_BOT_CIRCLES = 2
NUM_PLACES = 2
OCTOPUSES_WANTED = 2
OCTOPUS_PENALTY = 2
BONUS_ROWS = 7  # octopus bonus for 0..6 octopuses

NUM_THIRDS = 3
TURNS_PER_THIRD = 2
SOLO_TURNS_PER_THIRD = 3
MAX_TURNS = NUM_THIRDS * SOLO_TURNS_PER_THIRD
MAIN_ACTIONS = 2
BONUS_ACTIONS = 2  # in a third

PHASES = (
    *("first keep", "second keep", "main", "bonus", "virtual bonus"),
    *("super-level", "super-copy"),
)
FIRST_KEEP, SECOND_KEEP, MAIN, BONUS, VIRTUAL_BONUS, SUPER_LEVEL_PHASE, SUPER_COPY_PHASE = range(7)

SOURCES = (*SYMBOLS, "interim", "missing octopuses", "crystal places", "lab tiles")
INTERIM, MISSING_OCTOPUSES, CRYSTAL_PLACES, LAB_TILES = range(6, 10)
NUM_SOURCES = len(SOURCES)

COMPONENTS = record_dtype(
    [
        ("white_faces", np.int8, (NUM_FACES,)),  # symbol
        ("black_colours", np.int8, (NUM_BLACK, NUM_FACES)),  # colour or OCTOPUS_FACE
        ("black_numbers", np.int8, (NUM_BLACK, NUM_FACES)),  # 0..2 or NO_NUMBER
        ("crystal_circles", np.int8),
        ("research_points", np.int8, (NUM_COLOURS,)),
        ("bot_points", np.int8, (NUM_BOT_CIRCLES,)),
        ("octopus_bonus", np.int8, (BONUS_ROWS,)),  # by number of octopuses
        ("crystal_places", np.int8, (NUM_PLACES,)),
        ("super_lab_v", np.int8, (NUM_COLUMNS + 1,)),  # by number of complete columns
        ("super_lab_h", np.int8, (NUM_LEVELS + 1,)),  # by number of complete rows
        ("super_octo", np.int8, (NUM_THIRDS + 1,)),  # by number of thirds with both octopuses
    ]
)

PLAYER = record_dtype(
    [
        ("points", np.int16),  # sum of ``earned``
        ("earned", np.int16, (len(SOURCES),)),  # points by source
        ("crystals", np.int8),  # circles marked
        ("research", np.int8),  # circles marked, in the order of the colours
        ("markers", np.int8, (NUM_COLUMNS,)),  # level reached in each column or ABOVE
        ("bots", np.int8, (NUM_COLOURS,)),  # circles marked, 0..2
        ("submarines", np.int8, (NUM_COLOURS,)),  # circles marked, 0 or 1
        ("octopuses", np.int8, (NUM_THIRDS,)),  # marked, 0..2
        ("bonus_used", np.int8),  # bonus actions taken in this third, 0..2
    ]
)

STATE = state_dtype(
    len(ACTIONS),
    [
        ("active_player", np.int8),  # whose turn it is; others decide on their bonus actions
        ("phase", np.int8),  # the open question, index into PHASES
        ("asked", np.int8),  # seats passed when asking for bonus actions and Super tiles
        ("main_actions", np.int8),  # carried out this turn, 0..2
        ("white", np.int8, (NUM_WHITE,)),  # symbol shown by each white die
        ("colour", np.int8, (NUM_BLACK,)),  # shown by each black die, or OCTOPUS_FACE
        ("number", np.int8, (NUM_BLACK,)),  # shown by each black die, or NO_NUMBER
        ("kept", np.int8, (NUM_DICE,)),  # 1 for dice set aside by choice; white dice first
        ("used", np.int8, (NUM_DICE,)),  # 1 for dice spent on main actions this turn
        ("flexi_lab_used", np.bool_),  # functions "once per turn" spent this turn
        ("flexi_tec_used", np.bool_),
        ("flexi_sub_used", np.bool_),
        ("lab", np.int8, (NUM_LEVELS, NUM_COLUMNS)),  # tile side laid in each place
        ("tile_column", np.int8, (NUM_TILES,)),  # column of each tile side or NOT_LAID
        ("virtual_player", np.bool_),  # option: the two-player variant
        ("random_lab", np.bool_),  # option: ``deal`` draws the lab
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("components", COMPONENTS),
    ],
)

CHANCE = ("lab", "white", "colour", "number")  # fields that ``deal`` fills
END_REASONS = ("all turns played",)
WORDS = {"phase": PHASES, "white": SYMBOLS, "colour": BLACK_FACES, "lab": TILES}

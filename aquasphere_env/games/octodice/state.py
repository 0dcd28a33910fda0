"""The pieces of OctoDice and the record of a game."""

import numpy as np

from ...core.ranges import FLAG, between, one_of, one_of_or_none, up_to
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
STEPS_TO_PLUS_LAB = 2  # which it does not pay for
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

MAX_POINTS = 20  # of one entry of a component file: sums of a game stay far inside int16
MAX_CIRCLES = 20  # for crystals
OCTOPUS_ACTIONS = NUM_THIRDS * (TURNS_PER_THIRD + BONUS_ACTIONS)  # more than the 9 alone
MOST_EARNED = (  # by source, functions included
    MAX_CIRCLES * NUM_NUMBERS,  # 2 and Crystal-Plus
    NUM_COLOURS * (MAX_POINTS + 1),
    NUM_COLUMNS * NUM_LEVELS - STEPS_TO_PLUS_LAB,
    NUM_COLOURS * NUM_BOT_CIRCLES * (MAX_POINTS + 1),
    NUM_COLOURS,
    OCTOPUS_ACTIONS * (MAX_POINTS + 1),
    NUM_THIRDS * NUM_COLOURS * NUM_BOT_CIRCLES,
    0,
    MAX_POINTS,
    3 * MAX_POINTS,  # tiles G and H, and a copy of one
)
LEAST_EARNED = -NUM_THIRDS * OCTOPUS_PENALTY

COMPONENTS = record_dtype(
    [
        ("white_faces", one_of(SYMBOLS), (NUM_FACES,)),
        ("black_colours", one_of(BLACK_FACES), (NUM_BLACK, NUM_FACES)),
        ("black_numbers", one_of_or_none(NUM_NUMBERS), (NUM_BLACK, NUM_FACES)),  # or NO_NUMBER
        ("crystal_circles", between(1, MAX_CIRCLES)),
        ("research_points", up_to(MAX_POINTS), (NUM_COLOURS,)),
        ("bot_points", up_to(MAX_POINTS), (NUM_BOT_CIRCLES,)),
        ("octopus_bonus", up_to(MAX_POINTS), (BONUS_ROWS,)),  # by number of octopuses
        ("crystal_places", up_to(MAX_POINTS), (NUM_PLACES,)),
        ("super_lab_v", up_to(MAX_POINTS), (NUM_COLUMNS + 1,)),  # by number of complete columns
        ("super_lab_h", up_to(MAX_POINTS), (NUM_LEVELS + 1,)),  # by number of complete rows
        ("super_octo", up_to(MAX_POINTS), (NUM_THIRDS + 1,)),  # by thirds with both octopuses
    ]
)

PLAYER = record_dtype(
    [
        ("points", between(LEAST_EARNED, sum(MOST_EARNED), np.int16)),  # sum of ``earned``
        (
            "earned",  # points by source
            between(LEAST_EARNED, max(MOST_EARNED), np.int16),
            (NUM_SOURCES,),
        ),
        ("crystals", up_to(MAX_CIRCLES)),  # circles marked
        ("research", up_to(NUM_COLOURS)),  # circles marked, in the order of the colours
        ("markers", one_of_or_none(NUM_LEVELS), (NUM_COLUMNS,)),  # level reached or ABOVE
        ("bots", up_to(NUM_BOT_CIRCLES), (NUM_COLOURS,)),  # circles marked
        ("submarines", FLAG, (NUM_COLOURS,)),  # circles marked
        ("octopuses", up_to(OCTOPUSES_WANTED), (NUM_THIRDS,)),  # marked
        ("bonus_used", up_to(BONUS_ACTIONS)),  # bonus actions taken in this third
    ]
)

STATE = state_dtype(
    len(ACTIONS),
    [
        ("active_player", one_of(MAX_PLAYERS)),  # whose turn it is; others decide on bonus actions
        ("phase", one_of(PHASES)),  # the open question
        ("asked", up_to(MAX_PLAYERS)),  # seats passed when asking for bonus actions and Super tiles
        ("main_actions", up_to(MAIN_ACTIONS)),  # carried out this turn
        ("white", one_of(SYMBOLS), (NUM_WHITE,)),  # shown by each white die
        ("colour", one_of(BLACK_FACES), (NUM_BLACK,)),  # shown by each black die, or OCTOPUS_FACE
        ("number", one_of_or_none(NUM_NUMBERS), (NUM_BLACK,)),  # shown, or NO_NUMBER
        ("kept", FLAG, (NUM_DICE,)),  # dice set aside by choice; white dice first
        ("used", FLAG, (NUM_DICE,)),  # dice spent on main actions this turn
        ("flexi_lab_used", np.bool_),  # functions "once per turn" spent this turn
        ("flexi_tec_used", np.bool_),
        ("flexi_sub_used", np.bool_),
        ("lab", one_of(TILES), (NUM_LEVELS, NUM_COLUMNS)),  # tile side laid in each place
        ("tile_column", one_of_or_none(NUM_COLUMNS), (NUM_TILES,)),  # of a side, or NOT_LAID
        ("virtual_player", np.bool_),  # option: the two-player variant
        ("random_lab", np.bool_),  # option: ``deal`` draws the lab
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("components", COMPONENTS),
    ],
)

CHANCE = ("lab", "white", "colour", "number")  # fields that ``deal`` fills
END_REASONS = ("all turns played",)
WORDS = {"phase": PHASES, "white": SYMBOLS, "colour": BLACK_FACES, "lab": TILES}

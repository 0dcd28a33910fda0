"""AquaSphere's state: the table, the players and the open question."""

import numpy as np

from ...core.ranges import FLAG
from ...core.state import MAX_PLAYERS, record_dtype, state_dtype

SYMBOLS = ("LAB", "TIME", "CRYSTAL", "OCTOPOD", "SUBMARINE", "RESEARCH", "PROGRAM")
LAB, TIME, CRYSTAL, OCTOPOD, SUBMARINE, RESEARCH, PROGRAM = range(len(SYMBOLS))
LETTERS = ("A", "B", "C", "D", "E", "F")
QUESTIONS = ("TURN", "THIRD_BOT", "RED_LINE", "LETTER", "CATCH", "SCORING")
TURN, THIRD_BOT, RED_LINE, LETTER, CATCH, SCORING = range(len(QUESTIONS))
STAGES = ("END_TURN", "ACT", "ASK_LETTERS", "INCOME", "COUNT")
END_TURN, ACT, ASK_LETTERS, INCOME, COUNT = range(len(STAGES))  # what follows open questions
KINDS = ("ROOM", "CATCH", "CROSS", "LEAVE", "LOCK", "HALF", "SIDEWAYS", "SCORING", "INSTANT")
ON_ROOM, ON_CATCH, CROSS, ON_LEAVE, FREE_LOCK, HALF_PRICE, SIDEWAYS, IN_SCORING, INSTANT = range(
    len(KINDS)
)  # research cards a to i
CAPACITIES = ("research", "crystals", "octopods", "time")
CAN_RESEARCH, CAN_CRYSTALS, CAN_OCTOPODS, CAN_TIME = range(len(CAPACITIES))

NUM_SECTORS = 6
NUM_SYMBOLS = len(SYMBOLS)
NUM_ROOMS = 7
START_ROOM = NUM_ROOMS  # the engineer's space before its first move of a round
NUM_ROUNDS = 4
NUM_REFILLS = NUM_ROUNDS - 1
NUM_COLORS = MAX_PLAYERS  # colours without a player are neutral, numbered after them
NUM_LABS, NUM_CARDS, NUM_LAYOUTS = 30, 41, 14
NUM_PROGRAM_CARDS = NUM_LAYOUTS // 2
SUBMARINES_EACH = 6
SUBMARINE_SPACES = 4
SUPPLY_SPACES = 14  # a 15th bot is programmed in the set-up
MAX_EXPANSIONS = 5
MAX_PROGRAMMED = 2
MAX_CARDS = 7  # 2 in the base lab, 1 an expansion
MAX_CATCH = 7
MAX_LETTERS = 2  # on one lab expansion
MAX_STACK = 1 + NUM_REFILLS  # cards or expansions in a sector
MAX_GAINS = MAX_CARDS + 1
NO_LETTER = NOTHING = -1
RED_LINE_EVERY = 10  # a red line stands before every multiple of this

LAB_TILE = record_dtype(
    [
        ("capacity", np.int8, (len(CAPACITIES),)),
        ("letters", np.int8, (MAX_LETTERS,)),  # in printed order, NO_LETTER where none
    ]
)
CARD = record_dtype(
    [
        ("kind", np.int8),
        ("symbol", np.int8),  # NOTHING for kinds that depict none
        ("time", np.int8),  # rewards
        ("crystals", np.int8),
        ("points", np.int8),
    ]
)
COMPONENTS = record_dtype(
    [
        ("labs", LAB_TILE, (NUM_LABS,)),
        ("cards", CARD, (NUM_CARDS,)),
        ("layouts", np.int8, (NUM_LAYOUTS, NUM_ROOMS)),  # symbol by room; sides of card c: 2c, 2c+1
        ("arrows", FLAG, (NUM_ROOMS + 1, NUM_ROOMS)),  # from room (last row: start) to room
        ("sideways", FLAG, (NUM_ROOMS + 1, NUM_ROOMS)),  # moves of the SIDEWAYS card
        ("exits", FLAG, (NUM_ROOMS + 1,)),  # rooms from which the engineer may pass
        ("locks", np.int8, (NUM_SECTORS,)),  # by letter: the lock on the clockwise side
        ("white", np.int8, (NUM_SECTORS,)),  # by letter: what the white area programs
        ("submarine_costs", np.int8, (SUBMARINE_SPACES,)),
        ("bot_caps", np.int8, (SUBMARINES_EACH + 1,)),  # by submarines placed
        ("base_capacity", np.int8, (len(CAPACITIES),)),
        ("bulbs", np.int8, (NUM_ROUNDS,)),  # points for a submarine or a research card
        ("refill_time", np.int8, (NUM_REFILLS, NUM_SECTORS)),  # by round and tile edge
        ("refill_crystals", np.int8, (NUM_REFILLS, NUM_SECTORS)),
        ("refill_octopods", np.int8, (NUM_REFILLS, NUM_SECTORS)),
        ("refill_neutral", FLAG, (NUM_REFILLS, NUM_SECTORS)),
        ("start_octopods", np.int8),  # in each player's starting sector
        ("start_crystals", np.int8),
        ("start_time", np.int8),
        ("other_octopods", np.int8, (2,)),  # in the two sectors drawn next
        ("other_crystals", np.int8, (2,)),
        ("neutral_submarines", np.int8),  # sectors that start with one, the last drawn
        ("neutral_bots", np.bool_),  # one in each sector where no player starts
        ("time_near_free_lock", np.int8),  # in hand at the start
        ("time_elsewhere", np.int8),
        ("loading_limit", np.int8),
        ("stock_time", np.int8),
        ("stock_crystals", np.int8),
        ("stock_octopods", np.int8),
    ]
)

SECTOR = record_dtype(
    [
        ("control", np.int8),  # the player whose bot controls the sector, or NOBODY
        ("loading", np.int8, (NUM_COLORS,)),  # bots in the loading station by colour
        ("submarines", np.int8, (SUBMARINE_SPACES,)),  # colour on each space, or NOBODY
        ("num_submarines", np.int8),
        ("time", np.int8),
        ("crystals", np.int8),
        ("octopods", np.int8),
        ("labs", np.int8, (MAX_STACK,)),  # ids of lab expansions, bottom first
        ("num_labs", np.int8),
        ("cards", np.int8, (MAX_STACK,)),  # ids of research cards, bottom first
        ("num_cards", np.int8),
    ]
)
PLAYER = record_dtype(
    [
        ("score", np.int16),  # knowledge points, the counter's space
        ("supply", np.int8),  # bots; 15 when all are at home
        ("submarines", np.int8),  # in supply
        ("programmed", FLAG, (NUM_SYMBOLS,)),
        ("num_programmed", np.int8),
        ("time", np.int8),
        ("crystals", np.int8),
        ("capacity", np.int8, (len(CAPACITIES),)),
        ("lab_letters", FLAG, (NUM_SECTORS,)),  # in the lab, the base lab's included
        ("labs", np.int8, (MAX_EXPANSIONS,)),  # ids, NOTHING where empty
        ("num_labs", np.int8),
        ("cards", np.int8, (MAX_CARDS,)),  # ids, NOTHING where empty
        ("num_cards", np.int8),
        ("kinds", np.int8, (len(KINDS),)),  # how many cards of each kind
        ("sideways_used", np.int8),
        ("engineer", np.int8),  # room or START_ROOM
        ("scientist", np.int8),  # ring position
        ("passed", np.bool_),
        ("paid", np.bool_),  # paid programming used: its time marker lies in the corner
    ]
)

CHANCE = (
    ("ring", np.int8, (NUM_SECTORS,)),  # letter of the sector at each ring position
    ("first_player", np.int8),
    ("base_letters", np.int8, (NUM_SECTORS,)),  # base labs as drawn: players, then other sectors
    ("lab_deck", np.int8, (NUM_LABS,)),  # next one at lab_drawn
    ("research_deck", np.int8, (NUM_CARDS,)),
    ("program_cards", np.int8, (NUM_ROUNDS,)),  # layout of each round
    ("rotations", np.int8, (NUM_REFILLS,)),  # of the center tiles, top first
)

NUM_TRAVELS = 4  # with and without card CROSS (1) and card FREE_LOCK (2)

STATE = state_dtype(
    85,
    [
        ("question", np.int8),
        ("stage", np.int8),
        ("acting_position", np.int8),  # sector of the action under way
        ("acting_symbol", np.int8),
        ("num_gains", np.int8),
        ("gains", np.int16, (MAX_GAINS,)),  # knowledge points still to move, next first
        ("letters", np.int8, (MAX_LETTERS,)),  # letters still to ask, or NO_LETTER
        ("income_taken", np.bool_),  # by the player who is asked in the scoring
        ("cards_used", np.int8, (NUM_SYMBOLS,)),  # that player's SCORING cards used in this scoring
        ("scoring_index", np.int8),  # that player's place in turn_order
        ("sums", np.int16, (MAX_PLAYERS,)),  # of the intermediate scoring
        ("turn_order", np.int8, (MAX_PLAYERS,)),  # players, NOBODY beyond num_players
        ("pass_order", np.int8, (MAX_PLAYERS,)),
        ("num_passed", np.int8),
        ("rooms", np.int8, (NUM_ROOMS,)),  # symbol in each room of the headquarters
        ("travel", np.int8, (NUM_TRAVELS, NUM_SECTORS, NUM_SECTORS)),  # cheapest, in time markers
        ("positions", np.int8, (NUM_SECTORS,)),  # ring position of each letter
        ("lab_drawn", np.int8),
        ("research_drawn", np.int8),
        ("stock_time", np.int8),
        ("stock_crystals", np.int8),
        ("stock_octopods", np.int8),
        ("neutral_left", np.int8, (NUM_COLORS,)),  # neutral submarines by colour
        *CHANCE,
        ("sectors", SECTOR, (NUM_SECTORS,)),  # by ring position
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("components", COMPONENTS),
    ],
)

END_REASONS = ("the fourth round was scored",)
WORDS = {
    "question": QUESTIONS,
    "stage": STAGES,
    "acting_symbol": SYMBOLS,
    "ring": LETTERS,
    "base_letters": LETTERS,
    "rooms": SYMBOLS,
    "letters": LETTERS,
}

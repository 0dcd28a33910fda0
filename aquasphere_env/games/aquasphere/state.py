"""AquaSphere's state: the table, the players and the open question."""

import numpy as np

from ...core.ranges import FLAG, between, one_of, one_of_or_none, up_to
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
MAJORITY, SHARED_MAJORITY = 6, 3
MOST_COUNTED = 6  # crystals, octopods or letters: more bring no more points
MOST_FOR_ALIKE = MOST_COUNTED * (MOST_COUNTED + 1) // 2
BOTS_EACH = SUPPLY_SPACES + 1
MOST_TO_DEAL = MAX_STACK * NUM_SECTORS  # expansions, and cards, that four rounds deal

# The most that a component file may ask for.
MOST_LOCK = 9
MOST_NUMBER = 99  # price of a submarine space, cap of bots in play, points in a bulb
MOST_BROUGHT = 20  # of a kind, that the set-up or a center tile brings to a sector
MOST_REWARD = 20  # of a kind, on a research card
MOST_BASE, MOST_ADDED = 20, 9  # capacity of a kind, of a base lab and of an expansion
MOST_HELD = MOST_BASE + MAX_EXPANSIONS * MOST_ADDED
MOST_LOADED = 60  # bots in a loading station
MOST_STOCK = 100  # of a kind

MOST_TRAVEL = NUM_SECTORS // 2 * MOST_LOCK  # the way with fewer locks
MOST_QUEUED = (MAX_PLAYERS - 1) * BOTS_EACH * MOST_REWARD  # every foreign bot leaves
MOST_SUM = MAJORITY + SUPPLY_SPACES + MOST_FOR_ALIKE
LEAST_SUM = -NUM_SECTORS * MOST_FOR_ALIKE
MOST_SCORE = 2**14  # no game comes near; gains that follow stay within int16

LAB_TILE = record_dtype(
    [
        ("capacity", up_to(MOST_ADDED), (len(CAPACITIES),)),
        ("letters", one_of_or_none(LETTERS), (MAX_LETTERS,)),  # in printed order
    ]
)
CARD = record_dtype(
    [
        ("kind", one_of(KINDS)),
        ("symbol", one_of_or_none(SYMBOLS)),
        ("time", up_to(MOST_REWARD)),  # rewards
        ("crystals", up_to(MOST_REWARD)),
        ("points", up_to(MOST_REWARD)),
    ]
)
COMPONENTS = record_dtype(
    [
        ("labs", LAB_TILE, (NUM_LABS,)),
        ("cards", CARD, (NUM_CARDS,)),
        # by room; the sides of card c are 2c and 2c + 1
        ("layouts", one_of(SYMBOLS), (NUM_LAYOUTS, NUM_ROOMS)),
        ("arrows", FLAG, (NUM_ROOMS + 1, NUM_ROOMS)),  # from room (last row: start) to room
        ("sideways", FLAG, (NUM_ROOMS + 1, NUM_ROOMS)),  # moves of the SIDEWAYS card
        ("exits", FLAG, (NUM_ROOMS + 1,)),  # rooms from which the engineer may pass
        ("locks", up_to(MOST_LOCK), (NUM_SECTORS,)),  # by letter: the lock on the clockwise side
        ("white", one_of(PROGRAM), (NUM_SECTORS,)),  # by letter: what the white area programs
        ("submarine_costs", up_to(MOST_NUMBER), (SUBMARINE_SPACES,)),
        ("bot_caps", up_to(MOST_NUMBER), (SUBMARINES_EACH + 1,)),  # by submarines placed
        ("base_capacity", up_to(MOST_BASE), (len(CAPACITIES),)),
        ("bulbs", up_to(MOST_NUMBER), (NUM_ROUNDS,)),  # points for a submarine or a research card
        ("refill_time", up_to(MOST_BROUGHT), (NUM_REFILLS, NUM_SECTORS)),  # by round and tile edge
        ("refill_crystals", up_to(MOST_BROUGHT), (NUM_REFILLS, NUM_SECTORS)),
        ("refill_octopods", up_to(MOST_BROUGHT), (NUM_REFILLS, NUM_SECTORS)),
        ("refill_neutral", FLAG, (NUM_REFILLS, NUM_SECTORS)),
        ("start_octopods", up_to(MOST_BROUGHT)),  # in each player's starting sector
        ("start_crystals", up_to(MOST_BROUGHT)),
        ("start_time", up_to(MOST_BROUGHT)),
        ("other_octopods", up_to(MOST_BROUGHT), (2,)),  # in the two sectors drawn next
        ("other_crystals", up_to(MOST_BROUGHT), (2,)),
        ("neutral_submarines", up_to(NUM_SECTORS)),  # sectors that start with one, the last drawn
        ("neutral_bots", np.bool_),  # one in each sector where no player starts
        ("time_near_free_lock", up_to(MOST_BASE)),  # in hand at the start
        ("time_elsewhere", up_to(MOST_BASE)),
        ("loading_limit", up_to(MOST_LOADED)),
        ("stock_time", up_to(MOST_STOCK)),
        ("stock_crystals", up_to(MOST_STOCK)),
        ("stock_octopods", up_to(MOST_STOCK)),
    ]
)

SECTOR = record_dtype(
    [
        ("control", one_of_or_none(MAX_PLAYERS)),  # whose bot controls the sector
        ("loading", up_to(BOTS_EACH), (NUM_COLORS,)),  # bots in the loading station by colour
        ("submarines", one_of_or_none(NUM_COLORS), (SUBMARINE_SPACES,)),  # colour on each space
        ("num_submarines", up_to(SUBMARINE_SPACES)),
        ("time", up_to(MOST_STOCK)),
        ("crystals", up_to(MOST_STOCK)),
        ("octopods", up_to(MOST_STOCK)),
        ("labs", one_of_or_none(NUM_LABS), (MAX_STACK,)),  # expansions, bottom first
        ("num_labs", up_to(MAX_STACK)),
        ("cards", one_of_or_none(NUM_CARDS), (MAX_STACK,)),  # research cards, bottom first
        ("num_cards", up_to(MAX_STACK)),
    ]
)
PLAYER = record_dtype(
    [
        ("score", up_to(MOST_SCORE, np.int16)),  # knowledge points, the counter's space
        ("supply", up_to(BOTS_EACH)),  # bots
        ("submarines", up_to(SUBMARINES_EACH)),  # in supply
        ("programmed", FLAG, (NUM_SYMBOLS,)),
        ("num_programmed", up_to(MAX_PROGRAMMED + 1)),  # a third bot is returned at once
        ("time", up_to(MOST_HELD)),
        ("crystals", up_to(MOST_HELD)),
        ("capacity", up_to(MOST_HELD), (len(CAPACITIES),)),
        ("lab_letters", FLAG, (NUM_SECTORS,)),  # in the lab, the base lab's included
        ("labs", one_of_or_none(NUM_LABS), (MAX_EXPANSIONS,)),
        ("num_labs", up_to(MAX_EXPANSIONS)),
        ("cards", one_of_or_none(NUM_CARDS), (MAX_CARDS,)),
        ("num_cards", up_to(MAX_CARDS)),
        ("kinds", up_to(MAX_CARDS), (len(KINDS),)),  # how many cards of each kind
        ("sideways_used", up_to(MAX_CARDS)),
        ("engineer", up_to(START_ROOM)),  # room, or the start
        ("scientist", one_of(NUM_SECTORS)),  # ring position
        ("passed", np.bool_),
        ("paid", np.bool_),  # paid programming used: its time marker lies in the corner
    ]
)

CHANCE = (
    ("ring", one_of(LETTERS), (NUM_SECTORS,)),  # letter of the sector at each ring position
    ("first_player", one_of(MAX_PLAYERS)),
    # base labs as drawn: players, then other sectors
    ("base_letters", one_of(LETTERS), (NUM_SECTORS,)),
    ("lab_deck", one_of(NUM_LABS), (NUM_LABS,)),  # next one at lab_drawn
    ("research_deck", one_of(NUM_CARDS), (NUM_CARDS,)),
    ("program_cards", one_of(NUM_LAYOUTS), (NUM_ROUNDS,)),  # layout of each round
    ("rotations", one_of(NUM_SECTORS), (NUM_REFILLS,)),  # of the center tiles, top first
)

NUM_TRAVELS = 4  # with and without card CROSS (1) and card FREE_LOCK (2)

STATE = state_dtype(
    85,
    [
        ("question", one_of(QUESTIONS)),
        ("stage", one_of(STAGES)),
        ("acting_position", one_of(NUM_SECTORS)),  # sector of the action under way
        ("acting_symbol", one_of(SYMBOLS)),
        ("num_gains", up_to(MAX_GAINS)),
        # knowledge points still to move, next first
        ("gains", up_to(MOST_QUEUED, np.int16), (MAX_GAINS,)),
        ("letters", one_of_or_none(LETTERS), (MAX_LETTERS,)),  # still to ask, next first
        ("income_taken", np.bool_),  # by the player who is asked in the scoring
        # that player's SCORING cards used in this scoring
        ("cards_used", up_to(MAX_CARDS), (NUM_SYMBOLS,)),
        ("scoring_index", one_of(MAX_PLAYERS)),  # that player's place in turn_order
        # of the intermediate scoring
        ("sums", between(LEAST_SUM, MOST_SUM, np.int16), (MAX_PLAYERS,)),
        ("turn_order", one_of_or_none(MAX_PLAYERS), (MAX_PLAYERS,)),
        ("pass_order", one_of_or_none(MAX_PLAYERS), (MAX_PLAYERS,)),
        ("num_passed", up_to(MAX_PLAYERS)),
        ("rooms", one_of(SYMBOLS), (NUM_ROOMS,)),  # symbol in each room of the headquarters
        # cheapest ways, in time markers
        ("travel", up_to(MOST_TRAVEL), (NUM_TRAVELS, NUM_SECTORS, NUM_SECTORS)),
        ("positions", one_of(NUM_SECTORS), (NUM_SECTORS,)),  # ring position of each letter
        ("lab_drawn", up_to(MOST_TO_DEAL)),
        ("research_drawn", up_to(MOST_TO_DEAL)),
        ("stock_time", up_to(MOST_STOCK)),
        ("stock_crystals", up_to(MOST_STOCK)),
        ("stock_octopods", up_to(MOST_STOCK)),
        ("neutral_left", up_to(SUBMARINES_EACH), (NUM_COLORS,)),  # neutral submarines by colour
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

"""The whole state of a game of Aquanauts as one record."""

import numpy as np

from ...core.ranges import FLAG, between, one_of, one_of_or_none, up_to
from ...core.state import MAX_PLAYERS, record_dtype, state_dtype
from .actions import NUM_ACTIONS, NUM_DOCK_BAYS, NUM_SUB_BAYS, OPEN_PAPERS
from .components import (
    BAY_CAPACITY,
    CARGO,
    COMPONENTS,
    FACILITY_IDS,
    MAX_AMOUNT,
    MAX_PAPERS,
    MAX_ROUNDS,
    MAX_STOCKPILE,
    MOST_CARD_POINTS,
    NUM_FACILITIES,
    NUM_GRID_NODES,
    NUM_PAPERS,
    NUM_PLACES,
    NUM_RESEARCH_NODES,
    NUM_STORED,
    NUM_TILES,
    OBJECTIVE_IDS,
    OBJECTIVES_IN_PLAY,
    PAPER_IDS,
    TRACK_SPACES,
)

NUM_ROBOTS = 2
STORAGE, STORAGE_WITH_UNIT = 10, 15  # spaces for tokens
DOCK_LOAD = 2  # building materials in a dock bay
TRADE_TOKENS, TRADE_POINTS = 3, 3  # for a bay whose owner cannot publish

AUTOMATED, WORKERS = 0, 1
PHASES = ("automated systems", "assign workers")

(NO_QUESTION, ITEMS, PLACEMENT, BUILDING, LOADING, UNLOADING, PUBLISHING, DISCARDING) = range(8)
QUESTIONS = (
    "nothing",  # only between two decisions and after the end
    "run a facility or wake the aquanaut",
    "place a worker",
    "choose a grid place",
    "load a submersible bay",
    "choose a bay to unload",
    "choose a paper",
    "discard a token",
)

IN_POD, READY, PLACED = 0, 1, 2
AQUANAUT_STATES = ("in the pod", "ready", "placed")

AQUANAUT_ITEM = NUM_PLACES  # items of an automated phase: grid places, then the aquanaut
NUM_ITEMS = NUM_PLACES + 1

# The most that a player may hold of a kind, for a moment: a store that was full, and either one
# run of all facilities and grid nodes or a research tile with the stockpile and all board nodes.
MOST_HELD = STORAGE_WITH_UNIT + max(
    NUM_PLACES * MAX_AMOUNT + NUM_GRID_NODES,
    MAX_AMOUNT + MAX_STOCKPILE + 2 * NUM_RESEARCH_NODES,
)
# Contribution points that a round can pay a player: facilities and nodes of the grid, one output
# or one trade for each worker, and both workers of every node of the board.
POINTS_A_ROUND = (
    NUM_PLACES * MAX_AMOUNT
    + NUM_GRID_NODES
    + (NUM_ROBOTS + 1) * max(MAX_AMOUNT, TRADE_POINTS)
    + 2 * NUM_RESEARCH_NODES
)
MOST_POINTS = MAX_ROUNDS * POINTS_A_ROUND + OBJECTIVES_IN_PLAY * MOST_CARD_POINTS
MOST_PILED = NUM_FACILITIES - TRACK_SPACES  # facilities in the stack; the rest lay open once
MOST_IN_DECK = NUM_PAPERS - OPEN_PAPERS
FEWEST_IN_DECK = MOST_IN_DECK - MAX_PLAYERS * MAX_PAPERS

_FACILITY = one_of_or_none(FACILITY_IDS)  # or EMPTY
_PAPER = one_of_or_none(PAPER_IDS)  # or EMPTY
_SEAT = one_of(MAX_PLAYERS)
_OWNER = one_of_or_none(MAX_PLAYERS)  # or NOBODY

PLAYER = record_dtype(
    [
        ("store", up_to(MOST_HELD), (NUM_STORED,)),  # power, algae, oxygen, building m., samples
        ("points", up_to(MOST_POINTS, np.int16)),  # contribution point tokens; papers count extra
        ("robots", up_to(NUM_ROBOTS)),  # still to be placed this round
        ("aquanaut", one_of(AQUANAUT_STATES)),
        ("grid", _FACILITY, (NUM_PLACES,)),
        ("papers", _PAPER, (MAX_PAPERS,)),  # in the order published, EMPTY behind the last
    ]
)
_SUB_BAY = record_dtype(
    [
        ("owner", _OWNER),  # NOBODY: free
        ("cargo", up_to(BAY_CAPACITY), (len(CARGO),)),  # algae, oxygen, samples
    ]
)

STATE = state_dtype(
    NUM_ACTIONS,
    [
        ("components", COMPONENTS),
        ("max_rounds", between(1, MAX_ROUNDS, np.int16)),
        ("phase", one_of(PHASES)),
        ("question", one_of(QUESTIONS)),  # for ``current_player``
        ("turn_player", _SEAT),  # whose automated systems or whose placement; launches too
        ("first_player", _SEAT),  # has the marker; it may move during a round
        ("open_items", FLAG, (NUM_ITEMS,)),  # 1: turn_player may still use it
        ("discard_from", one_of(NUM_STORED)),  # lowest kind that may still be discarded
        ("in_hand", _FACILITY),  # paid for, waiting for its place
        ("unloading", one_of_or_none(NUM_SUB_BAYS)),  # bay whose owner chooses a paper, or EMPTY
        ("stockpile", up_to(MAX_STOCKPILE), (NUM_STORED,)),
        ("tile_workers", _OWNER, (NUM_TILES,)),  # player whose worker is there
        ("tile_aquanauts", FLAG, (NUM_TILES,)),  # 1: that worker is an aquanaut
        ("track", _FACILITY, (TRACK_SPACES,)),  # 0 is the leftmost space
        ("tile_stack", _FACILITY, (NUM_FACILITIES,)),  # the last of stack_size is on top
        ("stack_size", up_to(MOST_PILED)),
        ("discards", _FACILITY, (NUM_FACILITIES,)),  # pushed off the track
        ("num_discards", up_to(MOST_PILED)),
        ("open_papers", _PAPER, (OPEN_PAPERS,)),
        ("paper_deck", _PAPER, (NUM_PAPERS,)),  # the last of deck_size is on top
        ("deck_size", between(FEWEST_IN_DECK, MOST_IN_DECK)),
        ("objectives", one_of(OBJECTIVE_IDS), (OBJECTIVES_IN_PLAY,)),
        ("claimed_by", _OWNER, (OBJECTIVES_IN_PLAY,)),
        ("bays", _SUB_BAY, (NUM_SUB_BAYS,)),
        ("dock", _OWNER, (NUM_DOCK_BAYS,)),  # of the building materials there
        ("players", PLAYER, (MAX_PLAYERS,)),
    ],
)


def player_of(state: np.void, player: int) -> np.record:
    """Return the record of ``player`` in a form that kernels read also when they run as Python."""
    record: np.record = state["players"].view(np.recarray)[player]
    return record


CHANCE = ("first_player", "tile_stack", "paper_deck", "objectives")

END_FOURTH_PAPER, END_ROUND_LIMIT = 0, 1
END_REASONS = ("a player has published the fourth paper", "the round limit was reached")

WORDS = {
    "phase": PHASES,
    "question": QUESTIONS,
    "aquanaut": AQUANAUT_STATES,
    "grid": FACILITY_IDS,
    "in_hand": FACILITY_IDS,
    "track": FACILITY_IDS,
    "tile_stack": FACILITY_IDS,
    "discards": FACILITY_IDS,
    "papers": PAPER_IDS,
    "open_papers": PAPER_IDS,
    "paper_deck": PAPER_IDS,
    "objectives": OBJECTIVE_IDS,
}

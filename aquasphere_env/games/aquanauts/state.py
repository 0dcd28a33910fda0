"""The whole state of a game of Aquanauts as one record."""

import numpy as np

from ...core.state import MAX_PLAYERS, record_dtype, state_dtype
from .actions import NUM_ACTIONS, NUM_DOCK_BAYS, NUM_SUB_BAYS, OPEN_PAPERS
from .components import (
    CARGO,
    COMPONENTS,
    FACILITY_IDS,
    MAX_PAPERS,
    NUM_FACILITIES,
    NUM_PAPERS,
    NUM_PLACES,
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

PLAYER = record_dtype(
    [
        ("store", np.int8, (NUM_STORED,)),  # power, algae, oxygen, building materials, samples
        ("points", np.int16),  # contribution point tokens; papers count extra
        ("robots", np.int8),  # still to be placed this round
        ("aquanaut", np.int8),  # AQUANAUT_STATES
        ("grid", np.int8, (NUM_PLACES,)),  # facility or EMPTY
        ("papers", np.int8, (MAX_PAPERS,)),  # in the order published, EMPTY behind the last
    ]
)
_SUB_BAY = record_dtype(
    [("owner", np.int8), ("cargo", np.int8, (len(CARGO),))]  # NOBODY: free; algae, oxygen, samples
)

STATE = state_dtype(
    NUM_ACTIONS,
    [
        ("components", COMPONENTS),
        ("max_rounds", np.int16),
        ("phase", np.int8),  # PHASES
        ("question", np.int8),  # QUESTIONS, for ``current_player``
        ("turn_player", np.int8),  # whose automated systems or whose placement; launches too
        ("first_player", np.int8),  # has the marker; it may move during a round
        ("open_items", np.int8, (NUM_ITEMS,)),  # 1: turn_player may still use it
        ("discard_from", np.int8),  # lowest kind of token that may still be discarded
        ("in_hand", np.int8),  # facility paid for, waiting for its place, or EMPTY
        ("unloading", np.int8),  # bay whose owner chooses a paper, or EMPTY
        ("stockpile", np.int8, (NUM_STORED,)),
        ("tile_workers", np.int8, (NUM_TILES,)),  # player whose worker is there, or NOBODY
        ("tile_aquanauts", np.int8, (NUM_TILES,)),  # 1: that worker is an aquanaut
        ("track", np.int8, (TRACK_SPACES,)),  # facility or EMPTY, 0 is the leftmost space
        ("tile_stack", np.int8, (NUM_FACILITIES,)),  # the last of stack_size is on top
        ("stack_size", np.int8),
        ("discards", np.int8, (NUM_FACILITIES,)),  # facilities pushed off the track
        ("num_discards", np.int8),
        ("open_papers", np.int8, (OPEN_PAPERS,)),  # paper or EMPTY
        ("paper_deck", np.int8, (NUM_PAPERS,)),  # the last of deck_size is on top
        ("deck_size", np.int8),
        ("objectives", np.int8, (OBJECTIVES_IN_PLAY,)),
        ("claimed_by", np.int8, (OBJECTIVES_IN_PLAY,)),  # player or NOBODY
        ("bays", _SUB_BAY, (NUM_SUB_BAYS,)),
        ("dock", np.int8, (NUM_DOCK_BAYS,)),  # owner of the building materials or NOBODY
        ("players", PLAYER, (MAX_PLAYERS,)),
    ],
)

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

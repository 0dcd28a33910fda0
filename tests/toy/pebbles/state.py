"""State of Pebbles."""

import numpy as np

from aquasphere_env.core.ranges import between, up_to
from aquasphere_env.core.state import MAX_PLAYERS, MOST_DECISIONS, record_dtype, state_dtype

from .actions import ACTIONS

MIN_HEAP, MAX_HEAP = 2, 99
NUM_CARDS = 3
MOST_POINTS = 9  # of a card
MOST_SIDES = 20  # of the die
EXTRA_TURN_TAKE = 2  # pebbles taken to roll the die (PB-P4)

CHANCE = ("card",)
END_HEAP_EMPTY, END_LIMIT = range(2)
END_REASONS = ("the heap is empty", "the limit of decisions is reached")

COMPONENTS = record_dtype(
    [
        ("card_points", between(1, MOST_POINTS), (NUM_CARDS,)),
        ("sides", between(2, MOST_SIDES)),
        ("extra_turn", between(1, MOST_SIDES)),  # least roll for another turn
    ]
)
PLAYER = record_dtype(
    [
        ("pebbles", up_to(MAX_HEAP, np.int16)),
        ("bonus", up_to(MOST_POINTS, np.int16)),  # points of the card
        ("peeked", np.bool_),
    ]
)
STATE = state_dtype(
    len(ACTIONS),
    [
        ("limit", up_to(MOST_DECISIONS, np.int32)),  # of decisions, 0: none
        ("start_heap", between(MIN_HEAP, MAX_HEAP, np.int16)),
        ("heap", up_to(MAX_HEAP, np.int16)),
        ("card", between(1, MOST_POINTS)),  # its points; hidden from players who have not peeked
        ("die", up_to(MOST_SIDES)),  # the last roll, 0 before the first
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("components", COMPONENTS),
    ],
)

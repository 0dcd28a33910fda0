"""State of Pebbles."""

import numpy as np

from aquasphere_env.core.state import MAX_PLAYERS, record_dtype, state_dtype

from .actions import ACTIONS

MIN_HEAP, MAX_HEAP = 2, 99
NUM_CARDS = 3
MOST_POINTS = 9  # of a card
EXTRA_TURN_TAKE = 2  # pebbles taken to roll the die (PB-P4)

CHANCE = ("card",)
END_HEAP_EMPTY, END_LIMIT = range(2)
END_REASONS = ("the heap is empty", "the limit of decisions is reached")

COMPONENTS = record_dtype(
    [
        ("card_points", np.int8, (NUM_CARDS,)),
        ("sides", np.int8),
        ("extra_turn", np.int8),  # least roll for another turn
    ]
)
PLAYER = record_dtype(
    [
        ("pebbles", np.int16),
        ("bonus", np.int16),  # points of the card
        ("peeked", np.bool_),
    ]
)
STATE = state_dtype(
    len(ACTIONS),
    [
        ("limit", np.int32),  # of decisions, 0: none
        ("start_heap", np.int16),
        ("heap", np.int16),
        ("card", np.int8),  # its points; hidden from players who have not peeked
        ("die", np.int8),  # the last roll, 0 before the first
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("components", COMPONENTS),
    ],
)

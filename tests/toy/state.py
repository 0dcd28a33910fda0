"""State and actions of Pebbles."""

import numpy as np

from aquasphere_env.core.actions import ActionGroup, ActionTable
from aquasphere_env.core.state import MAX_PLAYERS, record_dtype, state_dtype

MIN_HEAP, MAX_HEAP = 2, 99
MAX_TAKE = 3
CARDS = (1, 2, 3)  # points; each as likely
NUM_CARDS = len(CARDS)
EXTRA_TURN_TAKE = 2  # pebbles taken to roll the die
DIE_SIDES = 6
EXTRA_TURN_ROLL = 5  # and more

ACTIONS = ActionTable(
    [
        ActionGroup("take", "take {count}", {"count": ["1", "2", "3"]}),
        ActionGroup("peek", "peek at the card"),
    ]
)
TAKE = ACTIONS.start("take")  # TAKE + n - 1 takes n
PEEK = ACTIONS.start("peek")

END_HEAP_EMPTY, END_LIMIT = 0, 1

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
        ("limit", np.int32),
        ("start_heap", np.int16),
        ("heap", np.int16),
        ("card", np.int8),  # hidden from those who have not peeked
        ("die", np.int8),  # the last roll, 0 before the first
        ("players", PLAYER, (MAX_PLAYERS,)),
    ],
)

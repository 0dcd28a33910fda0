"""The 506 actions of Aquamarine; ids never change within a version."""

import numpy as np

from ...core.actions import ActionGroup, ActionTable
from .state import BONUS_WORDS, MAX_PIPS, NUM_COLUMNS, NUM_ROWS

RECTANGLES = tuple(
    (width, height)
    for width in range(1, MAX_PIPS + 1)
    for height in range(1, MAX_PIPS + 1)
    if width * height <= MAX_PIPS
)
"""(columns, rows) of every rectangle that a die can ask for, by action id."""

ACTIONS = ActionTable(
    [
        ActionGroup(
            "rectangle", "rectangle {size}", {"size": [f"{w}x{h}" for w, h in RECTANGLES]}, "AM-R2"
        ),
        ActionGroup(
            "square",
            "square {row},{column}",
            {
                "row": [str(row) for row in range(NUM_ROWS)],
                "column": [str(column) for column in range(NUM_COLUMNS)],
            },
            "AM-R3",
        ),
        ActionGroup("end_dive", "end the dive", rules="AM-R6"),
        ActionGroup("nothing", "draw nothing", rules="AM-R7"),
        ActionGroup("bonus", "bonus: {bonus}", {"bonus": BONUS_WORDS}, "AM-R8"),
    ]
)

NUM_RECTANGLES = len(RECTANGLES)
RECTANGLE = ACTIONS.start("rectangle")
SQUARE = ACTIONS.start("square")
END_DIVE = ACTIONS.start("end_dive")
NOTHING = ACTIONS.start("nothing")
BONUS_ACTION = ACTIONS.start("bonus")

WIDTHS = np.array([width for width, _ in RECTANGLES], np.int64)
HEIGHTS = np.array([height for _, height in RECTANGLES], np.int64)

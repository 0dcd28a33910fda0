"""The 122 actions of OctoDice and what their ids mean."""

from itertools import combinations

import numpy as np

from ...core.actions import ActionGroup, ActionTable

COLOURS = ("yellow", "red", "blue", "green", "white")
COLUMNS = ("left", "middle", "right")
_WHITE_DICE = ("white 1", "white 2", "white 3")
_BLACK_DICE = ("black 1", "black 2", "black 3")

# What a main or bonus action does, by offset. The last two groups are the bot action carried out
# with a research or a submarine symbol; on a player's own turn it uses up the function too.
EFFECTS = (
    *(f"crystal {number}" for number in range(3)),
    "research",
    *(f"lab {column}" for column in COLUMNS),
    *(f"bot {colour}" for colour in COLOURS),
    *(f"submarine {colour}" for colour in COLOURS),
    *(f"bot {colour} by Flexi-Tec" for colour in COLOURS),
    *(f"bot {colour} by Flexi-Sub" for colour in COLOURS),
)
CRYSTAL_EFFECT, RESEARCH_EFFECT, LAB_EFFECT, BOT_EFFECT, SUBMARINE_EFFECT = 0, 3, 4, 7, 12
FLEXI_TEC_EFFECT, FLEXI_SUB_EFFECT = 17, 22
NUM_EFFECTS = len(EFFECTS)
NUM_BONUS_EFFECTS = FLEXI_TEC_EFFECT
MAX_BONUS_OCTOPUSES = 3

_PAIRS = tuple(combinations((*_WHITE_DICE, *_BLACK_DICE), 2))
PAIRS = np.array(list(combinations(range(6), 2)), np.int64)  # dice of each keep action
NUM_PAIRS = len(_PAIRS)

ACTIONS = ActionTable(
    [
        ActionGroup("keep", "keep {pair}", {"pair": [f"{a} and {b}" for a, b in _PAIRS]}, "OD-T1"),
        ActionGroup(
            "main", "{effect} with {die}", {"die": _BLACK_DICE, "effect": EFFECTS}, "OD-T2"
        ),
        ActionGroup("bonus", "bonus {effect}", {"effect": EFFECTS[:NUM_BONUS_EFFECTS]}, "OD-T4"),
        ActionGroup(
            "bonus_octopus",
            "bonus octopus making {count}",
            {"count": [str(n + 1) for n in range(MAX_BONUS_OCTOPUSES)]},
            "OD-T4",
        ),
        ActionGroup("done", "done", rules="OD-T2"),
        ActionGroup("super_level", "Super-Level {column}", {"column": COLUMNS}, "OD-P2"),
        ActionGroup("super_copy", "Super-Copy of {letter}", {"letter": "GH"}, "OD-P2"),
    ]
)
KEEP_START = ACTIONS.start("keep")
MAIN_START = ACTIONS.start("main")
BONUS_START = ACTIONS.start("bonus")
BONUS_OCTOPUS_START = ACTIONS.start("bonus_octopus")
DONE = ACTIONS.start("done")
SUPER_LEVEL_START = ACTIONS.start("super_level")
SUPER_COPY_START = ACTIONS.start("super_copy")

"""Aquamarine: boxes drawn on a sheet of the sea, for one to four players.

After the board game by Matthew Dunstan; see ``README.md`` for rules, actions and observations.
"""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...catalog import entry
from ...core.game import Game
from ...core.view import View
from . import rules
from .actions import ACTIONS, NUM_ACTIONS
from .components import STANDARD, load_components
from .entities import ENTITIES, observe_entities
from .observation import FLAT, observe_flat
from .planes import PLANES, observe_planes
from .scoring import read_solo
from .sheet import REEF_A, check_squares, read_sheet
from .state import (
    END_WORDS,
    KIND_WORDS,
    MEDAL_WORDS,
    PHASE_WORDS,
    aquamarine_dtype,
)
from .text import to_text, why_illegal

RANDOM = "random"  # the option ``sheet`` that draws a new reef from the seed


def configure(record: Any, num_players: int, options: Mapping[str, Any]) -> str:
    """Write component tables and the sheet into a zeroed record; return the set's name."""
    components = record["components"]
    name = load_components(options["components"] or STANDARD, components)
    sheet = options["sheet"]
    if sheet == RANDOM:
        record["random_reef"] = True
    else:
        record["squares"] = read_sheet(sheet or REEF_A, int(components["boats"]))
    return name


def check_dealt(state: np.void) -> None:
    """Raise ``ValueError`` unless the dice have 1 to 6 pips and the sheet can be played on."""
    pips = [int(state["start_die"]), *(int(die) for die in state["dice"])]
    if not all(1 <= die <= 6 for die in pips):
        raise ValueError(f"dice show 1 to 6: start_die {pips[0]}, dice {pips[1:]}")
    check_squares(state["squares"], int(state["components"]["boats"]))


def solo_info(state: np.void) -> dict[str, Any]:
    """Return points, medal and rank of a player alone; nothing else is public (AM-R9, AM-R10)."""
    if state["num_players"] != 1:
        return {}
    standing = np.zeros(2, np.int64)
    read_solo(np.asarray(state).reshape(1), standing)
    score, marks_passed = standing.tolist()
    return {
        "points": score,
        "medal": MEDAL_WORDS[marks_passed],
        "score_rank": 1 + bisect_right(state["components"]["rank_points"].tolist(), score),
    }


GAME = Game(
    *entry("aquamarine"),
    min_players=1,
    max_players=4,
    actions=ACTIONS,
    state_dtype=aquamarine_dtype(NUM_ACTIONS),
    rules=rules,
    views={
        "flat": View(FLAT, observe_flat),
        "entities": View(ENTITIES, observe_entities, "fields"),
        "planes": View(PLANES, observe_planes, "array"),
    },
    configure=configure,
    options={"sheet": None, "components": None},
    chance=("squares", "start_die", "dice"),
    check_dealt=check_dealt,
    why_illegal=why_illegal,
    to_text=to_text,
    end_reasons=END_WORDS,
    words={"phase": PHASE_WORDS, "squares": KIND_WORDS},
    extra_info=solo_info,
    draw_module=f"{__name__}.draw",
)

"""Aquanauts, the worker placement game of underwater research for 2 to 4 players."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...catalog import entry
from ...core.game import Game, View
from . import rules
from .actions import ACTIONS
from .components import (
    NUM_OBJECTIVES,
    NUM_PAPERS,
    OBJECTIVES_IN_PLAY,
    STANDARD_SET,
    load_components,
)
from .observation import ENTITY_FEATURES, FLAT_FEATURES, observe
from .state import (
    CHANCE,
    EMPTY,
    END_REASONS,
    STATE,
    WORDS,
)
from .text import to_text, why_illegal

__all__ = ["GAME"]

OPTIONS = {
    "max_rounds": 20,  # the rules allow endless play; after so many rounds it is truncated
    "components": None,  # path of another component file, None for the standard set
}
_MOST_ROUNDS = 200  # int16 points hold what so many rounds can pay


def configure(record: Any, num_players: int, options: Mapping[str, Any]) -> str:
    """Write options and components into a zeroed record and return the component set's name.

    Raises:
        ValueError: a bad option, or a component file that no game can be played with.
    """
    rounds = options["max_rounds"]
    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= _MOST_ROUNDS:
        raise ValueError(f"max_rounds is an integer from 1 to {_MOST_ROUNDS}, not {rounds!r}")
    record["max_rounds"] = rounds
    path = STANDARD_SET if options["components"] is None else options["components"]
    return load_components(path, num_players, record["components"])


def check_dealt(state: np.void) -> None:
    """Raise ``ValueError`` where injected chance is not a deal of this game."""
    if not 0 <= state["first_player"] < state["num_players"]:
        raise ValueError(f"first_player is 0 to {state['num_players'] - 1}")
    in_use = np.flatnonzero(state["components"]["facilities"]["dots"] <= state["num_players"])
    stack = state["tile_stack"]
    if sorted(stack[: len(in_use)]) != in_use.tolist() or (stack[len(in_use) :] != EMPTY).any():
        raise ValueError(f"tile_stack is the facilities {in_use.tolist()} in any order, then -1")
    if sorted(state["paper_deck"]) != list(range(NUM_PAPERS)):
        raise ValueError(f"paper_deck is the papers 0 to {NUM_PAPERS - 1} in any order")
    drawn = set(state["objectives"].tolist())
    if len(drawn) < OBJECTIVES_IN_PLAY or drawn - set(range(NUM_OBJECTIVES)):
        raise ValueError(
            f"objectives are {OBJECTIVES_IN_PLAY} different of 0 to {NUM_OBJECTIVES - 1}"
        )


GAME = Game(
    *entry("aquanauts"),
    min_players=2,
    max_players=4,
    actions=ACTIONS,
    state_dtype=STATE,
    rules=rules,
    views={
        "flat": View(FLAT_FEATURES, observe, "vector"),
        "entities": View(ENTITY_FEATURES, observe, "fields"),
    },
    configure=configure,
    options=OPTIONS,
    chance=CHANCE,
    check_dealt=check_dealt,
    why_illegal=why_illegal,
    to_text=to_text,
    end_reasons=END_REASONS,
    words=WORDS,
    draw_module=f"{__name__}.draw",
)

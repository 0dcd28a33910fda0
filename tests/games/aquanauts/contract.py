"""What the contract tests must know of Aquanauts."""

import numpy as np

from aquasphere_env.core.state import NOBODY
from aquasphere_env.games.aquanauts.components import EMPTY
from aquasphere_env.games.aquanauts.state import (
    BUILDING,
    DISCARDING,
    IN_POD,
    ITEMS,
    PUBLISHING,
)
from tests.contract.spec import Seating, Spec


def is_position(state: np.void) -> bool:
    """Return whether the fields of one question or one thing fit together."""
    question = state["question"]
    me = state["players"][state["turn_player"]]
    published = state["players"]["papers"] != EMPTY
    may_use = [*(me["grid"] != EMPTY), me["aquanaut"] == IN_POD]
    return bool(
        (state["open_items"] <= may_use).all()
        and (question == ITEMS or not state["open_items"].any())
        and (question == DISCARDING or state["discard_from"] == 0)
        and (question == BUILDING) == (state["in_hand"] != EMPTY)
        and (question == PUBLISHING) == (state["unloading"] != EMPTY)
        and (state["unloading"] == EMPTY or state["bays"]["owner"][state["unloading"]] != NOBODY)
        and ((state["bays"]["owner"] == NOBODY) <= (state["bays"]["cargo"].sum(axis=1) == 0)).all()
        and (state["tile_aquanauts"] <= (state["tile_workers"] != NOBODY)).all()
        and (published[:, :-1] >= published[:, 1:]).all()
        and np.count_nonzero(state["discards"] != EMPTY) == state["num_discards"]
        and (state["discards"][: state["num_discards"]] != EMPTY).all()
    )


SPEC = Spec(
    rule_prefix="AN",
    seating=Seating(
        by_seat=(("players", 0),),
        seats=(
            "current_player",
            "first_player",
            "turn_player",
            "tile_workers",
            "claimed_by",
            "bays.owner",
            "dock",
        ),
    ),
    hidden={
        "tile_stack": "its order is chance to come; what is in it follows from what lies open",
        "paper_deck": "its order is chance to come; what is in it follows from what lies open",
    },
    derived={
        "num_discards": "the number of facilities in discards",
    },
    tells=lambda before, after, place: is_position(after),
    setups=((2, {"max_rounds": 3}),),
    unpictured=dict.fromkeys(
        (
            "tile_stack",
            "paper_deck",
        ),
        "kept for speed, derived from what is drawn, or chance as it was dealt",
    ),
)

"""Pebbles: a toy game in which everything happens that can happen to a wrapper.

- P1  There is one heap of ``heap`` pebbles. In a turn a player takes 1, 2 or 3 of them (no more
      than there are), each a point. Turns go round.
- P2  A card worth 1, 2 or 3 points lies face down; whoever takes the last pebble gets its points.
- P3  Before taking, a player may peek at the card, once a game. It is still that player's turn.
- P4  Who takes exactly two rolls a die and has another turn on a five or a six.
- P5  Most points win; with equal points, the fewest peeks; then several players win.
- P6  The option ``limit`` truncates the game after so many decisions (0: never).

By hand: with three pebbles or fewer, taking all is best (P2), with four everything but the die
(P4) leaves the last pebble to the next player. Alone, one always ends with heap + card points.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from aquasphere_env.core.game import Game, View

from . import rules
from .observation import FLAT, TOKENS, observe_flat, observe_tokens
from .state import ACTIONS, CARDS, MAX_HEAP, MIN_HEAP, STATE
from .text import to_text, why_illegal


def configure(record: Any, num_players: int, options: Mapping[str, Any]) -> str:
    """Write ``heap`` and ``limit`` into the blank record."""
    if not MIN_HEAP <= options["heap"] <= MAX_HEAP:
        raise ValueError(f"heap is {MIN_HEAP} to {MAX_HEAP} pebbles, not {options['heap']!r}")
    if options["limit"] < 0:
        raise ValueError(f"limit is a number of decisions or 0, not {options['limit']!r}")
    record["start_heap"] = options["heap"]
    record["limit"] = options["limit"]
    return "pebbles"


def check_dealt(state: np.void) -> None:
    """Refuse a card that the game does not have."""
    if state["card"] not in CARDS:
        raise ValueError(f"the card is one of {CARDS}, not {state['card']}")


GAME = Game(
    name="pebbles",
    title="Pebbles",
    version=0,
    min_players=1,
    max_players=4,
    actions=ACTIONS,
    state_dtype=STATE,
    rules=rules,
    views={
        "flat": View(FLAT, observe_flat),
        "entities": View(TOKENS, observe_tokens, "fields"),
    },
    configure=configure,
    options={"heap": 13, "limit": 0},
    chance=("card",),
    check_dealt=check_dealt,
    why_illegal=why_illegal,
    to_text=to_text,
    end_reasons=("the heap is empty", "the limit of decisions is reached"),
    extra_info=lambda state: {"heap": int(state["heap"])},
)

"""Pebbles: a toy game in which everything happens that can happen to an environment.

It is made by the steps of CONTRIBUTING.md, and a test makes it a game of the package by them.
"""

from aquasphere_env.core.game import Game

from . import expert, rules
from .actions import ACTIONS
from .check import check_state
from .components import FILES, OPTIONS, check_dealt, configure
from .entities import ENTITIES_VIEW
from .observation import FLAT_VIEW
from .state import CHANCE, END_REASONS, STATE
from .text import to_text, why_illegal

GAME = Game(
    *("pebbles", "Pebbles", 0),
    min_players=1,
    max_players=4,
    actions=ACTIONS,
    state_dtype=STATE,
    rules=rules,
    views={"flat": FLAT_VIEW, "entities": ENTITIES_VIEW},
    configure=configure,
    options=OPTIONS,
    files=FILES,
    chance=CHANCE,
    check_dealt=check_dealt,
    check_state=check_state,
    why_illegal=why_illegal,
    to_text=to_text,
    end_reasons=END_REASONS,
    extra_info=lambda state: {"heap": int(state["heap"])},
    expert=expert,
)

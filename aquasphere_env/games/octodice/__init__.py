"""OctoDice (Pegasus Spiele 2015): the dice game of AquaSphere, for 1 to 4 players."""

from ...catalog import entry
from ...core.game import Game
from . import expert, rules
from .actions import ACTIONS
from .check import check_state
from .components import FILES, OPTIONS, check_dealt, configure
from .entities import ENTITIES_VIEW
from .observation import FLAT_VIEW
from .primer import facts
from .state import CHANCE, END_REASONS, STATE, WORDS
from .text import extra_info, to_text, why_illegal

GAME = Game(
    *entry("octodice"),
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
    words=WORDS,
    extra_info=extra_info,
    expert=expert,
    draw_module=f"{__name__}.draw",
    facts=facts,
)

"""OctoDice (Pegasus Spiele 2015): the dice game of AquaSphere."""

from ...catalog import entry
from ...core.game import Game
from . import rules
from .actions import ACTIONS
from .components import OPTIONS, check_dealt, configure
from .entities import ENTITIES_VIEW
from .observation import FLAT_VIEW
from .state import (
    BLACK_FACES,
    PHASES,
    STATE_DTYPE,
    SYMBOLS,
    TILES,
)
from .text import extra_info, to_text, why_illegal

GAME = Game(
    *entry("octodice"),
    min_players=1,
    max_players=4,
    actions=ACTIONS,
    state_dtype=STATE_DTYPE,
    rules=rules,
    views={"flat": FLAT_VIEW, "entities": ENTITIES_VIEW},
    configure=configure,
    options=OPTIONS,
    chance=("lab", "white", "colour", "number"),
    check_dealt=check_dealt,
    why_illegal=why_illegal,
    to_text=to_text,
    end_reasons=("all turns played",),
    words={"phase": PHASES, "white": SYMBOLS, "colour": BLACK_FACES, "lab": TILES},
    extra_info=extra_info,
    draw_module=f"{__name__}.draw",
)

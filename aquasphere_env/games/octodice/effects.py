"""What a white and a black die do together: the effects available and how they are carried out."""

import numpy as np

from ...core.bits import allow_run
from ...core.jit import kernel
from ...core.state import Array, State
from .actions import (
    BOT_EFFECT,
    CRYSTAL_EFFECT,
    FLEXI_SUB_EFFECT,
    FLEXI_TEC_EFFECT,
    LAB_EFFECT,
    NUM_BONUS_EFFECTS,
    NUM_EFFECTS,
    RESEARCH_EFFECT,
    SUBMARINE_EFFECT,
)
from .state import (
    BOT,
    CRYSTAL,
    CRYSTAL_PLUS,
    FLEXI_LAB,
    FLEXI_LEVEL,
    FLEXI_SUB,
    FLEXI_TEC,
    LAB,
    NUM_BOT_CIRCLES,
    NUM_COLOURS,
    NUM_COLUMNS,
    NUM_NUMBERS,
    NUM_WHITE,
    OCTOPUS_FACE,
    PLUS_BOT,
    PLUS_LAB,
    PLUS_TEC,
    RESEARCH,
    SIDES_PER_LEVEL,
    SUB_PLUS,
    SUBMARINE,
    TOP_LEVEL,
    YELLOW,
)

ALL_EFFECTS = (1 << NUM_EFFECTS) - 1
BONUS_EFFECTS = (1 << NUM_BONUS_EFFECTS) - 1


def _run(first: int, count: int) -> int:
    """Return the bit set of ``count`` effects from ``first`` on."""
    return ((1 << count) - 1) << first


CRYSTALS = _run(CRYSTAL_EFFECT, NUM_NUMBERS)
LABS = _run(LAB_EFFECT, NUM_COLUMNS)
BOTS = _run(BOT_EFFECT, NUM_COLOURS)
SUBMARINES = _run(SUBMARINE_EFFECT, NUM_COLOURS)
BOTS_BY_RESEARCH = _run(FLEXI_TEC_EFFECT, NUM_COLOURS)
BOTS_BY_SUBMARINE = _run(FLEXI_SUB_EFFECT, NUM_COLOURS)
RESEARCHES = _run(RESEARCH_EFFECT, 1)

SYMBOL_EFFECTS = np.array(  # by symbol of the white die
    [CRYSTALS, RESEARCHES | BOTS_BY_RESEARCH, LABS, BOTS, SUBMARINES | BOTS_BY_SUBMARINE, 0],
    np.int64,
)
COLOUR_EFFECTS = np.array(  # by colour of the black die; the octopus face takes no part
    [
        sum(
            1 << (first + colour)
            for first in (BOT_EFFECT, SUBMARINE_EFFECT, FLEXI_TEC_EFFECT, FLEXI_SUB_EFFECT)
        )
        for colour in range(NUM_COLOURS)
    ],
    np.int64,
)
EFFECT_SYMBOLS = np.array(  # the symbol that carries out each effect
    [
        next(s for s in range(len(SYMBOL_EFFECTS)) if SYMBOL_EFFECTS[s] >> effect & 1)
        for effect in range(NUM_EFFECTS)
    ],
    np.int64,
)


@kernel
def has(state: State, player: int, tile: int) -> bool:
    """Return whether ``player`` has reached the tile side ``tile``."""
    column = int(state.tile_column[tile])
    level = tile // SIDES_PER_LEVEL
    return column >= 0 and bool(state.players[player].markers[column] >= level)


@kernel
def allow_effects(legal: Array, first: int, effects: int) -> None:
    """Add the actions ``first + e`` for every effect e of the bit set to ``legal``."""
    allow_run(legal, first, effects, NUM_EFFECTS)


@kernel
def open_effects(state: State, player: int) -> int:
    """Return the effects that the player's sheet and lab have room for, as a bit set (OD-R2)."""
    me = state.players[player]
    effects = 0
    if me.crystals < state.components.crystal_circles:
        effects |= CRYSTALS
    if me.research < NUM_COLOURS:
        effects |= RESEARCHES
    for column in range(NUM_COLUMNS):
        if me.markers[column] < TOP_LEVEL:
            effects |= 1 << (LAB_EFFECT + column)
    bots = 0
    for colour in range(NUM_COLOURS):
        if me.bots[colour] < NUM_BOT_CIRCLES:
            bots |= 1 << colour
        if me.submarines[colour] == 0:
            effects |= 1 << (SUBMARINE_EFFECT + colour)
    effects |= bots << BOT_EFFECT
    if has(state, player, FLEXI_TEC) and not state.flexi_tec_used:
        effects |= bots << FLEXI_TEC_EFFECT
    if has(state, player, FLEXI_SUB) and not state.flexi_sub_used:
        effects |= bots << FLEXI_SUB_EFFECT
    return effects


@kernel
def symbol_effects(state: State) -> int:
    """Return the effects of the unused white dice, as a bit set."""
    effects = 0
    for die in range(NUM_WHITE):
        if not state.used[die]:
            effects |= int(SYMBOL_EFFECTS[state.white[die]])
    return effects


@kernel
def face_effects(state: State, player: int, colour: int, number: int) -> int:
    """Return the effects that a black face allows as shown, as a bit set (OD-R2)."""
    if colour == OCTOPUS_FACE:
        return 0
    me = state.players[player]
    effects = int(COLOUR_EFFECTS[colour]) | 1 << (CRYSTAL_EFFECT + number)
    if me.research == colour:
        effects |= RESEARCHES
    if has(state, player, FLEXI_LEVEL):
        return effects | LABS
    for column in range(NUM_COLUMNS):
        if me.markers[column] + 1 == number:
            effects |= 1 << (LAB_EFFECT + column)
    return effects


@kernel
def die_effects(state: State, player: int, black: int) -> int:
    """Return the effects that black die 0..2 allows with Flexi-Lab, as a bit set (OD-R3)."""
    colour = int(state.colour[black])
    if colour == YELLOW and not state.flexi_lab_used and has(state, player, FLEXI_LAB):
        return ALL_EFFECTS
    return int(face_effects(state, player, colour, int(state.number[black])))


@kernel
def spend_dice(state: State, player: int, black: int, effect: int) -> None:
    """Use up a black and a white die and the functions they needed (OD-R3)."""
    state.used[NUM_WHITE + black] = 1
    symbol = EFFECT_SYMBOLS[effect]
    for die in range(NUM_WHITE):
        if state.white[die] == symbol and not state.used[die]:
            state.used[die] = 1
            break
    own = face_effects(state, player, int(state.colour[black]), int(state.number[black]))
    if own >> effect & 1 == 0:
        state.flexi_lab_used = True
    if effect >= FLEXI_SUB_EFFECT:
        state.flexi_sub_used = True
    elif effect >= FLEXI_TEC_EFFECT:
        state.flexi_tec_used = True


@kernel
def earn(state: State, player: int, source: int, points: int) -> None:
    """Score ``points`` for ``player``."""
    me = state.players[player]
    me.earned[source] += points
    me.points += points


@kernel
def mark(state: State, player: int, effect: int) -> None:
    """Mark ``effect`` on the player's sheet or lab and score it (OD-R2, OD-R3)."""
    me = state.players[player]
    tables = state.components
    if effect < RESEARCH_EFFECT:  # OD-M1
        me.crystals += 1
        number = effect - CRYSTAL_EFFECT
        earn(state, player, CRYSTAL, number + int(has(state, player, CRYSTAL_PLUS)))
    elif effect < LAB_EFFECT:  # OD-M2
        points = int(tables.research_points[me.research]) + int(has(state, player, PLUS_TEC))
        me.research += 1
        earn(state, player, RESEARCH, points)
    elif effect < BOT_EFFECT:  # OD-M3
        earn(state, player, LAB, int(has(state, player, PLUS_LAB)))  # not for its own move
        me.markers[effect - LAB_EFFECT] += 1
    elif SUBMARINE_EFFECT <= effect < FLEXI_TEC_EFFECT:  # OD-M5
        me.submarines[effect - SUBMARINE_EFFECT] = 1
        earn(state, player, SUBMARINE, int(has(state, player, SUB_PLUS)))
    else:  # OD-M4
        colour = (effect - BOT_EFFECT) % NUM_COLOURS  # each of the three groups has five
        points = int(tables.bot_points[me.bots[colour]]) + int(has(state, player, PLUS_BOT))
        me.bots[colour] += 1
        earn(state, player, BOT, points)

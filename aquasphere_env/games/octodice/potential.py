"""The gain to expect of sheet and lab in the turns left, in points, by simple weights.

The weights were found by a random search over the mean score of one-ply greedy play.
"""

import numpy as np

from ...core.jit import kernel
from ...core.state import State
from .actions import (
    BOT_EFFECT,
    CRYSTAL_EFFECT,
    LAB_EFFECT,
    RESEARCH_EFFECT,
    SUBMARINE_EFFECT,
)
from .effects import has
from .scoring import crystal_points, current_third, tile_points, turns_per_third
from .state import (
    BONUS,
    BONUS_ACTIONS,
    CRYSTAL_PLUS,
    FIRST_KEEP,
    MAX_TURNS,
    NUM_BOT_CIRCLES,
    NUM_COLOURS,
    NUM_COLUMNS,
    NUM_THIRDS,
    OCTOPUS_PENALTY,
    OCTOPUSES_WANTED,
    PLUS_BOT,
    PLUS_LAB,
    PLUS_TEC,
    SUB_PLUS,
    SUPER_COPY,
    SUPER_LAB_V,
    SUPER_LEVEL,
    SUPER_LEVEL_PHASE,
    SUPER_OCTO,
    SUPER_SUB,
    VIRTUAL_BONUS,
)

BOT_LATER = 0.26  # chance that a circle beside a marked submarine is filled, at the start
SUBMARINE_LATER = 0.32  # chance that the submarine of a marked bot follows, at the start
RESEARCH_LATER = 0.54  # share of the next research's points, at the start
CRYSTAL_PLACE = 0.37  # worth of a crystal in the crystal places to come
LEVEL_0_OPENS = 1.59  # worth of access to the tiles below level 0, at the start
LEVEL_1_OPENS = 1.12
TILE_LEVEL = 3.73  # Super-Level: one more level-2 tile
TILE_COPY = 2.32  # Super-Copy
SUBMARINES_A_TURN = 0.31  # marked in a turn, for Super-Sub
ONE_MISSING = 0.19  # chance that a turn yields no octopus
TWO_MISSING = 0.6  # chance that a turn yields fewer than two
BONUS_RIGHT = 1.41  # worth of an unused bonus action
FLEXI_LAB_A_TURN = 0.17  # worth of each function in each turn left
OCTO_PLUS_A_TURN = 0.38
FLEXI_TEC_A_TURN = 0.26
PLUS_TEC_A_TURN = 0.36
SUB_PLUS_A_TURN = 0.35
FLEXI_SUB_A_TURN = 0.19
CRYSTAL_PLUS_A_TURN = 0.4
PLUS_BOT_A_TURN = 0.7
PLUS_LAB_A_TURN = 0.32
FLEXI_LEVEL_A_TURN = 0.36
OCTO_SUB_A_TURN = 1.17
OCTO_CATCH_A_TURN = 1.5

FUNCTIONS_A_TURN = np.array(
    [
        *(FLEXI_LAB_A_TURN, OCTO_PLUS_A_TURN, FLEXI_TEC_A_TURN),
        *(PLUS_TEC_A_TURN, SUB_PLUS_A_TURN, FLEXI_SUB_A_TURN),
        *(CRYSTAL_PLUS_A_TURN, PLUS_BOT_A_TURN, PLUS_LAB_A_TURN),
        *(FLEXI_LEVEL_A_TURN, OCTO_SUB_A_TURN, OCTO_CATCH_A_TURN),
    ]
)
LEVEL_OPENS = np.array([0.0, LEVEL_0_OPENS, LEVEL_1_OPENS, 0.0])  # by level + 1


@kernel
def has_begun(state: State, player: int) -> bool:
    """Return whether ``player`` has begun this round's turn; seat 0 is first (OD-R1)."""
    active = int(state.active_player)
    return player < active or (player == active and bool(state.phase > FIRST_KEEP))


@kernel
def turns_left(state: State, player: int) -> float:
    """Return the turns ``player`` has not begun, bonus actions counted as half a turn each."""
    if state.phase >= SUPER_LEVEL_PHASE or state.terminated:
        return 0.0
    turns = NUM_THIRDS * turns_per_third(state)
    left = float(turns - int(state.round_number) - int(has_begun(state, player)))
    if state.num_players > 1:
        thirds = NUM_THIRDS - current_third(state)
        rights = BONUS_ACTIONS * thirds - int(state.players[player].bonus_used)
        left += rights / BONUS_ACTIONS
    return left


@kernel
def interims_left(state: State) -> int:
    """Return the number of interim scorings to come."""
    if state.phase >= SUPER_LEVEL_PHASE or state.terminated:
        return 0
    return NUM_THIRDS - int(current_third(state))


@kernel
def colour_value(bots: int, submarines: int, turns: float, interims: int) -> float:
    """Return the gain to expect of one colour in the interim scorings left."""
    share = turns / MAX_TURNS
    if submarines > 0:
        return interims * (bots + BOT_LATER * share * (NUM_BOT_CIRCLES - bots))
    return interims * bots * SUBMARINE_LATER * share


@kernel
def research_value(state: State, research: int, turns: float) -> float:
    """Return the gain to expect of the next research after ``research`` circles."""
    if research >= NUM_COLOURS:
        return 0.0
    points = int(state.components.research_points[research])
    return points * RESEARCH_LATER * turns / MAX_TURNS


@kernel
def crystal_value(state: State, player: int, turns: float) -> float:
    """Return the gain to expect of the crystals of ``player`` in the crystal places."""
    if state.num_players == 1 or state.terminated:
        return 0.0
    share = turns / MAX_TURNS
    now = int(crystal_points(state, player)) * (1.0 - share)
    return now + CRYSTAL_PLACE * int(state.players[player].crystals) * share


@kernel
def octopus_value(state: State, octopuses: int, turns: float) -> float:
    """Return the penalty to expect with ``octopuses`` marked (0 or negative)."""
    missing = OCTOPUSES_WANTED - octopuses
    if missing <= 0:
        return 0.0
    chance = ONE_MISSING if missing == 1 else TWO_MISSING
    return -OCTOPUS_PENALTY * float(chance**turns)


@kernel
def turns_left_in_third(state: State, player: int) -> int:
    """Return the turns of this third that ``player`` has not begun."""
    turns = turns_per_third(state)
    return int(turns - int(state.round_number) % turns - int(has_begun(state, player)))


@kernel
def tile_value(state: State, player: int, tile: int, turns: float) -> float:
    """Return the gain to expect of ``tile`` once ``player`` has reached it."""
    if tile < SUPER_LAB_V:
        return turns * float(function_value(state, player, tile))
    if tile == SUPER_LEVEL:
        return TILE_LEVEL if interims_left(state) > 0 else 0.0
    if tile == SUPER_COPY:
        return TILE_COPY if interims_left(state) > 0 else 0.0
    value = float(tile_points(state, player, tile))
    if tile == SUPER_SUB:
        return min(float(NUM_COLOURS), value + SUBMARINES_A_TURN * turns)
    if tile == SUPER_OCTO:
        return value + int(interims_left(state)) * (1.0 - TWO_MISSING)
    return value


@kernel
def function_value(state: State, player: int, tile: int) -> float:
    """Return the gain per turn of the function of ``tile``, level 0 or 1."""
    me = state.players[player]
    if tile == PLUS_TEC:
        return PLUS_TEC_A_TURN * (NUM_COLOURS - int(me.research)) / NUM_COLOURS
    if tile == CRYSTAL_PLUS:
        circles = int(state.components.crystal_circles)
        return CRYSTAL_PLUS_A_TURN * (circles - int(me.crystals)) / circles
    if tile in (SUB_PLUS, PLUS_BOT):
        bots, submarines = 0, 0
        for colour in range(NUM_COLOURS):
            bots += int(me.bots[colour])
            submarines += int(me.submarines[colour])
        if tile == SUB_PLUS:
            return SUB_PLUS_A_TURN * (NUM_COLOURS - submarines) / NUM_COLOURS
        circles = NUM_COLOURS * NUM_BOT_CIRCLES
        return PLUS_BOT_A_TURN * (circles - bots) / circles
    return float(FUNCTIONS_A_TURN[tile])


@kernel
def step_value(state: State, player: int, column: int, level: int, turns: float) -> float:
    """Return the gain to expect of reaching ``level``: its tile and access to those below."""
    opens = float(LEVEL_OPENS[level + 1] - LEVEL_OPENS[level]) * turns / MAX_TURNS
    return opens + float(tile_value(state, player, int(state.lab[level, column]), turns))


@kernel
def gain(state: State, player: int, effect: int, turns: float, interims: int) -> float:
    """Return points and expected gain of ``effect``, which the sheet has room for."""
    me = state.players[player]
    if effect < RESEARCH_EFFECT:
        place = CRYSTAL_PLACE if state.num_players > 1 else 0.0
        return effect - CRYSTAL_EFFECT + place + int(has(state, player, CRYSTAL_PLUS))
    if effect < LAB_EFFECT:
        research = int(me.research)
        now = int(state.components.research_points[research]) + int(has(state, player, PLUS_TEC))
        later: float = research_value(state, research + 1, turns)
        return now + later - float(research_value(state, research, turns))
    if effect < BOT_EFFECT:
        column = effect - LAB_EFFECT
        level = int(me.markers[column]) + 1
        step: float = step_value(state, player, column, level, turns)
        return step + int(has(state, player, PLUS_LAB))
    colour = (effect - BOT_EFFECT) % NUM_COLOURS
    bots, submarines = int(me.bots[colour]), int(me.submarines[colour])
    before: float = colour_value(bots, submarines, turns, interims)
    if SUBMARINE_EFFECT <= effect < SUBMARINE_EFFECT + NUM_COLOURS:
        launched: float = colour_value(bots, 1, turns, interims)
        return launched - before + int(has(state, player, SUB_PLUS))
    after: float = colour_value(bots + 1, submarines, turns, interims)
    return (
        after - before + int(state.components.bot_points[bots]) + int(has(state, player, PLUS_BOT))
    )


@kernel
def sheet_value(state: State, player: int) -> float:
    """Return the gain to expect of the player's sheet and lab, without the points so far."""
    me = state.players[player]
    turns, interims = turns_left(state, player), interims_left(state)
    value: float = crystal_value(state, player, turns)
    value += research_value(state, int(me.research), turns)
    for colour in range(NUM_COLOURS):
        bots, submarines = int(me.bots[colour]), int(me.submarines[colour])
        value += colour_value(bots, submarines, turns, interims)
    if not state.terminated:
        for column in range(NUM_COLUMNS):
            for level in range(int(me.markers[column]) + 1):
                value += step_value(state, player, column, level, turns)
    if interims == 0:
        return value
    value += octopus_value(
        state, int(me.octopuses[current_third(state)]), turns_left_in_third(state, player)
    )
    return value + BONUS_RIGHT * int(usable_rights(state, player))


@kernel
def usable_rights(state: State, player: int) -> int:
    """Return how many bonus actions ``player`` may still use in this third."""
    rolls = int(state.phase < BONUS and player != state.active_player)
    for other in range(state.num_players):
        turns = turns_left_in_third(state, other)
        if other != player:
            rolls += turns
        if state.virtual_player:
            rolls += turns
    if state.virtual_player and state.phase < VIRTUAL_BONUS:
        rolls += 1
    return min(rolls, BONUS_ACTIONS - int(state.players[player].bonus_used))

"""The rules of OctoDice as kernels; ids OD-… are explained in README.md."""

from ...core.bits import allow
from ...core.jit import kernel
from ...core.rng import randint, shuffle
from ...core.state import Array, State
from .actions import (
    BONUS_OCTOPUS_START,
    BONUS_START,
    BOT_EFFECT,
    DONE,
    FLEXI_SUB_EFFECT,
    FLEXI_TEC_EFFECT,
    MAIN_START,
    NUM_EFFECTS,
    SUPER_COPY_START,
    SUPER_LEVEL_START,
)
from .dice import allow_keeping, keep, roll_all
from .effects import (
    BONUS_EFFECTS,
    BOTS,
    allow_effects,
    die_effects,
    mark,
    open_effects,
    spend_dice,
    symbol_effects,
)
from .evaluation import evaluate as evaluate
from .scoring import allow_bonus_catches, catch, score_copy
from .state import (
    ABOVE,
    MAIN,
    MAIN_ACTIONS,
    NOT_LAID,
    NUM_BLACK,
    NUM_COLUMNS,
    NUM_LEVELS,
    NUM_SIDES,
    NUM_TILES,
    NUM_WHITE,
    SECOND_KEEP,
    SIDES_PER_LEVEL,
    SUPER_COPY_PHASE,
    SUPER_LEVEL_PHASE,
    TOP_LEVEL,
)
from .turns import ask_super_tile, begin_turn, finish_main, go_on


@kernel
def deal(state: State) -> None:
    """Draw the lab if it is random (OD-S2), and roll the dice."""
    if state.random_lab:
        for level in range(NUM_LEVELS):
            for column in range(NUM_COLUMNS):
                first = level * SIDES_PER_LEVEL + column * NUM_SIDES
                state.lab[level, column] = first + randint(state, NUM_SIDES)
            shuffle(state, state.lab[level], 0, NUM_COLUMNS)
    roll_all(state)


@kernel
def setup(state: State) -> None:
    """Lay out the lab, place the markers above it and give seat 0 the dice (OD-S1, OD-R1)."""
    for tile in range(NUM_TILES):
        state.tile_column[tile] = NOT_LAID
    for level in range(NUM_LEVELS):
        for column in range(NUM_COLUMNS):
            state.tile_column[state.lab[level, column]] = column
    for player in range(state.num_players):
        for column in range(NUM_COLUMNS):
            state.players[player].markers[column] = ABOVE
    begin_turn(state, 0)


@kernel
def legal_actions(state: State, legal: Array) -> None:
    """Add the actions that answer the open question."""
    phase = state.phase
    player = int(state.current_player)
    if phase <= SECOND_KEEP:
        allow_keeping(state, legal)
    elif phase == MAIN:
        allow_main(state, player, legal)
    elif phase == SUPER_LEVEL_PHASE:
        for column in range(NUM_COLUMNS):
            if state.players[player].markers[column] < TOP_LEVEL:
                allow(legal, SUPER_LEVEL_START + column)
    elif phase == SUPER_COPY_PHASE:
        allow(legal, SUPER_COPY_START)
        allow(legal, SUPER_COPY_START + 1)
    else:
        allow_bonus(state, player, legal)


@kernel
def allow_main(state: State, player: int, legal: Array) -> None:
    """Allow the main actions of the unused dice (OD-R2, OD-R3), and to stop."""
    allow(legal, DONE)
    effects = open_effects(state, player) & symbol_effects(state)
    for black in range(NUM_BLACK):
        if not state.used[NUM_WHITE + black]:
            possible = effects & die_effects(state, player, black)
            allow_effects(legal, MAIN_START + black * NUM_EFFECTS, possible)


@kernel
def allow_bonus(state: State, player: int, legal: Array) -> None:
    """Allow the bonus actions of any two dice (OD-R5), and to pass."""
    allow(legal, DONE)
    faces = 0
    for black in range(NUM_BLACK):
        faces |= die_effects(state, player, black)
    effects = faces & open_effects(state, player) & symbol_effects(state)
    effects |= effects >> (FLEXI_TEC_EFFECT - BOT_EFFECT) & BOTS
    effects |= effects >> (FLEXI_SUB_EFFECT - BOT_EFFECT) & BOTS
    allow_effects(legal, BONUS_START, effects & BONUS_EFFECTS)
    allow_bonus_catches(state, player, legal)


@kernel
def apply(state: State, action: int) -> None:
    """Play ``action`` and run on to the next decision."""
    player = int(state.current_player)
    if action < MAIN_START:
        keep(state, action)
        return
    if action < BONUS_START:
        play_main(state, player, action - MAIN_START)
        if state.main_actions < MAIN_ACTIONS:
            return
        finish_main(state)
    elif action < BONUS_OCTOPUS_START:
        mark(state, player, action - BONUS_START)
        state.players[player].bonus_used += 1
    elif action < DONE:
        catch(state, player, action - BONUS_OCTOPUS_START + 1)
        state.players[player].bonus_used += 1
    elif action == DONE:
        if state.phase == MAIN:
            finish_main(state)
    else:
        play_super_tile(state, player, action)
        return
    go_on(state)


@kernel
def play_main(state: State, player: int, index: int) -> None:
    """Carry out main action ``index`` of the group (OD-T2, OD-R2)."""
    black, effect = index // NUM_EFFECTS, index % NUM_EFFECTS
    spend_dice(state, player, black, effect)
    mark(state, player, effect)
    state.main_actions += 1


@kernel
def play_super_tile(state: State, player: int, action: int) -> None:
    """Move a marker to level 2 by Super-Level or score Super-Copy (OD-R8)."""
    if action < SUPER_COPY_START:
        state.players[player].markers[action - SUPER_LEVEL_START] = TOP_LEVEL
    else:
        score_copy(state, player, action - SUPER_COPY_START)
    ask_super_tile(state)


@kernel
def scores(state: State, out: Array) -> None:
    """Write points so far and, for ties, the submarines marked (OD-E1, OD-R9)."""
    for player in range(state.num_players):
        me = state.players[player]
        out[player, 0] = me.points
        out[player, 1] = 0
        for submarine in me.submarines:
            out[player, 1] += submarine
        out[player, 2] = 0


@kernel
def redeal(state: State, player: int) -> None:
    """Resample nothing: only future rolls are hidden, and ``rng`` decides them."""

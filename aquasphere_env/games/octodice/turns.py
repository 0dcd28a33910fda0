"""The order of decisions: bonus actions, turns, thirds, the bonus scoring."""

from ...core.jit import kernel
from ...core.state import State
from .dice import roll_all
from .effects import has
from .scoring import (
    catch,
    current_third,
    interim_scoring,
    octopuses_rolled,
    score_crystals,
    score_tiles,
    turns_per_third,
)
from .state import (
    BONUS,
    BONUS_ACTIONS,
    FIRST_KEEP,
    NUM_COLUMNS,
    NUM_DICE,
    NUM_THIRDS,
    SUPER_COPY,
    SUPER_COPY_PHASE,
    SUPER_LEVEL,
    SUPER_LEVEL_PHASE,
    TOP_LEVEL,
    VIRTUAL_BONUS,
)


@kernel
def begin_turn(state: State, player: int) -> None:
    """Begin the turn of ``player``; the caller rolls the dice."""
    state.active_player = player
    state.current_player = player
    state.phase = FIRST_KEEP
    state.main_actions = 0


@kernel
def finish_main(state: State) -> None:
    """Take the octopus action (OD-T3, OD-R4), then the others' bonus actions (OD-T4, OD-R5)."""
    player = int(state.active_player)
    catch(state, player, octopuses_rolled(state, player))
    for die in range(NUM_DICE):
        state.used[die] = 0
    state.flexi_lab_used = False
    state.flexi_tec_used = False
    state.flexi_sub_used = False
    state.phase = BONUS
    state.asked = 1


@kernel
def ask_bonus(state: State) -> bool:
    """Ask the next player with a bonus action left in this third; return whether there is one."""
    while state.asked < state.num_players:
        player = (state.active_player + state.asked) % state.num_players
        state.asked += 1
        if state.players[player].bonus_used < BONUS_ACTIONS:
            state.current_player = player
            return True
    return False


@kernel
def go_on(state: State) -> None:
    """Go on to the next bonus action, the virtual roll (OD-V2, OD-R6) or the next turn."""
    if ask_bonus(state):
        return
    if state.virtual_player and state.phase == BONUS:
        state.phase = VIRTUAL_BONUS
        state.asked = 0
        roll_all(state)
        if ask_bonus(state):
            return
    end_turn(state)


@kernel
def end_turn(state: State) -> None:
    """Begin the next turn, after interim (OD-P1) and bonus scoring (OD-P2) where due."""
    player = int(state.active_player) + 1
    if player == state.num_players:
        player = 0
        turns = turns_per_third(state)
        if (state.round_number + 1) % turns == 0:
            interim_scoring(state, current_third(state))
        if state.round_number + 1 == NUM_THIRDS * turns:
            state.asked = 0
            ask_super_tile(state)
            return
        state.round_number += 1
    begin_turn(state, player)
    roll_all(state)


@kernel
def ask_super_tile(state: State) -> None:
    """Ask the next owner of Super-Level or Super-Copy in seat order, or end the game (OD-R8)."""
    while state.asked < state.num_players:
        player = int(state.asked)
        state.asked += 1
        if has(state, player, SUPER_COPY):
            state.phase = SUPER_COPY_PHASE
            state.current_player = player
            return
        if has(state, player, SUPER_LEVEL) and not is_lab_complete(state, player):
            state.phase = SUPER_LEVEL_PHASE
            state.current_player = player
            return
    score_crystals(state)
    for player in range(state.num_players):
        score_tiles(state, player)
    state.terminated = True


@kernel
def is_lab_complete(state: State, player: int) -> bool:
    """Return whether all three markers of ``player`` are on level 2."""
    lowest = TOP_LEVEL
    for column in range(NUM_COLUMNS):
        lowest = min(lowest, int(state.players[player].markers[column]))
    return lowest == TOP_LEVEL

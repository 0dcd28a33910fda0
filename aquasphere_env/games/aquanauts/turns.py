"""The course of a round: automated systems, turn order, storage limits, the end."""

from ...core.jit import kernel
from ...core.rng import shuffle
from ...core.state import NOBODY, Record, State
from .components import EMPTY, MAX_PAPERS, POWER, TRACK_SPACES
from .grid import collect, may_take_any, open_items
from .scoring import most_papers
from .state import (
    AUTOMATED,
    DISCARDING,
    END_FOURTH_PAPER,
    END_ROUND_LIMIT,
    IN_POD,
    ITEMS,
    NO_QUESTION,
    NUM_ROBOTS,
    PLACEMENT,
    READY,
    WORKERS,
)
from .stores import add_to_stockpile, excess


@kernel
def advance(state: State) -> None:
    """Run on from a finished event to the next decision or the end."""
    while not (ask_to_discard(state) or next_turn(state)):
        pass


@kernel
def ask_to_discard(state: State) -> bool:
    """Ask the next player over the limit to discard, if any: AN-R5. Return whether it asks."""
    for step in range(int(state.num_players)):
        player = (int(state.turn_player) + step) % int(state.num_players)
        if excess(state, player) > 0:
            state.question = DISCARDING
            state.current_player = player
            return True
    return False


@kernel
def next_turn(state: State) -> bool:
    """Go to the next player or round; return whether that opened a question or ended the game."""
    if state.phase == AUTOMATED:
        player = (int(state.turn_player) + 1) % int(state.num_players)
        if player != state.first_player:
            return bool(run_automated(state, player))
        state.phase = WORKERS
        ask_for_placement(state, player)
        return True
    for step in range(1, int(state.num_players) + 1):
        player = (int(state.turn_player) + step) % int(state.num_players)
        if state.players[player].robots > 0 or state.players[player].aquanaut == READY:
            ask_for_placement(state, player)
            return True
    return bool(end_round(state))


@kernel
def ask_for_placement(state: State, player: int) -> None:
    """Let ``player`` place a worker."""
    state.turn_player = player
    state.current_player = player
    state.question = PLACEMENT


@kernel
def run_automated(state: State, player: int) -> bool:
    """Start the automated phase of ``player``: AN-R2; return whether it leaves a choice."""
    me = state.players[player]
    state.turn_player = player
    collect(state, me)
    open_items(state, me)
    return bool(ask_for_item(state, me))


@kernel
def ask_for_item(state: State, me: Record) -> bool:
    """Ask ``me`` what to run next; without a choice the items close. Return whether it asks."""
    if may_take_any(state, me):
        state.question = ITEMS
        state.current_player = state.turn_player
        return True
    close_items(state)
    return False


@kernel
def close_items(state: State) -> None:
    """End the automated phase of the player whose turn it is."""
    state.open_items[:] = 0
    state.question = NO_QUESTION


@kernel
def end_round(state: State) -> bool:
    """End the game (AN-R9) or start a round; return whether it ended or the round asks."""
    if most_papers(state) == MAX_PAPERS:
        state.terminated = True
        state.end_reason = END_FOURTH_PAPER
        return True
    if state.round_number + 1 >= state.max_rounds:
        state.truncated = True
        state.end_reason = END_ROUND_LIMIT
        return True
    state.round_number += 1
    refresh_track(state)
    return bool(start_round(state))


@kernel
def start_round(state: State) -> bool:
    """Take the workers back, run the automated systems; return whether they ask: AN-P6, AN-P1."""
    for player in range(int(state.num_players)):
        state.players[player].robots = NUM_ROBOTS
        state.players[player].aquanaut = IN_POD
    state.tile_workers[:] = NOBODY
    state.tile_aquanauts[:] = 0
    add_to_stockpile(state, POWER)
    state.phase = AUTOMATED
    return bool(run_automated(state, int(state.first_player)))


@kernel
def refresh_track(state: State) -> None:
    """Discard the leftmost facility, close up to the left, fill from the stack: AN-P2, AN-R1."""
    if state.track[0] != EMPTY:
        state.discards[state.num_discards] = state.track[0]
        state.num_discards += 1
    kept = 0
    for space in range(1, TRACK_SPACES):
        tile = int(state.track[space])
        if tile != EMPTY:
            state.track[kept] = tile
            kept += 1
    for space in range(kept, TRACK_SPACES):
        state.track[space] = draw_facility(state)


@kernel
def draw_facility(state: State) -> int:
    """Take the top facility of the stack; the discards become a new one if it is empty."""
    if state.stack_size == 0:
        reuse_discards(state)
    state.stack_size -= 1
    tile = int(state.tile_stack[state.stack_size])
    state.tile_stack[state.stack_size] = EMPTY
    return tile


@kernel
def reuse_discards(state: State) -> None:
    """Shuffle the discards into a new stack: AN-R1, a chance event."""
    for k in range(int(state.num_discards)):
        state.tile_stack[k] = state.discards[k]
        state.discards[k] = EMPTY
    state.stack_size = state.num_discards
    state.num_discards = 0
    shuffle(state, state.tile_stack, 0, int(state.stack_size))

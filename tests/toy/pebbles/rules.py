"""Rules of Pebbles; rule ids as on the game page."""

from aquasphere_env.core.bits import allow
from aquasphere_env.core.jit import kernel
from aquasphere_env.core.rng import randint
from aquasphere_env.core.state import Array, State

from .actions import MAX_TAKE, PEEK, TAKE
from .evaluation import evaluate
from .state import END_HEAP_EMPTY, END_LIMIT, EXTRA_TURN_TAKE, NUM_CARDS

__all__ = ["apply", "deal", "evaluate", "legal_actions", "redeal", "scores", "setup"]


@kernel
def deal(state: State) -> None:
    """Lay out the card (PB-P2)."""
    state.card = state.components.card_points[randint(state, NUM_CARDS)]


@kernel
def setup(state: State) -> None:
    """Heap up the pebbles (PB-P1)."""
    state.heap = state.start_heap


@kernel
def legal_actions(state: State, legal: Array) -> None:
    """Allow taking as many as there are (PB-P1) and a first peek (PB-P3)."""
    for count in range(1, min(MAX_TAKE, state.heap) + 1):
        allow(legal, TAKE + count - 1)
    if not state.players[state.current_player].peeked:
        allow(legal, PEEK)


@kernel
def apply(state: State, action: int) -> None:
    """Peek (PB-P3) or take (PB-P1), then the limit (PB-P6)."""
    if action == PEEK:
        state.players[state.current_player].peeked = True
    else:
        take(state, action - TAKE + 1)
    if not state.terminated and state.limit > 0 and state.step_count >= state.limit:
        state.truncated = True
        state.end_reason = END_LIMIT


@kernel
def take(state: State, count: int) -> None:
    """Move ``count`` pebbles; the turn passes but after the last (PB-P2) or a roll (PB-P4)."""
    player = state.current_player
    state.players[player].pebbles += count
    state.heap -= count
    if state.heap == 0:
        state.players[player].bonus = state.card
        state.terminated = True
        state.end_reason = END_HEAP_EMPTY
    elif count != EXTRA_TURN_TAKE or roll(state) < state.components.extra_turn:
        state.current_player = (player + 1) % state.num_players
        state.round_number += state.current_player == 0


@kernel
def roll(state: State) -> int:
    """Roll the die and return it (PB-P4)."""
    state.die = 1 + randint(state, state.components.sides)
    return state.die


@kernel
def scores(state: State, out: Array) -> None:
    """Write pebbles and card, then the fewest peeks (PB-P5)."""
    for p in range(state.num_players):
        out[p, 0] = state.players[p].pebbles + state.players[p].bonus
        out[p, 1] = -1 if state.players[p].peeked else 0
        out[p, 2] = 0


@kernel
def redeal(state: State, player: int) -> None:
    """Resample the card unless ``player`` knows it (PB-P2, PB-P3)."""
    if not (state.players[player].peeked or state.terminated):
        deal(state)

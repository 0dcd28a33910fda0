"""Rules of Pebbles; the ids P1.. are explained in the package's docstring."""

from aquasphere_env.core.bits import allow
from aquasphere_env.core.jit import kernel
from aquasphere_env.core.rng import randint

from .state import (
    DIE_SIDES,
    END_HEAP_EMPTY,
    END_LIMIT,
    EXTRA_TURN_ROLL,
    EXTRA_TURN_TAKE,
    MAX_TAKE,
    NUM_CARDS,
    PEEK,
    TAKE,
)


@kernel
def deal(state):
    """Lay out the card (P2)."""
    state.card = 1 + randint(state, NUM_CARDS)


@kernel
def setup(state):
    """Heap up the pebbles (P1)."""
    state.heap = state.start_heap


@kernel
def legal_actions(state, legal):
    """Allow taking as many as there are (P1) and a first peek (P3)."""
    for count in range(1, min(MAX_TAKE, state.heap) + 1):
        allow(legal, TAKE + count - 1)
    if not state.players[state.current_player].peeked:
        allow(legal, PEEK)


@kernel
def apply(state, action):
    """Peek (P3) or take (P1), then the limit (P6)."""
    if action == PEEK:
        state.players[state.current_player].peeked = True
    else:
        take(state, action - TAKE + 1)
    if not state.terminated and state.limit > 0 and state.step_count >= state.limit:
        state.truncated = True
        state.end_reason = END_LIMIT


@kernel
def take(state, count):
    """Move ``count`` pebbles, then pass the turn unless it was the last (P2) or a roll (P4)."""
    player = state.current_player
    state.players[player].pebbles += count
    state.heap -= count
    if state.heap == 0:
        state.players[player].bonus = state.card
        state.terminated = True
        state.end_reason = END_HEAP_EMPTY
    elif count != EXTRA_TURN_TAKE or roll(state) < EXTRA_TURN_ROLL:
        state.current_player = (player + 1) % state.num_players
        state.round_number += state.current_player == 0


@kernel
def roll(state):
    """Roll the die and return it (P4)."""
    state.die = 1 + randint(state, DIE_SIDES)
    return state.die


@kernel
def scores(state, out):
    """Write pebbles and card, then the fewest peeks (P5)."""
    for p in range(state.num_players):
        out[p, 0] = state.players[p].pebbles + state.players[p].bonus
        out[p, 1] = -1 if state.players[p].peeked else 0
        out[p, 2] = 0


@kernel
def redeal(state, player):
    """Draw the card anew unless ``player`` knows it (P2, P3)."""
    if not (state.players[player].peeked or state.terminated):
        deal(state)


@kernel
def evaluate(state, player):
    """Return own points minus the best other's."""
    best_other = 0
    for p in range(state.num_players):
        if p != player:
            best_other = max(best_other, state.players[p].pebbles + state.players[p].bonus)
    return state.players[player].pebbles + state.players[player].bonus - 1.0 * best_other

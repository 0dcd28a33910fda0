"""Kernels for self-play in bulk: in every slot one decision of the player to move.

A slot is a game, its sequence of games, its account, and a view that its players see in turn.
"""

import numpy as np

from ..core import bits
from ..core.jit import kernel, modular
from ..core.loops import is_over, num_better, reset, step
from ..core.protocol import observe_again
from ..core.rng import RNG_DTYPE, mix, next_u64
from ..core.state import MAX_PLAYERS, Array, Record, State, Word, record_dtype
from .decisions import MOST_EMPTY_GAMES
from .rewards import ACCOUNT_DTYPE, open_account, pay

EMPTY = -2  # result of a kernel that met so many

_ENV_STRIDE = np.uint64(0xD1342543DE82EF95)  # sets the random streams of neighbouring games apart

GAME_DTYPE = record_dtype(
    [
        ("games", RNG_DTYPE),  # draws the seeds of the slot's games
        ("game_seed", np.uint64),
        ("account", ACCOUNT_DTYPE),
        ("rewards", np.float64, (MAX_PLAYERS,)),  # of the last step
    ]
)
OUTCOME_DTYPE = np.dtype(
    [
        ("current_player", np.int64),
        ("terminated", np.bool_),
        ("truncated", np.bool_),
        ("final_scores", np.int32, (MAX_PLAYERS,)),
        ("final_ranks", np.int32, (MAX_PLAYERS,)),
        ("final_decisions", np.int32),
    ]
)


@modular
@kernel
def seed_games(slots: Array, seed: Word) -> None:
    """Seed every slot's sequence of games from ``seed`` and the slot's number."""
    for i in range(slots.shape[0]):
        slots[i].games.rng = mix(mix(np.uint64(seed)) + np.uint64(i) * _ENV_STRIDE)


@kernel
def next_game(states: Array, slots: Array, i: int, blank: Array, memories: Array) -> bool:
    """Start the next game of slot ``i``; games without a decision are skipped.

    Return whether there was one with a decision, within ``MOST_EMPTY_GAMES``.
    """
    slot = slots[i]
    memories[i].known = False
    for _ in range(MOST_EMPTY_GAMES):
        slot.game_seed = next_u64(slot.games)
        reset(states, i, blank, slot.game_seed)
        open_account(slot.account)
        if not is_over(states[i]):
            return True
    return False


@kernel
def show(
    states: Array, i: int, outcomes: Array, views: Array, memories: Array, masks: Array
) -> None:
    """Write whose move it is in slot ``i`` and what that player sees."""
    state = states[i]
    outcomes[i].current_player = state.current_player
    observe_again(state, int(state.current_player), views[i], memories[i])
    bits.unpack(state.legal, masks[i])


@kernel
def show_end(state: State, points: Array, outcome: Record) -> None:
    """Write how the game ``state`` has ended; ``points`` has rows for absent players, too."""
    standing = points[: state.num_players]
    for player in range(state.num_players):
        outcome.final_scores[player] = standing[player, 0]
        outcome.final_ranks[player] = 1 + num_better(standing, player)
    outcome.final_decisions = state.step_count


@kernel
def reset_games(
    states: Array,
    slots: Array,
    blank: Array,
    outcomes: Array,
    views: Array,
    memories: Array,
    masks: Array,
) -> int:
    """Start the next game in every slot; return ``EMPTY`` if one has nothing to decide, or -1."""
    result = -1
    for i in range(states.shape[0]):
        if not next_game(states, slots, i, blank, memories):
            result = EMPTY
        outcomes[i].terminated = outcomes[i].truncated = False
        show(states, i, outcomes, views, memories, masks)
    return result


@kernel
def step_games(
    states: Array,
    slots: Array,
    blank: Array,
    actions: Array,
    reward: int,
    rewards: Array,
    outcomes: Array,
    views: Array,
    memories: Array,
    masks: Array,
) -> int:
    """Play one decision, which is legal, in every slot; restart what has ended.

    Return ``EMPTY`` or -1.
    """
    result = -1
    for i in range(states.shape[0]):
        state = states[i]
        step(states, i, actions[i])
        pay(state, reward, slots[i].account, slots[i].rewards[:])
        for player in range(rewards.shape[1]):
            rewards[i, player] = slots[i].rewards[player]
        outcomes[i].terminated = state.terminated
        outcomes[i].truncated = state.truncated
        if is_over(state):
            show_end(state, slots[i].account.points, outcomes[i])
            if not next_game(states, slots, i, blank, memories):
                result = EMPTY
        show(states, i, outcomes, views, memories, masks)
    return result


@kernel
def show_all(states: Array, outcomes: Array, views: Array, memories: Array, masks: Array) -> None:
    """Write whole for every slot whose move it is and what that player sees."""
    for i in range(states.shape[0]):
        memories[i].known = False
        show(states, i, outcomes, views, memories, masks)

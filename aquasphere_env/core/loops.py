"""Every compiled loop that Python calls on states: written once, specialised per game by numba.

Python passes ``(states, i)`` and not ``states[i]``: a record array costs 0.4 us a call, a record
scalar 3.5 us.
"""

import numpy as np

from . import bits
from .jit import kernel
from .protocol import (
    NUM_SCORE_KEYS,
    apply,
    deal,
    legal_actions,
    observe,
    redeal,
    scores,
    setup,
)
from .rng import mix, randint


@kernel
def is_over(state):
    """Return whether the game has ended, by its rules or by a limit."""
    return state.terminated or state.truncated


@kernel
def refresh_legal(state):
    """Fill ``state.legal`` for the current player and return how many actions it holds."""
    state.legal[:] = np.uint64(0)
    if is_over(state):
        return 0
    legal_actions(state, state.legal)
    return bits.count(state.legal)


@kernel
def settle(state):
    """Play forced moves up to a decision between at least two actions, or the end."""
    while refresh_legal(state) == 1:
        apply(state, bits.nth(state.legal, 0))


@kernel
def seed_deal(states, i, blank, seed):
    """Make slot ``i`` a copy of ``blank[0]``, seeded with the uint64 ``seed``, and deal."""
    states[i] = blank[0]
    states[i].rng = mix(np.uint64(seed))
    deal(states[i])


@kernel
def set_up(states, i):
    """Place the pieces of the dealt slot ``i``; forced moves are left to ``settle_one``."""
    setup(states[i])
    refresh_legal(states[i])


@kernel
def reset(states, i, blank, seed):
    """Start a new game in slot ``i``: deal, set up, forced moves."""
    seed_deal(states, i, blank, seed)
    setup(states[i])
    settle(states[i])


@kernel
def apply_one(states, i, action):
    """Apply one action in slot ``i``, no forced moves; return how many actions are legal."""
    apply(states[i], action)
    return refresh_legal(states[i])


@kernel
def refresh(states, i):
    """Recompute the legal actions of slot ``i``, after its fields were written from outside."""
    return refresh_legal(states[i])


@kernel
def step(states, i, action):
    """Apply one decision in slot ``i`` and the forced moves after it."""
    states[i].step_count += 1
    apply(states[i], action)
    settle(states[i])


@kernel
def step_each(states, which, actions):
    """Apply ``actions[k]`` in slot ``which[k]`` for all k, each with the forced moves after it."""
    for k in range(which.shape[0]):
        step(states, which[k], actions[k])


@kernel
def is_legal(states, i, action):
    """Return whether ``action`` is legal in slot ``i``."""
    return bits.contains(states[i].legal, action)


@kernel
def first_illegal(states, actions):
    """Return the first slot whose game goes on and whose action is illegal, or -1."""
    for i in range(states.shape[0]):
        if not is_over(states[i]) and not is_legal(states, i, actions[i]):
            return i
    return -1


@kernel
def observe_one(states, i, player, views, j):
    """Write what ``player`` may see of slot ``i`` into ``views[j]``."""
    observe(states[i], player, views[j])


@kernel
def read_mask(states, i, player, mask):
    """Write the legal actions of slot ``i`` into ``mask``: all 0 unless ``player`` decides."""
    if player == states[i].current_player:
        bits.unpack(states[i].legal, mask)
    else:
        mask[:] = 0


@kernel
def read_scores(states, i, out):
    """Write points and tie-breakers of slot ``i`` into ``out`` (players by NUM_SCORE_KEYS)."""
    scores(states[i], out)


@kernel
def redeal_one(states, i, player, seed):
    """Resample what ``player`` cannot see in slot ``i``, the dice to come included."""
    states[i].rng = mix(np.uint64(seed))
    redeal(states[i], player)
    refresh_legal(states[i])


@kernel
def random_action(state, source):
    """Return a uniformly random legal action, drawn from ``source.rng``."""
    return bits.nth(state.legal, randint(source, bits.count(state.legal)))


@kernel
def playout(states, i, sources, j):
    """Play slot ``i`` to its end at random from ``sources[j]``; return the number of decisions."""
    state = states[i]
    before = state.step_count
    while not is_over(state):
        step(states, i, random_action(state, sources[j]))
    return state.step_count - before


@kernel
def playouts(states, blank, seed, num_games, sources):
    """Play ``num_games`` random games in slot 0; return the number of decisions."""
    decisions = 0
    for game in range(num_games):
        reset(states, 0, blank, np.uint64(seed) + np.uint64(game))
        decisions += playout(states, 0, sources, 0)
    return decisions


@kernel
def ranks(points, out):
    """Write each player's rank by ``points`` into ``out``: 1 is best, ties share the better."""
    for p in range(points.shape[0]):
        out[p] = 1
        for q in range(points.shape[0]):
            for key in range(NUM_SCORE_KEYS):
                if points[q, key] != points[p, key]:
                    out[p] += points[q, key] > points[p, key]
                    break


@kernel
def read_standing(states, i, points, places):
    """Write scores and ranks of slot ``i`` into ``points`` and ``places``."""
    scores(states[i], points)
    ranks(points, places)


def perft(states: np.ndarray, depth: int) -> int:
    """Count the sequences of ``depth`` decisions from ``states[0]`` (rows above it are scratch).

    Games that end earlier count as one sequence. ``states`` needs ``depth + 1`` rows.
    """
    return int(count_sequences(states, np.zeros(depth + 1, np.int64)))


@kernel
def count_sequences(states, ranks):
    """Walk the tree in depth; ``ranks[level]`` is the next legal action to try, zeros at first."""
    depth = ranks.shape[0] - 1
    leaves = 0
    level = 0
    while level >= 0:
        action = -1
        if level == depth or is_over(states[level]):
            leaves += 1
        else:
            action = bits.nth(states[level].legal, ranks[level])
            ranks[level] += 1
        if action < 0:
            level -= 1
            continue
        states[level + 1] = states[level]
        level += 1
        ranks[level] = 0
        step(states, level, action)
    return leaves

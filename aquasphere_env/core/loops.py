"""The compiled loops over states: written once, specialised for each game by numba.

Python passes ``(states, i)``, not ``states[i]``: calling with a record array takes 0.4 us, with a
record scalar 3.5 us.
"""

import numpy as np

from . import bits
from .jit import kernel, modular
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
from .state import Array, Index, Record, State, Word


@kernel
def is_over(state: State) -> bool:
    """Return whether the game has ended, by its rules or by a limit."""
    return bool(state.terminated or state.truncated)


@kernel
def refresh_legal(state: State) -> Index:
    """Fill ``state.legal`` for the current player and return how many actions it holds."""
    state.legal[:] = np.uint64(0)
    if is_over(state):
        return 0
    legal_actions(state, state.legal)
    return bits.count(state.legal)


@kernel
def settle(state: State) -> None:
    """Play forced moves up to a decision between at least two actions, or the end."""
    while refresh_legal(state) == 1:
        apply(state, bits.nth(state.legal, 0))


@kernel
def seed_deal(states: Array, i: int, blank: Array, seed: Word) -> None:
    """Make slot ``i`` a copy of ``blank[0]``, seeded with the uint64 ``seed``, and deal."""
    states[i] = blank[0]
    states[i].rng = mix(np.uint64(seed))
    deal(states[i])


@kernel
def set_up(states: Array, i: int) -> None:
    """Place the pieces of the dealt slot ``i``, without the forced moves that follow."""
    setup(states[i])
    refresh_legal(states[i])


@kernel
def reset(states: Array, i: int, blank: Array, seed: Word) -> None:
    """Start a new game in slot ``i``: deal, set up, forced moves."""
    seed_deal(states, i, blank, seed)
    setup(states[i])
    settle(states[i])


@kernel
def apply_one(states: Array, i: int, action: int) -> Index:
    """Apply one action in slot ``i``, without forced moves; return how many actions are legal."""
    apply(states[i], action)
    return refresh_legal(states[i])


@kernel
def refresh(states: Array, i: int) -> Index:
    """Recompute the legal actions of slot ``i`` after its fields changed; return how many."""
    return refresh_legal(states[i])


@kernel
def step(states: Array, i: int, action: int) -> None:
    """Apply one decision in slot ``i`` and the forced moves after it."""
    states[i].step_count += 1
    apply(states[i], action)
    settle(states[i])


@kernel
def step_each(states: Array, which: Array, actions: Array) -> None:
    """Apply ``actions[k]`` in slot ``which[k]`` for every k, each with the forced moves after."""
    for k in range(which.shape[0]):
        step(states, which[k], actions[k])


@kernel
def is_legal(states: Array, i: int, action: int) -> bool:
    """Return whether ``action`` is legal in slot ``i``."""
    return bool(bits.contains(states[i].legal, action))


@kernel
def first_illegal(states: Array, actions: Array) -> int:
    """Return the first slot whose game goes on and whose action is illegal, or -1."""
    for i in range(states.shape[0]):
        if not is_over(states[i]) and not is_legal(states, i, actions[i]):
            return i
    return -1


@kernel
def observe_one(states: Array, i: int, player: int, views: Array, j: int) -> None:
    """Write what ``player`` may see of slot ``i`` into ``views[j]``."""
    observe(states[i], player, views[j])


@kernel
def read_mask(states: Array, i: int, player: int, mask: Array) -> None:
    """Write the legal actions of slot ``i`` into ``mask``: all 0 unless ``player`` decides."""
    if player == states[i].current_player:
        bits.unpack(states[i].legal, mask)
    else:
        mask[:] = 0


@kernel
def read_scores(states: Array, i: int, out: Array) -> None:
    """Write points and tie-breakers of slot ``i`` into ``out`` (players by NUM_SCORE_KEYS)."""
    scores(states[i], out)


@kernel
def redeal_one(states: Array, i: int, player: int, seed: Word) -> None:
    """Resample everything hidden from ``player`` in slot ``i``, future chance included."""
    states[i].rng = mix(np.uint64(seed))
    redeal(states[i], player)
    refresh_legal(states[i])


@kernel
def random_action(state: State, source: Record) -> Index:
    """Return a uniformly random legal action, drawn from ``source.rng``."""
    return bits.nth(state.legal, randint(source, bits.count(state.legal)))


@kernel
def playout(states: Array, i: int, sources: Array, j: int) -> Index:
    """Play slot ``i`` out at random from ``sources[j]``; return the number of decisions."""
    state = states[i]
    before = state.step_count
    while not is_over(state):
        step(states, i, random_action(state, sources[j]))
    return state.step_count - before


@modular
@kernel
def playouts(states: Array, blank: Array, seed: Word, num_games: int, sources: Array) -> int:
    """Play ``num_games`` random games in slot 0; return the number of decisions."""
    decisions = 0
    for game in range(num_games):
        reset(states, 0, blank, np.uint64(seed) + np.uint64(game))
        decisions += playout(states, 0, sources, 0)
    return decisions


@kernel
def num_better(points: Array, player: int) -> int:
    """Return how many players beat ``player`` by ``points`` (players by NUM_SCORE_KEYS)."""
    better = 0
    for rival in range(points.shape[0]):
        for key in range(NUM_SCORE_KEYS):
            if points[rival, key] != points[player, key]:
                better += points[rival, key] > points[player, key]
                break
    return better


@kernel
def ranks(points: Array, out: Array) -> None:
    """Write each player's rank by ``points`` into ``out``: 1 is best, ties share the better."""
    for p in range(points.shape[0]):
        out[p] = 1 + num_better(points, p)


@kernel
def read_standing(states: Array, i: int, points: Array, places: Array) -> None:
    """Write scores and ranks of slot ``i`` into ``points`` and ``places``."""
    scores(states[i], points)
    ranks(points, places)


def perft(states: np.ndarray, depth: int) -> int:
    """Return the number of sequences of ``depth`` decisions from ``states[0]``.

    A game that ends earlier counts as one sequence. ``states`` has ``depth + 1`` rows, those after
    the first are scratch.
    """
    return int(count_sequences(states, np.zeros(depth + 1, np.int64)))


@kernel
def count_sequences(states: Array, ranks: Array) -> int:
    """Search depth-first; ``ranks``, zeros at first, holds the next legal action per level."""
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

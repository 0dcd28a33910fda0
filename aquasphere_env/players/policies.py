"""Compiled players: ``random`` and ``greedy`` (one decision ahead), for opponents and baselines.

Their chance comes from ``RNG_DTYPE`` records of the caller, never from a state's ``rng``, and they
use no hidden information. Who looks one decision ahead judges the states found by the game's own
``evaluate`` (``judge`` is ``None``: what is compiled then knows no other) or by a learned one.
"""

import numpy as np

from ..core import bits
from ..core.jit import kernel
from ..core.loops import is_over, random_action, step
from ..core.protocol import evaluate, redeal
from ..core.rng import next_u64
from ..core.state import Array, Index, Record
from .evaluation import AnyJudge, Judge, expected_margin

POLICIES = ("random", "greedy")
RANDOM, GREEDY = range(len(POLICIES))
NOT_COMPILED = -1  # a seat that no compiled policy plays

NUM_SCRATCH = 2  # records that ``greedy`` needs to try actions in
_IMAGINED, _TRIAL = range(NUM_SCRATCH)


@kernel
def choose(states: Array, i: int, policy: int, source: Record, scratch: Array) -> Index:
    """Return the action that ``policy`` plays in slot ``i``."""
    if policy == GREEDY:
        return best_action(states, i, source, scratch, None)
    return random_action(states[i], source)


@kernel
def imagine(states: Array, i: int, source: Record, scratch: Array) -> None:
    """Copy slot ``i`` into ``scratch`` with what is hidden from its player to move resampled."""
    scratch[_IMAGINED] = states[i]
    scratch[_IMAGINED].rng = next_u64(source)
    redeal(scratch[_IMAGINED], int(states[i].current_player))


@kernel
def value_after(scratch: Array, action: int, player: int, judge: AnyJudge) -> float:
    """Return how good the imagined state is for ``player`` after ``action``."""
    scratch[_TRIAL] = scratch[_IMAGINED]
    step(scratch, _TRIAL, action)
    if judge is None:
        return evaluate(scratch[_TRIAL], player)
    value = expected_margin(scratch, _TRIAL, player, judge)
    if scratch[_TRIAL].rng == scratch[_IMAGINED].rng:
        return value
    return mean_of_draws(value, scratch, action, player, judge)


@kernel
def mean_of_draws(value: float, scratch: Array, action: int, player: int, judge: Judge) -> float:
    """Return the mean of ``value``, of one draw of chance, and of the judge's further draws.

    They are the same draws for every action, so that none is better by luck alone.
    """
    draws = int(judge.net[0].draws)
    chance = scratch[_IMAGINED].rng
    for _ in range(1, draws):
        drawn = next_u64(scratch[_IMAGINED])
        scratch[_TRIAL] = scratch[_IMAGINED]
        scratch[_TRIAL].rng = drawn
        step(scratch, _TRIAL, action)
        value += expected_margin(scratch, _TRIAL, player, judge)
    scratch[_IMAGINED].rng = chance
    return value / draws


@kernel
def best_action(states: Array, i: int, source: Record, scratch: Array, judge: AnyJudge) -> Index:
    """Return the action with the best value after it, the lowest id on ties."""
    imagine(states, i, source, scratch)
    legal = states[i].legal
    player = int(states[i].current_player)
    best = bits.nth(legal, 0)
    best_value = -np.inf
    for rank in range(bits.count(legal)):
        action = bits.nth(legal, rank)
        value = value_after(scratch, action, player, judge)
        if value > best_value:
            best, best_value = action, value
    return best


@kernel
def action_values(
    states: Array, i: int, source: Record, scratch: Array, values: Array, judge: AnyJudge
) -> None:
    """Write the value after every legal action into ``values``; illegal ones get NaN."""
    values[:] = np.nan
    if is_over(states[i]):
        return
    imagine(states, i, source, scratch)
    legal = states[i].legal
    player = int(states[i].current_player)
    for rank in range(bits.count(legal)):
        action = bits.nth(legal, rank)
        values[action] = value_after(scratch, action, player, judge)


@kernel
def judge_each(
    states: Array, sources: Array, scratch: Array, values: Array, judge: AnyJudge
) -> None:
    """Write ``action_values`` of every slot into the rows of ``values``, (slots, actions).

    Chance comes from ``sources[0]``.
    """
    for i in range(states.shape[0]):
        action_values(states, i, sources[0], scratch, values[i], judge)


@kernel
def advise(
    states: Array, sources: Array, scratch: Array, scale: float, advice: Array, judge: AnyJudge
) -> None:
    """Write how much worse than the best ``judge`` finds each action: -1 at ``scale`` points.

    ``advice`` is (slots, actions); chance comes from ``sources[0]``, illegal actions get -1.
    """
    for i in range(states.shape[0]):
        action_values(states, i, sources[0], scratch, advice[i], judge)
        best = -np.inf
        for action in range(advice.shape[1]):
            if advice[i, action] > best:
                best = advice[i, action]
        for action in range(advice.shape[1]):
            loss = (advice[i, action] - best) / scale
            advice[i, action] = loss if loss > -1.0 else -1.0


@kernel
def choose_each(states: Array, policy: int, sources: Array, scratch: Array, actions: Array) -> None:
    """Write what ``policy`` plays in every slot, chance from ``sources[0]``; 0 if it is over."""
    for i in range(states.shape[0]):
        actions[i] = 0
        if not is_over(states[i]):
            actions[i] = choose(states, i, policy, sources[0], scratch)


@kernel
def choose_all(
    states: Array, policies: Array, sources: Array, scratch: Array, actions: Array
) -> None:
    """Write the actions of the players to move; finished and not compiled slots stay as given.

    ``policies`` (slots, players) holds policy ids by seat, ``sources`` one record a slot.
    """
    for i in range(states.shape[0]):
        policy = policies[i, states[i].current_player]
        if policy >= 0 and not is_over(states[i]):
            actions[i] = choose(states, i, policy, sources[i], scratch)


@kernel
def play_on(states: Array, i: int, policies: Array, source: Record, scratch: Array) -> None:
    """Play slot ``i`` on to the end or to a seat whose policy (by seat) is not compiled."""
    state = states[i]
    while not is_over(state) and policies[state.current_player] >= 0:
        policy = int(policies[state.current_player])
        step(states, i, choose(states, i, policy, source, scratch))

"""Compiled loops for the contract: random games with every promise checked, batches of games."""

import numpy as np

from aquasphere_env.core.bits import contains, nth
from aquasphere_env.core.jit import kernel
from aquasphere_env.core.loops import (
    is_over,
    random_action,
    refresh_legal,
    seed_deal,
    step,
)
from aquasphere_env.core.protocol import apply, evaluate, setup

FAULTS = (
    "fine",
    "no legal action although the game goes on",
    "does not end",
    "a legal id beyond the action table",
    "the current player has no seat",
    "terminated and truncated",
    "no such end reason",
    "the rules set step_count or num_players",
)
FINE, DEAD_END, ENDLESS, BAD_ID, BAD_PLAYER, BOTH_ENDS, BAD_REASON, BAD_HEADER = range(len(FAULTS))
MOST_MOVES = 4000  # decisions and forced moves; all games are many times shorter


@kernel
def find_fault(states, blank, num_games, num_actions, num_reasons, sources):
    """Play random games from seeds 0, 1, …; return (seed, fault) of the first bad one."""
    for seed in range(num_games):
        seed_deal(states, 0, blank, np.uint64(seed))
        setup(states[0])
        fault = play_checked(states[0], num_actions, num_reasons, sources[0])
        if states[0].num_players != blank[0].num_players:
            fault = BAD_HEADER
        if fault != FINE:
            return seed, fault
    return -1, FINE


@kernel
def play_checked(state, num_actions, num_reasons, source):
    """Play ``state`` to its end at random and return the first fault."""
    decisions = 0
    for _ in range(MOST_MOVES):
        number = refresh_legal(state)
        fault = fault_now(state, number, num_actions, num_reasons)
        if state.step_count != decisions:
            fault = BAD_HEADER
        if fault != FINE or is_over(state):
            return fault
        action = nth(state.legal, 0)
        if number > 1:
            action = random_action(state, source)
            decisions += 1
            state.step_count += 1
        apply(state, action)
    return ENDLESS


@kernel
def fault_now(state, number, num_actions, num_reasons):
    """Return what is wrong with ``state``, which has ``number`` legal actions."""
    if state.terminated and state.truncated:
        return BOTH_ENDS
    if state.current_player < 0 or state.current_player >= state.num_players:
        return BAD_PLAYER
    if is_over(state):
        return FINE if 0 <= state.end_reason < num_reasons else BAD_REASON
    for action in range(num_actions, 64 * state.legal.shape[0]):
        if contains(state.legal, action):
            return BAD_ID
    return DEAD_END if number == 0 else FINE


@kernel
def evaluate_one(states, i, player):
    """Return the evaluation of slot ``i`` for ``player``."""
    return evaluate(states[i], player)


@kernel
def step_all(states, actions):
    """Play the decision ``actions[i]`` in every slot whose game goes on; return how many do."""
    going = 0
    for i in range(states.shape[0]):
        if not is_over(states[i]):
            step(states, i, actions[i])
            going += not is_over(states[i])
    return going

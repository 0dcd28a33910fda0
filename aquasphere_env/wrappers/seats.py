"""Kernels for one learning seat against others, in many games at once.

A slot is a game and the record that says who sits where. The seats of compiled policies are played
on here; a seat that neither the learner nor a compiled policy plays waits for Python (``arena``).
"""

import numpy as np

from ..core.jit import kernel
from ..core.loops import is_legal, is_over, random_action, ranks, reset, step
from ..core.protocol import observe, scores
from ..core.rng import RNG_DTYPE, mix, next_u64, randint
from ..core.state import MAX_PLAYERS, record_dtype
from .policies import NOT_COMPILED, play_on
from .rewards import ACCOUNT_DTYPE, ILLEGAL_REWARD, open_account, pay

LEARNER = NOT_COMPILED  # in ``policies``; less than this: number -2 - k is outside player k
FIRST_OUTSIDE = LEARNER - 1
RANDOM_SEAT = -1

ON_ILLEGAL = ("terminate", "penalize", "random", "raise")
TERMINATE, PENALIZE, RANDOM_INSTEAD, RAISE = range(len(ON_ILLEGAL))

_POLICY_STREAM = np.uint64(0xA0761D6478BD642F)  # sets a slot's two random streams apart

SLOT_DTYPE = record_dtype(
    [
        ("games", RNG_DTYPE),  # draws the seeds of the games and the seats
        ("chance", RNG_DTYPE),  # of the policies
        ("game_seed", np.uint64),
        ("account", ACCOUNT_DTYPE),
        ("rewards", np.float64, (MAX_PLAYERS,)),
        ("reward", np.float64),  # of the learner in this step
        ("opponents", np.int64, (MAX_PLAYERS,)),  # clockwise from the learner
        ("policies", np.int64, (MAX_PLAYERS,)),  # by seat
        ("fixed_seat", np.int64),  # or RANDOM_SEAT
        ("seat", np.int64),
        ("decisions", np.int64),  # of the learner in this game
        ("terminated", np.bool_),
        ("truncated", np.bool_),
        ("illegal", np.bool_),  # ended by an illegal action
        ("restarted", np.bool_),  # in this step
    ]
)


@kernel
def seed_slot(slot, seed):
    """Begin the slot's sequence of games and the policies' chance from the uint64 ``seed``."""
    slot.games.rng = mix(np.uint64(seed))
    slot.chance.rng = mix(np.uint64(seed) ^ _POLICY_STREAM)


@kernel
def deal_seats(state, slot):
    """Put the learner and the others on their seats."""
    players = np.int64(state.num_players)
    drawn = randint(slot.games, players)
    slot.seat = drawn if slot.fixed_seat == RANDOM_SEAT else slot.fixed_seat
    slot.policies[slot.seat] = LEARNER
    for k in range(1, players):
        slot.policies[(slot.seat + k) % players] = slot.opponents[k - 1]


@kernel
def next_game(states, slots, i, blank, scratch):
    """Start the next game of slot ``i`` and play on; games without a choice are passed over."""
    slot = slots[i]
    slot.terminated = slot.truncated = slot.illegal = False
    slot.reward = 0.0
    slot.decisions = 0
    while True:
        slot.game_seed = next_u64(slot.games)
        reset(states, i, blank, slot.game_seed)
        deal_seats(states[i], slot)
        open_account(slot.account)
        play_on(states, i, slot.policies, slot.chance, scratch)
        if not is_over(states[i]):
            break


@kernel
def restart(states, slots, blank, which, seeds, scratch):
    """Start the next game in the slots in ``which``, seeded anew where ``seeds`` is not 0."""
    for i in range(states.shape[0]):
        if which[i]:
            if seeds[i] != 0:
                seed_slot(slots[i], seeds[i])
            next_game(states, slots, i, blank, scratch)


@kernel
def first_illegal(states, slots, actions):
    """Return the first running slot whose action is illegal, or -1."""
    for i in range(states.shape[0]):
        over = slots[i].terminated or slots[i].truncated
        if not over and not is_legal(states, i, actions[i]):
            return i
    return -1


@kernel
def decide(states, slots, i, action, on_illegal, scratch):
    """Play the learner's ``action`` in slot ``i`` and play on; ``RAISE`` is checked before."""
    slot = slots[i]
    slot.decisions += 1
    if not is_legal(states, i, action):
        if on_illegal != RANDOM_INSTEAD:
            slot.reward = ILLEGAL_REWARD
            slot.illegal = slot.terminated = on_illegal == TERMINATE
            return
        action = random_action(states[i], slot.chance)
    step(states, i, action)
    play_on(states, i, slot.policies, slot.chance, scratch)


@kernel
def act(states, slots, blank, actions, on_illegal, next_step, scratch):
    """Play the learners' ``actions``; finished slots stay, or start anew with ``next_step``."""
    for i in range(states.shape[0]):
        slot = slots[i]
        slot.reward = 0.0
        slot.restarted = False
        if not (slot.terminated or slot.truncated):
            decide(states, slots, i, actions[i], on_illegal, scratch)
        elif next_step:
            next_game(states, slots, i, blank, scratch)
            slot.restarted = True


@kernel
def find_waiting(states, slots, who):
    """Write the outside player to move into ``who`` (``LEARNER``: nobody); count those slots."""
    waiting = 0
    for i in range(states.shape[0]):
        who[i] = LEARNER
        if not is_over(states[i]):
            who[i] = min(slots[i].policies[states[i].current_player], LEARNER)
        waiting += who[i] < LEARNER
    return waiting


@kernel
def play_outside(states, slots, blank, who, actions, scratch):
    """Play ``actions`` of the outside players in the slots that wait for them, and play on."""
    for i in range(states.shape[0]):
        if who[i] < LEARNER:
            slot = slots[i]
            step(states, i, actions[i])
            play_on(states, i, slot.policies, slot.chance, scratch)
            if is_over(states[i]) and slot.decisions == 0:
                next_game(states, slots, i, blank, scratch)


@kernel
def settle_accounts(states, slots, reward):
    """Pay the learners for the step and note which games are over."""
    for i in range(states.shape[0]):
        slot = slots[i]
        if not (slot.terminated or slot.truncated or slot.restarted):
            pay(states[i], reward, slot.account, slot.rewards)
            slot.reward += slot.rewards[slot.seat]
            slot.terminated = states[i].terminated
            slot.truncated = states[i].truncated


@kernel
def finish(states, slots, blank, views, scratch):
    """Show the finished games' last views and start the next games in their slots (same step)."""
    for i in range(states.shape[0]):
        slot = slots[i]
        if slot.terminated or slot.truncated:
            observe(states[i], slot.seat, views[i])
            reward = slot.reward
            next_game(states, slots, i, blank, scratch)
            slot.reward = reward


@kernel
def read_standings(states, which, points, places):
    """Write points (slots, players, keys) and ranks (slots, players) of those in ``which``."""
    for i in range(states.shape[0]):
        if which[i]:
            scores(states[i], points[i])
            ranks(points[i], places[i])

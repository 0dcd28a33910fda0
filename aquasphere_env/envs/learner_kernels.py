"""Kernels for one learning seat against others, in many games at once.

A slot is a game and a record of who sits where. The seats of compiled policies are played
on here; a seat that neither the learner nor a compiled policy plays waits for ``LearnerGames``.
"""

import numpy as np

from ..core.jit import kernel
from ..core.loops import is_legal, is_over, random_action, read_standing, reset, step
from ..core.protocol import observe
from ..core.ranges import between, one_of, up_to
from ..core.rng import RNG_DTYPE, mix, next_u64, randint
from ..core.state import (
    MAX_PLAYERS,
    MOST_DECISIONS,
    Array,
    Index,
    Record,
    State,
    record_dtype,
)
from ..players.policies import NOT_COMPILED, POLICIES, play_on
from .decisions import MOST_EMPTY_GAMES
from .rewards import ACCOUNT_DTYPE, ILLEGAL_REWARD, open_account, pay

LEARNER = NOT_COMPILED  # in ``policies``; less than this: number -2 - k is outside player k
FIRST_OUTSIDE = LEARNER - 1
RANDOM_SEAT = -1

ON_ILLEGAL = ("terminate", "penalize", "random", "raise")
TERMINATE, PENALIZE, RANDOM_INSTEAD, RAISE = range(len(ON_ILLEGAL))

WAIT, START, DECIDE, ANSWER = range(4)  # commands: nothing, next game, learner, outside player

_POLICY_STREAM = np.uint64(0xA0761D6478BD642F)  # sets a slot's two random streams apart

_MOST_OUTSIDE = 2**16  # players that are not compiled
_PLAYER = between(FIRST_OUTSIDE - _MOST_OUTSIDE, len(POLICIES) - 1, np.int64)
SLOT_DTYPE = record_dtype(
    [
        ("games", RNG_DTYPE),  # draws the seeds of the games and the seats
        ("chance", RNG_DTYPE),  # of the policies
        ("game_seed", np.uint64),
        ("account", ACCOUNT_DTYPE),
        ("rewards", np.float64, (MAX_PLAYERS,)),
        ("reward", np.float64),  # of the learner in this step
        ("opponents", _PLAYER, (MAX_PLAYERS,)),  # clockwise from the learner
        ("policies", _PLAYER, (MAX_PLAYERS,)),  # by seat
        ("fixed_seat", between(RANDOM_SEAT, MAX_PLAYERS - 1, np.int64)),
        ("seat", one_of(MAX_PLAYERS, np.int64)),
        ("decisions", up_to(MOST_DECISIONS, np.int64)),  # of the learner in this game
        ("empty_games", up_to(MOST_EMPTY_GAMES, np.int64)),  # since the learner's last decision
        ("terminated", np.bool_),
        ("truncated", np.bool_),
        ("illegal", np.bool_),  # ended by an illegal action
    ]
)


@kernel
def seed_slots(slots: Array, which: Array, seeds: Array) -> None:
    """Restart the sequences of games and the policies' chance in the slots of ``which``."""
    for i in range(slots.shape[0]):
        if which[i]:
            slots[i].games.rng = mix(seeds[i])
            slots[i].chance.rng = mix(seeds[i] ^ _POLICY_STREAM)


@kernel
def deal_seats(state: State, slot: Record) -> None:
    """Put the learner and the others on their seats."""
    players = int(state.num_players)
    drawn = randint(slot.games, players)
    slot.seat = drawn if slot.fixed_seat == RANDOM_SEAT else slot.fixed_seat
    slot.policies[slot.seat] = LEARNER
    for k in range(1, players):
        slot.policies[(slot.seat + k) % players] = slot.opponents[k - 1]


@kernel
def deal_game(states: Array, slots: Array, i: int, blank: Array) -> None:
    """Start the next game of slot ``i``."""
    slot = slots[i]
    slot.terminated = slot.truncated = slot.illegal = False
    slot.decisions = 0
    slot.game_seed = next_u64(slot.games)
    reset(states, i, blank, slot.game_seed)
    deal_seats(states[i], slot)
    open_account(slot.account)


@kernel
def decide(states: Array, slots: Array, i: int, action: int, on_illegal: int) -> Index:
    """Return what the learner of slot ``i`` plays for ``action``, -1 for nothing at all."""
    slot = slots[i]
    slot.decisions += 1
    slot.empty_games = 0
    if is_legal(states, i, action):
        return action
    if on_illegal == RANDOM_INSTEAD:
        return random_action(states[i], slot.chance)
    slot.reward = ILLEGAL_REWARD
    slot.illegal = slot.terminated = on_illegal == TERMINATE
    return -1


@kernel
def play_on_to_decision(states: Array, slots: Array, i: int, blank: Array, scratch: Array) -> None:
    """Play slot ``i`` on to a seat from outside or the end; games without the learner pass over.

    After too many of those in a row the slot is left terminated.
    """
    slot = slots[i]
    while True:
        play_on(states, i, slot.policies, slot.chance, scratch)
        if slot.terminated or slot.decisions > 0 or not is_over(states[i]):
            return
        slot.empty_games += 1
        if slot.empty_games >= MOST_EMPTY_GAMES:
            slot.terminated = True
            return
        deal_game(states, slots, i, blank)


@kernel
def advance(
    states: Array,
    slots: Array,
    blank: Array,
    commands: Array,
    actions: Array,
    on_illegal: int,
    scratch: Array,
) -> int:
    """Carry out every slot's command, with its action, and play on to the next one to be asked.

    Return how many games started without a decision for the learner. One kernel for all: each that
    plays games takes many seconds to compile.
    """
    empty = 0
    for i in range(states.shape[0]):
        action = -1
        if commands[i] == START:
            deal_game(states, slots, i, blank)
        elif commands[i] == DECIDE:
            action = decide(states, slots, i, actions[i], on_illegal)
        elif commands[i] == ANSWER:
            action = actions[i]
        if action >= 0:
            step(states, i, action)
        if commands[i] != WAIT:
            play_on_to_decision(states, slots, i, blank, scratch)
        empty += commands[i] == START and slots[i].terminated
    return empty


@kernel
def command_step(slots: Array, next_step: bool, commands: Array) -> None:
    """Command running slots to decide, others to wait or, with ``next_step``, to restart."""
    for i in range(slots.shape[0]):
        slots[i].reward = 0.0
        if slots[i].terminated or slots[i].truncated:
            commands[i] = START if next_step else WAIT
        else:
            commands[i] = DECIDE


@kernel
def refuses(states: Array, slots: Array, i: int, action: int) -> bool:
    """Return whether slot ``i`` waits for a decision and ``action`` is illegal."""
    over = slots[i].terminated or slots[i].truncated
    return not over and not is_legal(states, i, action)


@kernel
def first_refused(states: Array, slots: Array, actions: Array) -> int:
    """Return the first slot that waits for a decision and whose action is illegal, or -1."""
    for i in range(states.shape[0]):
        if refuses(states, slots, i, actions[i]):
            return i
    return -1


@kernel
def find_waiting(states: Array, slots: Array, who: Array) -> int:
    """Write the outside player to move into ``who`` (``LEARNER``: none); count those slots."""
    waiting = 0
    for i in range(states.shape[0]):
        who[i] = LEARNER
        if not is_over(states[i]):
            who[i] = min(slots[i].policies[states[i].current_player], LEARNER)
        waiting += who[i] < LEARNER
    return waiting


@kernel
def settle_accounts(
    states: Array, slots: Array, commands: Array, reward: int, most_decisions: int
) -> None:
    """Pay the learners that have decided and note whose games are over, or too long."""
    for i in range(states.shape[0]):
        slot = slots[i]
        if commands[i] == DECIDE and not slot.illegal:
            pay(states[i], reward, slot.account, slot.rewards[:])
            slot.reward += slot.rewards[slot.seat]
            slot.terminated = states[i].terminated
            slot.truncated = states[i].truncated
        if commands[i] == DECIDE and slot.decisions >= most_decisions:
            slot.truncated = True


@kernel
def show_last(states: Array, slots: Array, which: Array, views: Array) -> None:
    """Write the learners' views of the slots in ``which``."""
    for i in range(states.shape[0]):
        if which[i]:
            observe(states[i], slots[i].seat, views[i])


@kernel
def read_standings(states: Array, which: Array, points: Array, places: Array) -> None:
    """Write points (slots, players, keys) and ranks (slots, players) of those in ``which``."""
    for i in range(states.shape[0]):
        if which[i]:
            read_standing(states, i, points[i], places[i])

"""A learned evaluation inside the kernels: what margin a player may expect from a state.

A network of two hidden layers over the ``flat`` view corrects the game's own ``evaluate``:

    margin = hand-written margin + MARGIN_SCALE * network(view, own and the others' evaluation)

The margin is the final points of a player over the mean of the others'; alone it is the points. The
network is trained on states after a move (afterstates: Tesauro, "TD-Gammon", 1994) and has small
integer weights (as Stockfish's NNUE): sums of integers are the same in any order, so that the same
seed gives the same game on every processor, and the first layer can be brought up to date from
whatever was judged before, by the inputs that differ.
"""

from typing import NamedTuple, TypeAlias

import numpy as np

from ..core.jit import kernel
from ..core.loops import is_over
from ..core.protocol import evaluate, observe
from ..core.state import Array, State

INPUT_ONE = 1024  # an input of 1
WEIGHT_ONE = 1024  # a weight of 1
HIDDEN_ONE = 256  # a hidden unit's value of 1
MOST_HIDDEN = 2**15 - 1  # what a hidden unit is cut off at
MARGIN_SCALE = 20.0  # points that an output of 1 stands for
HAND_SCALE = 256.0  # points that make an input of 1
NUM_HAND = 2  # inputs besides the view: own evaluation, mean of the others'
WORD_INPUTS = 4  # inputs in 64 bits

_FIRST_SHIFT = 12  # from a sum of inputs times weights to a hidden value
_SECOND_SHIFT = 10  # from a sum of hidden values times weights to a hidden value
assert INPUT_ONE * WEIGHT_ONE == HIDDEN_ONE << _FIRST_SHIFT
assert WEIGHT_ONE == 1 << _SECOND_SHIFT


class Judge(NamedTuple):
    """The weights of a learned evaluation, and the memory that one thread needs to compute it."""

    first: Array  # int16 (inputs, units of the first layer): times WEIGHT_ONE, as all weights
    first_bias: Array  # int32 (units,): times INPUT_ONE * WEIGHT_ONE
    second: Array  # int16 (units of the first layer, units of the second)
    second_bias: Array  # int32 (units,): times HIDDEN_ONE * WEIGHT_ONE
    third: Array  # int16 (units of the second layer,)
    third_bias: Array  # int32 (1,): times HIDDEN_ONE * WEIGHT_ONE
    views: Array  # one record of the view
    numbers: Array  # float32 (size of the view,): the same memory
    inputs: Array  # int16 (inputs,), made whole words by zeros
    input_words: Array  # uint64: the same memory
    known: Array  # int16 (inputs,): those that ``sums`` are for
    known_words: Array  # uint64: the same memory
    sums: Array  # int32 (units of the first layer,)
    sums_2: Array  # int32 (units of the second layer,)


AnyJudge: TypeAlias = Judge | None  # None: the game's own ``evaluate``


@kernel
def hand_margin(state: State, player: int) -> float:
    """Return ``evaluate`` of ``player`` less the mean of the others'; alone the player's own."""
    return evaluate(state, player) - mean_of_others(state, player)


@kernel
def mean_of_others(state: State, player: int) -> float:
    """Return the mean of ``evaluate`` of all players but one; 0 if there are none."""
    total = 0.0
    for other in range(state.num_players):
        if other != player:
            total += evaluate(state, other)
    return total / max(1, int(state.num_players) - 1)


@kernel
def read_inputs(states: Array, i: int, player: int, judge: Judge) -> float:
    """Fill ``judge.inputs`` with what ``player`` sees of slot ``i``; return the hand margin."""
    observe(states[i], player, judge.views[0])
    numbers, inputs = judge.numbers, judge.inputs
    size = numbers.shape[0]
    for k in range(size):
        inputs[k] = np.int16(np.floor(numbers[k] * INPUT_ONE + np.float32(0.5)))
    own, others = evaluate(states[i], player), mean_of_others(states[i], player)
    inputs[size] = hand_input(own)
    inputs[size + 1] = hand_input(others)
    return own - others


@kernel
def hand_input(points: float) -> int:
    """Return an evaluation as an input of the network."""
    share = min(1.0, max(-1.0, points / HAND_SCALE))
    return int(np.floor(share * INPUT_ONE + 0.5))


@kernel
def rectified(total: int, shift: int) -> int:
    """Return a sum as a hidden value: 0 if negative, at most MOST_HIDDEN."""
    return min(MOST_HIDDEN, max(0, total) >> shift)


@kernel
def update_first(judge: Judge) -> None:
    """Bring the sums of the first layer up to date with ``judge.inputs``."""
    for word in range(judge.known_words.shape[0]):
        if judge.input_words[word] != judge.known_words[word]:
            for k in range(word * WORD_INPUTS, (word + 1) * WORD_INPUTS):
                add_first(judge, k)
            judge.known_words[word] = judge.input_words[word]


@kernel
def add_first(judge: Judge, k: int) -> None:
    """Add what input ``k`` has changed by to the sums of the first layer."""
    change = np.int32(judge.inputs[k]) - np.int32(judge.known[k])
    if change != 0:
        for unit in range(judge.sums.shape[0]):
            judge.sums[unit] += np.int32(change) * np.int32(judge.first[k, unit])


@kernel
def forward(judge: Judge) -> float:
    """Return the network's output for ``judge.inputs``."""
    update_first(judge)
    sums_2, second = judge.sums_2, judge.second
    for unit in range(sums_2.shape[0]):
        sums_2[unit] = judge.second_bias[unit]
    for k in range(judge.sums.shape[0]):
        number = np.int32(rectified(int(judge.sums[k]), _FIRST_SHIFT))
        if number != 0:
            for unit in range(sums_2.shape[0]):
                sums_2[unit] += number * np.int32(second[k, unit])
    total = int(judge.third_bias[0])
    for unit in range(sums_2.shape[0]):
        total += rectified(int(sums_2[unit]), _SECOND_SHIFT) * int(judge.third[unit])
    return total / (HIDDEN_ONE * WEIGHT_ONE)


@kernel
def expected_margin(states: Array, i: int, player: int, judge: Judge) -> float:
    """Return the margin that ``player`` may expect in slot ``i``; at the end, the one it has."""
    if is_over(states[i]):
        return hand_margin(states[i], player)
    return read_inputs(states, i, player, judge) + MARGIN_SCALE * forward(judge)


@kernel
def margin_of(states: Array, i: int, player: int, judge: AnyJudge) -> float:
    """Return the margin of ``player`` in slot ``i`` by ``judge`` or the game's ``evaluate``."""
    if judge is None:
        return hand_margin(states[i], player)
    return expected_margin(states, i, player, judge)

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
WORD_NUMBERS = 2  # in 64 bits

_FIRST_SHIFT = 12  # from a sum of inputs times weights to a hidden value
_SECOND_SHIFT = 10  # from a sum of hidden values times weights to a hidden value
assert INPUT_ONE * WEIGHT_ONE == HIDDEN_ONE << _FIRST_SHIFT
assert WEIGHT_ONE == 1 << _SECOND_SHIFT


class Judge(NamedTuple):
    """The weights of a learned evaluation, and the memory that one thread needs to compute it.

    ``inputs`` and ``sums`` stay as the last state judged has left them: what differs in the next
    one is found by comparing ``words`` with ``known_words``.
    """

    first: Array  # int16 (inputs, units of the first layer): times WEIGHT_ONE, as all weights
    first_bias: Array  # int32 (units,): times INPUT_ONE * WEIGHT_ONE
    second: Array  # int16 (units of the first layer, units of the second)
    second_bias: Array  # int32 (units,): times HIDDEN_ONE * WEIGHT_ONE
    third: Array  # int16 (units of the second layer,)
    third_bias: Array  # int32 (1,): times HIDDEN_ONE * WEIGHT_ONE
    numbers: Array  # float32 (inputs, made whole words by zeros): the view and the hand's numbers
    views: Array  # one record of the view: the same memory
    words: Array  # uint64: the same memory
    known_words: Array  # uint64: those that ``inputs`` are for
    inputs: Array  # int16 (as numbers): times INPUT_ONE
    places: Array  # int64 (words + 1,): of words that differ
    changed: Array  # int64 (numbers + 1,): places of inputs that differ
    changes: Array  # int32 (numbers + 1,): by how much
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
def read_numbers(states: Array, i: int, player: int, judge: Judge) -> float:
    """Fill ``judge.numbers`` with what ``player`` sees of slot ``i``; return the hand margin."""
    observe(states[i], player, judge.views[0])
    own, others = evaluate(states[i], player), mean_of_others(states[i], player)
    size = judge.first.shape[0] - NUM_HAND
    judge.numbers[size] = hand_number(own)
    judge.numbers[size + 1] = hand_number(others)
    return own - others


@kernel
def hand_number(points: float) -> float:
    """Return an evaluation as a number from -1 to 1."""
    return min(1.0, max(-1.0, points / HAND_SCALE))


@kernel
def as_input(number: float) -> int:
    """Return a number from -1 to 1 as an input of the network."""
    return np.int32(np.floor(number * INPUT_ONE + np.float32(0.5)))


@kernel
def rectified(total: int, shift: int) -> int:
    """Return a sum as a hidden value: 0 if negative, at most MOST_HIDDEN."""
    return min(MOST_HIDDEN, max(0, total) >> shift)


@kernel
def find_changed_words(judge: Judge) -> int:
    """Write the places of words that are not as known into ``judge.places``; return how many.

    Each is written and counted or overwritten: a branch would be predicted wrongly too often.
    """
    count = 0
    for word in range(judge.words.shape[0]):
        judge.places[count] = word
        count += judge.words[word] != judge.known_words[word]
    return count


@kernel
def update_inputs(judge: Judge) -> int:
    """Bring inputs up to date with numbers; write which have changed, return how many."""
    count = 0
    for place in range(find_changed_words(judge)):
        word = judge.places[place]
        judge.known_words[word] = judge.words[word]
        for k in range(WORD_NUMBERS * word, WORD_NUMBERS * (word + 1)):
            number = as_input(judge.numbers[k])
            judge.changes[count] = number - judge.inputs[k]
            judge.changed[count] = k
            judge.inputs[k] = number
            count += judge.changes[count] != 0
    return count


@kernel
def update_sums(judge: Judge) -> None:
    """Bring the sums of the first layer up to date with ``judge.numbers``."""
    for place in range(update_inputs(judge)):
        change, k = judge.changes[place], judge.changed[place]
        for unit in range(judge.sums.shape[0]):
            judge.sums[unit] += change * np.int32(judge.first[k, unit])


@kernel
def forward(judge: Judge) -> float:
    """Return the network's output for ``judge.numbers``."""
    update_sums(judge)
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
    return read_numbers(states, i, player, judge) + MARGIN_SCALE * forward(judge)


@kernel
def margin_of(states: Array, i: int, player: int, judge: AnyJudge) -> float:
    """Return the margin of ``player`` in slot ``i`` by ``judge`` or the game's ``evaluate``."""
    if judge is None:
        return hand_margin(states[i], player)
    return expected_margin(states, i, player, judge)

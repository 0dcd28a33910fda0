"""A learned evaluation inside the kernels: what margin a player may expect from a state.

A network of two hidden layers over the ``flat`` view corrects the game's own ``evaluate``:

    margin = hand-written margin + MARGIN_SCALE * network(view, own and the others' evaluation)

The margin is the final points of a player over the mean of the others'; alone it is the points. The
network is trained on states after a move (afterstates: Tesauro, "TD-Gammon", 1994) and has small
integer weights (as Stockfish's NNUE): sums of integers are the same in any order, so that the same
seed gives the same game on every processor, and the first layer can be brought up to date from
whatever was judged before, by the inputs that differ.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..core.jit import kernel
from ..core.loops import is_over
from ..core.protocol import evaluate, observe
from ..core.state import Array, Record, State, record_dtype
from .weights import Shape

INPUT_ONE = 1024  # an input of 1
WEIGHT_ONE = 1024  # a weight of 1
HIDDEN_ONE = 256  # a hidden unit's value of 1
MOST_HIDDEN = 2**15 - 1  # what a hidden unit is cut off at
MARGIN_SCALE = 20.0  # points that an output of 1 stands for
HAND_SCALE = 256.0  # points that make an input of 1
NUM_HAND = 2  # inputs besides the view: own evaluation, mean of the others'
WORD_NUMBERS = 2  # in 64 bits

_INPUT_ONE, _HALF = np.float32(INPUT_ONE), np.float32(0.5)  # in 32 bits
_FIRST_SHIFT = 12  # from a sum of inputs times weights to a hidden value
_SECOND_SHIFT = 10  # from a sum of hidden values times weights to a hidden value
assert INPUT_ONE * WEIGHT_ONE == HIDDEN_ONE << _FIRST_SHIFT
assert WEIGHT_ONE == 1 << _SECOND_SHIFT


class Judge(NamedTuple):
    """A learned evaluation, and the memory that one thread needs to compute it.

    Arrays of one element hold what kernels write to. The last three are the same memory: numbers
    from -1 to 1, first what a player sees, then the two of the game's own evaluation, then zeros.
    """

    net: Array  # net_dtype, one
    numbers: Array  # float32
    views: Array  # one record of the view
    words: Array  # uint64


def net_dtype(inputs: int, first: int, second: int) -> np.dtype[Any]:
    """Return the record of a network's weights and memory, with so many units in its layers.

    ``inputs`` and ``sums`` stay as the last state judged has left them: what differs in the next
    one is found by comparing its words with ``known_words``.
    """
    words = num_words(inputs)
    shapes = tensor_shapes(inputs, first, second)
    weights, _ = shapes.pop("second")
    return record_dtype(
        [
            *((name, kind, shape) for name, (kind, shape) in shapes.items()),
            ("second_by_unit", weights, (second, first)),  # ``second`` turned
            ("draws", np.int64),  # of chance that an action is judged by, if it meets any
            ("known_words", np.uint64, (words,)),  # those that ``inputs`` are for
            ("inputs", np.int16, (WORD_NUMBERS * words,)),  # numbers times INPUT_ONE
            ("places", np.int64, (words + 1,)),  # of words that differ
            ("changed", np.int64, (WORD_NUMBERS * words + 1,)),  # places of inputs that differ
            ("changes", np.int32, (WORD_NUMBERS * words + 1,)),  # by how much
            ("sums", np.int32, (first,)),  # of the first layer
            ("hidden", np.int16, (first,)),  # its values
        ]
    )


def tensor_shapes(inputs: int, first: int, second: int) -> dict[str, Shape]:
    """Return dtype and shape of every tensor of weights by name.

    Weights are times WEIGHT_ONE, biases times what 1 is in the sums that they are added to.
    """
    return {
        "first": (np.int16, (inputs, first)),
        "first_bias": (np.int32, (first,)),  # times INPUT_ONE * WEIGHT_ONE
        "second": (np.int16, (first, second)),
        "second_bias": (np.int32, (second,)),  # times HIDDEN_ONE * WEIGHT_ONE
        "third": (np.int16, (second,)),
        "third_bias": (np.int32, (1,)),  # times HIDDEN_ONE * WEIGHT_ONE
    }


def num_words(inputs: int) -> int:
    """Return how many words hold so many numbers."""
    return -(-inputs // WORD_NUMBERS)


Int32: TypeAlias = Any  # an np.int32: more of them than of wider ones are computed at once
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
    size = judge.net[0].first.shape[0] - NUM_HAND
    judge.numbers[size] = hand_number(own)
    judge.numbers[size + 1] = hand_number(others)
    return own - others


@kernel
def hand_number(points: float) -> float:
    """Return an evaluation as a number from -1 to 1."""
    return min(1.0, max(-1.0, points / HAND_SCALE))


@kernel
def as_input(number: float) -> Int32:
    """Return a number from -1 to 1 as an input of the network."""
    return np.int32(np.floor(number * _INPUT_ONE + _HALF))


@kernel
def rectified(total: int, shift: int) -> Int32:
    """Return a sum as a hidden value: 0 if negative, at most MOST_HIDDEN."""
    return np.int32(min(MOST_HIDDEN, max(0, total) >> shift))


@kernel
def find_changed_words(words: Array, net: Record) -> int:
    """Write the places of ``words`` that are not as known into ``net.places``; return how many.

    Each is written and counted or overwritten: a branch would be predicted wrongly too often.
    """
    known, places = net.known_words, net.places
    count = 0
    for word in range(known.shape[0]):
        places[count] = word
        count += words[word] != known[word]
    return count


@kernel
def update_inputs(judge: Judge) -> int:
    """Bring inputs up to date with numbers; write which have changed, return how many."""
    net, numbers, words = judge.net[0], judge.numbers, judge.words
    count = 0
    for place in range(find_changed_words(words, net)):
        word = net.places[place]
        net.known_words[word] = words[word]
        for k in range(WORD_NUMBERS * word, WORD_NUMBERS * (word + 1)):
            value = as_input(numbers[k])
            change = value - net.inputs[k]
            net.inputs[k] = value
            net.changed[count] = k
            net.changes[count] = change
            count += change != 0
    return count


@kernel
def update_sums(net: Record, count: int) -> None:
    """Bring the sums of the first layer up to date with ``count`` inputs that have changed."""
    first, sums = net.first, net.sums
    for place in range(count):
        change, k = net.changes[place], net.changed[place]
        for unit in range(sums.shape[0]):
            sums[unit] += change * np.int32(first[k, unit])


@kernel
def forward(judge: Judge) -> float:
    """Return the network's output for ``judge.numbers``."""
    net = judge.net[0]
    update_sums(net, update_inputs(judge))
    hidden, sums = net.hidden, net.sums
    for k in range(sums.shape[0]):
        hidden[k] = rectified(sums[k], _FIRST_SHIFT)
    total = int(net.third_bias[0])
    for unit in range(net.third.shape[0]):
        total += int(rectified(second_sum(net, unit), _SECOND_SHIFT)) * int(net.third[unit])
    return total / (HIDDEN_ONE * WEIGHT_ONE)


@kernel
def second_sum(net: Record, unit: int) -> Int32:
    """Return the sum of a unit of the second layer; 16 bits times 16 are one instruction."""
    hidden, weights = net.hidden, net.second_by_unit
    total = np.int32(0)
    for k in range(hidden.shape[0]):
        total = np.int32(total + np.int32(hidden[k]) * np.int32(weights[unit, k]))
    return np.int32(total + net.second_bias[unit])


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

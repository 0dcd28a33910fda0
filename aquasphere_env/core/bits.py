"""Sets of actions as bits in an array of uint64 words."""

import numpy as np

from .jit import kernel, modular
from .state import WORD_BITS, Array, Index, Word

_ZERO, _ONE = np.uint64(0), np.uint64(1)
_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_H01 = np.uint64(0x0101010101010101)
_2, _4, _56 = np.uint64(2), np.uint64(4), np.uint64(56)


@kernel
def allow(legal: Array, action: int) -> None:
    """Put ``action`` into the set ``legal``."""
    legal[action >> 6] |= _ONE << np.uint64(action & 63)


@kernel
def allow_run(legal: Array, first: int, flags: int, length: int) -> None:
    """Put ``first + k`` into ``legal`` for every bit k of ``flags``, which has ``length`` bits."""
    word, offset = first >> 6, first & 63
    legal[word] |= np.uint64(flags) << np.uint64(offset)
    if offset + length > WORD_BITS:
        legal[word + 1] |= np.uint64(flags) >> np.uint64(WORD_BITS - offset)


@kernel
def contains(legal: Array, action: int) -> bool:
    """Return whether ``action`` is in the set ``legal``; False if it is out of range."""
    if action < 0 or action >= legal.shape[0] * WORD_BITS:
        return False
    return bool((legal[action >> 6] >> np.uint64(action & 63)) & _ONE)


@modular
@kernel
def popcount(word: Word) -> Index:
    """Return the number of bits set in the uint64 ``word``."""
    word = word - ((word >> _ONE) & _M1)
    word = (word & _M2) + ((word >> _2) & _M2)
    word = (word + (word >> _4)) & _M4
    return np.int64((word * _H01) >> _56)


@kernel
def count(legal: Array) -> Index:
    """Return the number of actions in ``legal``."""
    total = 0
    for w in range(legal.shape[0]):
        total += popcount(legal[w])
    return total


@modular
@kernel
def nth(legal: Array, rank: int) -> Index:
    """Return the action with ``rank`` smaller ones in ``legal``, or -1 if there is none."""
    for w in range(legal.shape[0]):
        word = legal[w]
        here = popcount(word)
        if rank < here:
            for _ in range(rank):
                word &= word - _ONE
            return w * WORD_BITS + popcount((word & (~word + _ONE)) - _ONE)
        rank -= here
    return -1


@modular
@kernel
def unpack(legal: Array, mask: Array) -> None:
    """Write ``legal`` into ``mask``, 0 or 1 per action."""
    mask[:] = 0  # then only the few that are legal
    for w in range(legal.shape[0]):
        word = legal[w]
        while word != _ZERO:
            lowest = word & (~word + _ONE)
            mask[w * WORD_BITS + popcount(lowest - _ONE)] = 1
            word ^= lowest

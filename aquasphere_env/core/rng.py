"""SplitMix64 inside a record's ``rng`` field, so that copying a state copies its future.

Reference: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

import numpy as np

from .jit import kernel, modular
from .state import Array, Index, Record, Word

RNG_DTYPE = np.dtype(  # a generator outside a state, e.g. of a random policy
    [
        ("rng", np.uint64),
        ("stream", np.uint64),  # unused: without it every state would be a subtype, and numba warns
    ]
)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@modular
@kernel
def mix(z: Word) -> Word:
    """Return 64 well mixed bits of the uint64 ``z``."""
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@modular
@kernel
def next_u64(source: Record) -> Word:
    """Advance ``source.rng`` and return 64 uniform bits."""
    source.rng = source.rng + _GOLDEN
    return mix(source.rng)


@kernel
def randint(source: Record, bound: int) -> Index:
    """Return a uniform integer in ``[0, bound)`` (Lemire's multiply-shift on 32 bits)."""
    return np.int64(((next_u64(source) >> _32) * np.uint64(bound)) >> _32)


@kernel
def shuffle(source: Record, items: Array, start: int, stop: int) -> None:
    """Shuffle ``items[start:stop]`` in place (Fisher-Yates)."""
    for last in range(stop - 1, start, -1):
        other = start + randint(source, last - start + 1)
        items[last], items[other] = items[other], items[last]


@kernel
def reshuffle(source: Record, items: Array, start: int, stop: int) -> None:
    """Shuffle ``items[start:stop]`` so that nothing depends on the order they were in."""
    for last in range(start + 1, stop):
        item = items[last]
        k = last
        while k > start and items[k - 1] > item:
            items[k] = items[k - 1]
            k -= 1
        items[k] = item
    shuffle(source, items, start, stop)


@kernel
def seed_source(sources: Array, j: int, seed: Word) -> None:
    """Seed the generator ``sources[j]`` with the uint64 ``seed``."""
    sources[j].rng = mix(np.uint64(seed))

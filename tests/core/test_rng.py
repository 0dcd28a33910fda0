"""SplitMix64 against its published numbers and a plain-Python twin; shuffles and draws."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from aquasphere_env.core.rng import (
    RNG_DTYPE,
    mix,
    next_u64,
    randint,
    reshuffle,
    shuffle,
)
from aquasphere_env.core.state import new_records

# Output of the reference implementation (Vigna, splitmix64.c) for the seed 1234567.
SEED = 1234567
PUBLISHED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
MASK = 2**64 - 1
UNLIKELY = 1e-4  # the seeds are fixed: a test that passes once passes always


def source(seed: int) -> np.ndarray:
    record: np.ndarray = new_records(1, RNG_DTYPE)
    record["rng"] = seed
    return record[0]


def splitmix64(seed: int) -> Iterator[int]:
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = ((seed ^ seed >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        yield z ^ z >> 31


def test_published_numbers() -> None:
    generator = source(SEED)
    assert [int(next_u64(generator)) for _ in PUBLISHED] == PUBLISHED
    assert list(islice(splitmix64(SEED), len(PUBLISHED))) == PUBLISHED


@given(st.integers(0, MASK))
def test_any_seed_agrees_with_plain_python(seed: int) -> None:
    generator = source(seed)
    assert [int(next_u64(generator)) for _ in range(5)] == list(islice(splitmix64(seed), 5))


@given(st.integers(0, MASK), st.integers(1, 1000))
def test_randint_takes_the_high_bits(seed: int, bound: int) -> None:
    drawn = randint(source(seed), bound)
    assert drawn == ((next(splitmix64(seed)) >> 32) * bound) >> 32
    assert 0 <= drawn < bound


@given(st.integers(0, MASK))
def test_mix_is_injective_near_a_seed(seed: int) -> None:
    seeds = [(seed + k) & MASK for k in range(10)]
    assert len({int(mix(np.uint64(s))) for s in seeds}) == len(seeds)


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 41])
def test_randint_is_uniform(bound: int) -> None:
    generator = source(bound)
    counts = Counter(randint(generator, bound) for _ in range(2000 * bound))
    assert len(counts) == bound
    assert chisquare(list(counts.values())).pvalue > UNLIKELY


@given(st.integers(0, MASK), st.integers(0, 10), st.integers(0, 10))
def test_shuffle_permutes_only_its_range(seed: int, a: int, b: int) -> None:
    start, stop = min(a, b), max(a, b)
    items = np.arange(10, dtype=np.int8)
    shuffle(source(seed), items, start, stop)
    assert items[:start].tolist() == list(range(start))
    assert items[stop:].tolist() == list(range(stop, 10))
    assert sorted(items[start:stop].tolist()) == list(range(start, stop))


def test_permutations_are_equally_likely() -> None:
    generator = source(4)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 500):
        items = np.arange(4, dtype=np.int8)
        shuffle(generator, items, 0, 4)
        counts[tuple(items.tolist())] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chisquare(list(counts.values())).pvalue > UNLIKELY


def test_a_shuffle_of_nothing_or_one_draws_nothing() -> None:
    generator = source(5)
    for stop in (0, 1):
        shuffle(generator, np.arange(3, dtype=np.int8), 0, stop)
    assert generator["rng"] == 5


@given(st.permutations(range(9)), st.integers(0, 2**64 - 1))
def test_reshuffling_forgets_the_order(items: list[int], seed: int) -> None:
    numbers, ordered = np.array(items), np.array(items)
    ordered[2:8].sort()
    reshuffle(source(seed), numbers, 2, 8)
    shuffle(source(seed), ordered, 2, 8)
    assert numbers.tolist() == ordered.tolist()

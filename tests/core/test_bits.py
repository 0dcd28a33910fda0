"""Bit sets of actions against Python's sets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from aquasphere_env.core import bits
from aquasphere_env.core.game import legal_ids
from aquasphere_env.core.state import num_words

NUM_ACTIONS = 200
actions = st.integers(0, NUM_ACTIONS - 1)
sets = st.sets(actions)


def bit_set(members: set[int]) -> np.ndarray:
    legal = np.zeros(num_words(NUM_ACTIONS), np.uint64)
    for action in members:
        bits.allow(legal, action)
    return legal


@given(sets, actions)
def test_contains_and_count_agree_with_the_set(members: set[int], action: int) -> None:
    legal = bit_set(members)
    assert bits.contains(legal, action) == (action in members)
    assert bits.count(legal) == len(members)
    assert not bits.contains(legal, -1)
    assert not bits.contains(legal, 64 * len(legal))


@given(sets, st.integers(0, NUM_ACTIONS - 24), st.integers(0, 2**24 - 1))
def test_allow_run_adds_what_its_flags_say(members: set[int], first: int, flags: int) -> None:
    legal = bit_set(members)
    bits.allow_run(legal, first, flags, 24)
    assert np.array_equal(
        legal, bit_set(members | {first + k for k in range(24) if flags >> k & 1})
    )


@given(sets)
def test_nth_lists_the_members_in_order(members: set[int]) -> None:
    legal = bit_set(members)
    listed = [bits.nth(legal, rank) for rank in range(len(members))]
    assert listed == sorted(members)
    assert bits.nth(legal, len(members)) == -1


@given(sets)
def test_unpack_writes_every_entry(members: set[int]) -> None:
    mask = np.full(NUM_ACTIONS, 7, np.int8)
    bits.unpack(bit_set(members), mask)
    assert [int(a) for a in np.flatnonzero(mask)] == sorted(members)
    assert set(mask.tolist()) <= {0, 1}


@given(sets)
def test_legal_ids_lists_a_records_members(members: set[int]) -> None:
    state = np.zeros(1, [("legal", np.uint64, (num_words(NUM_ACTIONS),))])[0]
    state["legal"] = bit_set(members)
    assert legal_ids(state) == sorted(members)


@given(st.integers(0, 2**64 - 1))
def test_popcount_counts_bits(word: int) -> None:
    assert bits.popcount(np.uint64(word)) == word.bit_count()


def test_words_hold_all_bits() -> None:
    assert [num_words(n) for n in (1, 63, 64, 65, 128, 129)] == [1, 1, 1, 2, 2, 3]


@given(sets, actions)
def test_allowing_twice_changes_nothing(members: set[int], action: int) -> None:
    legal = bit_set(members | {action})
    before = legal.copy()
    bits.allow(legal, action)
    assert np.array_equal(legal, before)

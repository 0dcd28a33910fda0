"""How a game lies in memory: one aligned numpy record with the same header in every game."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from .jit import flags
from .ranges import Bounded, between, one_of, register_ranges, up_to

NOBODY = -1  # in a field that holds a player
MAX_PLAYERS = 4
MOST_DECISIONS = 2**30  # no game has that many
MOST_ROUNDS = 2**14
MOST_REASONS = 15

# Attributes of numpy scalars: interpreted code could not read a field called ``round``.
RESERVED = frozenset(dir(np.record))

# Types of kernel arguments: mypy cannot see the fields of a numpy record.
State: TypeAlias = Any  # one record of a game's state
Record: TypeAlias = Any  # one record of another kind: a view, a player, a slot
Array: TypeAlias = Any  # a numpy array of numbers or records
Word: TypeAlias = Any  # an np.uint64: arithmetic modulo 2**64
Index: TypeAlias = Any  # an np.int64, which widens small integers where an int would overflow them

WORD_BITS = 64  # of a word in a set of actions, see core/bits.py

FieldSpec = tuple[Any, ...]  # (name, type) or (name, type, shape); type: a dtype or Bounded


def num_words(num_actions: int) -> int:
    """Return how many 64-bit words hold ``num_actions`` bits."""
    return -(-num_actions // WORD_BITS)


def header(num_actions: int) -> list[FieldSpec]:
    """Return the fields that every state starts with."""
    return [
        ("rng", np.uint64),  # SplitMix64 word, see core/rng.py
        ("legal", np.uint64, (num_words(num_actions),)),  # legal actions, empty when over
        ("step_count", up_to(MOST_DECISIONS, np.int32)),  # decisions; forced moves are none
        ("round_number", up_to(MOST_ROUNDS, np.int16)),  # from 0; the turn, in games without rounds
        ("current_player", one_of(MAX_PLAYERS)),  # who decides; after the end, who decided last
        ("num_players", between(1, MAX_PLAYERS)),
        ("terminated", np.bool_),  # the rules ended the game
        ("truncated", np.bool_),  # a limit of the environment ended the game
        ("end_reason", up_to(MOST_REASONS)),  # index into Game.end_reasons; meaningful at the end
    ]


def record_dtype(fields: Sequence[FieldSpec]) -> np.dtype:
    """Return the aligned record of ``fields``, whose ranges are kept.

    Raises:
        ValueError: a reserved name, or an equal record has other ranges.
    """
    clash = RESERVED & {name for name, *_ in fields}
    if clash:
        raise ValueError(f"field names clash with attributes of numpy records: {sorted(clash)}")
    ranges = {name: kind for name, kind, *_ in fields if isinstance(kind, Bounded)}
    dtypes = {name: kind.dtype for name, kind in ranges.items()}
    plain = [(name, dtypes.get(name, kind), *shape) for name, kind, *shape in fields]
    dtype = np.dtype(plain, align=True)
    register_ranges(dtype, ranges)
    return dtype


def state_dtype(num_actions: int, fields: Sequence[FieldSpec]) -> np.dtype:
    """Return the aligned record of a game's state: the header, then ``fields``."""
    return record_dtype([*header(num_actions), *fields])


class Feature(NamedTuple):
    """One documented field of an observation, float32 in [-1, 1]."""

    name: str
    shape: tuple[int, ...]
    meaning: str


def view_dtype(features: Sequence[Feature]) -> np.dtype:
    """Return the packed float32 record of ``features``; networks read ``.view(np.float32)``."""
    record_dtype([(f.name, np.float32) for f in features])  # refuses reserved names
    return np.dtype([(f.name, np.float32, f.shape) for f in features])


def new_records(count: int, dtype: np.dtype) -> np.ndarray:
    """Return ``count`` zeroed records; interpreted kernels may read their fields as attributes."""
    return _readable(np.zeros(count, dtype))


def unwritten_records(count: int, dtype: np.dtype) -> np.ndarray:
    """Return ``count`` records whose numbers are whatever was there, to be written whole."""
    return _readable(np.empty(count, dtype))


def _readable(records: np.ndarray) -> np.ndarray:
    return records.view(np.recarray) if flags.DISABLE_JIT else records


def in_usual_layout(records: np.ndarray) -> np.ndarray:
    """Return ``records`` contiguous and writable, copied only if they are not.

    Numba would compile every kernel again for another layout.
    """
    if records.flags.carray:
        return records
    usual = new_records(len(records), records.dtype)
    usual[:] = records
    return usual

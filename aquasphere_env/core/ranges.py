"""Ranges of state fields, declared where the field is: ``("phase", one_of(PHASES))``.

Kernels use fields as indices and loop bounds and validate nothing. So a state that comes from
outside is held to the ranges first, see ``check_state``.
"""

from collections.abc import Iterator, Sized
from typing import Any, NamedTuple

import numpy as np


class Bounded(NamedTuple):
    """An integer type, and the values ``least`` to ``most`` that a field may hold."""

    dtype: Any
    least: int
    most: int


def between(least: int, most: int, dtype: Any = np.int8) -> Bounded:
    """Return the type of a field that holds ``least`` to ``most``.

    Raises:
        ValueError: ``dtype`` does not hold these values.
    """
    limits = np.iinfo(dtype)
    if not limits.min <= least <= most <= limits.max:
        raise ValueError(f"{least}..{most} is no range of {np.dtype(dtype)}")
    return Bounded(dtype, least, most)


def up_to(most: int, dtype: Any = np.int8) -> Bounded:
    """Return the type of a count from 0 to ``most``."""
    return between(0, most, dtype)


def one_of(values: Sized | int, dtype: Any = np.int8) -> Bounded:
    """Return the type of an index into ``values``, or below ``values`` if it is a number."""
    return between(0, _count(values) - 1, dtype)


def one_of_or_none(values: Sized | int, dtype: Any = np.int8) -> Bounded:
    """Return the type of an index as in ``one_of``, or -1."""
    return between(-1, _count(values) - 1, dtype)


def bits_of(count: int, dtype: Any = np.int32) -> Bounded:
    """Return the type of a set of ``count`` things, a bit each."""
    return between(0, (1 << count) - 1, dtype)


FLAG = up_to(1)  # 0 or 1, for arrays: numba has none of booleans inside records


def _count(values: Sized | int) -> int:
    return values if isinstance(values, int) else len(values)


_RANGES: dict[np.dtype, dict[str, Bounded]] = {}  # by record and name of the field


def register_ranges(dtype: np.dtype, ranges: dict[str, Bounded]) -> None:
    """Keep the ranges of the fields of ``dtype``.

    Raises:
        ValueError: an equal record has other ranges.
    """
    if _RANGES.setdefault(dtype, ranges) != ranges:
        raise ValueError(f"a record with the same fields has other ranges: {list(ranges)}")


def unbounded(dtype: np.dtype, path: str = "") -> Iterator[str]:
    """Yield the paths of the integer fields of ``dtype`` that have no range.

    Words of bits (uint64) need none; booleans have theirs.
    """
    for name in dtype.names or ():
        kind = dtype[name].base
        if kind.names is not None:
            yield from unbounded(kind, f"{path}{name}.")
        elif kind.kind not in "bf" and kind != np.uint64 and name not in _RANGES.get(dtype, {}):
            yield f"{path}{name}"


def out_of_range(record: np.void, path: str = "") -> Iterator[str]:
    """Yield a phrase for every field of ``record`` with a value outside its range."""
    ranges = _RANGES.get(record.dtype, {})
    for name in record.dtype.names or ():
        value = record[name]
        if value.dtype.names is None:
            least, most = _limits(value.dtype, ranges.get(name))
            yield from _outside(f"{path}{name}", np.asarray(value), least, most)
        elif value.ndim == 0:
            yield from out_of_range(value, f"{path}{name}.")
        else:
            for k in range(len(value)):
                yield from out_of_range(value[k], f"{path}{name}.{k}.")


def _limits(dtype: np.dtype, bounded: Bounded | None) -> tuple[float, float]:
    if bounded is not None:
        return bounded.least, bounded.most
    return (0, 1) if dtype.kind == "b" else (-np.inf, np.inf)


def _outside(path: str, values: np.ndarray, least: float, most: float) -> Iterator[str]:
    numbers = values.view(np.uint8) if values.dtype.kind == "b" else values  # a bool may hold 2
    for index in np.argwhere((numbers < least) | (numbers > most)):
        place = "".join(f".{k}" for k in index)
        yield f"{path}{place} is {numbers[tuple(index)]}, not {least} to {most}"

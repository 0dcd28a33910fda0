"""What counts as an integer, a seed, a count or an array of actions, decided once for every API."""

import reprlib
from numbers import Integral
from typing import Any

import numpy as np

SEED_BITS = 64
NOT_AN_ACTION = -1  # stands for all integers that kernels' int64 cannot hold; never legal
_MOST_IN_A_KERNEL = np.iinfo(np.int64).max
_MOST_SHOWN = 80  # characters of a value in an error message

_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = _MOST_SHOWN


def shown(value: Any) -> str:
    """Return the ``repr`` of ``value`` for an error message, cut in the middle if it is long."""
    try:
        text = _short.repr(value)
    except ValueError:  # an integer of more digits than Python writes
        return "a huge integer"
    return shortened(text)


def shortened(words: object) -> str:
    """Return what ``words`` say, such as another library's error, in one line that is not long."""
    line = " ".join(str(words).split())
    return line if len(line) <= 2 * _MOST_SHOWN else f"{line[: 2 * _MOST_SHOWN]}…"


def shown_name(name: Any) -> str:
    """Return a name from a file for an error message: as it is if it is plain, else ``shown``."""
    is_word = isinstance(name, str) and name.replace("_", "").isalnum()
    is_plain = is_word and len(name) <= _MOST_SHOWN
    return str(name) if is_plain else shown(name)


def whole_number(given: Any, what: str = "an action is an integer") -> int:
    """Return the integer that ``given`` is: of any kind, or an array with one integer element.

    Raises:
        TypeError: something else, such as a bool, a float or a list; the message begins with
            ``what``.
    """
    if type(given) is int:
        return given
    if type(given) is np.int64:  # the usual kind of an array's element, sooner than below
        return int(given)
    if isinstance(given, Integral) and not isinstance(given, bool):
        return int(given)
    if hasattr(given, "__array__"):  # tensors of other libraries, too
        array = np.asarray(given)
        if array.size == 1 and array.dtype.kind in "iu":
            return int(array.item())
    raise TypeError(f"{what}, not {shown(given)}")


def checked_actions(actions: Any, count: int) -> np.ndarray:
    """Return ``actions`` as the kernels take them: int64 (count,), contiguous and writable.

    Such an array is returned as it is; anything else would cost a compilation. An integer that
    int64 does not hold becomes ``NOT_AN_ACTION``.

    Raises:
        TypeError: not integers.
        ValueError: another shape.
    """
    given = actions if isinstance(actions, np.ndarray) else _array(actions, count)
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions are integers of shape ({count},), not {given.dtype}")
    if given.shape != (count,):
        raise ValueError(f"actions are integers of shape ({count},), not of shape {given.shape}")
    if type(given) is np.ndarray and given.dtype == np.int64 and given.flags.carray:
        return given
    if given.dtype.kind == "u":
        given = np.where(given > _MOST_IN_A_KERNEL, NOT_AN_ACTION, given.astype(np.int64))
    return np.array(given, np.int64)


def _array(actions: Any, count: int) -> np.ndarray:
    if hasattr(actions, "__array__"):
        return np.asarray(actions)
    what = f"actions are integers of shape ({count},)"
    if not isinstance(actions, list | tuple):
        raise TypeError(f"{what}, not {shown(actions)}")
    return np.array([for_kernels(whole_number(action, what)) for action in actions], np.int64)


def for_kernels(action: int) -> int:
    """Return ``action``, or ``NOT_AN_ACTION`` if int64 does not hold it."""
    return action if abs(action) <= _MOST_IN_A_KERNEL else NOT_AN_ACTION


def checked_seed(seed: Any) -> int:
    """Return ``seed`` as a plain integer; of one above 2**64 only the last 64 bits count.

    Raises:
        ValueError: not 0 or a positive integer.
    """
    if not _is_integer(seed) or seed < 0:
        raise ValueError(f"a seed is 0 or a positive integer, not {shown(seed)}")
    return int(seed)


def seed_word(seed: Any) -> np.uint64:
    """Return ``seed`` modulo 2**64 for kernels; raise ``ValueError`` if it is invalid."""
    return np.uint64(checked_seed(seed) % 2**SEED_BITS)


def checked_count(name: str, count: Any) -> int:
    """Return ``count``, called ``name``, as a plain integer; raise ``ValueError`` below 1."""
    if not _is_integer(count) or count < 1:
        raise ValueError(f"{name} is a positive integer, not {shown(count)}")
    return int(count)


def is_in(number: Any, least: int, most: int) -> bool:
    """Return whether ``number`` is an integer of any kind in ``least..most``."""
    return _is_integer(number) and least <= number <= most


def _is_integer(number: Any) -> bool:
    return isinstance(number, Integral) and not isinstance(number, bool)

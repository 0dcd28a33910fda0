"""Damage to files and to nested values, drawn from a generator that is seeded."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

MOST_FLIPS = 8
JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    2.5,
    float("nan"),
    float("-inf"),
    1e38,
    "",
    "x" * 1000,
    "ä\x00",
    [],
    {},
    [[[]]],
    {"a": {"b": [1, None]}},
    (1, 2),
)


def flipped(content: bytes, chooser: random.Random) -> bytes:
    """Return ``content`` with some bytes changed."""
    octets = bytearray(content)
    for _ in range(chooser.randint(1, MOST_FLIPS)):
        octets[chooser.randrange(len(octets))] ^= chooser.randint(1, 255)
    return bytes(octets)


def truncated(content: bytes, chooser: random.Random) -> bytes:
    """Return the beginning of ``content``."""
    return content[: chooser.randrange(len(content))]


def stuffed(content: bytes, chooser: random.Random) -> bytes:
    """Return ``content`` with random bytes inserted."""
    at = chooser.randrange(len(content))
    return content[:at] + chooser.randbytes(chooser.randint(1, 100)) + content[at:]


FILE_DAMAGES: dict[str, Callable[[bytes, random.Random], bytes]] = {
    "bytes flipped": flipped,
    "truncated": truncated,
    "bytes inserted": stuffed,
}


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield container and key of everything inside nested dictionaries and lists."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in list(items):
        yield value, key
        if isinstance(item, dict | list):
            yield from places(item)


def dropped(holder: Any, key: Any, chooser: random.Random) -> None:
    """Remove an entry."""
    del holder[key]


def swapped(holder: Any, key: Any, chooser: random.Random) -> None:
    """Let an entry and another one of the same container change places."""
    other = chooser.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


def renamed(holder: Any, key: Any, chooser: random.Random) -> None:
    """Put an entry under another key."""
    item = holder.pop(key)
    if isinstance(holder, dict):
        holder[chooser.choice([f"{key}_", 7, "x"])] = item


def replaced(holder: Any, key: Any, chooser: random.Random) -> None:
    """Put something else into the place of an entry."""
    holder[key] = chooser.choice(JUNK)


def changed_numbers(array: np.ndarray, chooser: random.Random) -> np.ndarray:
    """Return an array of another dtype or shape, or with values that do not belong there."""
    ways: list[Callable[[], np.ndarray]] = [
        lambda: array.astype(chooser.choice([np.float64, np.float16, np.int32, np.uint8])),
        lambda: array.reshape(-1)[:-1],
        lambda: array[None],
        lambda: array.T.reshape(-1),
        lambda: np.zeros((), array.dtype),
        lambda: np.zeros((0, *array.shape), array.dtype),
    ]
    for value in (np.nan, np.inf, -np.inf, 1e38, -1.0, 255):
        ways.append(lambda value=value: _with(array, value, chooser))
    with np.errstate(all="ignore"):
        return np.ascontiguousarray(chooser.choice(ways)())


def _with(array: np.ndarray, value: float, chooser: random.Random) -> np.ndarray:
    changed = array.copy()
    if changed.size:
        flat = changed.reshape(-1)
        flat[chooser.randrange(changed.size)] = np.array(value).astype(array.dtype)
    return changed

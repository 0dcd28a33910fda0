"""What every kind of torture does: trials by number for so long, and a line about a fault."""

import itertools
import time
import traceback
from collections.abc import Iterator


def numbers(seconds: float, seed: int) -> Iterator[int]:
    """Yield ``seed`` and the numbers after it, each a trial, for so many ``seconds``."""
    until = time.monotonic() + seconds
    return itertools.takewhile(lambda _: time.monotonic() <= until, itertools.count(seed))


def last_line() -> str:
    """Return the error that is being handled, and where it came from."""
    lines = traceback.format_exc().strip().splitlines()
    place = [line.strip() for line in lines if line.strip().startswith("File")][-1]
    return f"{lines[-1]} ({place})"

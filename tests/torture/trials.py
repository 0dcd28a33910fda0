"""What every kind of torture does: trials by number for so long, and a line about a fault."""

import itertools
import time
import traceback
from collections.abc import Callable, Iterator
from typing import TypeVar

from . import Report

Made = TypeVar("Made")
MOST_WORDS = 2000  # characters of an error message: some list the fields there are


def numbers(seconds: float, seed: int) -> Iterator[int]:
    """Yield ``seed`` and the numbers after it, each a trial, for ``seconds`` from the first on."""
    until = time.monotonic() + seconds
    for number in itertools.count(seed):
        yield number
        if time.monotonic() > until:
            return


def last_line() -> str:
    """Return the error that is being handled, and where it came from."""
    lines = traceback.format_exc().strip().splitlines()
    place = [line.strip() for line in lines if line.strip().startswith("File")][-1]
    return f"{lines[-1]} ({place})"


def judge(
    report: Report,
    place: str,
    read: Callable[[], Made],
    use: Callable[[Made], None],
    refusal: type[Exception] = ValueError,
    most_words: int = MOST_WORDS,
) -> None:
    """Note what becomes of damage: ``read`` refuses it, or ``use`` works with what was read."""
    try:
        made = read()
    except refusal as error:
        report.refused += 1
        if len(str(error)) > most_words:
            report.faults.append(f"{place}: a message of {len(str(error))} characters")
        return
    except Exception:
        report.faults.append(f"{place}: reading: {last_line()}")
        return
    try:
        use(made)
    except Exception:
        report.faults.append(f"{place}: using: {last_line()}")
    else:
        report.worked += 1

"""Scales of the views: counts as shares of a whole, looked up because that beats a division."""

import numpy as np

from ...core.jit import kernel
from ...core.state import Array
from .components import (
    BAY_CAPACITY,
    MAX_AMOUNT,
    MAX_PAPERS,
    MAX_ROUNDS,
    MAX_STOCKPILE,
    NUM_FACILITIES,
    NUM_PAPERS,
    NUM_PLACES,
    NUM_SUBJECTS,
)
from .state import NUM_ROBOTS

HORIZON = 20.0  # rounds
FULL_STORE = 30.0  # a store may hold so many for a moment, before its owner discards
MANY_TOKENS = 10.0
MANY_POINTS = 50.0


def _shares(whole: float) -> np.ndarray:
    """Return 0, 1, … 255 divided by ``whole``, at most 1."""
    return np.minimum(1.0, np.arange(256) / whole).astype(np.float32)


OF_ONE_KIND, OF_MANY_TOKENS = _shares(MAX_AMOUNT), _shares(MANY_TOKENS)
OF_FULL_STORE, OF_STOCKPILE = _shares(FULL_STORE), _shares(MAX_STOCKPILE)
OF_FULL_BAY, OF_ROBOTS = _shares(BAY_CAPACITY), _shares(NUM_ROBOTS)
OF_PLACES, OF_PAPERS, OF_SUBJECTS = (_shares(n) for n in (NUM_PLACES, MAX_PAPERS, NUM_SUBJECTS))
OF_REQUIREMENTS = _shares(NUM_PLACES + MAX_PAPERS)
OF_PAPER_POINTS, OF_OBJECTIVE_POINTS = _shares(20), _shares(10)
OF_FACILITIES, OF_DECK, OF_ROUNDS = (_shares(n) for n in (NUM_FACILITIES, NUM_PAPERS, MAX_ROUNDS))


@kernel
def looked_up(number: int, shares: Array) -> float:
    """Return the entry of ``shares`` for ``number``, 0 to 255."""
    found: float = shares[np.uint8(number)]
    return found


@kernel
def write_counts(row: Array, start: int, counts: Array, shares: Array) -> None:
    """Write the entry of ``shares`` for each of ``counts`` (0 to 255) from ``start`` on."""
    for k in range(counts.shape[0]):
        row[start + k] = shares[np.uint8(counts[k])]


@kernel
def add_counts(row: Array, start: int, counts: Array) -> None:
    """Add ``counts`` to the columns from ``start`` on; ``scale_down`` makes shares of the sums."""
    for k in range(counts.shape[0]):
        row[start + k] += counts[k]


@kernel
def scale_down(row: Array, start: int, width: int, whole: float) -> None:
    """Divide ``width`` columns from ``start`` on by ``whole``, at most 1."""
    scale = 1.0 / whole
    for k in range(start, start + width):
        row[k] = min(1.0, row[k] * scale)


@kernel
def unclipped(points: float) -> float:
    """Return ``points / (points + 50)``: below 1 however many, and finest where most games end."""
    return points / (points + MANY_POINTS)

"""Scales of the views: counts as shares of a most, looked up because that beats a division."""

import numpy as np

from ...core.jit import kernel
from ...core.state import Array
from .state import (
    MAX_CARDS,
    MAX_CATCH,
    MAX_EXPANSIONS,
    MAX_STACK,
    NUM_SECTORS,
    SUBMARINE_SPACES,
    SUBMARINES_EACH,
)

MOST_POINTS = 150  # greedy players reach 95
MOST_GAIN = 50  # a scoring gives -42 to 41
MOST_TIME = 14  # 4 in the base lab, 2 an expansion
MOST_GOODS = 9  # of a kind in a sector
MOST_BOTS = 15
MOST_CAPACITY = 2  # of a kind that one lab expansion adds
MOST_COST = 6
MOST_BULB = 5
MOST_STOCK_TIME, MOST_STOCK_CRYSTALS, MOST_STOCK_OCTOPODS = 38, 20, 15


def _shares(most: int) -> np.ndarray:
    """Return every int8 as uint8 indexes it (0 to 127, then -128 to -1) / ``most``, at most 1."""
    return np.minimum(np.arange(256).astype(np.int8) / most, 1.0).astype(np.float32)


OF_TIME, OF_GOODS, OF_BOTS = _shares(MOST_TIME), _shares(MOST_GOODS), _shares(MOST_BOTS)
OF_COST, OF_BULB, OF_SECTORS = _shares(MOST_COST), _shares(MOST_BULB), _shares(NUM_SECTORS)
OF_CATCH, OF_CAPACITY, OF_STACK = _shares(MAX_CATCH), _shares(MOST_CAPACITY), _shares(MAX_STACK)
OF_CARDS, OF_EXPANSIONS = _shares(MAX_CARDS), _shares(MAX_EXPANSIONS)
OF_SUBMARINES, OF_SPACES = _shares(SUBMARINES_EACH), _shares(SUBMARINE_SPACES)
OF_STOCK_TIME, OF_STOCK_CRYSTALS = _shares(MOST_STOCK_TIME), _shares(MOST_STOCK_CRYSTALS)
OF_STOCK_OCTOPODS = _shares(MOST_STOCK_OCTOPODS)


@kernel
def looked_up(number: int, shares: Array) -> float:
    """Return the entry of ``shares`` for ``number``, an int8."""
    found: float = shares[np.uint8(number)]
    return found

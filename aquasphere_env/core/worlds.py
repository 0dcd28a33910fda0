"""States that viewers cannot tell apart: what holds in all is known, what differs is not."""

from collections.abc import Iterable

import numpy as np

from . import loops
from .game import Variant


def worlds_of(
    variant: Variant, states: np.ndarray, viewers: Iterable[int], count: int
) -> np.ndarray:
    """Return ``count`` states that ``viewers`` together cannot tell from ``states[0]``.

    Chance is fixed: what is returned follows from what the viewers know, and from that alone.
    """
    seats = tuple(viewers)
    worlds = variant.new_states(count)
    for k in range(count):
        worlds[k] = states[0]
        for viewer in seats:
            loops.redeal_one(worlds, k, viewer, np.uint64(k + 1))
    return worlds

"""What the two dice ask for and what a box costs in air (AM-R2, AM-R4)."""

from ...core.jit import kernel
from ...core.state import State
from .scoring import AT_BUBBLE, COUNT


@kernel
def low_die(state: State) -> int:
    """Return the lower of the two dice."""
    return min(int(state.dice[0]), int(state.dice[1]))


@kernel
def high_die(state: State) -> int:
    """Return the higher of the two dice."""
    return max(int(state.dice[0]), int(state.dice[1]))


@kernel
def free_box(state: State) -> int:
    """Return how many squares a box of any shape has in this turn, 0 unless doubles (AM-R2)."""
    low = low_die(state)
    return int(low + state.components.doubles_extra) if low == high_die(state) else 0


@kernel
def air_cost(state: State, haul: int, bottom: int, area: int) -> int:
    """Return the air that a box costs (AM-R2, AM-R4).

    It reaches down to row ``bottom``; ``area`` is that of a rectangle, 0 for a free box.
    """
    if haul >> AT_BUBBLE & COUNT:
        return 0
    cost = int(state.components.depth_air[bottom])
    if area == high_die(state):
        cost += high_die(state) - low_die(state)
    return cost

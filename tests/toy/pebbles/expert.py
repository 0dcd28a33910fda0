"""How a good beginner plays Pebbles."""

from aquasphere_env.core.jit import kernel
from aquasphere_env.core.state import State

from .actions import MAX_TAKE, PEEK, TAKE

RULES_OF_THUMB = ("know the prize", "take the rest", "take three")
KNOW_PRIZE, TAKE_REST, TAKE_THREE = range(len(RULES_OF_THUMB))

WITHIN_REACH = 4  # pebbles, of which a roll may bring the last


@kernel
def decide(state: State) -> tuple[int, int]:
    """Return an action, and the rule of thumb that chose it."""
    heap = int(state.heap)
    if heap <= MAX_TAKE:
        return TAKE + heap - 1, TAKE_REST
    if heap == WITHIN_REACH and not state.players[state.current_player].peeked:
        return PEEK, KNOW_PRIZE
    return TAKE + MAX_TAKE - 1, TAKE_THREE

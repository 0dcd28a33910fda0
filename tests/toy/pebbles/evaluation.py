"""The heuristic of Pebbles."""

from aquasphere_env.core.jit import kernel
from aquasphere_env.core.state import State


@kernel
def evaluate(state: State, player: int) -> float:
    """Return own points minus the best other's."""
    best_other = 0
    for p in range(state.num_players):
        if p != player:
            best_other = max(best_other, state.players[p].pebbles + state.players[p].bonus)
    return state.players[player].pebbles + state.players[player].bonus - 1.0 * best_other

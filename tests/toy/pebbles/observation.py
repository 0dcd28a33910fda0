"""The view ``flat`` of Pebbles: own seat first, then clockwise."""

from aquasphere_env.core.features import one_hot, slot_of
from aquasphere_env.core.jit import kernel
from aquasphere_env.core.loops import is_over
from aquasphere_env.core.state import MAX_PLAYERS, Feature, Record, State
from aquasphere_env.core.view import View

from .state import MAX_HEAP, MOST_POINTS

MOST_LIMIT = 1000
MOST_ROUNDS = 100
MOST_ROLL = 20

FLAT = (
    Feature("heap", (), "pebbles left / 99"),
    Feature("taken", (), "pebbles of the start that are gone / 99"),
    Feature("limit", (), "decisions before the game is truncated / 1000, 0: no limit"),
    Feature("round_number", (), "rounds played / 100"),
    Feature("card", (MOST_POINTS + 1,), "points, one-hot; the first: unknown"),
    Feature("die", (), "last roll / 20"),
    Feature("present", (MAX_PLAYERS,), "1 for a player in the game"),
    Feature("pebbles", (MAX_PLAYERS,), "pebbles / 99"),
    Feature("bonus", (MAX_PLAYERS,), "points of the card / 9"),
    Feature("peeked", (MAX_PLAYERS,), "1 for a player who has peeked"),
    Feature("to_move", (MAX_PLAYERS,), "one-hot; zeros when over"),
)


@kernel
def known_card(state: State, player: int) -> int:
    """Return the card's points if ``player`` knows them, else 0 (PB-P2, PB-P3)."""
    return int(state.card) if state.players[player].peeked or state.terminated else 0


@kernel
def observe_flat(state: State, player: int, view: Record) -> None:
    """Fill the view ``flat``."""
    view.heap = state.heap / MAX_HEAP
    view.taken = (state.start_heap - state.heap) / MAX_HEAP
    view.limit = min(1.0, state.limit / MOST_LIMIT)
    view.round_number = min(1.0, state.round_number / MOST_ROUNDS)
    one_hot(view.card, known_card(state, player))
    view.die = state.die / MOST_ROLL
    view.present[:] = 0.0
    view.pebbles[:] = 0.0
    view.bonus[:] = 0.0
    view.peeked[:] = 0.0
    view.to_move[:] = 0.0
    for p in range(state.num_players):
        slot = slot_of(state, player, p)
        view.present[slot] = 1.0
        view.pebbles[slot] = state.players[p].pebbles / MAX_HEAP
        view.bonus[slot] = state.players[p].bonus / MOST_POINTS
        view.peeked[slot] = state.players[p].peeked
        view.to_move[slot] = p == state.current_player and not is_over(state)


FLAT_VIEW = View(FLAT, observe_flat)

"""What a player sees of Pebbles: own seat first, then clockwise."""

from aquasphere_env.core.jit import kernel
from aquasphere_env.core.loops import is_over
from aquasphere_env.core.state import MAX_PLAYERS, Feature

from .state import DIE_SIDES, MAX_HEAP, NUM_CARDS

MAX_POINTS = MAX_HEAP + NUM_CARDS
NUM_TOKEN_FEATURES = 4

FLAT = (
    Feature("heap", (), "pebbles left / 99"),
    Feature("card", (NUM_CARDS,), "one-hot, zeros while unknown"),
    Feature("die", (), "last roll / 6"),
    Feature("present", (MAX_PLAYERS,), "1 for a player in the game"),
    Feature("points", (MAX_PLAYERS,), "points / 102"),
    Feature("peeked", (MAX_PLAYERS,), "1 for one who has peeked"),
    Feature("to_move", (MAX_PLAYERS,), "one-hot; zeros when over"),
)
TOKENS = (
    Feature("heap", (), "pebbles left / 99"),
    Feature(
        "players",
        (MAX_PLAYERS, NUM_TOKEN_FEATURES),
        "present, points / 102, peeked, to move",
    ),
)


@kernel
def observe_flat(state, player, view):
    """Fill the view ``flat``."""
    view.heap = state.heap / MAX_HEAP
    view.card[:] = 0.0
    if state.players[player].peeked or state.terminated:
        view.card[state.card - 1] = 1.0
    view.die = state.die / DIE_SIDES
    view.present[:] = 0.0
    view.points[:] = 0.0
    view.peeked[:] = 0.0
    view.to_move[:] = 0.0
    for p in range(state.num_players):
        seat = (p - player) % state.num_players
        view.present[seat] = 1.0
        view.points[seat] = (state.players[p].pebbles + state.players[p].bonus) / MAX_POINTS
        view.peeked[seat] = state.players[p].peeked
        view.to_move[seat] = p == state.current_player and not is_over(state)


@kernel
def observe_tokens(state, player, view):
    """Fill the view ``entities``."""
    view.heap = state.heap / MAX_HEAP
    view.players[:] = 0.0
    for p in range(state.num_players):
        token = view.players[(p - player) % state.num_players]
        token[0] = 1.0
        token[1] = (state.players[p].pebbles + state.players[p].bonus) / MAX_POINTS
        token[2] = state.players[p].peeked
        token[3] = p == state.current_player and not is_over(state)

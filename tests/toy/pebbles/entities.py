"""The view ``entities`` of Pebbles: the table and the players as tokens."""

from aquasphere_env.core.features import Column, mark, row_feature, slot_of, starts
from aquasphere_env.core.jit import kernel
from aquasphere_env.core.loops import is_over
from aquasphere_env.core.state import MAX_PLAYERS, Record, State
from aquasphere_env.core.view import View

from .observation import MOST_LIMIT, MOST_ROLL, MOST_ROUNDS, known_card
from .state import MAX_HEAP, MOST_POINTS

TABLE_COLUMNS = (
    Column("present", 1, "1"),
    Column("heap", 1, "pebbles left / 99"),
    Column("taken", 1, "pebbles of the start that are gone / 99"),
    Column("limit", 1, "decisions before the game is truncated / 1000, 0: no limit"),
    Column("round_number", 1, "rounds played / 100"),
    Column("card", MOST_POINTS + 1, "points, one-hot; the first: unknown"),
    Column("die", 1, "last roll / 20"),
)
PLAYER_COLUMNS = (
    Column("present", 1, "1 for a player in the game"),
    Column("pebbles", 1, "pebbles / 99"),
    Column("bonus", 1, "points of the card / 9"),
    Column("peeked", 1, "1 for a player who has peeked"),
    Column("to_move", 1, "1 for the player to move"),
)
TABLE, PLAYER = starts(TABLE_COLUMNS), starts(PLAYER_COLUMNS)
ENTITIES = (
    row_feature("table", 1, TABLE_COLUMNS),
    row_feature("players", MAX_PLAYERS, PLAYER_COLUMNS, "own seat first"),
)


@kernel
def observe_entities(state: State, player: int, view: Record) -> None:
    """Fill the view ``entities``."""
    view.table[:] = 0.0
    row = view.table[0]
    row[TABLE.present] = 1.0
    row[TABLE.heap] = state.heap / MAX_HEAP
    row[TABLE.taken] = (state.start_heap - state.heap) / MAX_HEAP
    row[TABLE.limit] = min(1.0, state.limit / MOST_LIMIT)
    row[TABLE.round_number] = min(1.0, state.round_number / MOST_ROUNDS)
    mark(row, TABLE.card, known_card(state, player))
    row[TABLE.die] = state.die / MOST_ROLL
    view.players[:] = 0.0
    for p in range(state.num_players):
        token = view.players[slot_of(state, player, p)]
        token[PLAYER.present] = 1.0
        token[PLAYER.pebbles] = state.players[p].pebbles / MAX_HEAP
        token[PLAYER.bonus] = state.players[p].bonus / MOST_POINTS
        token[PLAYER.peeked] = state.players[p].peeked
        token[PLAYER.to_move] = p == state.current_player and not is_over(state)


ENTITIES_VIEW = View(ENTITIES, observe_entities, "fields")

"""The view "entities": tokens for attention models; only the order of two piles is hidden (AN-R11).

Seats count clockwise from the observer. The writers of rows expect zeros.
"""

from ...core.features import player_in, row_feature
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Array, Record, State
from ...core.view import View
from .actions import NUM_DOCK_BAYS, NUM_SUB_BAYS, OPEN_PAPERS
from .board_rows import (
    NODE_COLUMNS,
    PILE_COLUMNS,
    TABLE_COLUMNS,
    TILE_COLUMNS,
    add_bonus,
    write_node,
    write_piles,
    write_table,
    write_tile,
)
from .components import (
    NUM_PLACES,
    NUM_RESEARCH_NODES,
    NUM_TILES,
    OBJECTIVES_IN_PLAY,
    TOKENS,
    TRACK_SPACES,
)
from .paper_rows import (
    BAY_COLUMNS,
    OBJECTIVE_COLUMNS,
    PAPER_COLUMNS,
    write_dock_bay,
    write_objective,
    write_paper,
    write_sub_bay,
)
from .player_rows import (
    FACILITY_COLUMNS,
    PLACE_COLUMNS,
    SEAT_COLUMNS,
    write_grid,
    write_hand,
    write_offer,
    write_place,
    write_seat,
)
from .scoring import num_facilities

ON_OFFER = TRACK_SPACES + 1  # the track, then the facility in hand
_KINDS = f"the table; kinds are {', '.join(TOKENS)}"
_FACILITIES = "track spaces, in hand, grids by seat"

FEATURES = (
    row_feature("table", 1, TABLE_COLUMNS, _KINDS),
    row_feature("seats", MAX_PLAYERS, SEAT_COLUMNS, "players clockwise from the observer"),
    row_feature("tiles", NUM_TILES, TILE_COLUMNS, "research board"),
    row_feature("nodes", NUM_RESEARCH_NODES, NODE_COLUMNS, "nodes of the research board"),
    row_feature("facilities", ON_OFFER + MAX_PLAYERS * NUM_PLACES, FACILITY_COLUMNS, _FACILITIES),
    row_feature("places", NUM_PLACES, PLACE_COLUMNS, "own grid places while building"),
    row_feature("open_papers", OPEN_PAPERS, PAPER_COLUMNS, "open papers"),
    row_feature("bays", NUM_SUB_BAYS + NUM_DOCK_BAYS, BAY_COLUMNS, "submersible, then dock"),
    row_feature("objectives", OBJECTIVES_IN_PLAY, OBJECTIVE_COLUMNS, "public objectives"),
    row_feature("piles", 1, PILE_COLUMNS, "where cards and tiles are"),
)


@kernel
def _clear(view: Record) -> None:
    """Fill every feature with zeros."""
    view.table[:] = 0
    view.seats[:] = 0
    view.tiles[:] = 0
    view.nodes[:] = 0
    view.facilities[:] = 0
    view.places[:] = 0
    view.open_papers[:] = 0
    view.bays[:] = 0
    view.objectives[:] = 0
    view.piles[:] = 0


@kernel
def observe(state: State, player: int, view: Record) -> None:
    """Write what ``player`` may see, every column in [-1, 1]."""
    _clear(view)
    write_table(state, view.table[0])
    for seat in range(state.num_players):
        write_seat(state, player_in(state, player, seat), view.seats[seat])
    for tile in range(NUM_TILES):
        write_tile(state, player, tile, view.tiles[tile])
    for node in range(NUM_RESEARCH_NODES):
        add_bonus(state, player, node, view.tiles)
        write_node(state, node, view.nodes[node])
    _write_facilities(state, player, view.facilities)
    for place in range(NUM_PLACES):
        write_place(state, player, place, view.places[place])
    for k in range(OPEN_PAPERS):
        write_paper(state, player, k, view.open_papers[k])
    for bay in range(NUM_SUB_BAYS):
        write_sub_bay(state, player, bay, view.bays[bay])
    for bay in range(NUM_DOCK_BAYS):
        write_dock_bay(state, player, bay, view.bays[NUM_SUB_BAYS + bay])
    for k in range(OBJECTIVES_IN_PLAY):
        write_objective(state, player, k, view.objectives[k])
    write_piles(state, view.piles[0])


@kernel
def _write_facilities(state: State, player: int, rows: Array) -> None:
    """Write the track, the facility in hand, and all grids."""
    room = num_facilities(state.players[player]) < NUM_PLACES
    for space in range(TRACK_SPACES):
        write_offer(state, player, space, room, rows[space])
    write_hand(state, player, rows[TRACK_SPACES])
    for seat in range(state.num_players):
        first = ON_OFFER + NUM_PLACES * seat
        write_grid(state, player_in(state, player, seat), seat, rows[first:])


ENTITIES_VIEW = View(FEATURES, observe, "fields")

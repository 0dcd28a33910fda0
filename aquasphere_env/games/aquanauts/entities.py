"""The view "entities": tokens for attention models; only the order of two piles is hidden (AN-R11).

Seats count clockwise from the observer.
"""

import numpy as np

from ...core.features import player_in, row_feature, slot_of
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, NOBODY, Array, Record, State, record_dtype
from ...core.view import Again, View
from .actions import NUM_DOCK_BAYS, NUM_SUB_BAYS, OPEN_PAPERS
from .board_rows import (
    NODE_COLUMNS,
    PILE_COLUMNS,
    TABLE_COLUMNS,
    TILE_COLUMNS,
    write_node,
    write_piles,
    write_space,
    write_table,
    write_tile,
    write_workers,
)
from .components import (
    EMPTY,
    NUM_FACILITIES,
    NUM_PAPERS,
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
    write_printed_paper,
    write_requirement,
    write_sub_bay,
)
from .player_rows import (
    FACILITY_COLUMNS,
    IN_HAND,
    ON_GRID,
    ON_TRACK,
    PLACE_COLUMNS,
    SEAT_COLUMNS,
    write_facility,
    write_grid,
    write_offer,
    write_place,
    write_seat,
)
from .scoring import num_facilities

ON_OFFER = TRACK_SPACES + 1  # the track, then the facility in hand
NUM_FACILITY_ROWS = ON_OFFER + MAX_PLAYERS * NUM_PLACES
_KINDS = f"the table; kinds are {', '.join(TOKENS)}"
_FACILITIES = "track spaces, in hand, grids by seat"

FEATURES = (
    row_feature("table", 1, TABLE_COLUMNS, _KINDS),
    row_feature("seats", MAX_PLAYERS, SEAT_COLUMNS, "players clockwise from the observer"),
    row_feature("tiles", NUM_TILES, TILE_COLUMNS, "research board"),
    row_feature("nodes", NUM_RESEARCH_NODES, NODE_COLUMNS, "nodes of the research board"),
    row_feature("facilities", NUM_FACILITY_ROWS, FACILITY_COLUMNS, _FACILITIES),
    row_feature("places", NUM_PLACES, PLACE_COLUMNS, "own grid places while building"),
    row_feature("open_papers", OPEN_PAPERS, PAPER_COLUMNS, "open papers"),
    row_feature("bays", NUM_SUB_BAYS + NUM_DOCK_BAYS, BAY_COLUMNS, "submersible, then dock"),
    row_feature("objectives", OBJECTIVES_IN_PLAY, OBJECTIVE_COLUMNS, "public objectives"),
    row_feature("piles", 1, PILE_COLUMNS, "where cards and tiles are"),
)


MEMORY = record_dtype(
    [
        ("known", np.bool_),
        ("deck_size", np.int8),
        ("stack_size", np.int8),
        ("num_discards", np.int8),
        ("paper_deck", np.int8, (NUM_PAPERS,)),
        ("tile_stack", np.int8, (NUM_FACILITIES,)),
        ("discards", np.int8, (NUM_FACILITIES,)),
        ("open_papers", np.int8, (OPEN_PAPERS,)),
        ("facilities", np.int8, (NUM_FACILITY_ROWS,)),  # which one each row shows
        ("in_hand_of", np.int8),  # the seat of the row of the one in hand
    ]
)


@kernel
def observe(state: State, player: int, view: Record) -> None:
    """Write what ``player`` may see, every column in [-1, 1]."""
    _write_boards(state, view)
    for row in range(NUM_FACILITY_ROWS):
        _write_printed(state, player, row, view.facilities[row])
    for k in range(OPEN_PAPERS):
        write_printed_paper(state, int(state.open_papers[k]), view.open_papers[k])
    write_piles(state, view.piles[0])
    _write_changing(state, player, view)


@kernel
def observe_again(state: State, player: int, view: Record, memory: Record) -> None:
    """Write what ``player`` may see, but not what ``memory`` says that it shows already."""
    is_known = memory.known
    memory.known = True
    if not is_known:
        _write_boards(state, view)
    hand_of = slot_of(state, player, int(state.turn_player))
    for row in range(NUM_FACILITY_ROWS):
        facility = facility_in(state, player, row)
        is_moved = row == TRACK_SPACES and memory.in_hand_of != hand_of
        if not is_known or is_moved or memory.facilities[row] != facility:
            memory.facilities[row] = facility
            _write_printed(state, player, row, view.facilities[row])
    memory.in_hand_of = hand_of
    for k in range(OPEN_PAPERS):
        if not is_known or memory.open_papers[k] != state.open_papers[k]:
            memory.open_papers[k] = state.open_papers[k]
            write_printed_paper(state, int(state.open_papers[k]), view.open_papers[k])
    if not is_known or not _same_piles(state, memory):
        _remember_piles(state, memory)
        write_piles(state, view.piles[0])
    _write_changing(state, player, view)


@kernel
def _same_piles(state: State, memory: Record) -> bool:
    """Return whether the piles are as in ``memory``."""
    differing = memory.deck_size ^ state.deck_size | memory.stack_size ^ state.stack_size
    differing |= memory.num_discards ^ state.num_discards
    for k in range(NUM_PAPERS):
        differing |= memory.paper_deck[k] ^ state.paper_deck[k]
    for k in range(NUM_FACILITIES):
        differing |= memory.tile_stack[k] ^ state.tile_stack[k]
        differing |= memory.discards[k] ^ state.discards[k]
    return bool(differing == 0)


@kernel
def _remember_piles(state: State, memory: Record) -> None:
    """Copy the piles into ``memory``."""
    memory.deck_size = state.deck_size
    memory.stack_size = state.stack_size
    memory.num_discards = state.num_discards
    for k in range(NUM_PAPERS):
        memory.paper_deck[k] = state.paper_deck[k]
    for k in range(NUM_FACILITIES):
        memory.tile_stack[k] = state.tile_stack[k]
        memory.discards[k] = state.discards[k]


@kernel
def _write_boards(state: State, view: Record) -> None:
    """Write what stays as it is for a whole game; clear the rows of seats without a player."""
    view.seats[:] = 0
    view.tiles[:] = 0
    view.nodes[:] = 0
    view.objectives[:] = 0
    for tile in range(NUM_TILES):
        write_space(state, tile, view.tiles[tile])
    for node in range(NUM_RESEARCH_NODES):
        write_node(state, node, view.nodes[node])
    for k in range(OBJECTIVES_IN_PLAY):
        write_requirement(state, k, view.objectives[k])


@kernel
def facility_in(state: State, player: int, row: int) -> int:
    """Return the facility that ``row`` of the facilities shows ``player``, or EMPTY."""
    if row < TRACK_SPACES:
        return int(state.track[row])
    if row == TRACK_SPACES:
        return int(state.in_hand)
    seat, place = (row - ON_OFFER) // NUM_PLACES, (row - ON_OFFER) % NUM_PLACES
    if seat >= state.num_players:
        return EMPTY
    return int(state.players[player_in(state, player, seat)].grid[place])


@kernel
def _write_printed(state: State, player: int, row: int, out: Array) -> None:
    """Write what is printed on the facility that ``row`` shows, and where it is."""
    where, owner, spot = ON_TRACK, NOBODY, row
    if row == TRACK_SPACES:
        where, owner, spot = IN_HAND, slot_of(state, player, int(state.turn_player)), EMPTY
    elif row > TRACK_SPACES:
        where, owner, spot = ON_GRID, (row - ON_OFFER) // NUM_PLACES, (row - ON_OFFER) % NUM_PLACES
    write_facility(state, facility_in(state, player, row), where, owner, spot, out)


@kernel
def _write_changing(state: State, player: int, view: Record) -> None:
    """Write what may change with every decision, and all that depends on the viewer."""
    write_table(state, view.table[0])
    for seat in range(state.num_players):
        write_seat(state, player_in(state, player, seat), view.seats[seat])
    for tile in range(NUM_TILES):
        write_tile(state, player, tile, view.tiles[tile])
    for node in range(NUM_RESEARCH_NODES):
        write_workers(state, player, node, view.nodes[node], view.tiles)
    room = num_facilities(state.players[player]) < NUM_PLACES
    for space in range(TRACK_SPACES):
        write_offer(state, player, space, room, view.facilities[space])
    for seat in range(state.num_players):
        first = ON_OFFER + NUM_PLACES * seat
        write_grid(state, player_in(state, player, seat), view.facilities[first:])
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


AGAIN = Again(observe_again, MEMORY)
ENTITIES_VIEW = View(FEATURES, observe, "fields", again=AGAIN)

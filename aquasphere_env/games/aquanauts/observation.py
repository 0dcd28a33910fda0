"""What a player may see, as rows of numbers; only the order of two piles is hidden (AN-R11).

Both views consist of the same blocks of rows, written by one kernel: ``flat`` has the facilities
on offer and on the own grid, ``entities`` those of everybody. Seats count from the observer.
"""

import numpy as np

from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, Feature
from .actions import NUM_DOCK_BAYS, NUM_SUB_BAYS, OPEN_PAPERS
from .components import (
    AQUANAUT_TILES,
    CARGO,
    NUM_FACILITIES,
    NUM_PAPERS,
    NUM_PLACES,
    NUM_RESEARCH_NODES,
    NUM_SIDES,
    NUM_STORED,
    NUM_SUBJECTS,
    NUM_TILES,
    NUM_TOKENS,
    OBJECTIVES_IN_PLAY,
    TILE_IDS,
    TRACK_SPACES,
)
from .grid import all_connectors, live_places
from .rows import (
    add_bonus,
    bay_row,
    dock_row,
    grid_row,
    hand_row,
    node_row,
    objective_row,
    open_paper_row,
    piles_row,
    place_row,
    player_at,
    seat_row,
    table_row,
    tile_row,
    track_row,
)
from .scoring import num_facilities
from .state import AQUANAUT_STATES, QUESTIONS

Columns = list[tuple[str, int]]

_TOKENS = "power, algae, oxygen, building materials, samples"
_ALL_TOKENS = f"{_TOKENS}, contribution points"

TABLE: Columns = [
    ("present", 1),
    ("two, three, four players (one-hot)", MAX_PLAYERS - 1),
    ("rounds played / limit", 1),
    ("rounds left after this one / 20, at most 1", 1),
    ("open question (one-hot)", len(QUESTIONS)),
    ("workers are being assigned", 1),
    ("most papers of a player / 4", 1),
    (f"stockpile: {_TOKENS} / 10", NUM_STORED),
    ("facilities in the stack / 30", 1),
    ("facilities discarded / 30", 1),
    ("papers in the deck / 24", 1),
    ("lowest kind that may be discarded (one-hot, 0 at other questions)", NUM_STORED),
]
SEATS: Columns = [
    ("present", 1),
    ("decides now", 1),
    ("takes the turn (launches, runs the automated systems)", 1),
    ("has the first player marker", 1),
    (f"store: {_TOKENS} / 15, at most 1", NUM_STORED),
    ("free storage spaces / 15, negative when over the limit", 1),
    ("has a Storage Unit", 1),
    ("contribution point tokens / 50, at most 1", 1),
    ("score / 100, at most 1", 1),
    ("robots to place / 2", 1),
    ("aquanaut in the pod, ready, placed (one-hot)", len(AQUANAUT_STATES)),
    ("the aquanaut can be woken now", 1),
    ("facilities / 5", 1),
    ("papers / 4", 1),
    ("papers by subject / 4", NUM_SUBJECTS),
    (f"unasked income of an automated phase: {_ALL_TOKENS} / 10, at most 1", NUM_TOKENS),
    (f"running costs of all facilities: {_TOKENS} / 10, at most 1", NUM_STORED),
    (f"output for these costs: {_ALL_TOKENS} / 10, at most 1", NUM_TOKENS),
]
TILES: Columns = [
    ("present", 1),
    ("free", 1),
    ("seat of the worker (one-hot)", MAX_PLAYERS),
    ("that worker is an aquanaut", 1),
    ("for aquanauts only", 1),
    (f"cost: {_TOKENS} / 5", NUM_STORED),
    (f"output, the stockpile's tokens included: {_ALL_TOKENS} / 10, at most 1", NUM_TOKENS),
    (f"nodes would pay the observer here: {_ALL_TOKENS} / 5, at most 1", NUM_TOKENS),
    ("free and affordable for the observer, with the right worker", 1),
]
NODES: Columns = [
    ("present", 1),
    ("has paid in this round", 1),
    ("one more worker makes it pay", 1),
    (f"token it pays ({_ALL_TOKENS}; one-hot)", NUM_TOKENS),
    ("its tiles, in the order of the board (one each)", NUM_TILES),
]
FACILITIES: Columns = [
    ("present", 1),
    ("on the track, in hand, on a grid (one-hot)", 3),
    ("seat of the owner (one-hot, none on the track)", MAX_PLAYERS),
    ("track space or grid place A to E (one-hot)", NUM_PLACES),
    (f"cost: {_TOKENS} / 5", NUM_STORED),
    (f"running cost: {_TOKENS} / 5", NUM_STORED),
    (f"output: {_ALL_TOKENS} / 5", NUM_TOKENS),
    ("connector north, east, south, west", NUM_SIDES),
    ("Storage Unit", 1),
    ("linked to the grid's source", 1),
    ("track: the observer can pay and place it; grid: it can run now", 1),
]
BUILDING_PLACES: Columns = [
    ("present: the observer may put the facility in hand here", 1),
    (f"live nodes would then pay each round: {_ALL_TOKENS} / 5, at most 1", NUM_TOKENS),
]
OPEN_PAPER: Columns = [
    ("present", 1),
    ("subject (one-hot)", NUM_SUBJECTS),
    ("cost: algae, oxygen, samples / 5", len(CARGO)),
    ("points / 20, at most 1", 1),
    ("missing in the observer's store: algae, oxygen, samples / 5", len(CARGO)),
    ("can be published from the bay being unloaded", 1),
]
BAYS: Columns = [
    ("present: filled", 1),
    ("in the submersible, in the dock (one-hot)", 2),
    ("seat of the owner (one-hot)", MAX_PLAYERS),
    ("algae, oxygen, samples / 6", len(CARGO)),
    ("building materials / 2", 1),
    ("being unloaded", 1),
    ("its owner could publish open paper 0 to 3 from it", OPEN_PAPERS),
]
OBJECTIVES: Columns = [
    ("present", 1),
    ("unclaimed", 1),
    ("seat that claimed it (one-hot)", MAX_PLAYERS),
    ("facilities needed / 5", 1),
    ("papers needed / 4", 1),
    ("subjects needed / 4", 1),
    ("papers needed by subject / 4", NUM_SUBJECTS),
    ("points / 10, at most 1", 1),
    ("facilities and papers that each seat lacks / 9", MAX_PLAYERS),
]
PILES: Columns = [
    ("present", 1),
    ("paper is in the deck", NUM_PAPERS),
    ("facility is in the stack", NUM_FACILITIES),
    ("facility is discarded", NUM_FACILITIES),
]

ON_OFFER = TRACK_SPACES + 1  # the track, then the facility in hand


def _block(name: str, rows: int, what: str, columns: Columns) -> Feature:
    """Return the feature of ``rows`` rows, its meaning listed column by column."""
    meaning = "; ".join(f"{text} [{width}]" for text, width in columns)
    return Feature(name, (rows, sum(width for _, width in columns)), f"{what}: {meaning}")


def _features(num_grids: int) -> list[Feature]:
    facilities = "track, in hand, " + ("own grid" if num_grids == 1 else "grids by seat")
    return [
        _block("table", 1, "the table", TABLE),
        _block("seats", MAX_PLAYERS, "players clockwise from the observer", SEATS),
        _block("tiles", NUM_TILES, "research board", TILES),
        _block("nodes", NUM_RESEARCH_NODES, "nodes of the research board", NODES),
        _block("facilities", ON_OFFER + num_grids * NUM_PLACES, facilities, FACILITIES),
        _block("places", NUM_PLACES, "own grid places while building", BUILDING_PLACES),
        _block("open_papers", OPEN_PAPERS, "open papers", OPEN_PAPER),
        _block("bays", NUM_SUB_BAYS + NUM_DOCK_BAYS, "submersible, then dock", BAYS),
        _block("objectives", OBJECTIVES_IN_PLAY, "public objectives", OBJECTIVES),
        _block("piles", 1, "where cards and tiles are", PILES),
    ]


FLAT_FEATURES = _features(1)
ENTITY_FEATURES = _features(MAX_PLAYERS)

AQUANAUT_ONLY = np.array([tile in AQUANAUT_TILES for tile in TILE_IDS])


@kernel
def _clear(view):
    """Fill every feature with zeros."""
    view.table[:] = 0.0
    view.seats[:] = 0.0
    view.tiles[:] = 0.0
    view.nodes[:] = 0.0
    view.facilities[:] = 0.0
    view.places[:] = 0.0
    view.open_papers[:] = 0.0
    view.bays[:] = 0.0
    view.objectives[:] = 0.0
    view.piles[:] = 0.0


@kernel
def observe(state, player, view):
    """Write what ``player`` may see, every column in [-1, 1]; rows find only zeros."""
    _clear(view)
    table_row(state, view.table[0])
    for seat in range(MAX_PLAYERS):
        if seat < state.num_players:
            seat_row(state, player_at(state, player, seat), view.seats[seat])
    for tile in range(NUM_TILES):
        tile_row(state, player, tile, AQUANAUT_ONLY[tile], view.tiles[tile])
    for node in range(NUM_RESEARCH_NODES):
        add_bonus(state, player, node, view.tiles)
        node_row(state, node, view.nodes[node])
    _observe_facilities(state, player, view.facilities)
    for place in range(NUM_PLACES):
        place_row(state, player, place, view.places[place])
    for k in range(OPEN_PAPERS):
        open_paper_row(state, player, k, view.open_papers[k])
    for bay in range(NUM_SUB_BAYS):
        bay_row(state, player, bay, view.bays[bay])
    for bay in range(NUM_DOCK_BAYS):
        dock_row(state, player, bay, view.bays[NUM_SUB_BAYS + bay])
    for k in range(OBJECTIVES_IN_PLAY):
        objective_row(state, player, k, view.objectives[k])
    piles_row(state, view.piles[0])


@kernel
def _observe_facilities(state, player, rows):
    """Write the track, the facility in hand, and as many grids as ``rows`` has room for."""
    room = num_facilities(state.players[player]) < NUM_PLACES
    for space in range(TRACK_SPACES):
        track_row(state, player, space, room, rows[space])
    hand_row(state, player, rows[TRACK_SPACES])
    num_grids = min((rows.shape[0] - ON_OFFER) // NUM_PLACES, int(state.num_players))
    for seat in range(num_grids):
        owner = player_at(state, player, seat)
        live = live_places(all_connectors(state, state.players[owner].grid))
        for place in range(NUM_PLACES):
            row = rows[ON_OFFER + NUM_PLACES * seat + place]
            grid_row(state, owner, seat, place, live, row)

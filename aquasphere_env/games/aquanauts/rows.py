"""The rows of an observation, written from left to right; ``at`` is the next free column.

The columns are documented in ``observation``; ``seat`` counts clockwise from the observer.
"""

import numpy as np

from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, NOBODY
from .actions import OPEN_PAPERS, ROBOT_ACTION, TRACK
from .components import (
    BAY_CAPACITY,
    CARGO,
    MAX_AMOUNT,
    MAX_PAPERS,
    NUM_FACILITIES,
    NUM_GRID_NODES,
    NUM_PAPERS,
    NUM_PLACES,
    NUM_SIDES,
    NUM_STORED,
    NUM_SUBJECTS,
    NUM_TILES,
    NUM_TOKENS,
    RUNS_FREE,
    STOCKPILE,
    STORAGE_LABEL,
)
from .grid import all_connectors, is_live, live_places, may_take
from .launch import can_publish
from .placement import is_open
from .scoring import (
    missing,
    most_papers,
    num_facilities,
    num_papers,
    papers_on,
    score,
)
from .state import (
    AQUANAUT_ITEM,
    AQUANAUT_STATES,
    DISCARDING,
    EMPTY,
    ITEMS,
    NUM_ROBOTS,
    QUESTIONS,
    READY,
    STORAGE_WITH_UNIT,
    WORKERS,
)
from .stores import storage_limit, total

CARGO_KINDS = np.array(CARGO)
# Where a tile's bonus begins: behind presence, free, owner, two flags, cost and output.
TILE_BONUS = 2 + MAX_PLAYERS + 2 + NUM_STORED + NUM_TOKENS
WHERE = 3  # a facility is on the track, in hand, or on a grid
ON_TRACK, IN_HAND, ON_GRID = range(WHERE)

HORIZON = 20.0  # scales: what a column is divided by
ONE_KIND, MANY_TOKENS = float(MAX_AMOUNT), 10.0
FULL_STORE = float(STORAGE_WITH_UNIT)
MANY_POINTS, MANY_SCORED = 50.0, 100.0


def _shares(whole: float) -> np.ndarray:
    """Return 0, 1, … 255 divided by ``whole``, at most 1: a lookup is faster than to divide."""
    return np.minimum(1.0, np.arange(256) / whole).astype(np.float32)


TENTHS = np.arange(256) / MANY_TOKENS  # to add up: neither cut to 1 nor rounded to float32
OF_ONE_KIND, OF_MANY_TOKENS = _shares(ONE_KIND), _shares(MANY_TOKENS)
OF_FULL_STORE, OF_FULL_BAY = _shares(FULL_STORE), _shares(BAY_CAPACITY)
OF_ROBOTS, OF_PLACES = _shares(NUM_ROBOTS), _shares(NUM_PLACES)
OF_PAPERS, OF_SUBJECTS = _shares(MAX_PAPERS), _shares(NUM_SUBJECTS)
OF_REQUIREMENTS = _shares(NUM_PLACES + MAX_PAPERS)
OF_PAPER_POINTS, OF_OBJECTIVE_POINTS = _shares(20), _shares(10)
OF_PILE, OF_DECK = _shares(NUM_FACILITIES), _shares(NUM_PAPERS)


@kernel
def put(row, at, value):
    """Write the float ``value``, clipped to [-1, 1]."""
    row[at] = min(1.0, max(-1.0, value))
    return at + 1


@kernel
def put_flag(row, at, condition):
    """Write 1 or 0."""
    row[at] = 1.0 if condition else 0.0
    return at + 1


@kernel
def put_one_hot(row, at, width, index):
    """Write 1 in the column ``index`` of ``width`` that hold zeros, nowhere if it is -1."""
    row[at + max(0, index)] = 1.0 if index >= 0 else 0.0
    return at + width


@kernel
def put_count(row, at, number, shares):
    """Write the entry of ``shares`` for ``number``, 0 to 255."""
    row[at] = shares[np.uint8(number)]
    return at + 1


@kernel
def put_tokens(row, at, tokens, shares):
    """Write for each kind the entry of ``shares`` for the number of its tokens."""
    for kind in range(tokens.shape[0]):
        row[at + kind] = shares[np.uint8(tokens[kind])]
    return at + tokens.shape[0]


@kernel
def seat_of(state, observer, player):
    """Return the seat of ``player`` from the observer's, or NOBODY."""
    if player == NOBODY:
        return NOBODY
    return player - observer + (int(state.num_players) if player < observer else 0)


@kernel
def player_at(state, observer, seat):
    """Return the player in a ``seat`` that is taken, counted from the observer's."""
    player = observer + seat
    return player - (int(state.num_players) if player >= state.num_players else 0)


@kernel
def table_row(state, row):
    """Write what belongs to nobody."""
    at = put_flag(row, 0, True)
    at = put_one_hot(row, at, MAX_PLAYERS - 1, state.num_players - 2)
    at = put(row, at, state.round_number / state.max_rounds)
    at = put(row, at, (state.max_rounds - state.round_number - 1) / HORIZON)
    at = put_one_hot(row, at, len(QUESTIONS), int(state.question))
    at = put_flag(row, at, state.phase == WORKERS)
    at = put_count(row, at, most_papers(state), OF_PAPERS)
    at = put_tokens(row, at, state.stockpile, OF_MANY_TOKENS)
    at = put_count(row, at, state.stack_size, OF_PILE)
    at = put_count(row, at, state.num_discards, OF_PILE)
    at = put_count(row, at, state.deck_size, OF_DECK)
    lowest = int(state.discard_from) if state.question == DISCARDING else -1
    put_one_hot(row, at, NUM_STORED, lowest)


@kernel
def seat_row(state, player, row):
    """Write one player's store, workers, papers and engine."""
    me = state.players[player]
    at = put_flag(row, 0, True)
    at = put_flag(row, at, state.current_player == player)
    at = put_flag(row, at, state.turn_player == player)
    at = put_flag(row, at, state.first_player == player)
    at = put_tokens(row, at, me.store, OF_FULL_STORE)
    limit = storage_limit(state, player)
    at = put(row, at, (limit - total(me.store)) / FULL_STORE)
    at = put_flag(row, at, limit == STORAGE_WITH_UNIT)
    at = put(row, at, me.points / MANY_POINTS)
    at = put(row, at, score(state, player) / MANY_SCORED)
    at = put_count(row, at, me.robots, OF_ROBOTS)
    at = put_one_hot(row, at, len(AQUANAUT_STATES), int(me.aquanaut))
    choosing = state.question == ITEMS and state.current_player == player
    at = put_flag(row, at, choosing and may_take(state, me, AQUANAUT_ITEM))
    at = put_count(row, at, num_facilities(me), OF_PLACES)
    at = put_count(row, at, num_papers(me), OF_PAPERS)
    for subject in range(NUM_SUBJECTS):
        at = put_count(row, at, papers_on(state, me, subject), OF_PAPERS)
    _engine(state, me, row, at)


@kernel
def _engine(state, me, row, at):
    """Write unasked income, running costs and what they yield, in tenths of tokens."""
    connectors = all_connectors(state, me.grid)
    _add_nodes(state, connectors, row, at, MANY_TOKENS)
    for place in range(NUM_PLACES):
        if me.grid[place] != EMPTY:
            tile = state.components.facilities[me.grid[place]]
            if tile.run_class == RUNS_FREE:
                _add_tokens(row, at, tile.output)
            else:
                _add_tokens(row, at + NUM_TOKENS, tile.run_cost)
                _add_tokens(row, at + NUM_TOKENS + NUM_STORED, tile.output)


@kernel
def _add_tokens(row, at, tokens):
    """Add tokens by kind, in tenths, to columns written before."""
    for kind in range(tokens.shape[0]):
        row[at + kind] = min(1.0, row[at + kind] + TENTHS[np.uint8(tokens[kind])])


@kernel
def _add_nodes(state, connectors, row, at, scale):
    """Add what the live grid nodes pay, by kind of token, divided by ``scale``."""
    live = live_places(connectors)
    for node in range(NUM_GRID_NODES):
        if is_live(state, node, connectors, live):
            column = at + int(state.components.grid_nodes[node].token)
            row[column] = min(1.0, row[column] + 1.0 / scale)


@kernel
def tile_row(state, observer, tile, aquanaut_only, row):
    """Write a tile of the research board."""
    worker = int(state.tile_workers[tile])
    space = state.components.research_tiles[tile]
    at = put_flag(row, 0, True)
    at = put_flag(row, at, worker == NOBODY)
    at = put_one_hot(row, at, MAX_PLAYERS, seat_of(state, observer, worker))
    at = put_flag(row, at, state.tile_aquanauts[tile] != 0)
    at = put_flag(row, at, aquanaut_only)
    at = put_tokens(row, at, space.cost, OF_ONE_KIND)
    put_tokens(row, at, space.output, OF_MANY_TOKENS)
    if tile == STOCKPILE:
        _add_tokens(row, at, state.stockpile)
    me = state.players[observer]
    worker_left = me.aquanaut == READY or (me.robots > 0 and ROBOT_ACTION[tile] >= 0)
    put_flag(row, TILE_BONUS + NUM_TOKENS, worker_left and is_open(state, observer, tile))


@kernel
def add_bonus(state, observer, node, rows):
    """Add to the free tiles what ``node`` would pay the observer for a worker there: AN-R4."""
    spot = state.components.research_nodes[node]
    workers = 0
    own = 0
    for k in range(spot.tiles.shape[0]):
        tile = int(spot.tiles[k])
        if tile >= 0 and state.tile_workers[tile] != NOBODY:
            workers += 1
            own += state.tile_workers[tile] == observer
    if workers != 1:
        return
    column = TILE_BONUS + int(spot.token)
    for k in range(spot.tiles.shape[0]):
        tile = int(spot.tiles[k])
        if tile >= 0 and state.tile_workers[tile] == NOBODY:
            rows[tile, column] = min(1.0, rows[tile, column] + (1 + own) / ONE_KIND)


@kernel
def node_row(state, node, row):
    """Write a node of the research board."""
    spot = state.components.research_nodes[node]
    workers = 0
    at = put_flag(row, 0, True) + 2
    at = put_one_hot(row, at, NUM_TOKENS, int(spot.token))
    put_one_hot(row, at, NUM_TILES, NOBODY)
    for k in range(spot.tiles.shape[0]):
        if spot.tiles[k] >= 0:
            row[at + spot.tiles[k]] = 1.0
            workers += state.tile_workers[spot.tiles[k]] != NOBODY
    at = put_flag(row, 1, workers > 1)
    put_flag(row, at, workers == 1)


@kernel
def facility_row(state, facility, where, seat, place, row):
    """Write what is printed on a facility and where it is, all but the last two columns."""
    tile = state.components.facilities[facility]
    at = put_flag(row, 0, True)
    at = put_one_hot(row, at, WHERE, where)
    at = put_one_hot(row, at, MAX_PLAYERS, seat)
    at = put_one_hot(row, at, NUM_PLACES, place)
    at = put_tokens(row, at, tile.cost, OF_ONE_KIND)
    at = put_tokens(row, at, tile.run_cost, OF_ONE_KIND)
    at = put_tokens(row, at, tile.output, OF_ONE_KIND)
    for side in range(NUM_SIDES):
        at = put_flag(row, at, tile.connectors >> side & 1 == 1)
    return put_flag(row, at, tile.label == STORAGE_LABEL)


@kernel
def track_row(state, observer, space, room, row):
    """Write the facility on a space of the track, zeros if it is taken; ``room``: on the grid."""
    tile = int(state.track[space])
    if tile == EMPTY:
        return
    at = put_flag(row, facility_row(state, tile, ON_TRACK, NOBODY, space, row), False)
    put_flag(row, at, room and is_open(state, observer, TRACK + space))


@kernel
def hand_row(state, observer, row):
    """Write the facility waiting for its place, zeros if there is none."""
    tile = int(state.in_hand)
    if tile == EMPTY:
        return
    seat = seat_of(state, observer, int(state.turn_player))
    at = facility_row(state, tile, IN_HAND, seat, NOBODY, row)
    put_flag(row, put_flag(row, at, False), False)


@kernel
def grid_row(state, player, seat, place, live, row):
    """Write the facility in ``place`` of a grid with ``live`` places, zeros if there is none."""
    me = state.players[player]
    tile = int(me.grid[place])
    if tile == EMPTY:
        return
    at = facility_row(state, tile, ON_GRID, seat, place, row)
    at = put_flag(row, at, live >> place & 1 == 1)
    choosing = state.question == ITEMS and state.current_player == player
    put_flag(row, at, choosing and may_take(state, me, place))


@kernel
def place_row(state, player, place, row):
    """Write which nodes would be live with the facility in hand in the observer's ``place``."""
    me = state.players[player]
    if state.in_hand == EMPTY or state.turn_player != player or me.grid[place] != EMPTY:
        return
    sides = int(state.components.facilities[state.in_hand].connectors)
    at = put_flag(row, 0, True)
    connectors = all_connectors(state, me.grid) | sides << (NUM_SIDES * place)
    _add_nodes(state, connectors, row, at, ONE_KIND)


@kernel
def open_paper_row(state, observer, k, row):
    """Write open paper ``k``, zeros if it was taken during a launch."""
    if state.open_papers[k] == EMPTY:
        return
    card = state.components.research_papers[state.open_papers[k]]
    at = put_flag(row, 0, True)
    at = put_one_hot(row, at, NUM_SUBJECTS, int(card.subject))
    at = put_tokens(row, at, card.cost, OF_ONE_KIND)
    at = put_count(row, at, card.points, OF_PAPER_POINTS)
    for c in range(len(CARGO)):
        held = int(state.players[observer].store[CARGO_KINDS[c]])
        at = put_count(row, at, max(0, card.cost[c] - held), OF_ONE_KIND)
    unloading = int(state.unloading)
    put_flag(row, at, unloading != EMPTY and can_publish(state, unloading, k))


@kernel
def bay_row(state, observer, bay, row):
    """Write a bay of the submersible, zeros if it is free."""
    owner = int(state.bays[bay].owner)
    if owner == NOBODY:
        return
    at = put_flag(row, put_flag(row, put_flag(row, 0, True), True), False)
    at = put_one_hot(row, at, MAX_PLAYERS, seat_of(state, observer, owner))
    at = put_tokens(row, at, state.bays[bay].cargo, OF_FULL_BAY)
    at = put_flag(row, at, False)
    at = put_flag(row, at, state.unloading == bay)
    for k in range(OPEN_PAPERS):
        at = put_flag(row, at, can_publish(state, bay, k))


@kernel
def dock_row(state, observer, bay, row):
    """Write a bay of the dock, zeros if it is free."""
    owner = int(state.dock[bay])
    if owner != NOBODY:
        at = put_flag(row, put_flag(row, put_flag(row, 0, True), False), True)
        at = put_one_hot(row, at, MAX_PLAYERS, seat_of(state, observer, owner))
        put_flag(row, at + len(CARGO), True)


@kernel
def objective_row(state, observer, k, row):
    """Write a public objective and how far everybody is from it."""
    objective = int(state.objectives[k])
    card = state.components.public_objectives[objective]
    claimed_by = int(state.claimed_by[k])
    at = put_flag(row, 0, True)
    at = put_flag(row, at, claimed_by == NOBODY)
    at = put_one_hot(row, at, MAX_PLAYERS, seat_of(state, observer, claimed_by))
    at = put_count(row, at, card.facilities, OF_PLACES)
    at = put_count(row, at, card.papers, OF_PAPERS)
    at = put_count(row, at, card.subjects, OF_SUBJECTS)
    at = put_tokens(row, at, card.on, OF_PAPERS)
    at = put_count(row, at, card.points, OF_OBJECTIVE_POINTS)
    for seat in range(MAX_PLAYERS):
        lacking = 0
        if seat < state.num_players:
            me = state.players[player_at(state, observer, seat)]
            lacking = missing(state, me, objective)
        at = put_count(row, at, lacking, OF_REQUIREMENTS)


@kernel
def piles_row(state, row):
    """Write which papers and facilities are in the piles, whose order is hidden."""
    at = put_flag(row, 0, True)
    for k in range(int(state.deck_size)):
        row[at + state.paper_deck[k]] = 1.0
    for k in range(int(state.stack_size)):
        row[at + NUM_PAPERS + state.tile_stack[k]] = 1.0
    for k in range(int(state.num_discards)):
        row[at + NUM_PAPERS + NUM_FACILITIES + state.discards[k]] = 1.0

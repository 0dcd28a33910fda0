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
from .scoring import missing, most_papers, num_facilities, num_papers, papers_on, score
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
from .stores import has_storage_unit, storage_limit, total

CARGO_KINDS = np.array(CARGO)
# Where a tile's bonus begins: behind presence, free, owner, two flags, cost and output.
TILE_BONUS = 2 + MAX_PLAYERS + 2 + NUM_STORED + NUM_TOKENS
WHERE = 3  # a facility is on the track, in hand, or on a grid
ON_TRACK, IN_HAND, ON_GRID = range(WHERE)

HORIZON = 20.0  # scales: what a column is divided by
ONE_KIND, MANY_TOKENS = float(MAX_AMOUNT), 10.0
FULL_STORE, FULL_BAY = float(STORAGE_WITH_UNIT), float(BAY_CAPACITY)
ALL_PAPERS = float(MAX_PAPERS)
MANY_POINTS, MANY_SCORED = 50.0, 100.0
PAPER_POINTS, OBJECTIVE_POINTS = 20.0, 10.0


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
    """Write 1 in the column ``index`` of ``width``, nowhere if it is not one of them."""
    if 0 <= index < width:
        row[at + index] = 1.0
    return at + width


@kernel
def put_tokens(row, at, tokens, scale):
    """Write the number of tokens of each kind, divided by ``scale``."""
    share = 1.0 / scale
    for kind in range(tokens.shape[0]):
        row[at + kind] = min(1.0, tokens[kind] * share)
    return at + tokens.shape[0]


@kernel
def seat_of(state, observer, player):
    """Return the seat of ``player`` from the observer's, or NOBODY."""
    if player == NOBODY:
        return NOBODY
    return (player - observer + int(state.num_players)) % int(state.num_players)


@kernel
def table_row(state, row):
    """Write what belongs to nobody."""
    at = put_flag(row, 0, True)
    at = put_one_hot(row, at, MAX_PLAYERS - 1, state.num_players - 2)
    at = put(row, at, state.round_number / state.max_rounds)
    at = put(row, at, (state.max_rounds - state.round_number - 1) / HORIZON)
    at = put_one_hot(row, at, len(QUESTIONS), int(state.question))
    at = put_flag(row, at, state.phase == WORKERS)
    at = put(row, at, most_papers(state) / MAX_PAPERS)
    at = put_tokens(row, at, state.stockpile, MANY_TOKENS)
    at = put(row, at, state.stack_size / NUM_FACILITIES)
    at = put(row, at, state.num_discards / NUM_FACILITIES)
    at = put(row, at, state.deck_size / NUM_PAPERS)
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
    at = put_tokens(row, at, me.store, FULL_STORE)
    at = put(row, at, (storage_limit(state, player) - total(me.store)) / FULL_STORE)
    at = put_flag(row, at, has_storage_unit(state, player))
    at = put(row, at, me.points / MANY_POINTS)
    at = put(row, at, score(state, player) / MANY_SCORED)
    at = put(row, at, me.robots / NUM_ROBOTS)
    at = put_one_hot(row, at, len(AQUANAUT_STATES), int(me.aquanaut))
    choosing = state.question == ITEMS and state.current_player == player
    at = put_flag(row, at, choosing and may_take(state, me, AQUANAUT_ITEM))
    at = put(row, at, num_facilities(me) / NUM_PLACES)
    at = put(row, at, num_papers(me) / MAX_PAPERS)
    for subject in range(NUM_SUBJECTS):
        at = put(row, at, papers_on(state, me, subject) / MAX_PAPERS)
    _engine(state, me, row, at)


@kernel
def _engine(state, me, row, at):
    """Write unasked income, running costs and what they yield, in tenths of tokens."""
    for k in range(at, at + NUM_TOKENS + NUM_STORED + NUM_TOKENS):
        row[k] = 0.0
    connectors = all_connectors(state, me.grid)
    _add_nodes(state, connectors, row, at, MANY_TOKENS)
    for place in range(NUM_PLACES):
        if me.grid[place] != EMPTY:
            tile = state.components.facilities[me.grid[place]]
            free = tile.run_class == RUNS_FREE
            _add_tokens(row, at if free else at + NUM_TOKENS + NUM_STORED, tile.output)
            _add_tokens(row, at + NUM_TOKENS, tile.run_cost)


@kernel
def _add_tokens(row, at, tokens):
    """Add tokens by kind, in tenths, to columns written before."""
    for kind in range(tokens.shape[0]):
        row[at + kind] = min(1.0, row[at + kind] + tokens[kind] / MANY_TOKENS)


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
    at = put_tokens(row, at, space.cost, ONE_KIND)
    put_tokens(row, at, space.output, MANY_TOKENS)
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
    at = put_tokens(row, at, tile.cost, ONE_KIND)
    at = put_tokens(row, at, tile.run_cost, ONE_KIND)
    at = put_tokens(row, at, tile.output, ONE_KIND)
    for side in range(NUM_SIDES):
        at = put_flag(row, at, tile.connectors >> side & 1 == 1)
    return put_flag(row, at, tile.label == STORAGE_LABEL)


@kernel
def track_row(state, observer, space, row):
    """Write the facility on a space of the track, zeros if it is taken."""
    tile = int(state.track[space])
    if tile == EMPTY:
        return
    me = state.players[observer]
    at = put_flag(row, facility_row(state, tile, ON_TRACK, NOBODY, space, row), False)
    room = num_facilities(me) < NUM_PLACES
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
    at = put_tokens(row, at, card.cost, ONE_KIND)
    at = put(row, at, card.points / PAPER_POINTS)
    for c in range(len(CARGO)):
        held = int(state.players[observer].store[CARGO_KINDS[c]])
        at = put(row, at, max(0, card.cost[c] - held) / ONE_KIND)
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
    at = put_tokens(row, at, state.bays[bay].cargo, FULL_BAY)
    at = put(row, at, 0.0)
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
        put(row, at + len(CARGO), 1.0)


@kernel
def objective_row(state, observer, k, row):
    """Write a public objective and how far everybody is from it."""
    objective = int(state.objectives[k])
    card = state.components.public_objectives[objective]
    claimed_by = int(state.claimed_by[k])
    at = put_flag(row, 0, True)
    at = put_flag(row, at, claimed_by == NOBODY)
    at = put_one_hot(row, at, MAX_PLAYERS, seat_of(state, observer, claimed_by))
    at = put(row, at, card.facilities / NUM_PLACES)
    at = put(row, at, card.papers / MAX_PAPERS)
    at = put(row, at, card.subjects / NUM_SUBJECTS)
    at = put_tokens(row, at, card.on, ALL_PAPERS)
    at = put(row, at, card.points / OBJECTIVE_POINTS)
    for seat in range(MAX_PLAYERS):
        lacking = 0
        if seat < state.num_players:
            player = (observer + seat) % int(state.num_players)
            lacking = missing(state, state.players[player], objective)
        at = put(row, at, lacking / (NUM_PLACES + MAX_PAPERS))


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

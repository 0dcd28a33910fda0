"""Rows of the views for the players: their seats, facilities on offer and on grids, places."""

from ...core.features import Column, bounded, mark, starts
from ...core.jit import kernel
from ...core.packed import byte_of
from ...core.state import MAX_PLAYERS, Array, Record, State
from .actions import TRACK
from .components import (
    EMPTY,
    MAX_AMOUNT,
    NUM_GRID_NODES,
    NUM_PAPERS,
    NUM_PLACES,
    NUM_SIDES,
    NUM_STORED,
    NUM_SUBJECTS,
    NUM_TOKENS,
    RUNS_FREE,
    STORAGE_LABEL,
)
from .grid import all_connectors, is_live, live_places, may_take
from .placement import is_open
from .scoring import all_papers, num_facilities, num_papers, score
from .shares import (
    FULL_STORE,
    MANY_TOKENS,
    OF_FACILITIES,
    OF_FULL_STORE,
    OF_ONE_KIND,
    OF_PAPERS,
    OF_PLACES,
    OF_ROBOTS,
    add_counts,
    looked_up,
    scale_down,
    unclipped,
    write_counts,
)
from .state import AQUANAUT_ITEM, AQUANAUT_STATES, STORAGE_WITH_UNIT
from .stores import storage_limit, total

SEAT_COLUMNS = (
    Column("present", 1, "a player sits here"),
    Column("decides", 1, "decides now"),
    Column("turn", 1, "takes the turn: runs automated systems, places a worker, launches"),
    Column("first", 1, "has the first-player marker"),
    Column("store", NUM_STORED, "tokens in the store by kind, / 30"),
    Column("space", 1, "free storage spaces / 30, negative over the limit"),
    Column("storage_unit", 1, "has a Storage Unit"),
    Column("tokens", 1, "contribution point tokens t as t / (t + 50)"),
    Column("score", 1, "points p as p / (p + 50)"),
    Column("robots", 1, "robots to place, / 2"),
    Column("aquanaut", len(AQUANAUT_STATES), f"{', '.join(AQUANAUT_STATES)}, one-hot"),
    Column("may_wake", 1, "the aquanaut may still be woken in this automated phase"),
    Column("can_wake", 1, "and its cost is in the store now"),
    Column("facilities", 1, "facilities built, / 5"),
    Column("papers", 1, "papers published, / 4"),
    Column("subjects", NUM_SUBJECTS, "papers by subject, / 4"),
    Column("published", NUM_PAPERS, "papers published, R01 to R24"),
    Column("income", NUM_TOKENS, "automatic income of a round, by kind, / 10, at most 1"),
    Column("run_costs", NUM_STORED, "running costs of all facilities, by kind, / 10, at most 1"),
    Column("run_output", NUM_TOKENS, "output for these costs, by kind, / 10, at most 1"),
)
FACILITY_COLUMNS = (
    Column("present", 1, "a facility is here"),
    Column("where", 3, "on the track, in hand, on a grid, one-hot"),
    Column("owner", MAX_PLAYERS, "seat of the owner, one-hot; 0 on the track"),
    Column("spot", NUM_PLACES, "track space or grid place A to E, one-hot; 0 in hand"),
    Column("number", 1, "number of the tile, 1 to 30, / 30"),
    Column("cost", NUM_STORED, "cost by kind, / 5"),
    Column("run_cost", NUM_STORED, "running cost by kind, / 5"),
    Column("output", NUM_TOKENS, "output by kind, / 5"),
    Column("connectors", NUM_SIDES, "connector north, east, south, west"),
    Column("storage_unit", 1, "a Storage Unit"),
    Column("linked", 1, "linked to the source of its grid"),
    Column("may_run", 1, "may still run in this automated phase: neither run nor given up"),
    Column("usable", 1, "track: the observer can pay and place it; grid: it can run now"),
)
PLACE_COLUMNS = (
    Column("present", 1, "the observer may put the facility in hand here"),
    Column("income", NUM_TOKENS, "live nodes would then pay each round, by kind, / 5, at most 1"),
)
SEAT, FACILITY, PLACE = starts(SEAT_COLUMNS), starts(FACILITY_COLUMNS), starts(PLACE_COLUMNS)

ON_TRACK, IN_HAND, ON_GRID = range(3)  # of the column ``where``


@kernel
def write_seat(state: State, player: int, row: Array) -> None:
    """Write one player's store, workers, papers and facilities."""
    row[:] = 0
    me = state.players[player]
    row[SEAT.present] = 1
    row[SEAT.decides] = state.current_player == player
    row[SEAT.turn] = state.turn_player == player
    row[SEAT.first] = state.first_player == player
    write_counts(row, SEAT.store, me.store, OF_FULL_STORE)
    limit = storage_limit(state, player)
    row[SEAT.space] = bounded(limit - total(me.store), FULL_STORE)
    row[SEAT.storage_unit] = limit == STORAGE_WITH_UNIT
    row[SEAT.tokens] = unclipped(me.points)
    row[SEAT.score] = unclipped(score(state, player))
    row[SEAT.robots] = looked_up(me.robots, OF_ROBOTS)
    row[SEAT.aquanaut + me.aquanaut] = 1
    if state.turn_player == player:
        row[SEAT.may_wake] = state.open_items[AQUANAUT_ITEM]
        row[SEAT.can_wake] = may_take(state, me, AQUANAUT_ITEM)
    row[SEAT.facilities] = looked_up(num_facilities(me), OF_PLACES)
    published = num_papers(me)
    row[SEAT.papers] = looked_up(published, OF_PAPERS)
    by_subject = all_papers(state, me)
    for subject in range(NUM_SUBJECTS):
        row[SEAT.subjects + subject] = looked_up(byte_of(by_subject, subject), OF_PAPERS)
    for k in range(published):
        row[SEAT.published + me.papers[k]] = 1
    _write_engine(state, me, row)


@kernel
def _write_engine(state: State, me: Record, row: Array) -> None:
    """Write automatic income, running costs and what they yield."""
    _add_nodes(state, all_connectors(state, me.grid), row, SEAT.income)
    for place in range(NUM_PLACES):
        if me.grid[place] != EMPTY:
            tile = state.components.facilities[me.grid[place]]
            if tile.run_class == RUNS_FREE:
                add_counts(row, SEAT.income, tile.output)
            else:
                add_counts(row, SEAT.run_costs, tile.run_cost)
                add_counts(row, SEAT.run_output, tile.output)
    scale_down(row, SEAT.income, SEAT.width - SEAT.income, MANY_TOKENS)


@kernel
def _add_nodes(state: State, connectors: int, row: Array, start: int) -> None:
    """Add what the live grid nodes pay, by kind of token."""
    live = live_places(connectors)
    if live == 0:
        return
    for node in range(NUM_GRID_NODES):
        if is_live(state, node, connectors, live):
            row[start + state.components.grid_nodes[node].token] += 1


@kernel
def write_facility(
    state: State, facility: int, where: int, owner: int, spot: int, row: Array
) -> None:
    """Write what is printed on a facility and where it is; ``owner`` is a seat or NOBODY.

    Zeros if it is EMPTY.
    """
    row[:] = 0
    if facility == EMPTY:
        return
    tile = state.components.facilities[facility]
    row[FACILITY.present] = 1
    row[FACILITY.where + where] = 1
    mark(row, FACILITY.owner, owner)
    mark(row, FACILITY.spot, spot)
    row[FACILITY.number] = looked_up(facility + 1, OF_FACILITIES)
    write_counts(row, FACILITY.cost, tile.cost, OF_ONE_KIND)
    write_counts(row, FACILITY.run_cost, tile.run_cost, OF_ONE_KIND)
    write_counts(row, FACILITY.output, tile.output, OF_ONE_KIND)
    for side in range(NUM_SIDES):
        row[FACILITY.connectors + side] = tile.connectors >> side & 1
    row[FACILITY.storage_unit] = tile.label == STORAGE_LABEL


@kernel
def write_offer(state: State, viewer: int, space: int, room: bool, row: Array) -> None:
    """Write if the viewer can build from a track space; ``room``: its grid has a free place."""
    if state.track[space] != EMPTY:
        row[FACILITY.usable] = room and is_open(state, viewer, TRACK + space)


@kernel
def write_grid(state: State, player: int, rows: Array) -> None:
    """Write which facilities on the grid of ``player`` are linked, or may still run."""
    me = state.players[player]
    live = live_places(all_connectors(state, me.grid))
    is_turn = state.turn_player == player
    for place in range(NUM_PLACES):
        if me.grid[place] != EMPTY:
            row = rows[place]
            row[FACILITY.linked] = live >> place & 1
            row[FACILITY.may_run] = is_turn and state.open_items[place]
            row[FACILITY.usable] = is_turn and may_take(state, me, place)


@kernel
def write_place(state: State, player: int, place: int, row: Array) -> None:
    """Write which nodes would be live with the facility in hand in this place of ``player``."""
    row[:] = 0
    me = state.players[player]
    if state.in_hand == EMPTY or state.turn_player != player or me.grid[place] != EMPTY:
        return
    row[PLACE.present] = 1
    sides = int(state.components.facilities[state.in_hand].connectors)
    connectors = all_connectors(state, me.grid) | sides << (NUM_SIDES * place)
    _add_nodes(state, connectors, row, PLACE.income)
    scale_down(row, PLACE.income, NUM_TOKENS, MAX_AMOUNT)

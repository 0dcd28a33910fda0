"""Rows of the views for the common boards: the table, research tiles and nodes, the piles."""

import numpy as np

from ...core.features import Column, mark, one_hot, slot_of, starts
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, NOBODY, Array, State
from .actions import ROBOT_ACTION
from .components import (
    AQUANAUT_TILES,
    MAX_AMOUNT,
    MIN_PLAYERS,
    NUM_FACILITIES,
    NUM_PAPERS,
    NUM_STORED,
    NUM_TILES,
    NUM_TOKENS,
    STOCKPILE,
    TILE_IDS,
)
from .placement import is_open
from .scoring import most_papers
from .shares import (
    HORIZON,
    OF_DECK,
    OF_FACILITIES,
    OF_MANY_TOKENS,
    OF_ONE_KIND,
    OF_PAPERS,
    OF_ROUNDS,
    OF_STOCKPILE,
    looked_up,
    write_counts,
)
from .state import DISCARDING, QUESTIONS, READY, WORKERS

TABLE_COLUMNS = (
    Column("present", 1, "always 1"),
    Column("num_players", MAX_PLAYERS - 1, "2, 3 or 4 players, one-hot"),
    Column("played", 1, "rounds played / round limit"),
    Column("left", 1, "rounds left after this one, / 20, at most 1"),
    Column("limit", 1, "round limit / 200"),
    Column("question", len(QUESTIONS), f"open question, one-hot: {', '.join(QUESTIONS)}"),
    Column("workers", 1, "workers are being assigned"),
    Column("most_papers", 1, "most papers of a player, / 4"),
    Column("stockpile", NUM_STORED, "tokens on the stockpile by kind, / 20"),
    Column("stack", 1, "facilities in the stack, / 30"),
    Column("discards", 1, "facilities discarded, / 30"),
    Column("deck", 1, "papers in the deck, / 24"),
    Column("discard_from", NUM_STORED, "lowest kind to discard, one-hot; 0 at other questions"),
)
TILE_COLUMNS = (
    Column("present", 1, "always 1"),
    Column("free", 1, "no worker is there"),
    Column("worker", MAX_PLAYERS, "seat of the worker, one-hot"),
    Column("aquanaut", 1, "that worker is an aquanaut"),
    Column("restricted", 1, "for aquanauts only"),
    Column("cost", NUM_STORED, "cost by kind, / 5"),
    Column("output", NUM_TOKENS, "output by kind with what the stockpile holds, / 10, at most 1"),
    Column("bonus", NUM_TOKENS, "nodes would pay the observer here, by kind, / 5, at most 1"),
    Column("usable", 1, "free and affordable for the observer, who has the right worker left"),
)
NODE_COLUMNS = (
    Column("present", 1, "always 1"),
    Column("paid", 1, "has paid in this round"),
    Column("next_pays", 1, "one more worker makes it pay"),
    Column("token", NUM_TOKENS, "kind it pays, one-hot"),
    Column("tiles", NUM_TILES, "its tiles, in the order of the board"),
)
PILE_COLUMNS = (
    Column("present", 1, "always 1"),
    Column("deck", NUM_PAPERS, "papers in the deck, R01 to R24"),
    Column("stack", NUM_FACILITIES, "facilities in the stack, T01 to T30"),
    Column("discards", NUM_FACILITIES, "facilities discarded, T01 to T30"),
)
TABLE, TILE = starts(TABLE_COLUMNS), starts(TILE_COLUMNS)
NODE, PILE = starts(NODE_COLUMNS), starts(PILE_COLUMNS)

AQUANAUT_ONLY = np.array([tile in AQUANAUT_TILES for tile in TILE_IDS])


@kernel
def write_table(state: State, row: Array) -> None:
    """Write round, open question, stockpile and the sizes of the piles."""
    row[:] = 0
    row[TABLE.present] = 1
    row[TABLE.num_players + state.num_players - MIN_PLAYERS] = 1
    row[TABLE.played] = state.round_number / state.max_rounds
    row[TABLE.left] = min(1.0, (state.max_rounds - state.round_number - 1) / HORIZON)
    row[TABLE.limit] = looked_up(state.max_rounds, OF_ROUNDS)
    row[TABLE.question + state.question] = 1
    row[TABLE.workers] = state.phase == WORKERS
    row[TABLE.most_papers] = looked_up(most_papers(state), OF_PAPERS)
    write_counts(row, TABLE.stockpile, state.stockpile, OF_STOCKPILE)
    row[TABLE.stack] = looked_up(state.stack_size, OF_FACILITIES)
    row[TABLE.discards] = looked_up(state.num_discards, OF_FACILITIES)
    row[TABLE.deck] = looked_up(state.deck_size, OF_DECK)
    if state.question == DISCARDING:
        row[TABLE.discard_from + state.discard_from] = 1


@kernel
def write_space(state: State, tile: int, row: Array) -> None:
    """Write what is printed on a tile of the research board."""
    space = state.components.research_tiles[tile]
    row[TILE.present] = 1
    row[TILE.restricted] = AQUANAUT_ONLY[tile]
    write_counts(row, TILE.cost, space.cost, OF_ONE_KIND)
    write_counts(row, TILE.output, space.output, OF_MANY_TOKENS)


@kernel
def write_tile(state: State, viewer: int, tile: int, row: Array) -> None:
    """Write what else is on a tile of the research board, all but what nodes would pay there."""
    worker = int(state.tile_workers[tile])
    row[TILE.free] = worker == NOBODY
    one_hot(row[TILE.worker : TILE.aquanaut], slot_of(state, viewer, worker))
    row[TILE.aquanaut] = state.tile_aquanauts[tile]
    if tile == STOCKPILE:
        printed = state.components.research_tiles[tile].output
        for kind in range(NUM_STORED):
            tokens = printed[kind] + state.stockpile[kind]
            row[TILE.output + kind] = looked_up(tokens, OF_MANY_TOKENS)
    row[TILE.bonus : TILE.usable][:] = 0
    me = state.players[viewer]
    worker_left = me.aquanaut == READY or (me.robots > 0 and ROBOT_ACTION[tile] >= 0)
    row[TILE.usable] = worker_left and is_open(state, viewer, tile)


@kernel
def write_node(state: State, node: int, row: Array) -> None:
    """Write what is printed about a node of the research board."""
    spot = state.components.research_nodes[node]
    row[NODE.present] = 1
    row[NODE.token + spot.token] = 1
    for k in range(spot.tiles.shape[0]):
        mark(row, NODE.tiles, int(spot.tiles[k]))


@kernel
def write_workers(state: State, viewer: int, node: int, row: Array, tiles: Array) -> None:
    """Write whether a node has paid, and into ``tiles`` what it would pay the viewer: AN-R4."""
    spot = state.components.research_nodes[node]
    workers = 0
    own = 0
    for k in range(spot.tiles.shape[0]):
        tile = int(spot.tiles[k])
        if tile >= 0:
            workers += state.tile_workers[tile] != NOBODY
            own += state.tile_workers[tile] == viewer
    row[NODE.paid] = workers > 1
    row[NODE.next_pays] = workers == 1
    if workers != 1:
        return
    column = TILE.bonus + int(spot.token)
    for k in range(spot.tiles.shape[0]):
        tile = int(spot.tiles[k])
        if tile >= 0 and state.tile_workers[tile] == NOBODY:
            tiles[tile, column] = min(1.0, tiles[tile, column] + (1 + own) / MAX_AMOUNT)


@kernel
def write_piles(state: State, row: Array) -> None:
    """Write which papers and facilities are in the piles, whose order is hidden: AN-R11."""
    row[:] = 0
    row[PILE.present] = 1
    for k in range(state.deck_size):
        row[PILE.deck + state.paper_deck[k]] = 1
    for k in range(state.stack_size):
        row[PILE.stack + state.tile_stack[k]] = 1
    for k in range(state.num_discards):
        row[PILE.discards + state.discards[k]] = 1

"""Placing a worker: research tiles and their nodes, loading, launching, building."""

from ...core.jit import kernel
from ...core.state import NOBODY, State
from .actions import (
    AQUANAUT,
    DOCK,
    LAUNCH,
    ROBOT,
    ROBOT_SPACE,
    SUBMERSIBLE,
    TRACK,
)
from .components import (
    ALGAE,
    EMPTY,
    NUM_RESEARCH_NODES,
    NUM_STORED,
    NUM_TILES,
    OXYGEN,
    SAMPLE,
    STOCKPILE,
    STORAGE_LABEL,
)
from .launch import continue_launch, load_dock
from .scoring import claim_objectives
from .state import BUILDING, LOADING, NO_QUESTION, PLACED
from .stores import (
    affords,
    gain,
    gain_one,
    has_storage_unit,
    pay,
)


@kernel
def is_open(state: State, player: int, space: int) -> bool:
    """Return whether ``player`` could place an aquanaut on ``space`` and pay for it: AN-R3."""
    store = state.players[player].store
    if space < NUM_TILES:
        free = state.tile_workers[space] == NOBODY
        return bool(free and affords(store, state.components.research_tiles[space].cost))
    if space == DOCK:
        return True
    if space == SUBMERSIBLE:
        return bool(store[ALGAE] + store[OXYGEN] + store[SAMPLE] > 0)
    if space == LAUNCH:
        return bool(state.bays[0].owner != NOBODY or state.dock[0] != NOBODY)  # the first to fill
    tile = int(state.track[space - TRACK])
    if tile == EMPTY or not affords(store, state.components.facilities[tile].cost):
        return False
    storage = state.components.facilities[tile].label == STORAGE_LABEL
    return not (storage and has_storage_unit(state, player))


@kernel
def place_worker(state: State, player: int, action: int) -> None:
    """Put a robot or the aquanaut of ``player`` on a space and do what it offers: AN-R3."""
    state.question = NO_QUESTION
    me = state.players[player]
    if action < AQUANAUT:
        space = ROBOT_SPACE[action - ROBOT]
        me.robots -= 1
    else:
        space = action - AQUANAUT
        me.aquanaut = PLACED
    if space < NUM_TILES:
        state.tile_aquanauts[space] = action >= AQUANAUT
        _use_tile(state, player, space)
    elif space == DOCK:
        load_dock(state, player)
    elif space == SUBMERSIBLE:
        state.question = LOADING
    elif space == LAUNCH:
        continue_launch(state)
    else:
        state.in_hand = state.track[space - TRACK]
        state.track[space - TRACK] = EMPTY
        pay(me.store, state.components.facilities[state.in_hand].cost)
        state.question = BUILDING


@kernel
def _use_tile(state: State, player: int, tile: int) -> None:
    """Pay and collect on a research tile, then let its nodes pay: AN-R4."""
    me = state.players[player]
    state.tile_workers[tile] = player
    pay(me.store, state.components.research_tiles[tile].cost)
    gain(me, state.components.research_tiles[tile].output)
    if tile == STOCKPILE:
        for token in range(NUM_STORED):
            me.store[token] += state.stockpile[token]
            state.stockpile[token] = 0
        state.first_player = player
    for node in range(NUM_RESEARCH_NODES):
        _activate(state, node, tile)


@kernel
def _activate(state: State, node: int, tile: int) -> None:
    """Pay the node's token to both workers if ``tile`` is its second occupied tile: AN-R4."""
    spot = state.components.research_nodes[node]
    partner = NOBODY
    touched = False
    for k in range(spot.tiles.shape[0]):
        other = int(spot.tiles[k])
        if other == tile:
            touched = True
        elif other >= 0 and state.tile_workers[other] != NOBODY:
            if partner != NOBODY:
                return
            partner = int(state.tile_workers[other])
    if touched and partner != NOBODY:
        gain_one(state.players[state.tile_workers[tile]], int(spot.token))
        gain_one(state.players[partner], int(spot.token))


@kernel
def build(state: State, player: int, place: int) -> None:
    """Put the facility in hand onto the grid: AN-R3, AN-R8."""
    state.players[player].grid[place] = state.in_hand
    state.in_hand = EMPTY
    state.question = NO_QUESTION
    claim_objectives(state, player)

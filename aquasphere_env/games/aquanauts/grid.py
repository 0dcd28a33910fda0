"""A player's grid: connectors, live nodes, and the automated facilities."""

import numpy as np

from ...core.jit import kernel
from ...core.state import Array, Record, State
from .components import (
    EMPTY,
    NEIGHBOURS,
    NUM_GRID_NODES,
    NUM_PLACES,
    NUM_SIDES,
    RUNS_FREE,
    SOURCE_PLACES,
    WEST,
)
from .state import AQUANAUT_ITEM, IN_POD, NUM_ITEMS, READY
from .stores import affords, gain, gain_one, pay


def _connector(place: int, side: int) -> int:
    return 1 << (NUM_SIDES * place + side)


# Connectors that carry power: from the source into a place, then from place to place.
SOURCES = [_connector(place, WEST) for place in SOURCE_PLACES]
LINKS = [_connector(a, side_a) | _connector(b, side_b) for a, side_a, b, side_b in NEIGHBOURS]
PATHS = np.array(SOURCES + LINKS)


def _reached(paths: int) -> int:
    """Return the places, as bits, that power reaches through the set ``paths`` of PATHS."""
    live = {place for k, place in enumerate(SOURCE_PLACES) if paths >> k & 1}
    links = paths >> len(SOURCES)
    linked = [{a, b} for k, (a, _, b, _) in enumerate(NEIGHBOURS) if links >> k & 1]
    for _ in linked:  # no chain has more links
        live.update(*(pair for pair in linked if pair & live))
    return sum(1 << place for place in live)


REACHED = np.array([_reached(paths) for paths in range(1 << len(PATHS))])


@kernel
def all_connectors(state: State, grid: Array) -> int:
    """Return the connectors of all facilities on ``grid`` as one set of bits."""
    connectors = 0
    for place in range(NUM_PLACES):
        if grid[place] != EMPTY:
            sides = int(state.components.facilities[grid[place]].connectors)
            connectors |= sides << (NUM_SIDES * place)
    return connectors


@kernel
def live_places(connectors: int) -> int:
    """Return the bits of the places with an unbroken path to the grid's source: AN-C2."""
    paths = 0
    for k in range(PATHS.shape[0]):
        if connectors & PATHS[k] == PATHS[k]:
            paths |= 1 << k
    return int(REACHED[paths])


@kernel
def is_live(state: State, node: int, connectors: int, live: int) -> bool:
    """Return whether grid node ``node`` touches a connector of a live place."""
    spot = state.components.grid_nodes[node]
    touched = connectors >> (NUM_SIDES * int(spot.place) + int(spot.side))
    return touched & (live >> int(spot.place)) & 1 == 1


@kernel
def collect(state: State, me: Record) -> None:
    """Pay ``me`` for every live node and every facility without running cost: AN-R2."""
    facilities = state.components.facilities
    connectors = all_connectors(state, me.grid)
    live = live_places(connectors)
    if live != 0:
        for node in range(NUM_GRID_NODES):
            if is_live(state, node, connectors, live):
                gain_one(me, int(state.components.grid_nodes[node].token))
    for place in range(NUM_PLACES):
        tile = int(me.grid[place])
        if tile != EMPTY and facilities[tile].run_class == RUNS_FREE:
            gain(me, facilities[tile].output)


@kernel
def open_items(state: State, me: Record) -> None:
    """Open everything that ``me`` could run or wake in this automated phase."""
    for place in range(NUM_PLACES):
        state.open_items[place] = (
            me.grid[place] != EMPTY
            and state.components.facilities[me.grid[place]].run_class != RUNS_FREE
        )
    state.open_items[AQUANAUT_ITEM] = me.aquanaut == IN_POD


@kernel
def waits_for_equal(state: State, grid: Array, place: int) -> bool:
    """Return whether an open lower place holds a facility that runs the same way: AN-R2."""
    facilities = state.components.facilities
    mine = facilities[grid[place]].run_class
    for lower in range(place):
        if state.open_items[lower] and facilities[grid[lower]].run_class == mine:
            return True
    return False


@kernel
def may_take(state: State, me: Record, item: int) -> bool:
    """Return whether ``me`` may run the facility of ``item``, or wake the aquanaut, now."""
    if not state.open_items[item]:
        return False
    if item == AQUANAUT_ITEM:
        return bool(affords(me.store, state.components.living_pod))
    cost = state.components.facilities[me.grid[item]].run_cost
    return affords(me.store, cost) and not waits_for_equal(state, me.grid, item)


@kernel
def may_take_any(state: State, me: Record) -> bool:
    """Return whether the automated phase leaves ``me`` a choice."""
    for item in range(NUM_ITEMS):
        if may_take(state, me, item):
            return True
    return False


@kernel
def give_up(state: State, me: Record, item: int) -> None:
    """Close ``item`` and the facilities behind it that run the same way: AN-R2."""
    facilities = state.components.facilities
    for place in range(item, NUM_PLACES):
        if state.open_items[place] and (
            facilities[me.grid[place]].run_class == facilities[me.grid[item]].run_class
        ):
            state.open_items[place] = 0


@kernel
def take(state: State, me: Record, item: int) -> None:
    """Run the facility of ``item`` or wake the aquanaut; skipped items are given up: AN-R2."""
    for lower in range(item):
        if may_take(state, me, lower):
            give_up(state, me, lower)
    state.open_items[item] = 0
    if item == AQUANAUT_ITEM:
        pay(me.store, state.components.living_pod)
        me.aquanaut = READY
    else:
        pay(me.store, state.components.facilities[me.grid[item]].run_cost)
        gain(me, state.components.facilities[me.grid[item]].output)

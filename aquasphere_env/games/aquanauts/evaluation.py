"""A cheap estimate of how promising a state is, for one-ply greedy play.

It adds the score, the usual worth of tokens and loaded bays, and what facilities will yield in the
rounds to come, all in points. The weights were tuned in games of greedy against itself.
"""

import numpy as np

from ...core.jit import kernel
from ...core.state import NOBODY, Array, Record, State
from .actions import NUM_DOCK_BAYS, NUM_SUB_BAYS, OPEN_PAPERS
from .components import (
    BUILDING_MATERIAL,
    CARGO,
    EMPTY,
    MAX_PAPERS,
    NUM_GRID_NODES,
    NUM_PLACES,
    NUM_STORED,
    NUM_TOKENS,
    OBJECTIVES_IN_PLAY,
)
from .grid import all_connectors, is_live, live_places
from .scoring import (
    missing,
    most_papers,
    num_facilities,
    num_papers,
    score,
)
from .state import DOCK_LOAD, LOADING, PUBLISHING, READY, TRADE_POINTS, TRADE_TOKENS, UNLOADING
from .stores import affords, excess, total

TOKEN_VALUES = np.array([0.3, 0.55, 0.45, 0.9, 0.7, 0.67])  # by kind of token
USEFUL_TOKENS = np.array([8, 5, 5, 3, 5])  # more of a kind are rarely spent
SURPLUS_LOSS = 0.3  # a token over the storage limit will be discarded
CARGO_KINDS = np.array(CARGO)

LOADED_SHARE = 0.65  # of a paper's points, for a bay that could publish it now
LAUNCHED_SHARE = 0.75  # likewise during a launch: what makes greedy launch at all
READY_SHARES = np.array([0.23, 0.05, 0.05])  # likewise for a store that lacks 0, 1, 2 tokens
OBJECTIVE_SHARES = np.array([1.0, 0.3, 0.12, 0.05])  # by facilities and papers still missing
DOCK_SHARE = 0.8  # of building materials that still lie in the dock
AQUANAUT_VALUE = 0.55  # one more worker in this round
FIRST_PLAYER_VALUE = 0.2
USUAL_ROUNDS = 10
ROUNDS_TO_USE_TOKENS = 3.0  # tokens lose their value towards the end
YIELD_WEIGHT = 1.13  # what facilities yield costs no worker


@kernel
def evaluate(state: State, player: int) -> float:
    """Return the expected final points of ``player``, in points and without bounds."""
    if state.terminated or state.truncated:
        return float(score(state, player))
    me = state.players[player]
    ahead = _rounds_ahead(state)
    usable = min(1.0, ahead / ROUNDS_TO_USE_TOKENS)
    value: float = score(state, player) + _objectives_value(state, me)
    value += usable * _store_value(state, player)
    per_round = _nodes_value(state, me) + _facilities_value(state, me)
    if state.in_hand != EMPTY and state.turn_player == player:
        per_round += _yield(state, int(state.in_hand))
    value += ahead * YIELD_WEIGHT * per_round
    value += _papers_value(state, player)
    if me.aquanaut == READY:
        value += AQUANAUT_VALUE
    if state.first_player == player:
        value += FIRST_PLAYER_VALUE
    return value


@kernel
def _rounds_ahead(state: State) -> float:
    """Return the rounds to expect after this one; published papers do not shorten them."""
    if most_papers(state) == MAX_PAPERS:
        return 0.0
    left = state.max_rounds - state.round_number - 1
    return float(min(left, max(1, USUAL_ROUNDS - state.round_number)))


@kernel
def _store_value(state: State, player: int) -> float:
    """Return what the tokens in the store and the building materials in the dock are worth."""
    me = state.players[player]
    value = 0.0
    for kind in range(NUM_STORED):
        useful = float(USEFUL_TOKENS[kind])
        held = float(me.store[kind])
        if kind == BUILDING_MATERIAL:
            useful = min(useful, 2.0 * (NUM_PLACES - num_facilities(me)))
            held += DOCK_SHARE * DOCK_LOAD * _dock_bays(state, player)
        value += TOKEN_VALUES[kind] * min(useful, held)
    return value - SURPLUS_LOSS * int(excess(state, player))


@kernel
def _dock_bays(state: State, player: int) -> int:
    """Return how many dock bays ``player`` has filled."""
    number = 0
    for bay in range(NUM_DOCK_BAYS):
        number += state.dock[bay] == player
    return number


@kernel
def _nodes_value(state: State, me: Record) -> float:
    """Return what the live nodes yield in a round."""
    connectors = all_connectors(state, me.grid)
    live = live_places(connectors)
    value = 0.0
    for node in range(NUM_GRID_NODES):
        if is_live(state, node, connectors, live):
            value += TOKEN_VALUES[int(state.components.grid_nodes[node].token)]
    return value


@kernel
def _facilities_value(state: State, me: Record) -> float:
    """Return what the facilities on the grid yield in a round."""
    value = 0.0
    for place in range(NUM_PLACES):
        if me.grid[place] != EMPTY:
            value += _yield(state, int(me.grid[place]))
    return value


@kernel
def _yield(state: State, facility: int) -> float:
    """Return the value of running ``facility`` once, never negative."""
    tile = state.components.facilities[facility]
    value = 0.0
    for kind in range(NUM_TOKENS):
        value += TOKEN_VALUES[kind] * tile.output[kind]
    for kind in range(NUM_STORED):
        value -= TOKEN_VALUES[kind] * tile.run_cost[kind]
    return max(0.0, value)


@kernel
def _objectives_value(state: State, me: Record) -> float:
    """Return what the unclaimed objectives are worth to ``me``."""
    value = 0.0
    for k in range(OBJECTIVES_IN_PLAY):
        if state.claimed_by[k] == NOBODY:
            objective = int(state.objectives[k])
            lacking = missing(state, me, objective)
            if lacking < OBJECTIVE_SHARES.shape[0]:
                points = state.components.public_objectives[objective].points
                value += OBJECTIVE_SHARES[lacking] * points
    return value


@kernel
def _papers_value(state: State, player: int) -> float:
    """Return what loaded bays and the store are worth as papers, each open paper used once."""
    me = state.players[player]
    free_slots = MAX_PAPERS - num_papers(me)
    used = 0
    value = 0.0
    launching = state.question == UNLOADING or state.question == PUBLISHING
    share = LAUNCHED_SHARE if launching else LOADED_SHARE
    for bay in range(NUM_SUB_BAYS):
        if state.bays[bay].owner == player:
            best = _best_paper(state, state.bays[bay].cargo, used) if free_slots > 0 else -1
            if best >= 0:
                used |= 1 << best
                free_slots -= 1
                value += share * _points(state, best)
            elif total(state.bays[bay].cargo) >= TRADE_TOKENS:
                value += share * TRADE_POINTS
    if free_slots > 0:
        loading = state.question == LOADING and state.current_player == player
        value += _best_prospect(state, me.store, used, loading)
    return value


@kernel
def _points(state: State, k: int) -> float:
    """Return the points on open paper ``k``."""
    return float(state.components.research_papers[state.open_papers[k]].points)


@kernel
def _best_paper(state: State, cargo: Array, used: int) -> int:
    """Return the open paper with most points that ``cargo`` pays, not in the bits ``used``."""
    best = -1
    for k in range(OPEN_PAPERS):
        paper = int(state.open_papers[k])
        if paper != EMPTY and not used >> k & 1:
            affordable = affords(cargo, state.components.research_papers[paper].cost)
            if affordable and (best < 0 or _points(state, k) > _points(state, best)):
                best = k
    return best


@kernel
def _best_prospect(state: State, store: Array, used: int, loading: bool) -> float:
    """Return the best value of ``store`` as a paper, more while a bay is being loaded."""
    best = 0.0
    for k in range(OPEN_PAPERS):
        paper = int(state.open_papers[k])
        if paper == EMPTY or used >> k & 1:
            continue
        lacking = 0
        value = 0.0
        for c in range(CARGO_KINDS.shape[0]):
            cost = int(state.components.research_papers[paper].cost[c])
            lacking += max(0, cost - int(store[CARGO_KINDS[c]]))
            value += cost * TOKEN_VALUES[CARGO_KINDS[c]]
        if loading and lacking == 0:
            best = max(best, LOADED_SHARE * _points(state, k) - value)
        elif lacking < READY_SHARES.shape[0]:
            best = max(best, READY_SHARES[lacking] * _points(state, k))
    return best

"""Kernels of information-set Monte Carlo tree search, for every game and number of players.

Open loop (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012): a node
stands for the actions that led to it and holds statistics alone. Every simulation starts from a
copy of the root in which chance is drawn anew and everything hidden from the searching player is
resampled, so that no result depends on what that player cannot know. Edges hold a value for each
player, and each player picks by its own (max^n), with PUCT (Silver et al., "Mastering the game of
Go without human knowledge", 2017) over a prior from greedy's judgement.

All arithmetic is IEEE addition, multiplication, division and square root in a fixed order: the same
seed gives the same search on every machine.
"""

import numpy as np

from ..core import bits
from ..core.jit import kernel
from ..core.loops import is_over
from ..core.protocol import redeal
from ..core.rng import next_u64
from ..core.state import Array, Index
from .evaluation import margin_of
from .leaf import judge_leaf, unsquash
from .policies import action_values
from .tree import (
    NO_EDGE,
    NO_NODE,
    PRIOR_EVALUATE,
    Search,
    add_edge,
    add_visit,
    child_of,
    clear_node,
    favourite,
    find_edge,
    is_open,
    lacks_edges,
    play,
)

_HALVINGS = 8  # of an exponent, in ``soft_power``


@kernel
def soft_power(x: float) -> float:
    """Return about e**x for x <= 0: (1 + x / 256) ** 256, and 0 below -256."""
    base = 1.0 + x / (1 << _HALVINGS)
    if base <= 0.0:
        return 0.0
    for _ in range(_HALVINGS):
        base *= base
    return base


@kernel
def imagine_root(search: Search, states: Array, i: int) -> None:
    """Copy slot ``i`` to work on, with new chance and what its player cannot know resampled."""
    search.work[0] = states[i]
    search.work[0].rng = next_u64(search.source[0])
    redeal(search.work[0], int(states[i].current_player))


@kernel
def begin(search: Search, states: Array, i: int) -> None:
    """Begin a search from slot ``i``: a root without edges."""
    imagine_root(search, states, i)
    tree = search.tree[0]
    tree.num_nodes = 1
    tree.num_edges = 0
    tree.baseline = margin_of(search.work, 0, int(states[i].current_player), search.judge)
    clear_node(search.nodes[0])


@kernel
def simulate(search: Search, states: Array, i: int, count: int) -> None:
    """Run ``count`` simulations from slot ``i``; begin with a root unless there are nodes."""
    if search.tree[0].num_nodes == 0:
        begin(search, states, i)
    for _ in range(count):
        imagine_root(search, states, i)
        leaf = descend(search)
        judge_leaf(search, leaf)
        back_up(search)


@kernel
def find_favourite(search: Search, states: Array, i: int, count: int) -> Index:
    """Search anew from slot ``i``; return the root's favourite edge."""
    search.tree[0].num_nodes = 0
    simulate(search, states, i, count)
    return favourite(search, 0)


@kernel
def margin_on(search: Search, edge: int, player: int) -> float:
    """Return the margin in points that ``player`` may expect on an ``edge`` of the root."""
    one = search.edges[edge]
    share = one.values[player] / one.visits
    margin = search.settings[0].value_scale * unsquash(share)
    return float(margin + (search.tree[0].baseline if search.work[0].num_players == 1 else 0.0))


@kernel
def descend(search: Search) -> Index:
    """Play down the tree to a node that was never visited, and return it.

    ``NO_NODE`` is returned where there is none: at the end of the game or of the room.
    """
    tree, work = search.tree[0], search.work[0]
    tree.depth = 0
    tree.mover = work.current_player
    node = 0
    while not is_over(work) and tree.depth < search.path.shape[0]:
        fresh = search.nodes[node].visits == 0
        if fresh or lacks_edges(search, node):
            expand(search, node)
        edge = NO_EDGE if fresh else select(search, node)
        if edge == NO_EDGE:
            return node
        search.path[tree.depth] = edge
        tree.depth += 1
        play(search, search.edges[edge].action)
        node = child_of(search, edge)
        if node == NO_NODE:
            return node
    return NO_NODE


@kernel
def expand(search: Search, node: int) -> None:
    """Add edges for the legal actions that ``node`` lacks, as far as there is room."""
    legal, judgements = search.work[0].legal, search.judgements
    player = int(search.work[0].current_player)
    if search.settings[0].prior == PRIOR_EVALUATE:
        action_values(search.work, 0, search.source[0], search.scratch, judgements, None)
    else:
        action_values(search.work, 0, search.source[0], search.scratch, judgements, search.judge)
    best = -np.inf
    for rank in range(bits.count(legal)):
        best = max(best, judgements[bits.nth(legal, rank)])
    search.tree[0].promise = best
    for rank in range(bits.count(legal)):
        action = bits.nth(legal, rank)
        if find_edge(search, node, action, player) == NO_EDGE:
            loss = judgements[action] - best
            add_edge(search, node, action, soft_power(loss / search.settings[0].prior_scale))


@kernel
def select(search: Search, node: int) -> Index:
    """Return the open edge that PUCT prefers for the player to move, or ``NO_EDGE``."""
    player = int(search.work[0].current_player)
    factor = exploration_factor(search, node)
    here = search.nodes[node]
    mean = here.values[player] / here.visits
    best, best_score = NO_EDGE, -np.inf
    edge = here.first_edge
    while edge != NO_EDGE:
        one = search.edges[edge]
        if is_open(search, edge):
            value = one.values[player] / one.visits if one.visits > 0 else mean
            score = value + factor * one.weight / (1 + one.visits)
            if score > best_score:
                best, best_score = edge, score
        edge = one.next_edge
    return best


@kernel
def exploration_factor(search: Search, node: int) -> float:
    """Return what PUCT multiplies the weight of each open edge at ``node`` by."""
    weights, visits = 0.0, 1
    edge = search.nodes[node].first_edge
    while edge != NO_EDGE:
        one = search.edges[edge]
        if is_open(search, edge):
            weights += one.weight
            visits += one.visits
        edge = one.next_edge
    if weights == 0.0:
        return 0.0
    return float(search.settings[0].exploration * np.sqrt(float(visits)) / weights)


@kernel
def back_up(search: Search) -> None:
    """Add the leaf's values to the nodes and edges on the path to it."""
    add_visit(search.nodes[0], search.values)
    for depth in range(search.tree[0].depth):
        edge = search.edges[search.path[depth]]
        add_visit(edge, search.values)
        if edge.child != NO_NODE:
            add_visit(search.nodes[edge.child], search.values)

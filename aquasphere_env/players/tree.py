"""The tree of a search: nodes and edges in records that are made once, and what they hold."""

from typing import NamedTuple

import numpy as np

from ..core import bits
from ..core.jit import kernel
from ..core.loops import step
from ..core.state import MAX_PLAYERS, Array, Index, Record, record_dtype
from .evaluation import AnyJudge

NO_EDGE = NO_NODE = -1

LEAVES = ("evaluate", "best", "rollout", "random")
LEAF_EVALUATE, LEAF_BEST, LEAF_ROLLOUT, LEAF_RANDOM = range(len(LEAVES))

PRIORS = ("value", "evaluate")
PRIOR_VALUE, PRIOR_EVALUATE = range(len(PRIORS))

SETTINGS_DTYPE = record_dtype(
    [
        ("leaf", np.int64),  # index into LEAVES
        ("prior", np.int64),  # index into PRIORS
        ("horizon", np.int64),  # most decisions of a rollout, which ends with the round
        ("exploration", np.float64),  # PUCT's constant
        ("prior_scale", np.float64),  # points of judgement that divide a prior by e
        ("value_scale", np.float64),  # points of margin that make a value of 0.7
    ]
)
TREE_DTYPE = record_dtype(
    [
        ("num_nodes", np.int64),
        ("num_edges", np.int64),
        ("depth", np.int64),  # decisions of the simulation under way in the tree
        ("mover", np.int64),  # who made the last decision of it
        ("promise", np.float64),  # judgement of the best action at the node expanded last
        ("baseline", np.float64),  # evaluation of the root for its player
    ]
)
NODE_DTYPE = record_dtype(
    [
        ("first_edge", np.int64),
        ("visits", np.int64),
        ("values", np.float64, (MAX_PLAYERS,)),  # sums by player
    ]
)
EDGE_DTYPE = record_dtype(
    [
        ("action", np.int64),
        ("player", np.int64),  # who plays it: after chance it may be another's turn
        ("next_edge", np.int64),  # of the same node
        ("child", np.int64),
        ("visits", np.int64),
        ("weight", np.float64),  # prior before it is divided by those of all legal edges
        ("values", np.float64, (MAX_PLAYERS,)),  # sums by player
    ]
)


class Search(NamedTuple):
    """The memory of one search at a time: kernels allocate nothing.

    Arrays of one element hold what kernels write to.
    """

    settings: Array  # SETTINGS_DTYPE, one
    tree: Array  # TREE_DTYPE, one
    nodes: Array  # NODE_DTYPE, the root first
    edges: Array  # EDGE_DTYPE
    path: Array  # int64: edges from the root to the leaf
    work: Array  # the state of the simulation under way, one
    scratch: Array  # states for greedy to try actions in, policies.NUM_SCRATCH
    source: Array  # RNG_DTYPE, one: all chance of the search
    judgements: Array  # float64 by action
    values: Array  # float64 by player: what the leaf is worth
    judge: AnyJudge  # of leaves and of actions for their priors


@kernel
def clear_node(node: Record) -> None:
    """Make ``node`` one that was never visited."""
    node.first_edge = NO_EDGE
    node.visits = 0
    node.values[:] = 0.0


@kernel
def find_edge(search: Search, node: int, action: int, player: int) -> Index:
    """Return the edge at ``node`` on which ``player`` plays ``action``, or ``NO_EDGE``."""
    edge = search.nodes[node].first_edge
    while edge != NO_EDGE:
        one = search.edges[edge]
        if one.action == action and one.player == player:
            return edge
        edge = one.next_edge
    return NO_EDGE


@kernel
def is_open(search: Search, edge: int) -> bool:
    """Return whether ``edge`` is a legal action of the player to move."""
    one, work = search.edges[edge], search.work[0]
    return one.player == work.current_player and bits.contains(work.legal, one.action)


@kernel
def lacks_edges(search: Search, node: int) -> bool:
    """Return whether an edge can be added: chance may make other actions legal each time."""
    if search.tree[0].num_edges == search.edges.shape[0]:
        return False
    found = 0
    edge = search.nodes[node].first_edge
    while edge != NO_EDGE:
        found += is_open(search, edge)
        edge = search.edges[edge].next_edge
    return bool(found < bits.count(search.work[0].legal))


@kernel
def child_of(search: Search, edge: int) -> Index:
    """Return the node that ``edge`` leads to, new if need be; ``NO_NODE`` if there is no room."""
    one, tree = search.edges[edge], search.tree[0]
    if one.child == NO_NODE and tree.num_nodes < search.nodes.shape[0]:
        one.child = tree.num_nodes
        clear_node(search.nodes[one.child])
        tree.num_nodes += 1
    return one.child


@kernel
def add_edge(search: Search, node: int, action: int, weight: float) -> None:
    """Add an edge to ``node`` unless there is no room."""
    tree = search.tree[0]
    if tree.num_edges < search.edges.shape[0]:
        edge = search.edges[tree.num_edges]
        edge.action = action
        edge.player = search.work[0].current_player
        edge.child = NO_NODE
        edge.visits = 0
        edge.values[:] = 0.0
        edge.weight = weight
        edge.next_edge = search.nodes[node].first_edge
        search.nodes[node].first_edge = tree.num_edges
        tree.num_edges += 1


@kernel
def play(search: Search, action: int) -> None:
    """Play ``action`` in the simulation under way."""
    search.tree[0].mover = search.work[0].current_player
    step(search.work, 0, action)


@kernel
def add_visit(one: Record, values: Array) -> None:
    """Count a visit of a node or an edge, worth ``values``."""
    one.visits += 1
    for p in range(MAX_PLAYERS):
        one.values[p] += values[p]


@kernel
def read_root(search: Search, visits: Array, weights: Array, values: Array) -> None:
    """Add visits, weights and values (MAX_PLAYERS each) of the root's edges, by action."""
    edge = search.nodes[0].first_edge
    while edge != NO_EDGE:
        one = search.edges[edge]
        visits[one.action] += one.visits
        weights[one.action] += one.weight
        for p in range(MAX_PLAYERS):
            values[one.action, p] += one.values[p]
        edge = one.next_edge


@kernel
def favourite(search: Search, node: int) -> Index:
    """Return the edge of ``node`` with the most visits, or ``NO_EDGE`` if none has any.

    Of several the one with the best prior.
    """
    best, most, weight = NO_EDGE, 0, 0.0
    edge = search.nodes[node].first_edge
    while edge != NO_EDGE:
        one = search.edges[edge]
        if one.visits > most or (0 < one.visits == most and one.weight > weight):
            best, most, weight = edge, one.visits, one.weight
        edge = one.next_edge
    return best


@kernel
def read_line(search: Search, action: int, player: int, line: Array) -> int:
    """Write the most visited actions after ``player`` plays ``action``; return how many."""
    edge = find_edge(search, 0, action, player)
    length = 0
    while edge != NO_EDGE and length < line.shape[0]:
        line[length] = search.edges[edge].action
        length += 1
        child = search.edges[edge].child
        edge = NO_EDGE if child == NO_NODE else favourite(search, child)
    return length

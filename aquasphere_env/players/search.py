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

from typing import NamedTuple

import numpy as np

from ..core import bits
from ..core.jit import kernel
from ..core.loops import is_over, random_action, step
from ..core.protocol import evaluate, redeal
from ..core.rng import next_u64, randint
from ..core.state import MAX_PLAYERS, Array, Index, Record, record_dtype
from .evaluation import AnyJudge, expected_margin, margin_of
from .policies import action_values, best_action

NO_EDGE = NO_NODE = -1

LEAVES = ("evaluate", "best", "greedy", "random")
LEAF_EVALUATE, LEAF_BEST, LEAF_GREEDY, LEAF_RANDOM = range(len(LEAVES))
_RANDOM_MOVE = 10  # one in so many decisions of a greedy leaf is random
_HALVINGS = 8  # of an exponent, in ``soft_power``

SETTINGS_DTYPE = record_dtype(
    [
        ("leaf", np.int64),  # index into LEAVES
        ("horizon", np.int64),  # most decisions of a greedy leaf, which ends with the round
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
def soft_power(x: float) -> float:
    """Return about e**x for x <= 0: (1 + x / 256) ** 256, and 0 below -256."""
    base = 1.0 + x / (1 << _HALVINGS)
    if base <= 0.0:
        return 0.0
    for _ in range(_HALVINGS):
        base *= base
    return base


@kernel
def squash(x: float) -> float:
    """Return x / sqrt(1 + x**2), between -1 and 1."""
    return float(x / np.sqrt(1.0 + x * x))


@kernel
def clear_node(node: Record) -> None:
    """Make ``node`` one that was never visited."""
    node.first_edge = NO_EDGE
    node.visits = 0
    node.values[:] = 0.0


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
        play_leaf(search, leaf)
        judge_leaf(search)
        back_up(search)


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
def play(search: Search, action: int) -> None:
    """Play ``action`` in the simulation under way."""
    search.tree[0].mover = search.work[0].current_player
    step(search.work, 0, action)


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
def expand(search: Search, node: int) -> None:
    """Add edges for the legal actions that ``node`` lacks, as far as there is room."""
    legal, judgements = search.work[0].legal, search.judgements
    player = int(search.work[0].current_player)
    action_values(search.work, 0, search.source[0], search.scratch, judgements, search.judge)
    best = -np.inf
    for rank in range(bits.count(legal)):
        best = max(best, judgements[bits.nth(legal, rank)])
    for rank in range(bits.count(legal)):
        action = bits.nth(legal, rank)
        if find_edge(search, node, action, player) == NO_EDGE:
            loss = judgements[action] - best
            add_edge(search, node, action, soft_power(loss / search.settings[0].prior_scale))


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
def play_leaf(search: Search, node: int) -> None:
    """Play on from the leaf at ``node`` as the settings say, before it is judged."""
    leaf = search.settings[0].leaf
    if leaf == LEAF_BEST:
        play_best(search, node)
    elif leaf != LEAF_EVALUATE:
        play_out(search, leaf == LEAF_GREEDY)


@kernel
def play_best(search: Search, node: int) -> None:
    """Play the open action at ``node`` with the best prior, if there is one.

    A player who moves can choose: what a leaf is worth is what its best action is worth, which has
    been judged already.
    """
    if node == NO_NODE or is_over(search.work[0]):
        return
    best, most = NO_EDGE, -1.0
    edge = search.nodes[node].first_edge
    while edge != NO_EDGE:
        if is_open(search, edge) and search.edges[edge].weight > most:
            best, most = edge, search.edges[edge].weight
        edge = search.edges[edge].next_edge
    if best != NO_EDGE:
        play(search, search.edges[best].action)


@kernel
def play_out(search: Search, greedy: bool) -> None:
    """Play greedily to the end of the round or the horizon, or at random to the game's end."""
    state, source = search.work[0], search.source[0]
    round_number = state.round_number
    decisions = 0
    while not is_over(state):
        action = random_action(state, source)
        if greedy:
            if state.round_number != round_number or decisions == search.settings[0].horizon:
                return
            if randint(source, _RANDOM_MOVE) != 0:
                action = best_action(search.work, 0, source, search.scratch, None)
        state.rng = next_u64(source)
        play(search, action)
        decisions += 1


@kernel
def judge_leaf(search: Search) -> None:
    """Write what the leaf is worth to each player: its margin over the others' mean.

    Alone the margin is the one over the evaluation of the root.
    """
    values = search.values
    write_margins(search, search.judge)
    for p in range(search.work[0].num_players):
        values[p] = squash(values[p] / search.settings[0].value_scale)


@kernel
def write_margins(search: Search, judge: AnyJudge) -> None:
    """Write the margin of each player at the leaf, by the game's evaluation or ``judge``."""
    state, values = search.work[0], search.values
    players = int(state.num_players)
    if judge is None:
        total = 0.0
        for p in range(players):
            values[p] = evaluate(state, p)
            total += values[p]
        for p in range(players):
            if players > 1:
                values[p] -= (total - values[p]) / (players - 1)
    elif players == 2:
        mover = int(search.tree[0].mover)
        values[mover] = expected_margin(search.work, 0, mover, judge)
        values[1 - mover] = -values[mover]
    else:
        for p in range(players):
            values[p] = expected_margin(search.work, 0, p, judge)
    if players == 1:
        values[0] -= search.tree[0].baseline


@kernel
def back_up(search: Search) -> None:
    """Add the leaf's values to the nodes and edges on the path to it."""
    add_visit(search.nodes[0], search.values)
    for depth in range(search.tree[0].depth):
        edge = search.edges[search.path[depth]]
        add_visit(edge, search.values)
        if edge.child != NO_NODE:
            add_visit(search.nodes[edge.child], search.values)


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
    """Return the edge of ``node`` with the most visits, or ``NO_EDGE`` if none has any."""
    best, most = NO_EDGE, 0
    edge = search.nodes[node].first_edge
    while edge != NO_EDGE:
        if search.edges[edge].visits > most:
            best, most = edge, search.edges[edge].visits
        edge = search.edges[edge].next_edge
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

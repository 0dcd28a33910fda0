"""What a leaf of a search is worth: what is played from there before it is judged, and by whom."""

import numpy as np

from ..core.jit import kernel
from ..core.loops import is_over, random_action
from ..core.protocol import evaluate
from ..core.rng import next_u64, randint
from .evaluation import AnyJudge, expected_margin
from .policies import best_action
from .tree import (
    LEAF_BEST,
    LEAF_EVALUATE,
    LEAF_ROLLOUT,
    NO_EDGE,
    NO_NODE,
    PRIOR_VALUE,
    Search,
    is_open,
    play,
)

MOST_OPPOSED = 2  # players up to here: what one expects to win the other expects to lose
_RANDOM_MOVE = 10  # one in so many decisions of a greedy leaf is random


@kernel
def squash(x: float) -> float:
    """Return x / sqrt(1 + x**2), between -1 and 1."""
    return float(x / np.sqrt(1.0 + x * x))


@kernel
def unsquash(y: float) -> float:
    """Return the ``x`` with ``squash(x) == y``."""
    return float(y / np.sqrt(1.0 - y * y))


@kernel
def play_leaf(search: Search, node: int) -> None:
    """Play on from the leaf at ``node`` as the settings say, before it is judged."""
    leaf = search.settings[0].leaf
    if leaf == LEAF_BEST:
        play_best(search, node)
    elif leaf != LEAF_EVALUATE:
        play_out(search, leaf == LEAF_ROLLOUT)


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
def judge_leaf(search: Search, node: int) -> None:
    """Write what the leaf at ``node`` is worth to each player: its margin over the others' mean.

    Alone the margin is the one over the evaluation of the root.
    """
    values, players = search.values, search.work[0].num_players
    if has_promise(search, node):
        write_promise(search)
    else:
        play_leaf(search, node)
        write_margins(search, search.judge)
    if players == 1:
        values[0] -= search.tree[0].baseline
    for p in range(players):
        values[p] = squash(values[p] / search.settings[0].value_scale)


@kernel
def has_promise(search: Search, node: int) -> bool:
    """Return whether the best action at the leaf has been judged as the leaf is to be."""
    settings = search.settings[0]
    is_by_value = search.judge is not None and settings.prior == PRIOR_VALUE
    is_best = node != NO_NODE and settings.leaf == LEAF_BEST
    return is_by_value and is_best and search.work[0].num_players <= MOST_OPPOSED


@kernel
def write_promise(search: Search) -> None:
    """Write the margins that the best action at the leaf promises: it has been judged already."""
    state, values = search.work[0], search.values
    mover = int(state.current_player)
    values[mover] = search.tree[0].promise
    if state.num_players == MOST_OPPOSED:
        values[1 - mover] = -values[mover]


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
    elif players == MOST_OPPOSED:
        mover = int(search.tree[0].mover)
        values[mover] = expected_margin(search.work, 0, mover, judge)
        values[1 - mover] = -values[mover]
    else:
        for p in range(players):
            values[p] = expected_margin(search.work, 0, p, judge)

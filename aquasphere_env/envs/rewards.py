"""Rewards: what the players get for a decision, by name.

- ``outcome``: at the end, zero-sum: with a share s of the victory (1/k for each of k winners, 0 for
  the others) a player of n gets (n s - 1) / (n - 1).
- ``rank``: at the end, zero-sum: from +1 for the best to -1 for the last in equal steps; players
  who tie get the mean of their places.
- ``margin``: in every step the gain in own points minus the mean of the others' points, so that a
  game's rewards add up to the final margin; zero-sum.
- ``score``: in every step the own points gained.

With one player ``outcome``, ``rank`` and ``margin`` are the final points, paid at the end. A
truncated game pays like one that ended by its rules.
"""

import numpy as np

from ..core.jit import kernel
from ..core.loops import is_over, num_better
from ..core.protocol import NUM_SCORE_KEYS, scores
from ..core.ranges import between
from ..core.state import MAX_PLAYERS, Array, Record, State, record_dtype

REWARDS = ("outcome", "rank", "margin", "score")
OUTCOME, RANK, MARGIN, SCORE = range(len(REWARDS))
ILLEGAL_REWARD = -1.0  # of a player who plays an illegal action, where that is punished

_MOST_POINTS = 2**20  # no game has that many
_POINTS = between(-_MOST_POINTS, _MOST_POINTS, np.int32)
ACCOUNT_DTYPE = record_dtype(
    [
        ("points", _POINTS, (MAX_PLAYERS, NUM_SCORE_KEYS)),  # when last looked at
        ("paid", _POINTS, (MAX_PLAYERS,)),  # points that rewards have been paid for
    ]
)


def reward_id(name: str) -> int:
    """Return the number of the reward ``name``; raise ``ValueError`` if there is none."""
    if name not in REWARDS:
        raise ValueError(f"no reward {name!r}; there are: {', '.join(REWARDS)}")
    return REWARDS.index(name)


def pays_every_step(reward: int) -> bool:
    """Return whether the reward can be other than zero before the end."""
    return reward in (MARGIN, SCORE)


@kernel
def open_account(account: Record) -> None:
    """Open a game's account: no points, nothing paid."""
    account.points[:] = 0
    account.paid[:] = 0


@kernel
def pay(state: State, reward: int, account: Record, out: Array) -> None:
    """Write what each player gets since the last call into ``out`` (players,)."""
    players = int(state.num_players)
    over = is_over(state)
    for p in range(players):
        out[p] = 0.0
    if over or reward == SCORE or (reward == MARGIN and players > 1):
        points = account.points[:players]
        scores(state, points)
        if reward == SCORE:
            pay_score(points, account.paid, out)
        elif players == 1:
            out[0] = points[0, 0]
        elif reward == MARGIN:
            pay_margin(points, account.paid, out)
        elif reward == OUTCOME:
            pay_outcome(points, out)
        else:
            pay_rank(points, out)


@kernel
def pay_score(points: Array, paid: Array, out: Array) -> None:
    """Write the own points gained since ``paid``, which is brought up to date."""
    for p in range(points.shape[0]):
        out[p] = points[p, 0] - paid[p]
        paid[p] = points[p, 0]


@kernel
def pay_margin(points: Array, paid: Array, out: Array) -> None:
    """Write the margin gained since ``paid``, which is brought up to date."""
    players = points.shape[0]
    total = 0
    for p in range(players):
        total += points[p, 0] - paid[p]
    for p in range(players):
        own = points[p, 0] - paid[p]
        out[p] = own - (total - own) / (players - 1)
        paid[p] = points[p, 0]


@kernel
def pay_outcome(points: Array, out: Array) -> None:
    """Write each player's share of the victory, scaled to [-1, 1] and zero-sum."""
    players = points.shape[0]
    winners = 0
    for p in range(players):
        winners += num_better(points, p) == 0
    for p in range(players):
        share = 1.0 / winners if num_better(points, p) == 0 else 0.0
        out[p] = (players * share - 1.0) / (players - 1)


@kernel
def pay_rank(points: Array, out: Array) -> None:
    """Write each player's place from +1 to -1, ties averaged."""
    players = points.shape[0]
    for p in range(players):
        better = num_better(points, p)
        equal = 0
        for q in range(players):
            equal += num_better(points, q) == better
        worse = players - better - equal
        out[p] = (worse - better) / (players - 1)

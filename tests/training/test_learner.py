"""PPO by its parts: whose decisions are worth what, and draws from what is legal."""

import math

import numpy as np
import pytest
import torch

from training.learner import Rollout, advantages_of, explained_variance
from training.policy import NotFiniteError, draw, masked

GAMMA, DECAY = 0.9, 0.8


def rollout_of(movers, values, rewards, over) -> Rollout:
    """Return a rollout of the toy kind: arrays (T, N) that advantages are made of."""
    shape = np.shape(over)
    nothing = np.zeros(shape)
    return Rollout(
        *(nothing, nothing, np.ones(shape, bool), nothing, nothing),
        values=np.array(values, np.float32),
        movers=np.array(movers),
        rewards=np.array(rewards, np.float32),
        over=np.array(over, bool),
    )


def by_hand(rollout: Rollout, game: int) -> list[float]:
    """Return the advantages of one game's decisions, NaN where a seat has not moved again."""
    count = len(rollout.over)
    movers, values = rollout.movers[:, game], rollout.values[:, game].astype(float)
    found = [math.nan] * count
    for t in reversed(range(count)):
        paid, after = 0.0, t
        while True:  # up to the seat's next decision, or the end of the game
            paid += float(rollout.rewards[after, game, movers[t]])
            if rollout.over[after, game]:
                found[t] = paid - values[t]
                break
            after += 1
            if movers[after] == movers[t]:
                later = found[after] if after < count and not math.isnan(found[after]) else 0.0
                found[t] = paid + GAMMA * values[after] - values[t] + GAMMA * DECAY * later
                break
            if after == count:
                break
    return found


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_advantages_are_along_the_decisions_of_a_seat(players: int) -> None:
    """pytorch/rl #3215: not from a player's state to another player's."""
    rng = np.random.default_rng(players)
    steps, games = 40, 25
    rollout = rollout_of(
        rng.integers(players, size=(steps + 1, games)),
        rng.normal(size=(steps + 1, games)),
        rng.normal(size=(steps, games, players)),
        rng.random((steps, games)) < 0.1,
    )
    advantages, whole = advantages_of(rollout, rollout.rewards, GAMMA, DECAY)
    expected = np.array([by_hand(rollout, game) for game in range(games)]).T
    assert (whole == ~np.isnan(expected)).all()
    assert whole.all() == (players == 1)
    np.testing.assert_allclose(advantages[whole], expected[whole], rtol=1e-4, atol=1e-5)


def test_what_others_decide_pays_who_decided_before() -> None:
    """Seat 0 decides, then twice seat 1, which ends the game; the next game has another deal."""
    rewards = [[[1, -1]], [[2, -2]], [[4, -4]], [[8, -8]]]
    rollout = rollout_of(
        movers=[[0], [1], [1], [0], [1]],
        values=[[0], [0], [0], [0], [0.5]],
        rewards=rewards,
        over=[[False], [False], [True], [False]],
    )
    advantages, whole = advantages_of(rollout, rollout.rewards, gamma=1.0, decay=0.0)
    assert whole[:, 0].tolist() == [True, True, True, False]
    assert advantages[:3, 0].tolist() == [1 + 2 + 4, -2, -4]


def test_a_draw_is_legal_and_has_its_probability() -> None:
    logits = torch.tensor([[5.0, 1.0, 2.0, 9.0], [0.0, 0.0, 0.0, 0.0]])
    masks = torch.tensor([[False, True, True, False], [True, False, False, True]])
    log_probs = masked(logits, masks).numpy().repeat(5000, axis=0)
    actions = draw(log_probs, np.random.default_rng(0)).reshape(2, 5000)
    shares = [[np.mean(row == action) for action in range(4)] for row in actions]
    e = math.e
    expected = [[0, 1 / (1 + e), e / (1 + e), 0], [0.5, 0, 0, 0.5]]
    np.testing.assert_allclose(shares, expected, atol=0.03)
    assert np.array(shares)[np.array(expected) == 0].sum() == 0


class Edge:
    """Chance that gives the ends of its interval."""

    def random(self, count: int) -> np.ndarray:
        return np.resize([0.0, np.nextafter(1, 0)], count)


def test_not_even_the_ends_of_chance_are_illegal() -> None:
    log_probs = masked(torch.zeros(2, 5), torch.tensor([[0, 1, 0, 1, 0]] * 2).bool()).numpy()
    assert draw(log_probs, Edge()).tolist() == [3, 1]


def test_probabilities_that_are_none_are_refused() -> None:
    with pytest.raises(NotFiniteError, match="not finite"):
        draw(np.full((1, 3), np.nan, np.float32), np.random.default_rng(0))


def test_explained_variance() -> None:
    returns = np.array([1.0, 2.0, 3.0])
    assert explained_variance(returns, returns) == 1
    assert explained_variance(np.full(3, 7.0), returns) == 0
    assert math.isnan(explained_variance(returns, np.ones(3)))
    assert math.isnan(explained_variance(returns[:0], returns[:0]))

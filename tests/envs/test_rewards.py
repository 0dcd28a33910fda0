"""Rewards by hand; Pebbles is played with its card and die given."""

import numpy as np
import pytest

from aquasphere_env.core.state import new_records
from aquasphere_env.envs import rewards
from aquasphere_env.envs.pettingzoo_api import game_module
from tests.toy.pebbles import GAME as PEBBLES

raw_env = game_module(PEBBLES).raw_env


def paid(kernel, points):
    out = np.zeros(len(points))
    kernel(np.array([[p, 0, 0] for p in points], np.int32), out)
    return out.tolist()


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([7, 5], [1, -1]),
        ([5, 5], [0, 0]),
        ([9, 5, 1], [1, -0.5, -0.5]),
        ([9, 9, 1], [0.25, 0.25, -0.5]),  # a share of 1/2: (3/2 - 1) / 2
        ([3, 3, 3], [0, 0, 0]),
        ([9, 9, 9, 1], [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
    ],
)
def test_outcome_is_the_share_of_the_victory(points, expected):
    assert paid(rewards.pay_outcome, points) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([7, 5], [1, -1]),
        ([1, 5, 3], [-1, 1, 0]),
        ([5, 5, 3], [0.5, 0.5, -1]),
        ([5, 3, 3], [1, -0.5, -0.5]),
        ([4, 3, 2, 1], [1, 1 / 3, -1 / 3, -1]),
        ([2, 2, 2, 2], [0, 0, 0, 0]),
    ],
)
def test_rank_goes_from_one_to_minus_one(points, expected):
    assert paid(rewards.pay_rank, points) == pytest.approx(expected)


def test_tie_breakers_decide_outcome_and_rank():
    points = np.array([[5, -1, 0], [5, 0, 0]], np.int32)
    for kernel in (rewards.pay_outcome, rewards.pay_rank):
        out = np.zeros(2)
        kernel(points, out)
        assert out.tolist() == [-1, 1]


def play(reward, moves, num_players=2, card=1, **options):
    env = raw_env(num_players=num_players, reward=reward, **options)
    env.reset(seed=0, options={"chance": {"card": card}})
    steps = []
    for move in moves:
        env.step(move)
        steps.append([env.rewards[agent] for agent in env.possible_agents])
    return env, steps


def test_score_pays_own_points_in_the_step():
    _, steps = play("score", ["take 3", "take 1", "take 1"], card=3, heap=5)
    assert steps == [[3, 0], [0, 1], [4, 0]]  # the last pebble and the card


def test_margin_pays_the_gain_over_the_mean_of_the_others():
    _, steps = play("margin", ["take 3", "take 1", "take 1"], num_players=3, card=3, heap=5)
    assert steps == [[3, -1.5, -1.5], [-0.5, 1, -0.5], [-2, -2, 4]]


def test_outcome_pays_at_the_end_only():
    """tianshou #900: what is paid by the step loses nothing by default."""
    env, steps = play("outcome", ["take 3", "take 1", "take 1"], card=3, heap=5)
    assert steps == [[0, 0], [0, 0], [1, -1]]
    assert env.terminations == {"player_0": True, "player_1": True}


@pytest.mark.parametrize("reward", ["outcome", "rank", "margin"])
def test_alone_the_final_points_are_paid_at_the_end(reward):
    _, steps = play(reward, ["take 3", "take 2"], num_players=1, card=2, heap=5)
    assert steps == [[0], [7]]


def test_alone_score_pays_every_step():
    _, steps = play("score", ["take 3", "take 2"], num_players=1, card=2, heap=5)
    assert steps == [[3], [4]]


def test_a_truncated_game_pays_like_one_that_ended():
    env, steps = play("outcome", ["take 3", "take 1"], heap=20, limit=2)
    assert steps == [[0, 0], [1, -1]]
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.terminations == {"player_0": False, "player_1": False}


def test_a_forced_move_is_paid_with_the_decision_before_it():
    """Alone with one pebble left after a peek there is no choice: the last pebble comes along."""
    _, steps = play("score", ["peek at the card", "take 3"], num_players=1, card=2, heap=4)
    assert steps == [[0], [6]]


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("reward", ["outcome", "rank", "margin"])
def test_zero_sum_rewards_sum_to_zero(any_game, num_players, reward):
    if not any_game.min_players <= num_players <= any_game.max_players:
        pytest.skip("not for so many players")
    rng = np.random.default_rng(num_players)
    env = game_module(any_game).raw_env(num_players=num_players, reward=reward)
    for seed in range(3):
        env.reset(seed=seed)
        total = np.zeros(num_players)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
            step = np.array(list(env.rewards.values()))
            assert step.sum() == pytest.approx(0, abs=1e-6)
            total += step
        points = env.infos["player_0"]["scores"].astype(float)
        if reward == "margin":
            others = (points.sum() - points) / (num_players - 1)
            assert total == pytest.approx(points - others)
        elif reward == "rank":
            ranks = env.infos["player_0"]["ranks"]
            assert (np.argsort(-total, kind="stable") == np.argsort(ranks, kind="stable")).all()


def test_unknown_reward_is_refused():
    with pytest.raises(ValueError, match="outcome, rank, margin, score"):
        raw_env(reward="points")


def test_account_starts_at_nothing_paid():
    account = new_records(1, rewards.ACCOUNT_DTYPE)
    account["paid"] = 5
    rewards.open_account(account[0])
    assert not account["paid"].any()

"""``num_threads`` changes nothing but the time that a step takes."""

import numpy as np
import pytest

from aquasphere_env.envs.batch import make_batch
from aquasphere_env.envs.vector import SeatVectorEnv
from tests.toy.pebbles import GAME as PEBBLES

from .playing import pick, same

THREADS = (1, 2, 3, 16)


def played_batch(game, threads, steps=25):
    """Return all that a batch of 7 games shows in so many steps, with a new start half-way."""
    batch = make_batch(game, 7, seed=4, reward="margin", num_threads=threads)
    batch.reset()
    rng = np.random.default_rng(0)
    seen = []
    for step in range(steps):
        batch.step(np.array([pick(mask, rng) for mask in batch.action_mask]))
        seen += [batch.observation.copy(), batch.action_mask.copy(), batch.rewards.copy()]
        seen += [batch.states.copy(), batch.final_scores.copy(), batch.game_seed.copy()]
        if step == steps // 2:
            batch.reset(seed=9)
    return seen


def test_batches(any_game):
    expected = played_batch(any_game, 1)
    for threads in THREADS[1:]:
        assert same(played_batch(any_game, threads), expected)


def played_vector(threads, opponents, **keywords):
    """Return all that a vector environment of 7 games shows in 30 steps."""
    envs = SeatVectorEnv(
        PEBBLES, 7, num_players=3, opponents=opponents, num_threads=threads, **keywords
    )
    observation, infos = envs.reset(seed=3)
    rng = np.random.default_rng(0)
    seen = [observation]
    for _ in range(30):
        actions = np.array([pick(mask, rng) if mask.any() else 0 for mask in infos["action_mask"]])
        *shown, infos = envs.step(actions)
        seen += [*shown, infos["action_mask"], infos["seat"]]
    return seen


@pytest.mark.parametrize("opponents", ["random", "greedy", ["greedy", "random"]])
@pytest.mark.parametrize("autoreset_mode", ["NextStep", "SameStep"])
def test_vector_environments(opponents, autoreset_mode):
    expected = played_vector(1, opponents, autoreset_mode=autoreset_mode)
    for threads in THREADS[1:]:
        assert same(played_vector(threads, opponents, autoreset_mode=autoreset_mode), expected)


def test_an_illegal_action_in_any_share_changes_nothing():
    batch = make_batch(PEBBLES, 4, heap=2, num_threads=4)
    batch.reset()
    before = batch.states.copy()
    with pytest.raises(ValueError, match="game 3: illegal action 2"):
        batch.step(np.array([0, 0, 0, 2]))
    assert (batch.states == before).all()


@pytest.mark.parametrize("make", [make_batch, SeatVectorEnv])
def test_bad_numbers_are_refused(make):
    with pytest.raises(ValueError, match="num_threads is 1 to 256, not 0"):
        make(PEBBLES, 4, num_threads=0)

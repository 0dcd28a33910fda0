"""Stable-Baselines3's vector interface."""

import numpy as np
import pytest

from tests.bad_input import NO_COUNTS, NO_SEEDS
from tests.toy.pebbles import GAME as PEBBLES

torch = pytest.importorskip("torch")
sb3_contrib = pytest.importorskip("sb3_contrib")

from stable_baselines3.common.vec_env import VecMonitor  # noqa: E402

from aquasphere_env.adapters.sb3 import GameVecEnv  # noqa: E402
from aquasphere_env.envs.vector import SeatVectorEnv  # noqa: E402


@pytest.fixture(autouse=True)
def _one_thread():
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def test_same_as_the_native_games():
    keywords = {"num_players": 3, "opponents": "greedy"}
    env = GameVecEnv(PEBBLES, 4, **keywords)
    native = SeatVectorEnv(PEBBLES, 4, autoreset_mode="SameStep", **keywords)
    env.seed(5)
    assert np.array_equal(env.reset(), native.reset(seed=5)[0])
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(30):
        masks = np.stack(env.env_method("action_masks"))
        assert np.array_equal(masks, native.action_masks())
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        observation, rewards, dones, infos = env.step(actions)
        expected = native.step(actions)
        assert np.array_equal(observation, expected[0])
        assert np.array_equal(rewards, expected[1].astype(np.float32))
        for i in np.flatnonzero(dones):
            last = expected[4]["final_obs"][i]
            assert np.array_equal(infos[i]["terminal_observation"], last)
            assert infos[i]["TimeLimit.truncated"] is False
            ended += 1
    assert ended > 10


def test_truncation_is_told():
    env = GameVecEnv(PEBBLES, 1, seat=0, heap=50, limit=2)
    env.reset()
    *_, infos = env.step(np.zeros(1, int))
    assert infos[0]["TimeLimit.truncated"] is True


def test_seeds_and_counts_are_integers():
    env, twin = GameVecEnv(PEBBLES, 2), GameVecEnv(PEBBLES, np.int8(2))
    for seed in NO_SEEDS:
        with pytest.raises(ValueError, match="a seed is 0 or a positive integer"):
            env.seed(seed)
    env.seed(np.int16(4))
    twin.seed(4)
    assert np.array_equal(env.reset(), twin.reset())
    for count in NO_COUNTS:
        with pytest.raises(ValueError, match="num_envs is a positive integer"):
            GameVecEnv(PEBBLES, count)


@pytest.mark.parametrize("actions", [[0, None], [0, 1.0], [True, 0], np.zeros(2), None])
def test_actions_are_integers(actions):
    env = GameVecEnv(PEBBLES, 2, heap=60)
    env.reset()
    before = env.native.games.states.copy()
    with pytest.raises(TypeError, match="actions are integers"):
        env.step(actions)
    assert np.array_equal(before, env.native.games.states)
    env.step([0, np.uint8(0)])


def test_maskable_ppo_learns_to_take_all():
    """Reports 14, 27, 29, 31: with two pebbles and one decision, taking both wins."""
    env = VecMonitor(GameVecEnv(PEBBLES, 16, seat=0, heap=2, opponents="greedy"))
    model = sb3_contrib.MaskablePPO(
        "MlpPolicy", env, n_steps=16, batch_size=64, n_epochs=4, seed=0, learning_rate=0.003
    )
    model.learn(4000)
    test = GameVecEnv(PEBBLES, 16, seat=0, heap=2, opponents="greedy")
    observation = test.reset()
    rewards = []
    for _ in range(10):
        masks = np.stack(test.env_method("action_masks"))
        actions, _ = model.predict(observation, deterministic=True, action_masks=masks)
        observation, reward, dones, _ = test.step(actions)
        rewards += list(reward[dones])
    assert np.mean(rewards) > 0.9

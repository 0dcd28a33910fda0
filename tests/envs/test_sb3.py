"""Stable-Baselines3's vector interface."""

import pickle

import numpy as np
import pytest

from tests.bad_input import NO_COUNTS, NO_SEEDS
from tests.toy.pebbles import GAME as PEBBLES

torch = pytest.importorskip("torch")
sb3_contrib = pytest.importorskip("sb3_contrib")

from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback  # noqa: E402
from sb3_contrib.common.maskable.distributions import MaskableCategorical  # noqa: E402
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
    """SuperSuit #96, sb3-contrib #154 #74: turns and masks, a row a game, without a wrapper."""
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
    """PettingZoo #1147: with two pebbles and one decision, taking both wins."""
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


def small_model(env, **settings):
    return sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, seed=0, **settings)


def test_a_saved_model_keeps_to_the_masks_that_it_is_shown(tmp_path):
    """sb3-contrib #212: after training too, ``predict`` wants the masks; here they are."""
    small_model(GameVecEnv(PEBBLES, 4)).save(tmp_path / "model")
    model = sb3_contrib.MaskablePPO.load(tmp_path / "model")
    env = GameVecEnv(PEBBLES, 4, heap=7, on_illegal="raise")
    observation, ended = env.reset(), 0
    while ended < 20:
        actions, _ = model.predict(observation, action_masks=env.action_masks())
        observation, _, dones, _ = env.step(actions)
        ended += dones.sum()


def test_evaluations_during_training_use_the_masks():
    """sb3-contrib #226: by the callback that knows of masks; nothing illegal is ever tried."""
    env = VecMonitor(GameVecEnv(PEBBLES, 2, heap=7, on_illegal="raise"))
    aside = VecMonitor(GameVecEnv(PEBBLES, 2, heap=7, on_illegal="raise"))
    callback = MaskableEvalCallback(aside, eval_freq=8, n_eval_episodes=4, verbose=0)
    small_model(env).learn(32, callback=callback)
    assert callback.n_calls == 16
    assert -1 <= callback.last_mean_reward <= 1


def test_the_largest_masks_make_probabilities():
    """sb3-contrib #322 #81 #221 #247: each leaves an action, and nothing becomes NaN."""
    env = GameVecEnv("aquanauts", 4)
    env.reset()
    rng = np.random.default_rng(0)
    logits = torch.from_numpy(rng.normal(0, 30, (4, env.action_space.n)).astype(np.float32))
    drawn = MaskableCategorical(logits=logits, validate_args=True)
    for _ in range(60):
        masks = env.action_masks()
        assert masks.any(axis=1).all()
        drawn.apply_masking(masks)
        assert torch.isfinite(drawn.entropy()).all()
        actions = drawn.sample().numpy()
        assert masks[np.arange(4), actions].all()
        env.step(actions)


def test_a_saved_model_goes_on_in_the_games_that_it_was_in(tmp_path):
    """SB3 #1643: with a snapshot of the games no reset is needed, and none is made."""
    env = GameVecEnv(PEBBLES, 2, heap=60)
    model = small_model(env)
    model.learn(16)
    model.save(tmp_path / "model")
    snapshot = pickle.loads(pickle.dumps(env.clone_state()))
    again = GameVecEnv(PEBBLES, 2, heap=60)
    again.restore_state(snapshot)
    assert np.array_equal(again.action_masks(), env.action_masks())
    read = sb3_contrib.MaskablePPO.load(tmp_path / "model", again, force_reset=False)
    again.reset = None
    assert np.array_equal(read._last_obs, model._last_obs)
    read.learn(16, reset_num_timesteps=False)
    assert read.num_timesteps == 32
    decisions = again.native.games.states["step_count"] - snapshot.states["step_count"]
    assert (decisions > 0).all()

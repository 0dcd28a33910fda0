"""The native vector environment against single environments."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from aquasphere_env.core.match import IllegalActionError
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.envs.vector import SeatVectorEnv
from aquasphere_env.games import GAMES
from tests.conftest import ALL_GAMES
from tests.toy.pebbles import GAME as PEBBLES

from .playing import arrays_in, same

REAL_GAMES = [game for game in ALL_GAMES if game.name in GAMES]
NUM_ENVS = 4


def random_actions(masks, rng):
    return np.array([rng.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("mask_in", ["info", "observation"])
@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_same_as_single_environments(any_game, mode, mask_in, opponents):
    """Gymnasium #1227, gym #3177, AgileRL #186: modes, last views and masks as in its own."""
    keywords = {"opponents": opponents, "reward": "margin", "mask_in": mask_in}
    native = SeatVectorEnv(any_game, NUM_ENVS, autoreset_mode=mode, **keywords)
    single = SyncVectorEnv([lambda: SeatEnv(any_game, **keywords)] * NUM_ENVS, autoreset_mode=mode)
    ours, theirs = native.reset(seed=7), single.reset(seed=7)
    assert same(ours[0], theirs[0])
    rng = np.random.default_rng(0)
    finished = 0
    while finished < 6:
        masks = ours[-1]["action_mask"]
        actions = random_actions(masks, rng)
        ours, theirs = native.step(actions), single.step(actions)
        assert same(ours[:4], theirs[:4])
        for key in ("action_mask", "_action_mask", "seat"):
            assert same(ours[4][key], theirs[4][key])
        over = ours[2] | ours[3]
        finished += over.sum()
        if mode == AutoresetMode.SAME_STEP and over.any():
            compare_final(ours[4], theirs[4])
        elif over.any():
            assert same(ours[4]["scores"][over], theirs[4]["scores"][over])
            assert same(ours[4]["ranks"][over], theirs[4]["ranks"][over])
            assert same(ours[4]["_scores"], over)
        if mode == AutoresetMode.DISABLED and over.any():
            ours = native.reset(options={"reset_mask": over})
            theirs = single.reset(options={"reset_mask": over.copy()})
            assert same(ours[0], theirs[0])


def compare_final(ours, theirs):
    for key in ("final_obs", "_final_obs", "_final_info"):
        assert same(ours[key], theirs[key])
    for key, value in ours["final_info"].items():
        assert same(value, theirs["final_info"][key])


def test_next_step_mode_ignores_the_action_of_the_reset_step():
    env = SeatVectorEnv(PEBBLES, 1, seat=0, heap=2, autoreset_mode=AutoresetMode.NEXT_STEP)
    env.reset(seed=0)
    _, rewards, terminated, _, _ = env.step([1])
    assert (rewards[0], terminated[0]) == (1, True)
    _, rewards, terminated, truncated, infos = env.step([77])
    assert (rewards[0], terminated[0], truncated[0]) == (0, False, False)
    assert infos["action_mask"].any()


def test_disabled_mode_waits():
    """pytorch/rl #2473: a step after the end changes nothing and pays nothing."""
    env = SeatVectorEnv(PEBBLES, 2, seat=0, heap=2, autoreset_mode="Disabled")
    env.reset(seed=0)
    before = env.step([1, 3])
    after = env.step([0, 0])
    assert before[1].tolist() == [1, 0]
    assert after[1][0] == 0
    assert after[2][0]
    assert same(before[0][0], after[0][0])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_record_episode_statistics(mode):
    """Gymnasium #1017: the step that restarts a game is none of its steps."""
    native = SeatVectorEnv(PEBBLES, 3, reward="score", autoreset_mode=mode)
    env = RecordEpisodeStatistics(native)
    _, infos = env.reset(seed=1)
    rng = np.random.default_rng(1)
    lengths, counted = np.zeros(3, int), 0
    just_reset = np.zeros(3, bool)
    for _ in range(60):
        _, _, terminated, truncated, infos = env.step(random_actions(infos["action_mask"], rng))
        lengths += ~just_reset
        over = terminated | truncated
        if over.any():
            for i in np.flatnonzero(over):
                assert infos["episode"]["l"][i] == lengths[i]
                counted += 1
        lengths[over] = 0
        just_reset = over if mode == AutoresetMode.NEXT_STEP else np.zeros(3, bool)
        if mode == AutoresetMode.DISABLED and over.any():
            _, infos = env.reset(options={"reset_mask": over})
    assert counted > 10
    assert env.episode_count == counted


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_nothing_shares_memory(mode):
    """Gymnasium #1681, tianshou #1281: what a step gave is never overwritten by a later one."""
    env = SeatVectorEnv(PEBBLES, 2, heap=3, mask_in="observation", autoreset_mode=mode)
    results = [arrays_in(list(env.reset(seed=0)))]
    for _ in range(4):
        masks = env.action_masks()
        results.append(arrays_in(list(env.step(random_actions(masks, np.random.default_rng(0))))))
    flat = [a for result in results for a in result if a.dtype != object]
    for k, first in enumerate(flat):
        assert not any(np.shares_memory(first, other) for other in flat[k + 1 :])


@pytest.mark.parametrize("game", REAL_GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_made_by_id(game, mode):
    env = gymnasium.make_vec(game.gym_id, num_envs=3, autoreset_mode=mode, opponents="random")
    assert env.metadata["autoreset_mode"] is mode
    observation, infos = env.reset(seed=0)
    assert env.observation_space.contains(observation)
    env.step(random_actions(infos["action_mask"], np.random.default_rng(0)))
    assert isinstance(env.unwrapped, SeatVectorEnv)
    env.close()
    env.close()


def test_seeds_by_list_and_masks():
    env = SeatVectorEnv(PEBBLES, 3, num_players=3)
    first = env.reset(seed=[5, 6, 7])
    assert same(first, env.reset(seed=5))
    env.reset(seed=5)
    before = env.games.game_seeds.copy()
    env.reset(options={"reset_mask": np.array([False, True, False])})
    assert (before != env.games.game_seeds).tolist() == [False, True, False]
    for mask in ([True] * 3, np.ones(3), np.zeros(3, bool), np.ones(2, bool)):
        with pytest.raises(ValueError, match="reset_mask"):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="3 seeds"):
        env.reset(seed=[1])


def test_actions_before_a_reset_are_refused():
    env = SeatVectorEnv(PEBBLES, 3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step([0, 0, 0])


def test_raise_names_the_game_and_changes_nothing():
    env = SeatVectorEnv(PEBBLES, 3, on_illegal="raise")
    observation, _ = env.reset(seed=0)
    with pytest.raises(IllegalActionError, match=r"game 1: illegal action 77 for player_"):
        env.step([0, 77, 0])
    assert same(env.games.observe()[0], observation)


def test_illegal_action_ends_that_game_alone():
    env = SeatVectorEnv(PEBBLES, 3, seat=0, heap=50)
    env.reset(seed=0)
    _, rewards, terminated, _, infos = env.step([0, 77, 0])
    assert rewards.tolist() == [0, -1, 0]
    assert terminated.tolist() == [False, True, False]
    assert infos["action_mask"].any(axis=1).tolist() == [True, False, True]


class TakesOne:
    """Counts how often it is asked."""

    batched = True

    calls = 0

    def act(self, observation, action_mask):
        self.calls += 1
        return np.zeros(len(action_mask), np.int64)


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_outside_opponents_are_asked_for_all_games_at_once(mode):
    outside = TakesOne()
    env = SeatVectorEnv(PEBBLES, 50, opponents=outside, seat=0, heap=50, autoreset_mode=mode)
    env.reset(seed=0)
    env.step(np.zeros(50, int))
    assert outside.calls == 1
    assert (env.games.states["heap"] == 48).all()


def test_games_that_a_mask_leaves_out_of_the_first_reset():
    """They would be blank, and all later begin with the same seed."""
    env = SeatVectorEnv(PEBBLES, 4)
    first = np.array([True, True, False, False])
    env.reset(seed=[1, 2, None, None], options={"reset_mask": first})
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(4, int))
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.clone_state()
    env.reset(options={"reset_mask": ~first})
    assert len(set(env.games.game_seeds.tolist())) == 4
    env.step(np.zeros(4, int))


def test_snapshots():
    env = SeatVectorEnv(PEBBLES, 3)
    env.reset(seed=0)
    snapshot = env.clone_state()
    first = env.step(np.zeros(3, int))
    env.restore_state(snapshot)
    assert same(first, env.step(np.zeros(3, int)))


def test_text_is_refused():
    with pytest.raises(ValueError, match="vectorization_mode"):
        SeatVectorEnv(PEBBLES, 3, observation="text")


def test_render():
    env = SeatVectorEnv(PEBBLES, 2, render_mode="ansi")
    env.reset(seed=0)
    assert len(env.render()) == 2


@pytest.mark.parametrize("on_illegal", ["terminate", "penalize", "raise"])
@pytest.mark.parametrize("limit", [1, 3])
def test_time_limit_is_that_of_gymnasium(limit, on_illegal):
    """``max_episode_steps`` truncates as ``TimeLimit`` does around each game."""
    keywords = {"heap": 40, "opponents": "greedy", "on_illegal": on_illegal}
    envs = SeatVectorEnv(PEBBLES, 3, max_episode_steps=limit, **keywords)
    singles = [TimeLimit(SeatEnv(PEBBLES, **keywords), limit) for _ in range(3)]
    envs.reset(seed=5)
    for i, single in enumerate(singles):
        single.reset(seed=5 + i)
    was_over, cuts = np.zeros(3, bool), 0
    for _ in range(12):
        actions = np.zeros(3, np.int64)
        observation, rewards, terminated, truncated, _ = envs.step(actions)
        for i, single in enumerate(singles):
            if was_over[i]:
                expected, expected_reward, ended, cut = single.reset()[0], 0, False, False
            else:
                expected, expected_reward, ended, cut, _ = single.step(0)
            assert (observation[i] == expected).all()
            assert (rewards[i], terminated[i], truncated[i]) == (expected_reward, ended, cut)
        was_over = terminated | truncated
        cuts += int(truncated.sum())
    assert cuts >= 3


@pytest.mark.parametrize("limit", [0, -1, 1.5, True, "5", 2**31])
def test_time_limits_that_are_none_are_refused(limit):
    with pytest.raises(ValueError, match="max_episode_steps is None or 1 to "):
        SeatVectorEnv(PEBBLES, 3, max_episode_steps=limit)

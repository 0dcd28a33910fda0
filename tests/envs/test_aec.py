"""PettingZoo AEC environments."""

import copy
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from aquasphere_env.core.game import digest
from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.envs.aec import GameAEC
from aquasphere_env.envs.pettingzoo_api import game_module
from tests.toy.pebbles import GAME as PEBBLES

from .playing import pick, play_aec, same

OBSERVATIONS = ("flat", "entities", "text")


def views_of(game):
    return [name for name in OBSERVATIONS if name in (*game.views, "text")]


def counts_of(game):
    return range(game.min_players, game.max_players + 1)


@pytest.fixture(autouse=True)
def _quiet():
    """PettingZoo warns of dictionaries and texts in all environments that are not its own."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        yield


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_api(any_game, mask_in):
    """PettingZoo #1117 #1462: with the mask in either place, where each helper looks."""
    for observation in views_of(any_game):
        for num_players in counts_of(any_game):
            env = game_module(any_game).env(
                num_players=num_players, observation=observation, mask_in=mask_in
            )
            api_test(env, num_cycles=30)


def test_seeds(any_game):
    seed_test(lambda: game_module(any_game).env(), num_cycles=50)


def test_same_deal_as_match(any_game):
    env = game_module(any_game).raw_env()
    env.reset(seed=5)
    assert digest(env.clone_state().states[0]) == digest(Match(any_game.variant(), 5).state)


def test_unseeded_reset_goes_on_with_the_sequence(any_game):
    seeds = []
    for _ in range(2):
        env = game_module(any_game).raw_env()
        env.reset(seed=1)
        env.reset()
        env.reset()
        seeds.append(env.game_seed)
    assert seeds[0] == seeds[1]
    env.reset()
    assert env.game_seed != seeds[0]


@pytest.mark.slow
def test_render(any_game):
    render_test(game_module(any_game).env)
    env = game_module(any_game).env(render_mode="ansi")
    env.reset(seed=0)
    play_aec(env, np.random.default_rng(0))
    assert isinstance(env.render(), str)  # after the end
    env.close()
    env.close()


@pytest.mark.parametrize("moment", [0, 3, 10, 10**6])
def test_copy_and_pickle_have_the_same_future(any_game, moment):
    """PettingZoo #1307 #1271 #345, rlcard #214: at the start, in the middle and at the end."""
    env = game_module(any_game).env(reward="margin")
    env.reset(seed=3)
    while moment > 0 and not (any(env.terminations.values()) or any(env.truncations.values())):
        env.step(pick(env.last()[0]["action_mask"], np.random.default_rng(moment)))
        moment -= 1
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    snapshot = pickle.loads(pickle.dumps(env.clone_state()))
    futures = [future(twin) for twin in (env, *twins)]
    env.restore_state(snapshot)
    futures.append(future(env))
    other = game_module(any_game).env(reward="margin")
    other.restore_state(snapshot)
    futures.append(future(other))
    assert all(same(futures[0], each) for each in futures)


def test_copies_inside_wrappers_have_the_same_future():
    """PettingZoo #1186: its own wrappers around the raw environment, copied in the middle."""
    raw = TerminateIllegalWrapper(game_module(PEBBLES).raw_env(), illegal_reward=-1)
    env = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw))
    env.reset(seed=3)
    env.step(0)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    futures = [future(each) for each in (env, *twins)]
    assert all(same(futures[0], each) for each in futures)


def future(env):
    seen = [env.last()]
    rng = np.random.default_rng(0)
    while env.agents:
        dead = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        env.step(None if dead else pick(env.last()[0]["action_mask"], rng))
        owed = dict(env.unwrapped._cumulative_rewards)
        seen.append((dict(env.rewards), owed, list(env.agents)))
        if env.agents:
            seen.append(env.last())
    env.reset()
    return [*seen, env.last()]


def test_masks_are_exactly_the_legal_actions(any_game):
    """PettingZoo #1302: at all states, the first too, legal is exactly where the mask is 1."""
    env = game_module(any_game).raw_env()
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(8):
        mask = env.last()[0]["action_mask"]
        snapshot = env.clone_state()
        for action in range(len(mask)):
            if mask[action]:
                env.step(action)
                env.restore_state(snapshot)
            else:
                with pytest.raises(IllegalActionError):
                    env.step(action)
        env.step(pick(mask, rng))
        if any(env.terminations.values()):
            break


def test_observe_is_pure_for_all_agents(any_game):
    """pytorch/rl #2990: any agent at any time; nothing shared, nothing changed; empty masks."""
    env = game_module(any_game).raw_env()
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    while env.agents:
        before = env.clone_state()
        for agent in env.agents:
            first, second = env.observe(agent), env.observe(agent)
            assert same(first, second)
            assert not np.shares_memory(first["observation"], second["observation"])
            assert not np.shares_memory(first["action_mask"], second["action_mask"])
            dead = env.terminations[agent] or env.truncations[agent]
            acting = agent == env.agent_selection and not dead
            assert first["action_mask"].any() == acting
        assert same(vars(before), vars(env.clone_state()))
        dead = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
        env.step(None if dead else pick(env.last()[0]["action_mask"], rng))


def test_end_of_a_game():
    """PettingZoo #1260, pytorch/rl #3702, AgileRL #263: all end at once, then step with None."""
    env = game_module(PEBBLES).env(heap=3)
    env.reset(seed=0)
    env.step("take 3")
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.agents == ["player_0", "player_1"]
    for agent, reward in (("player_0", 1.0), ("player_1", -1.0)):
        assert env.agent_selection == agent
        _, paid, terminated, truncated, info = env.last()
        assert (paid, terminated, truncated) == (reward, True, False)
        assert info["end_reason"] == "the heap is empty"
        with pytest.raises(ValueError, match="None"):
            env.step(0)
        env.step(None)
    assert env.agents == []
    with pytest.raises(KeyError):
        env.last()


def test_rewards_wait_until_the_agent_acts():
    """tianshou #900: ``last`` pays all since the agent's last action, ``rewards`` one step."""
    env = game_module(PEBBLES).env(num_players=3, reward="score", heap=20)
    env.reset(seed=0)
    for _ in range(3):
        env.step("take 3")
    assert env.last()[1] == 3
    assert env.rewards == {"player_0": 0, "player_1": 0, "player_2": 3}


def test_one_agent_may_act_several_times():
    """PettingZoo #1233 #713: the order is the game's, and goes round nothing."""
    env = game_module(PEBBLES).env()
    env.reset(seed=0)
    env.step("peek at the card")
    assert env.agent_selection == "player_0"


def outcome_of_illegal(env, legal_first):
    EnvLogger.flush()
    EnvLogger.mqueue.clear()
    env.reset(seed=0)
    for action in legal_first:
        env.step(action)
    env.step(3)
    seen = [list(EnvLogger.mqueue), env.agent_selection]
    while env.agents:
        last = env.last()
        seen.append((env.agent_selection, last[1:4], dict(env.rewards), dict(env.terminations)))
        env.step(None)
    return seen


@pytest.mark.parametrize("legal_first", [[3], [3, 0, 3]])
def test_illegal_action_ends_the_game_as_in_pettingzoo(legal_first):
    """PettingZoo #1176: the flags, rewards, order and warning of its wrapper; then a legal game."""
    ours = game_module(PEBBLES).env(num_players=3)
    wrapped = TerminateIllegalWrapper(GameAEC(PEBBLES.variant(3)), illegal_reward=-1)
    assert outcome_of_illegal(ours, legal_first) == outcome_of_illegal(wrapped, legal_first)
    ours.reset(seed=1)
    play_aec(ours, np.random.default_rng(0))
    assert ours.agents == []


def test_illegal_end_tells_why():
    """pgx #1164: who is surprised by an end reads its reason."""
    env = game_module(PEBBLES).env(heap=2)
    env.reset(seed=0)
    env.step(2)
    reason = "illegal action 2 (take 3) for player_0: only 2 pebbles are left"
    assert env.last()[4]["end_reason"] == reason
    assert not env.observe("player_0")["action_mask"].any()


@pytest.mark.parametrize("action", [-1, 4, 10**6, 2])
def test_raw_env_raises_and_changes_nothing(action):
    env = game_module(PEBBLES).raw_env(heap=2)
    env.reset(seed=0)
    before = env.clone_state()
    with pytest.raises(IllegalActionError, match="player_0"):
        env.step(action)
    assert same(vars(before), vars(env.clone_state()))


@pytest.mark.parametrize("action", [1, np.int32(1), np.int64(1), np.array(1), "1", "take  2"])
def test_actions_of_all_kinds(action):
    """PettingZoo's test_action_flexibility."""
    env = game_module(PEBBLES).raw_env()
    env.reset(seed=0)
    env.step(action)
    assert env.last()[4]["heap"] == 11


def test_text_lists_the_legal_actions():
    """kaggle-environments #999 #1003 #1121: a model is told what it may play."""
    env = game_module(PEBBLES).env(observation="text", heap=2)
    env.reset(seed=0)
    text = env.last()[0]["observation"]
    assert env.observation_space("player_0")["observation"].contains(text)
    for line in ("0: take 1", "1: take 2", "3: peek at the card", "card ?, die 0, limit 0"):
        assert line in text.splitlines()
    assert "take 3" not in text
    assert "player_0 is to move." in env.observe("player_1")["observation"]


def test_order_is_checked():
    env = game_module(PEBBLES).env(render_mode="ansi")
    for call in (env.render, env.state, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(AssertionError, match="reset"):
            call()
    with pytest.raises(AttributeError):
        env.agents  # noqa: B018
    env.reset(seed=0)
    play_aec(env, np.random.default_rng(0))
    EnvLogger.mqueue.clear()
    env.step(None)
    assert "after all agents" in EnvLogger.mqueue[0]


def test_state_is_the_views_of_all_agents(any_game):
    env = game_module(any_game).env(observation="text")
    env.reset(seed=0)
    assert env.state_space.contains(env.state())
    flat = game_module(any_game).env()
    flat.reset(seed=0)
    seen = [flat.observe(agent)["observation"].ravel() for agent in flat.agents]
    assert np.array_equal(env.state(), np.concatenate(seen))


def test_no_hidden_limit(any_game):
    """PettingZoo #1085: every end sets a flag, at every player count."""
    for num_players in counts_of(any_game):
        env = game_module(any_game).env(num_players=num_players)
        env.reset(seed=num_players)
        play_aec(env, np.random.default_rng(0))
        assert env.agents == []


def test_infos_of_numbers_alone():
    """TorchRL's wrapper turns every info into a tensor."""
    env = game_module(PEBBLES).env(infos="numbers", heap=3)
    env.reset(seed=0)
    assert set(env.infos["player_0"]) == {"scores", "ranks", "round", "heap"}
    env.step("take 3")
    assert set(env.infos["player_0"]) == {"scores", "ranks", "round", "heap"}
    with pytest.raises(ValueError, match="infos"):
        game_module(PEBBLES).env(infos="few")


def test_spaces_are_the_same_objects(any_game):
    """SuperSuit #252: of all agents alike, so that nothing has to be padded."""
    env = game_module(any_game).env()
    for space_of in (env.observation_space, env.action_space):
        assert space_of("player_0") is space_of("player_0")
        assert {space_of(agent) == space_of("player_0") for agent in env.possible_agents} == {True}


def test_unknown_keywords_are_refused():
    for keywords in ({"colour": 1}, {"num_players": 9}, {"observation": "x"}, {"mask_in": "x"}):
        with pytest.raises(ValueError, match=r"Pebbles|mask_in"):
            game_module(PEBBLES).env(**keywords)
    with pytest.raises(ValueError, match="render_mode"):
        game_module(PEBBLES).env(render_mode="x")

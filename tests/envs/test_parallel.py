"""Parallel environments: turn by turn, and all at once in simultaneous games."""

import copy
import pickle

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test
from pettingzoo.utils.conversions import aec_to_parallel

from aquasphere_env.core.game import digest
from aquasphere_env.core.match import Match
from aquasphere_env.envs.parallel import GameParallel
from aquasphere_env.envs.pettingzoo_api import game_module
from aquasphere_env.games import get_game
from tests.conftest import ALL_GAMES
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.sealed import GAME as SEALED

from .playing import pick, same

SIMULTANEOUS = [game for game in ALL_GAMES if game.simultaneous]


@pytest.mark.filterwarnings("ignore")
def test_api_and_seeds(any_game):
    """BenchMARL #76: who takes no agents in turn takes the parallel form, which all games have."""
    for num_players in range(any_game.min_players, any_game.max_players + 1):
        parallel_api_test(game_module(any_game).parallel_env(num_players=num_players), 60)
    parallel_seed_test(game_module(any_game).parallel_env, 40)


def test_turns_do_not_go_round_so_the_other_conversion_refuses():
    """PettingZoo #1273."""
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(game_module(PEBBLES).env())


def play(env, seed):
    """Play at random; yield the agents that acted and what the step gave."""
    observations, infos = env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while env.agents:
        masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
        actions = {agent: pick(mask, rng) for agent, mask in masks.items() if mask.any()}
        result = env.step(actions)
        observations, _, _, _, infos = result
        assert infos.keys() == observations.keys()
        yield actions, result


@pytest.mark.parametrize("game", SIMULTANEOUS, ids=lambda game: game.name)
def test_same_game_as_one_after_the_other(game):
    """What all play at once comes to the same as a match in which they play in seat order."""
    for num_players in range(max(2, game.min_players), game.max_players + 1):
        env = game_module(game).parallel_env(num_players=num_players)
        together = list(play(env, num_players))
        decisions = {agent: [] for agent in env.possible_agents}
        for actions, _ in together:
            for agent, action in actions.items():
                decisions[agent].append(action)
        match = Match(game.variant(num_players), num_players)
        while not match.over:
            match.step(decisions[f"player_{match.player}"].pop(0))
        assert not any(decisions.values())
        assert match.scores() == together[-1][1][4]["player_0"]["scores"].tolist()
        rewards = together[-1][1][1]
        assert sum(rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize("game", SIMULTANEOUS, ids=lambda game: game.name)
def test_all_whose_turn_is_open_act(game):
    env = game_module(game).parallel_env(num_players=3)
    sizes = [len(actions) for actions, _ in play(env, 1)]
    assert max(sizes) == 3
    assert min(sizes) >= 1


@pytest.mark.parametrize("game", SIMULTANEOUS, ids=lambda game: game.name)
def test_nobody_sees_what_the_others_do_in_the_turn(game):
    """What a player sees does not depend on what another has decided in the turn."""
    env = game_module(game).parallel_env(num_players=2)
    rng = np.random.default_rng(3)
    observations, _ = env.reset(seed=3)
    mask = observations["player_0"]["action_mask"]
    own = pick(observations["player_1"]["action_mask"], rng)
    turn_open = env.clone_state()
    seen = []
    for action in np.flatnonzero(mask):
        env.restore_state(turn_open)
        after, rewards, _, _, infos = env.step({"player_0": int(action), "player_1": own})
        if after["player_0"]["action_mask"].any() and infos["player_1"]["round"] == 0:
            seen.append((after["player_1"], rewards["player_1"], infos["player_1"]))
    assert all(same(seen[0], each) for each in seen[1:])


def test_sealed_by_hand():
    env = game_module(SEALED).parallel_env(reward="score")
    observations, _ = env.reset(seed=0, options={"chance": {"prize": 5}})
    assert [seen["action_mask"].tolist() for seen in observations.values()] == [[1, 1, 1, 0, 0]] * 2
    observations, rewards, *_ = env.step({"player_0": "bid 2", "player_1": "bid 2"})
    assert [seen["action_mask"].tolist() for seen in observations.values()] == [[0, 0, 0, 1, 1]] * 2
    assert rewards == {"player_0": 0, "player_1": 0}
    _, rewards, _, _, infos = env.step({"player_0": "bold", "player_1": "shy"})
    assert rewards == {"player_0": 4, "player_1": 0}  # the prize, less one for being bold
    assert infos["player_1"]["scores"].tolist() == [4, 0]


def aquamarine(dice=(1, 2), **options):
    """Return a parallel environment of Aquamarine on Reef A after its reset."""
    env = game_module(get_game("aquamarine")).parallel_env(reward="score", **options)
    observations, _ = env.reset(seed=0, options={"chance": {"dice": list(dice)}})
    return env, observations


def can_act(observations):
    return [bool(seen["action_mask"].any()) for seen in observations.values()]


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_aquamarine_all_play_to_the_end_at_once(num_players):
    """AM-R1: all terminate together, and nothing is left to decide."""
    env = game_module(get_game("aquamarine")).parallel_env(num_players=num_players, reward="score")
    steps = list(play(env, num_players))
    observations, _, terminations, truncations, infos = steps[-1][1]
    assert terminations == dict.fromkeys(env.possible_agents, True)
    assert not any(truncations.values())
    assert not any(can_act(observations))
    paid = {a: sum(result[1][a] for _, result in steps) for a in env.possible_agents}
    assert list(paid.values()) == infos["player_0"]["scores"].tolist()


def test_aquamarine_waits_for_the_longest_turn():
    """A rectangle and its place are two decisions, drawing nothing is one."""
    env, observations = aquamarine(num_players=3)
    assert can_act(observations) == [True, True, True]
    observations, rewards, *_ = env.step(
        {"player_0": "rectangle 1x1", "player_1": "draw nothing", "player_2": "rectangle 2x1"}
    )
    assert can_act(observations) == [True, False, True]
    assert set(rewards.values()) == {0}
    *_, infos = env.step({"player_0": "square 0,1", "player_2": "square 0,18"})
    assert infos["player_1"]["round"] == 1


def test_aquamarine_after_its_last_dive_a_player_waits():
    env, _ = aquamarine(num_players=2)
    for when in ("now", "shown"):
        env._states[0][when]["players"][0]["dive"] = 2
    env.step({"player_0": "rectangle 1x1", "player_1": "draw nothing"})
    env.step({"player_0": "square 0,1"})
    observations, *_ = env.step({"player_0": "end the dive", "player_1": "draw nothing"})
    turns = 2
    while env.agents:
        assert can_act(observations) == [False, True]
        observations, *_ = env.step({"player_1": "draw nothing"})
        turns += 1
    assert turns == 24


def test_aquamarine_names_who_played_an_illegal_action():
    env, _ = aquamarine(num_players=3)
    env.step({"player_0": "draw nothing", "player_1": "rectangle 1x1", "player_2": "rectangle 1x2"})
    _, rewards, terminations, _, infos = env.step({"player_1": "square 0,1", "player_2": 499})
    assert rewards == {"player_0": 0, "player_1": 0, "player_2": -1}
    assert all(terminations.values())
    assert infos["player_0"]["end_reason"] == (
        "illegal action 499 (draw nothing) for player_2: the question is the place of a rectangle"
    )


def test_waiting_agents_may_pass_anything():
    env = game_module(SEALED).parallel_env()
    env.reset(seed=0)
    observations, *_ = env.step({"player_0": 2, "player_1": 0})
    assert not observations["player_1"]["action_mask"].any()
    for nothing in ({}, {"player_1": 99}, {"player_1": None}, {"player_1": "what"}):
        twin = copy.deepcopy(env)
        _, rewards, terminations, _, _ = twin.step({"player_0": "shy", **nothing})
        assert not any(terminations.values())
        assert rewards == {"player_0": 0, "player_1": 0}


def test_illegal_action_ends_the_game_for_all():
    env = game_module(SEALED).parallel_env(num_players=3)
    env.reset(seed=0)
    _, rewards, terminations, truncations, infos = env.step(
        {"player_0": 0, "player_1": 4, "player_2": 1}
    )
    assert rewards == {"player_0": 0, "player_1": -1, "player_2": 0}
    assert all(terminations.values())
    assert all(truncations.values())
    assert infos["player_0"]["end_reason"].startswith("illegal action 4 (shy) for player_1")
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})
    assert len(list(play(env, 1))) > 0


def test_copies_have_the_same_future():
    env = game_module(SEALED).parallel_env(reward="margin")
    observations, _ = env.reset(seed=5)
    env.step(dict.fromkeys(observations, 1))
    assert isinstance(env, GameParallel)
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    results = [twin.step({"player_0": 0, "player_1": 1}) for twin in (env, *twins)]
    assert same(results[0], results[1])
    assert same(results[0], results[2])


def test_observing_changes_nothing():
    env = game_module(SEALED).parallel_env()
    env.reset(seed=0)
    before = digest(env.clone_state().states[0])
    env._look(None)
    assert digest(env.clone_state().states[0]) == before


@pytest.mark.parametrize("given", [{}, {"player_1": None}])
def test_who_has_to_act_must_give_an_action(given):
    env = game_module(SEALED).parallel_env(num_players=2)
    env.reset(seed=0)
    with pytest.raises(TypeError, match="player_1 has to act, but gave no action"):
        env.step({"player_0": 0, **given})
    assert env.agents == ["player_0", "player_1"]
    env.step({"player_0": 0, "player_1": 1})

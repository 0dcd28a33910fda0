"""``observation="text"`` with rules, news and hints."""

import copy
import pickle
import random
from dataclasses import replace
from typing import Any

import gymnasium as gym
import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.envs.pettingzoo_api import game_module
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.envs.snapshots import SnapshotError
from aquasphere_env.games import get_game
from aquasphere_env.language.telling import Teller, Telling
from tests.language.told import told_of
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.sealed import GAME as SEALED

NEWS = {"observation": "text", "news": True, "hints": True}


def played(env: Any, decisions: int, seed: int = 1) -> list[str]:
    """Play at random; return what each agent was told before its decision."""
    chooser, told = random.Random(seed), []
    for _ in range(decisions):
        if env.terminations[env.agent_selection]:
            break
        seen = env.observe(env.agent_selection)
        told.append(seen["observation"])
        env.step(chooser.choice(seen["action_mask"].nonzero()[0].tolist()))
    return told


@pytest.mark.parametrize("game", [PEBBLES, SEALED], ids=lambda game: game.name)
def test_an_environment_tells_what_a_teller_does(game: Any) -> None:
    env = game_module(game).env(num_players=3, **NEWS)
    env.reset(seed=4)
    told = played(env, 12)
    match, teller = Match(env.variant, 4), Teller(env.variant, Telling(None, True, True))
    chooser = random.Random(1)
    for text in told:
        assert text == told_of(teller, match, match.player)
        assert env.observation_space("player_0")["observation"].contains(text)
        match.step(chooser.choice(match.legal_actions()))
    assert any(text.startswith("Since your last decision:\n- player_") for text in told)


def test_without_options_nothing_is_told_more() -> None:
    plain = game_module(PEBBLES).env(observation="text")
    none = game_module(PEBBLES).env(observation="text", rules=None, news=False, hints=False)
    for env in (plain, none):
        env.reset(seed=3)
    assert played(plain, 10) == played(none, 10)


def test_news_are_those_of_the_next_game_after_reset() -> None:
    env = game_module(PEBBLES).env(**NEWS)
    env.reset(seed=3)
    first = played(env, 4)
    env.reset(seed=3)
    assert played(env, 4) == first


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_know_what_has_happened(again: Any) -> None:
    env = game_module(PEBBLES).env(num_players=3, **NEWS)
    env.reset(seed=5)
    played(env, 4)
    assert played(again(env), 6) == played(env, 6)


def test_snapshots_know_what_has_happened() -> None:
    env = game_module(PEBBLES).env(num_players=3, **NEWS)
    env.reset(seed=5)
    played(env, 4)
    moment = env.clone_state()
    expected = played(env, 6)
    other = game_module(PEBBLES).env(num_players=3, **NEWS)
    for snapshot in (moment, pickle.loads(pickle.dumps(moment))):
        other.restore_state(snapshot)
        assert played(other, 6) == expected
    without = game_module(PEBBLES).env(num_players=3, observation="text")
    without.reset(seed=5)
    other.restore_state(without.clone_state())  # what has happened is not known
    assert "Since" not in other.observe("player_0")["observation"]


def test_a_snapshot_with_another_past_is_refused() -> None:
    env = game_module(PEBBLES).env(num_players=3, **NEWS)
    env.reset(seed=5)
    played(env, 4)
    moment = env.clone_state()
    for past in (Match(env.variant, 5), Match(PEBBLES.variant(2), 5), "a match", 7):
        with pytest.raises(SnapshotError, match="past"):
            env.restore_state(replace(moment, past=past, checked=False))


def test_what_cannot_be_told_is_refused() -> None:
    aquamarine = game_module("aquamarine")
    with pytest.raises(ValueError, match=r"^news are told where one agent acts at a time"):
        aquamarine.parallel_env(observation="text", news=True)
    with pytest.raises(ValueError, match="need observation='text'"):
        game_module(PEBBLES).env(rules="short")
    with pytest.raises(ValueError, match="Pebbles has no short rules"):
        game_module(PEBBLES).env(observation="text", rules="short")
    with pytest.raises(ValueError, match="need observation='text'"):
        SeatEnv("aquasphere", hints=True)


@pytest.mark.parametrize("make", [game_module("aquamarine").parallel_env, SeatEnv])
def test_other_environments_tell_rules_and_hints(make: Any) -> None:
    keywords = {"game": "aquamarine"} if make is SeatEnv else {}
    env = make(
        num_players=2, observation="text", mask_in="info", rules="short", hints=True, **keywords
    )
    seen, _ = env.reset(seed=2)
    text = seen if isinstance(seen, str) else seen["player_0"]
    assert text.startswith("# Aquamarine: what you must know\n")
    assert ": draw nothing | Draw nothing in this turn" in text


def test_gymnasium_takes_the_options() -> None:
    env = gym.make("OctoDice-v1", observation="text", rules="full", seat=0)
    text, _ = env.reset(seed=1)
    assert text.startswith("# OctoDice\n")
    assert env.observation_space.contains(text)
    assert get_game("octodice").gym_id == "OctoDice-v1"


def test_answers_of_models_are_read_for_the_agent_to_move() -> None:
    """kaggle-environments #999 #1003 #1121: what a harness asks of an environment."""
    env = game_module(PEBBLES).raw_env(num_players=2, **NEWS)
    with pytest.raises(Exception, match="reset"):
        env.read_answer("Action: 0")
    env.reset(seed=1)
    good = env.read_answer("<think>[1]</think> Action: take 1")
    assert (good.action, good.problem) == (0, "")
    env.step(good.action)
    bad = env.read_answer("Action: 77")
    assert bad.action is None
    assert bad.problem.startswith("Illegal action 77 for player_1: ids go from 0 to ")

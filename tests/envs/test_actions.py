"""Actions in every interface: the same values are actions, illegal actions or refused."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from aquasphere_env.adapters import rllib
from aquasphere_env.core.game import Game
from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.envs.aec import GameAEC
from aquasphere_env.envs.batch import make_batch
from aquasphere_env.envs.parallel import GameParallel
from aquasphere_env.envs.pettingzoo_api import game_module
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.envs.vector import SeatVectorEnv
from tests.bad_input import NO_ACTIONS
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.sealed import GAME as SEALED

TAKE_2 = 1
TOO_LARGE = (-1, 9, 2**31, 2**63, 2**64, 2**70, -(2**70), np.uint64(2**64 - 1), np.int8(-1))


@dataclass
class Api:
    """An environment after its reset: how it is played, and its states."""

    play: Callable[[Any], Any]
    states: Callable[[], np.ndarray]


def match() -> Api:
    one = Match(PEBBLES.variant(2), 0)
    return Api(one.step, lambda: one.states)


def aec(**keywords: Any) -> Api:
    env = GameAEC(PEBBLES.variant(2), **keywords)
    env.reset(seed=0)
    return Api(env.step, lambda: env.clone_state().states)


def parallel() -> Api:
    env = GameParallel(SEALED.variant(2))
    env.reset(seed=0)
    return Api(lambda a: env.step({"player_0": 0, "player_1": a}), lambda: env.clone_state().states)


def turns() -> Api:
    env = game_module(PEBBLES).parallel_env()
    env.reset(seed=0)
    return Api(
        lambda a: env.step({"player_0": a, "player_1": None}),
        lambda: env.aec_env.clone_state().states,
    )


def single(**keywords: Any) -> Api:
    env = SeatEnv(PEBBLES, seat=0, heap=50, **keywords)
    env.reset(seed=0)
    return Api(env.step, lambda: env.states)


def vector(**keywords: Any) -> Api:
    env = SeatVectorEnv(PEBBLES, 2, seat=0, heap=50, **keywords)
    env.reset(seed=0)
    return Api(lambda a: env.step([0, a]), lambda: env.games.states)


def batch() -> Api:
    env = make_batch(PEBBLES, 2)
    env.reset()
    return Api(lambda a: env.step([0, a]), lambda: env.states)


def multi_agent(monkeypatch: pytest.MonkeyPatch) -> Api:
    if rllib.MultiAgentEnv is None:
        monkeypatch.setattr(rllib, "MultiAgentEnv", object)
    env = rllib.GameMultiAgentEnv({"game": PEBBLES})
    env.reset(seed=0)
    return Api(lambda a: env.step({"player_0": a}), lambda: env.env.clone_state().states)


APIS = (match, aec, parallel, turns, single, vector, batch, multi_agent)
RAISING = (match, lambda: aec(illegal="raise"), lambda: single(on_illegal="raise"), batch)
WITH_WORDS = (match, aec, parallel, turns, single, multi_agent)


@pytest.fixture
def api(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Api:
    make = request.param
    made: Api = make(monkeypatch) if make is multi_agent else make()
    return made


@pytest.mark.parametrize("api", APIS, indirect=True)
@pytest.mark.parametrize("action", NO_ACTIONS, ids=repr)
def test_what_is_no_integer_is_a_type_error_and_changes_nothing(api: Api, action: Any) -> None:
    before = api.states().copy()
    with pytest.raises(TypeError, match=r"integer|has to act"):
        api.play(action)
    assert np.array_equal(before, api.states())
    api.play(TAKE_2)


@pytest.mark.parametrize("api", WITH_WORDS, indirect=True)
@pytest.mark.parametrize("words", ["nonsense", "", "take 9", "0: take 2", "99"])
def test_words_that_no_action_reads_are_an_error_and_change_nothing(api: Api, words: str) -> None:
    before = api.states().copy()
    with pytest.raises(ValueError, match=r"no action reads|two actions|not in"):
        api.play(words)
    assert np.array_equal(before, api.states())
    api.play(TAKE_2)


@pytest.mark.parametrize("api", APIS, indirect=True)
@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.array, lambda a: np.array([[a]])])
def test_integers_of_every_kind_are_the_same_action(
    api: Api, kind: Any, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = request.node.callspec.params["api"]
    other: Api = make(monkeypatch) if make is multi_agent else make()
    api.play(kind(TAKE_2))
    other.play(TAKE_2)
    assert np.array_equal(api.states(), other.states())


@pytest.mark.parametrize("make", RAISING)
@pytest.mark.parametrize("action", TOO_LARGE)
def test_integers_that_are_no_ids_are_illegal_and_named(
    make: Callable[[], Api], action: Any
) -> None:
    api = make()
    before = api.states().copy()
    with pytest.raises(IllegalActionError, match=rf"illegal action {int(action)} for player_0"):
        api.play(action)
    assert np.array_equal(before, api.states())


@pytest.mark.parametrize("action", TOO_LARGE)
def test_integers_that_are_no_ids_end_the_game_where_illegal_actions_do(action: Any) -> None:
    _, reward, terminated, _, info = single().play(action)
    assert (reward, terminated) == (-1, True)
    assert f"illegal action {int(action)} for player_0" in info["end_reason"]
    _, rewards, terminations, _, infos = parallel().play(action)
    assert (rewards["player_1"], terminations["player_1"]) == (-1, True)
    assert f"illegal action {int(action)} for player_1" in infos["player_1"]["end_reason"]
    _, each, ended, _, _ = vector().play(action)
    assert (each[1], ended[1]) == (-1, True)


def test_an_array_of_unsigned_integers_is_no_other_action() -> None:
    """As int64 the last would be -1, and so would be 2**64 - 2 + 1."""
    env = make_batch(PEBBLES, 3)
    env.reset()
    with pytest.raises(IllegalActionError, match=f"game 2: illegal action {2**64 - 1}"):
        env.step(np.array([0, 1, 2**64 - 1], np.uint64))
    env.step(np.array([0, 1, 2], np.uint64))


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0], ValueError),
        (np.zeros((2, 1), int), ValueError),
        (np.zeros(2), TypeError),
        (np.zeros(2, bool), TypeError),
        ([0, True], TypeError),
        ([[0], [0]], TypeError),
        (0, TypeError),
        (None, TypeError),
        ("01", TypeError),
    ],
)
def test_a_batch_of_another_shape_or_type_is_refused(actions: Any, error: type) -> None:
    for env in (make_batch(PEBBLES, 2), SeatVectorEnv(PEBBLES, 2)):
        env.reset(seed=0)
        with pytest.raises(error, match=r"actions are integers of shape \(2,\), not "):
            env.step(actions)


@pytest.mark.parametrize("game", [PEBBLES, SEALED], ids=lambda game: game.name)
def test_every_line_of_a_text_observation_is_its_action(game: Game) -> None:
    env = SeatEnv(game, observation="text", seat=0)
    text, info = env.reset(seed=3)
    lines = text.split("Your legal actions:\n")[1].splitlines()
    actions = [game.actions.parse(f" {line.upper()} .") for line in lines]
    assert actions == np.flatnonzero(info["action_mask"]).tolist()

"""Snapshots of other games, damaged ones and those of before a reset are refused in words."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import aquasphere_env
from aquasphere_env.core.game import digest
from aquasphere_env.envs.pettingzoo_api import game_module
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.envs.snapshots import SnapshotError
from aquasphere_env.envs.vector import SeatVectorEnv
from aquasphere_env.players.registry import make_player
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.sealed import GAME as SEALED

from .playing import same

MAKERS: dict[str, Callable[..., Any]] = {
    "aec": lambda players=2, **options: game_module(PEBBLES).raw_env(
        num_players=players, **options
    ),
    "parallel": lambda players=2: game_module(SEALED).parallel_env(num_players=players),
    "single": lambda players=2, **options: SeatEnv(PEBBLES, players, **options),
    "vector": lambda players=2, count=3, **options: SeatVectorEnv(
        PEBBLES, count, num_players=players, **options
    ),
    "batch": lambda players=2, count=3, **options: aquasphere_env.make_batch(
        PEBBLES, count, num_players=players, **options
    ),
}
by_kind = pytest.mark.parametrize("kind", MAKERS)


def started(kind: str, *arguments: Any, **options: Any) -> Any:
    env = MAKERS[kind](*arguments, **options)
    env.reset(seed=1)
    return env


def refused(env: Any, snapshot: Any, words: str) -> None:
    before = env.clone_state()
    with pytest.raises(SnapshotError, match=words):
        env.restore_state(snapshot)
    assert same(vars(before), vars(env.clone_state()))


@by_kind
def test_another_number_of_players_is_refused(kind: str) -> None:
    snapshot = started(kind, 4).clone_state()
    refused(started(kind), snapshot, "a snapshot with 4 players, not 2")
    refused(started(kind), pickle.loads(pickle.dumps(snapshot)), "4 players")


@pytest.mark.parametrize("kind", ["aec", "single", "vector", "batch"])
def test_other_options_are_refused(kind: str) -> None:
    snapshot = started(kind, heap=50).clone_state()
    refused(started(kind), snapshot, "a snapshot of other options or components")


@pytest.mark.parametrize("kind", ["vector", "batch"])
def test_another_number_of_games_is_refused(kind: str) -> None:
    """A snapshot of one game was once spread over all."""
    snapshot = started(kind, count=1).clone_state()
    refused(started(kind), snapshot, "a snapshot of 1 games, not 3")


@by_kind
def test_another_kind_of_environment_is_refused(kind: str) -> None:
    for other in MAKERS:
        if {kind, other} not in ({kind}, {"single", "vector"}):
            refused(started(kind), started(other).clone_state(), "restore_state takes what")
    refused(started(kind), None, "not a NoneType")
    refused(started(kind), vars(started(kind).clone_state()), "not a dict")


def test_another_game_is_refused() -> None:
    other = SeatEnv("octodice", 2)
    other.reset(seed=1)
    refused(
        started("single"), other.clone_state(), r"a snapshot of octodice_v\d+, not of pebbles_v0"
    )


def test_a_single_game_is_a_vector_of_one() -> None:
    single = started("single", opponents="greedy")
    vector = started("vector", count=1, opponents="greedy")
    vector.restore_state(single.clone_state())
    assert digest(vector.games.states[0]) == digest(single.states[0])


@by_kind
def test_before_the_reset_there_is_no_snapshot(kind: str) -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        MAKERS[kind]().clone_state()


@by_kind
def test_a_snapshot_begins_an_environment_without_a_reset(kind: str) -> None:
    snapshot = started(kind).clone_state()
    env = MAKERS[kind]()
    env.restore_state(snapshot)
    assert same(vars(env.clone_state()), vars(snapshot))


@by_kind
def test_a_snapshot_cannot_be_written_to(kind: str) -> None:
    snapshot = started(kind).clone_state()
    for value in vars(snapshot).values():
        if isinstance(value, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                value[:] = value
    with pytest.raises(dataclasses.FrozenInstanceError):
        snapshot.states = None


@by_kind
def test_copies_are_checked_and_fit(kind: str) -> None:
    env = started(kind)
    snapshot = env.clone_state()
    assert snapshot.checked
    for twin in (
        copy.copy(snapshot),
        copy.deepcopy(snapshot),
        pickle.loads(pickle.dumps(snapshot)),
    ):
        assert not twin.checked
        env.restore_state(twin)
        assert same(vars(env.clone_state()), vars(snapshot))


def changed(snapshot: Any, **fields: Any) -> Any:
    return dataclasses.replace(snapshot, checked=False, **fields)


@by_kind
def test_impossible_states_are_refused(kind: str) -> None:
    env = started(kind)
    snapshot = env.clone_state()
    states = snapshot.states.copy()
    states["current_player"][-1] = 9
    place = rf"states\.{len(states) - 1}\.current_player is 9"
    refused(env, changed(snapshot, states=states), place)
    refused(env, changed(snapshot, states=states[:0]), "states: not . records")
    refused(env, changed(snapshot, states=states.view(np.uint8)), "states: not . records")
    refused(env, changed(snapshot, states=states.tolist()), "states: an array, not a list")
    refused(env, changed(snapshot, origin="pebbles"), "origin")


@by_kind
def test_legal_actions_are_those_of_the_state(kind: str) -> None:
    """Kernels trust ``legal``: an action that is none of them would be played."""
    env = started(kind)
    snapshot = env.clone_state()
    states = snapshot.states.copy()
    states["legal"][-1] = ~states["legal"][-1]
    place = rf"states\.{len(states) - 1}\.legal: not the legal actions"
    refused(env, changed(snapshot, states=states), place)


def test_a_deal_that_the_game_does_not_have_is_refused() -> None:
    """Its components allow fewer cards than the range of the field."""
    env = started("vector")
    snapshot = env.clone_state()
    states = snapshot.states.copy()
    cards = set(states[1]["components"]["card_points"].tolist())
    states["card"][1] = min({*range(1, 10)} - cards)
    refused(env, changed(snapshot, states=states), r"states\.1\.the card is one of")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("seat", 7, r"slots\.1\.seat is 7"),
        ("seat", 3, "slots: a seat beyond the 2 players"),
        ("policies", -(2**20), r"slots\.1\.policies\.0"),
        ("policies", -2, "other opponents"),
        ("opponents", -2, "other opponents"),
        ("opponents", -1, "the learner sits on its seat and on no other"),
        ("policies", -1, "the learner sits on its seat and on no other"),
        ("policies", 0, "the learner sits on its seat and on no other"),
        ("fixed_seat", 3, "slots: a seat beyond"),
        ("empty_games", 10**9, r"slots\.1\.empty_games"),
    ],
)
def test_impossible_seats_are_refused(field: str, value: int, words: str) -> None:
    env = started("vector")
    slots = env.clone_state().slots.copy()
    slots[field][1] = value
    refused(env, changed(env.clone_state(), slots=slots), words)


def test_opponents_that_are_not_here_are_refused() -> None:
    """The game would wait for their move for ever."""
    variant = PEBBLES.variant(2)

    class Own:
        def act_on_states(self, states: np.ndarray) -> np.ndarray:
            return make_player("random", variant).act_on_states(states)

    snapshot = started("single", opponents=Own()).clone_state()
    refused(started("single"), snapshot, "other opponents")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("accounts", None),
        ("seeds", {}),
        ("seeds", {"bit_generator": "PCG64", "state": {"state": -1, "inc": "x"}}),
        ("seeds", None),
        ("game_seed", -1),
        ("game_seed", "x"),
        ("agents", ["player_9"]),
        ("agents", ["player_1", "player_0"]),
        ("agents", "player_0"),
        ("selection", "player_9"),
        ("selection", None),
        ("before_dead", 3),
        ("rewards", {}),
        ("rewards", {"player_0": 1.0, "player_1": "x"}),
        ("cumulative", {"player_0": 1.0}),
        ("terminations", {"player_0": 1, "player_1": 0}),
        ("truncations", None),
        ("illegal", 3),
    ],
)
def test_impossible_moments_of_a_turn_based_game_are_refused(field: str, value: Any) -> None:
    env = started("aec")
    refused(env, changed(env.clone_state(), **{field: value}), f"^{field}")


def test_a_batch_refuses_impossible_states_that_were_written_to_it() -> None:
    batch = started("batch")
    batch.states["heap"][1] = 99
    with pytest.raises(ValueError, match="heap"):
        batch.refresh()
    batch.states["heap"][1] = 13
    batch.refresh()

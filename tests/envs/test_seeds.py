"""Seeds and counts in every interface: all integers alike, and everything else refused."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.game import digest
from aquasphere_env.core.match import Match
from aquasphere_env.envs.aec import GameAEC
from aquasphere_env.envs.batch import make_batch
from aquasphere_env.envs.parallel import GameParallel
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.envs.vector import SeatVectorEnv
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from tests.bad_input import NO_COUNTS, NO_SEEDS, SEEDS
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.sealed import GAME as SEALED

VARIANT = PEBBLES.variant(2)
SENTENCE = "^a seed is 0 or a positive integer, not "
Start = Callable[[Any], Any]  # a seeded start; returns an array of what came of it


def of_match(seed: Any) -> Any:
    return Match(VARIANT, seed).states


def of_batch(seed: Any) -> Any:
    batch = make_batch(PEBBLES, 2, seed=seed)
    batch.reset()
    return batch.states


def of_games(seed: Any) -> Any:
    return play_games(VARIANT, [make_player("random", VARIANT)] * 2, [seed]).states


def of_player(name: str, seed: Any) -> Any:
    states = np.repeat(Match(VARIANT, 0).states, 50)
    return make_player(name, VARIANT, seed).act_on_states(states)


STARTS: tuple[Start, ...] = (
    of_match,
    of_batch,
    of_games,
    lambda seed: of_player("random", seed),
    lambda seed: of_player("greedy", seed),
)


def resettable() -> dict[str, tuple[Any, Callable[[], Any]]]:
    """Return environments with what tells their state, by name."""
    aec, parallel = GameAEC(VARIANT), GameParallel(SEALED.variant(2))
    single, batch = SeatEnv(PEBBLES), make_batch(PEBBLES, 2)
    vector = SeatVectorEnv(PEBBLES, 2)
    return {
        "aec": (aec, lambda: aec.clone_state().states),
        "parallel": (parallel, lambda: parallel.clone_state().states),
        "single": (single, lambda: single.states),
        "batch": (batch, lambda: batch.states),
        "vector": (vector, lambda: vector.games.states),
    }


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("seed", NO_SEEDS, ids=repr)
def test_what_is_no_seed_is_refused_by_one_sentence(start: Start, seed: Any) -> None:
    with pytest.raises(ValueError, match=SENTENCE):
        start(seed)


@pytest.mark.parametrize("start", STARTS)
def test_integers_of_every_kind_are_the_same_seed(start: Start) -> None:
    results = [start(seed) for seed in SEEDS]
    assert all(np.array_equal(results[0], result) for result in results[1:])


@pytest.mark.parametrize("name", resettable())
@pytest.mark.parametrize("seed", NO_SEEDS, ids=repr)
def test_a_reset_with_no_seed_changes_nothing(name: str, seed: Any) -> None:
    env, states = resettable()[name]
    env.reset(seed=3)
    before = states().copy()
    with pytest.raises(ValueError, match=SENTENCE):
        env.reset(seed=seed)
    assert np.array_equal(before, states())
    env.reset()
    twin, states_of_twin = resettable()[name]
    twin.reset(seed=3)
    twin.reset()
    assert np.array_equal(states(), states_of_twin())


@pytest.mark.parametrize("name", resettable())
def test_a_reset_takes_integers_of_every_kind(name: str) -> None:
    env, states = resettable()[name]
    seen = []
    for seed in SEEDS:
        env.reset(seed=seed)
        seen.append(states().copy())
    assert all(np.array_equal(seen[0], each) for each in seen[1:])


@pytest.mark.parametrize("seeds", [[1, "x"], [1, 2.0], (True, 1), [1, -1], [1], "12", np.ones(2)])
def test_bad_lists_of_seeds_change_nothing(seeds: Any) -> None:
    env = SeatVectorEnv(PEBBLES, 2)
    env.reset(seed=3)
    before = env.games.states.copy()
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seeds)
    assert np.array_equal(before, env.games.states)


def test_lists_of_seeds_hold_integers_of_every_kind() -> None:
    env, other = SeatVectorEnv(PEBBLES, 2), SeatVectorEnv(PEBBLES, 2)
    for seeds in ([np.int8(4), np.uint64(5)], np.array([4, 5], np.uint16), (4, 5)):
        assert np.array_equal(env.reset(seed=seeds)[0], other.reset(seed=4)[0])


def test_bad_chance_leaves_the_sequence_of_games_as_it_was() -> None:
    env, twin = GameAEC(VARIANT), GameAEC(VARIANT)
    for one in (env, twin):
        one.reset(seed=1)
    with pytest.raises(ValueError, match="card"):
        env.reset(options={"chance": {"card": 77}})
    env.reset()
    twin.reset()
    assert env.game_seed == twin.game_seed


def test_of_seeds_beyond_64_bits_the_last_count() -> None:
    """A match's; Gymnasium draws a game's seed from all bits of its own."""
    assert digest(Match(VARIANT, 2**64 + 7).state) == digest(Match(VARIANT, 7).state)
    env = SeatEnv(PEBBLES)
    drawn = []
    for seed in (7, 2**64 + 7, 2**200):
        env.reset(seed=seed)
        drawn.append(env.game_seed)
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("count", NO_COUNTS)
def test_what_is_no_count_is_refused(count: Any) -> None:
    for make in (make_batch, SeatVectorEnv):
        with pytest.raises(ValueError, match=r"^num_envs is a positive integer, not "):
            make(PEBBLES, count)
    with pytest.raises(ValueError, match=r"^Pebbles is for 1 to 4 players, not "):
        PEBBLES.variant(count)


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint16])
def test_counts_and_seats_of_every_integer_kind(kind: Any) -> None:
    assert make_batch(PEBBLES, kind(2), kind(3)).num_players == 3
    env = SeatEnv(PEBBLES, kind(2), seat=kind(1))
    assert env.reset(seed=0)[1]["seat"] == 1
    assert type(env.variant.num_players) is int
    assert PEBBLES.variant(kind(2)) is PEBBLES.variant(2)


@pytest.mark.parametrize("seat", [2, -1, 1.0, True, "1", None])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    with pytest.raises(ValueError, match=r'^seat is 0 to 1 or "random", not '):
        SeatEnv(PEBBLES, 2, seat=seat)


def shared_generators() -> tuple[Any, ...]:
    """Return the state of the generators that all of a program shares."""
    return random.getstate(), np.random.get_state()[1].tolist()  # noqa: NPY002


@pytest.mark.parametrize("name", resettable())
def test_random_numbers_of_others_are_neither_used_nor_drawn(name: str) -> None:
    """rlcard #125: whatever a program draws from the generators that all of it shares."""
    seen = []
    for draws in (1, 3):
        env, states = resettable()[name]
        env.reset(seed=5)
        for _ in range(2):
            random.seed(draws)
            np.random.seed(draws)  # noqa: NPY002
            before = shared_generators()
            env.reset()
            assert shared_generators() == before
        seen.append(states().copy())
    assert np.array_equal(*seen)

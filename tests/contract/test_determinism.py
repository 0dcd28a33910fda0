"""The same seed gives the same game: in this process, in others, in copies, and interpreted."""

import copy
import functools
import json
import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game, Variant, digest
from aquasphere_env.core.match import Match
from aquasphere_env.games import GAMES
from tests.processes import told

from .setups import finish, sample
from .trace import trace, trace_game

pytestmark = pytest.mark.slow


NUM_GAMES = 200  # whole games in compiled loops, beside the traced one
MINUTES = 10 * 60.0  # for a worker that hangs; it may have to compile a game first

expected = functools.cache(trace_game)


def run_trace(game: Game, num_games: int, **environment: str) -> dict[str, Any]:
    words = ("-m", "tests.contract.trace", game.name, str(num_games))
    result: dict[str, Any] = json.loads(told(*words, **environment))
    return result


def test_same_seed_same_game_and_another_seed_another(variant: Variant) -> None:
    assert trace(variant, 8) == trace(variant, 8)
    assert trace(variant, 8)["states"] != trace(variant, 9)["states"]


def test_seeds_far_apart_and_huge_are_games_of_their_own(variant: Variant) -> None:
    states = variant.new_states()
    starts = set()
    for seed in [*range(50), 2**53, 2**53 + 1, 2**63, 2**64 - 1]:
        variant.start(states, 0, seed)
        starts.add(digest(states[0]))
    assert len(starts) == 54


def test_a_negative_seed_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="seed"):
        Match(game.variant(), seed=-1)


def test_another_process_plays_the_same(game: Game) -> None:
    """PettingZoo #1223 #558: also with other hashes of strings, which order sets."""
    assert run_trace(game, NUM_GAMES, PYTHONHASHSEED="12345") == expected(game.name, NUM_GAMES)


def test_interpreted_kernels_compute_the_same(game: Game) -> None:
    """envpool #411: compiled and interpreted, step by step."""
    assert run_trace(game, 1, NUMBA_DISABLE_JIT="1") == expected(game.name, 1)


def test_no_kernel_leaves_the_bounds_of_its_arrays(game: Game) -> None:
    """Checked machine code raises ``IndexError`` there; it must compute the same, too."""
    assert run_trace(game, NUM_GAMES, NUMBA_BOUNDSCHECK="1") == expected(game.name, NUM_GAMES)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_worker_processes_play_the_same(method: str) -> None:
    with multiprocessing.get_context(method).Pool(1) as pool:
        for name in GAMES:
            there = pool.apply_async(trace_game, (name, 1)).get(timeout=MINUTES)
            assert there == expected(name, 1)


def by_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


@pytest.mark.parametrize("clone", [copy.deepcopy, by_pickle, Match.copy])
def test_a_copied_match_has_the_same_past_and_future(variant: Variant, clone: Any) -> None:
    for match in sample(variant, seed=2, every=25):
        past = digest(match.state), list(match.history), list(match.forced)
        twin = finish(clone(match), seed=1)
        assert (digest(match.state), match.history, match.forced) == past
        original = finish(match.copy(), seed=1)
        assert digest(original.state) == digest(twin.state)
        assert (original.history, original.forced) == (twin.history, twin.forced)


@pytest.mark.parametrize("clone", [np.copy, copy.deepcopy, by_pickle, lambda a: a[:].copy()])
def test_a_copied_state_has_the_same_future(variant: Variant, clone: Any) -> None:
    """rlcard #35 #36 #41, catanatron #49: no undo, no objects; a state is one array."""
    for match in sample(variant, seed=2, every=25):
        states = [match.states.copy(), clone(match.states)]
        twin = match.copy()
        past = len(twin.history)
        finish(twin, seed=4)
        for copied in states:
            for action in twin.history[past:]:
                loops.step(copied, 0, action)
            assert digest(copied[0]) == digest(twin.state)


def test_games_and_variants_pickle_as_themselves(variant: Variant) -> None:
    assert by_pickle(variant.game) is variant.game
    again = by_pickle(variant)
    assert again.game is variant.game
    assert again.digest == variant.digest
    assert trace(again, 3) == trace(variant, 3)

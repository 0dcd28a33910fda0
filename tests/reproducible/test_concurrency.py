"""Threads and processes change nothing: see ``concurrency`` for what they do."""

import copy
import multiprocessing
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from aquasphere_env.envs.aec import GameAEC
from aquasphere_env.envs.batch import make_batch
from aquasphere_env.envs.parallel import GameParallel
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.envs.turnstile import BusyError
from aquasphere_env.envs.vector import SeatVectorEnv
from aquasphere_env.games import get_game
from tests.core.caching import (
    COMPILED,
    FROM_CACHE,
    RUN_A_KERNEL,
    compiled_only,
    environment,
    posix_only,
    run_in,
)
from tests.toy.pebbles import GAME as PEBBLES

from .concurrency import differing_games, run, shared

ROOT = Path(__file__).parents[2]


def test_sixteen_threads_with_an_environment_each() -> None:
    assert differing_games([PEBBLES, get_game("octodice")], seed=1) == 0


def test_every_decision_is_played_once_in_a_shared_environment() -> None:
    counts = shared(PEBBLES, seed=1) + shared(get_game("octodice"), seed=2)
    assert counts["lost decisions"] == 0
    assert counts["accepted"] > 10


@pytest.mark.slow
def test_a_round_of_the_torture() -> None:
    counts = run(0.0, seed=3)
    assert counts["rounds"] == 1
    assert counts["different games"] == counts["lost decisions"] == 0


class Visitor:
    """An action whose reading lets another thread call the environment in the middle of a step."""

    def __init__(self, call: Callable[[], Any] | None) -> None:
        self.call = call
        self.error: BaseException | None = None
        self.result: Any = None

    def visit(self) -> None:
        try:
            self.result = self.call() if self.call else None
        except BusyError as error:
            self.error = error

    def __index__(self) -> int:
        if self.call is None:
            raise KeyError("no action")
        other = threading.Thread(target=self.visit)
        other.start()
        other.join()
        return 0

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.full(1, int(self.__index__()), np.int64)


ENVIRONMENTS: dict[str, tuple[Callable[[], Any], Callable[[Visitor], Any]]] = {
    "aec": (lambda: GameAEC(PEBBLES.variant()), lambda visitor: visitor),
    "parallel": (
        lambda: GameParallel(get_game("aquamarine").variant(1)),
        lambda visitor: {"player_0": visitor},
    ),
    "single": (lambda: SeatEnv(PEBBLES), lambda visitor: visitor),
    "vector": (lambda: SeatVectorEnv(PEBBLES, 1), lambda visitor: visitor),
    "batch": (lambda: make_batch(PEBBLES, 1), lambda visitor: visitor),
}


@pytest.mark.parametrize("kind", ENVIRONMENTS)
@pytest.mark.parametrize("call", ["reset", "clone_state"])
def test_a_second_thread_is_refused(kind: str, call: str) -> None:
    make, actions = ENVIRONMENTS[kind]
    env = make()
    env.reset(seed=1)
    visitor = Visitor(getattr(env, call))
    env.step(actions(visitor))
    assert "thread" in str(visitor.error)
    getattr(env, call)()  # the step has ended


@pytest.mark.parametrize("kind", ENVIRONMENTS)
def test_a_call_that_fails_leaves_the_environment_open(kind: str) -> None:
    make, actions = ENVIRONMENTS[kind]
    env = make()
    env.reset(seed=1)
    with pytest.raises(KeyError, match="no action"):
        env.step(actions(Visitor(None)))
    env.reset()


@pytest.mark.parametrize("kind", ENVIRONMENTS)
def test_a_copy_made_while_a_thread_is_inside_is_open(kind: str) -> None:
    make, actions = ENVIRONMENTS[kind]
    env = make()
    env.reset(seed=1)
    visitor = Visitor(lambda: (copy.deepcopy(env), pickle.loads(pickle.dumps(env))))
    env.step(actions(visitor))
    for twin in visitor.result:
        twin.reset()


def seat_of(name: str) -> SeatEnv:
    return SeatEnv(name, opponents="greedy", seat=0)


def first_actions(vector: Any, steps: int) -> list[float]:
    """Return the sums of what ``steps`` first legal actions show and pay."""
    _, infos = vector.reset(seed=3)
    sums = []
    for _ in range(steps):
        masks = np.stack(list(infos["action_mask"]))
        seen, rewards, _, _, infos = vector.step(np.argmax(masks, axis=1))
        sums.append(float(seen.sum(dtype=np.float64)) + float(rewards.sum()))
    return sums


@pytest.mark.slow
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_environments_in_processes_of_gymnasium(method: str) -> None:
    makers = [lambda: seat_of("octodice")] * 2
    here = first_actions(gymnasium.vector.SyncVectorEnv(makers), 10)
    vector = gymnasium.vector.AsyncVectorEnv(makers, context=method)
    try:
        assert first_actions(vector, 10) == here
    finally:
        vector.close()


def mask_sums(vector: Any, steps: int) -> list[float]:
    """Return sums of what the first legal actions show, in stable-baselines3's interface."""
    vector.seed(3)
    vector.reset()
    sums = []
    for _ in range(steps):
        masks = np.stack(vector.env_method("action_masks"))
        seen, rewards, _, _ = vector.step(np.argmax(masks, axis=1))
        sums.append(float(seen.sum(dtype=np.float64)) + float(rewards.sum()))
    return sums


@pytest.mark.slow
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_environments_in_processes_of_stable_baselines(method: str) -> None:
    """sb3-contrib #49, SB3 #1793 #1317: masks are a method of the environment itself."""
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    makers = [lambda: seat_of("octodice")] * 2
    here = mask_sums(vec_env.DummyVecEnv(makers), 10)
    vector = vec_env.SubprocVecEnv(makers, start_method=method)
    try:
        assert mask_sums(vector, 10) == here
    finally:
        vector.close()


GAMES_AT_ONCE = """
from tests.reproducible.digests import FEW, played
from tests.toy.pebbles import GAME
print(played(GAME.variant(2), FEW))
"""


@pytest.mark.slow
@compiled_only
def test_two_processes_compile_a_game_into_one_empty_cache(tmp_path: Path) -> None:
    """numba #4807 #10128."""
    settings = environment(ROOT, NUMBA_CACHE_DIR=str(tmp_path))
    command = [sys.executable, "-c", GAMES_AT_ONCE]
    at_once = [subprocess.Popen(command, env=settings, stdout=subprocess.PIPE) for _ in range(2)]
    answers = {process.communicate()[0] for process in at_once}
    assert [process.returncode for process in at_once] == [0, 0]
    assert answers == {run_in(ROOT, GAMES_AT_ONCE, NUMBA_CACHE_DIR=str(tmp_path)).encode() + b"\n"}
    assert not list(tmp_path.rglob(".*"))  # nothing half written


@pytest.mark.slow
@posix_only
@compiled_only
def test_a_full_disk_costs_compiling_again(tmp_path: Path) -> None:
    """No file may grow beyond some bytes: writing an entry fails in the middle."""
    resource = pytest.importorskip("resource")
    settings = environment(ROOT, NUMBA_CACHE_DIR=str(tmp_path))

    def on_a_full_disk() -> tuple[int, bytes, bytes]:
        done = subprocess.run(
            [sys.executable, "-c", RUN_A_KERNEL],
            env=settings,
            capture_output=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        )
        return done.returncode, done.stdout.strip(), done.stderr

    assert on_a_full_disk() == on_a_full_disk() == (0, COMPILED.encode(), b"")
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    assert run_in(ROOT, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(tmp_path)) == COMPILED
    assert run_in(ROOT, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(tmp_path)) == FROM_CACHE

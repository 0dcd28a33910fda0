"""Arrays of any layout and type are taken without compiling a kernel again."""

from typing import Any

import numpy as np
import pytest

from aquasphere_env.core import integers, loops, observer
from aquasphere_env.core.jit import flags
from aquasphere_env.core.match import Match
from aquasphere_env.core.observer import Observer
from aquasphere_env.envs import batch_kernels, learner_kernels
from aquasphere_env.envs.batch import make_batch
from aquasphere_env.envs.vector import SeatVectorEnv
from aquasphere_env.players import policies
from aquasphere_env.players.registry import make_player
from tests.toy.pebbles import GAME as PEBBLES

NUM_ENVS = 4


def read_only(array: np.ndarray) -> np.ndarray:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


LAYOUTS = {
    "read-only": read_only,
    "strided": lambda array: np.repeat(array, 2)[::2],
    "reversed": lambda array: array[::-1].copy()[::-1],
    "unaligned": lambda array: np.frombuffer(b"\0" + array.tobytes(), np.uint8)[1:].view(
        array.dtype
    ),
}
TYPES = {kind: np.dtype(kind) for kind in ("int8", "uint64", ">i4", ">i8", "int32")}


def as_types(array: np.ndarray) -> dict[str, Any]:
    as_lists = {"list": array.tolist(), "tuple": tuple(array)}
    return {**as_lists, **{name: array.astype(kind) for name, kind in TYPES.items()}}


def signatures() -> list[int]:
    kernels = (
        *(batch_kernels.step_games, learner_kernels.advance, loops.first_illegal),
        *(policies.choose_each, policies.judge_each, observer.read_seats, observer.read_seat),
    )
    return [len(kernel.signatures) for kernel in kernels]  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [1, NUM_ENVS])
def test_actions_of_every_layout_and_type_are_normalised(size: int) -> None:
    actions = np.arange(size)
    assert integers.checked_actions(actions, size) is actions
    layouts = {name: change(actions) for name, change in LAYOUTS.items()}
    for name, given in {**layouts, **as_types(actions)}.items():
        result = integers.checked_actions(given, size)
        assert result.flags.carray, name
        assert result.dtype == np.dtype(np.int64), name
        assert result.dtype.isnative, name
        assert result.tolist() == actions.tolist(), name


@pytest.mark.skipif(bool(flags.DISABLE_JIT), reason="nothing is compiled")
def test_no_layout_of_users_arrays_compiles_a_kernel_again() -> None:
    variant = PEBBLES.variant(2, heap=60)
    states = np.repeat(Match(variant, 0).states, NUM_ENVS)
    batch = make_batch(PEBBLES, NUM_ENVS)
    vector = SeatVectorEnv(PEBBLES, NUM_ENVS, heap=60, on_illegal="raise")  # calls first_illegal
    batch.reset()
    vector.reset(seed=0)
    players = [make_player(name, variant) for name in ("random", "greedy")]
    view = Observer(variant)

    def use(actions: Any, states: np.ndarray, seats: Any) -> None:
        batch.reset()
        batch.step(actions)
        vector.step(actions)
        view.read_many(states, seats)
        view.read(states, 0, 0)
        for player in players:
            player.act_on_states(states)
            player.explain(states, 0)

    zeros = np.zeros(NUM_ENVS, np.int64)
    use(zeros, states, zeros)
    before = signatures()
    assert all(before)
    for change in LAYOUTS.values():
        use(change(zeros), change(states), change(zeros))
    for given in as_types(zeros).values():
        use(given, states, given)
    assert signatures() == before

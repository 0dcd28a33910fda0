"""What a view shows is the same whether it is written whole or brought up to date."""

import numpy as np
import pytest

from aquasphere_env.core.game import Variant
from aquasphere_env.core.jit import kernel
from aquasphere_env.core.protocol import observe, observe_again
from aquasphere_env.core.state import new_records

from .setups import sample, walk

pytestmark = pytest.mark.slow  # compiles two kernels a view


@kernel
def write_whole(states, player, views):
    observe(states[0], player, views[0])


@kernel
def write_again(states, player, views, memories):
    observe_again(states[0], player, views[0], memories[0])


def test_again_is_the_same_as_whole(variant: Variant) -> None:
    """For the player to move, as batches do, and now and then for another; then a next game."""
    for view in variant.game.views.values():
        whole, again = new_records(1, view.dtype), new_records(1, view.dtype)
        memory = new_records(1, view.memory)
        again.view(np.float32)[:] = np.nan
        for seed in (21, 22):
            memory["known"] = False
            for number, match in enumerate(walk(variant, seed)):
                mover = int(match.state["current_player"])
                for player in {mover, number % variant.num_players} if number % 5 == 0 else {mover}:
                    write_whole(match.states, player, whole)
                    write_again(match.states, player, again, memory)
                    assert whole.tobytes() == again.tobytes(), differing(whole, again)


def differing(whole: np.ndarray, again: np.ndarray) -> list[str]:
    """Return the features that differ."""
    names = whole.dtype.names or ()
    return [name for name in names if whole[name].tobytes() != again[name].tobytes()]


def test_forgetting_is_enough(variant: Variant) -> None:
    """A view that something else was written over is whole again when nothing is known of it."""
    for view in variant.game.views.values():
        whole, again = new_records(1, view.dtype), new_records(1, view.dtype)
        memory = new_records(1, view.memory)
        for match in sample(variant, seed=23, every=20):
            player = int(match.state["current_player"])
            write_whole(match.states, player, whole)
            write_again(match.states, player, again, memory)
            again.view(np.float32)[:] = np.nan
            memory["known"] = False
            write_again(match.states, player, again, memory)
            assert whole.tobytes() == again.tobytes(), differing(whole, again)

"""Kernels without numba give no warnings of their own: 64-bit words wrap around by intent."""

from pathlib import Path

import pytest

from tests.processes import told

ROOT = Path(__file__).resolve().parents[2]

RUN = """
import warnings
warnings.simplefilter("error", RuntimeWarning)
from gymnasium.utils.env_checker import check_env
from aquasphere_env.core import loops
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from aquasphere_env.envs.batch import make_batch
from aquasphere_env.envs.single_agent import SeatEnv
from tests.toy.pebbles import GAME
check_env(SeatEnv(GAME, opponents="greedy"), skip_render_check=True)
make_batch(GAME, 3, seed=2**64 - 1).reset()
variant = GAME.variant(2)
loops.playouts(variant.new_states(), variant.blank, 2**64 - 1, 3, new_records(1, RNG_DTYPE))
"""


@pytest.mark.slow
def test_interpreted_kernels_do_not_warn() -> None:
    told("-c", RUN, NUMBA_DISABLE_JIT="1")

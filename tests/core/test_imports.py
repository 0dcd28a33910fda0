"""What an import costs: heavy and optional libraries load when they are used, not before."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OPTIONAL = {"torch", "matplotlib", "tensorboard", "rich", "pygame", "stable_baselines3", "ray"}


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {name.partition(".")[0] for name in done.stdout.split()}


def test_the_package_alone_does_not_compile_anything() -> None:
    """Gymnasium and PettingZoo take entry points by name; numba loads with the first game."""
    assert not loaded_by("import aquasphere_env") & {*OPTIONAL, "numba"}


@pytest.mark.parametrize(
    "statement",
    [
        "from aquasphere_env.games import GAMES, get_game; [get_game(name) for name in GAMES]",
        "from aquasphere_env.core import log, match, position",
        "from aquasphere_env.envs import aec, batch, single_agent",
    ],
)
def test_optional_libraries_load_when_they_are_used(statement: str) -> None:
    assert not loaded_by(statement) & OPTIONAL

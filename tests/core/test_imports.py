"""What an import costs: heavy and optional libraries load when they are used, not before."""

import sys

import pytest

from tests.processes import told

OPTIONAL = {
    *("torch", "matplotlib", "tensorboard", "rich", "pygame", "stable_baselines3", "ray"),
    *("agents", "starlette", "uvicorn", "PIL", "resvg_py", "pyarrow", "minari", "h5py"),
}


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}\nimport sys; print(*sys.modules)"
    return {name.partition(".")[0] for name in told("-c", code).split()}


def test_what_catches_signals_loads_no_library() -> None:
    """Otherwise a signal that comes meanwhile would end a command with a trace."""
    statement = "from aquasphere_env.core import signals"
    libraries = loaded_by(statement) - loaded_by("") - sys.stdlib_module_names
    assert libraries == {"aquasphere_env"}


@pytest.mark.parametrize("name", ["gymnasium", "pettingzoo"])
@pytest.mark.parametrize("order", ["before", "after", "after a look"])
def test_the_libraries_know_the_games_whatever_is_imported_first(name: str, order: str) -> None:
    words = [f"import {name}", "import aquasphere_env"]
    if order != "before":
        words.reverse()
    if order == "after a look":  # whether it is installed
        words.insert(1, f"from importlib.util import find_spec; find_spec('{name}')")
    known = {
        "gymnasium": "'AquaSphere-v1' in gymnasium.registry",
        "pettingzoo": "'aquasphere/aquasphere-v1' in pettingzoo.aec_registry",
    }
    if name == "pettingzoo":
        pytest.importorskip("pettingzoo", "1.27", reason="an older one has no registry")
    assert told("-c", "; ".join([*words, f"print({known[name]})"])) == "True\n"


@pytest.mark.parametrize(
    "statement",
    [
        "from aquasphere_env.games import GAMES, get_game; [get_game(name) for name in GAMES]",
        "from aquasphere_env.core import log, match, position",
        "from aquasphere_env.envs import aec, batch, single_agent",
        "import aquasphere_env.viewer.cli",
    ],
)
def test_optional_libraries_load_when_they_are_used(statement: str) -> None:
    assert not loaded_by(statement) & OPTIONAL

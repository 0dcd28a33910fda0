"""A game's version is one number in the catalog: everything follows it, and old names say so."""

import shutil
from pathlib import Path

import gymnasium
import pytest

import aquasphere_env
from aquasphere_env.catalog import CATALOG, entry
from aquasphere_env.games import get_game
from tests.processes import told

PACKAGE = Path(aquasphere_env.__file__).parent
RISEN = """
import gymnasium, pettingzoo, pytest
from gymnasium.error import DeprecatedEnv
import aquasphere_env
if hasattr(pettingzoo, "register"):
    assert pettingzoo.make("aec", "aquasphere/octodice-v8").metadata["name"] == "octodice_v8"
    with pytest.raises(Exception, match="Available version: v8"):
        pettingzoo.make("aec", "aquasphere/octodice-v7")
import importlib
for statement in (
    "import aquasphere_env.octodice_v7 as old",
    "from aquasphere_env.octodice_v7 import env",
    "importlib.import_module('aquasphere_env.octodice_v7').env()",
    "aquasphere_env.octodice_v7",
):
    with pytest.raises(ImportError, match="octodice_v7 has been replaced by octodice_v8"):
        exec(statement)
from aquasphere_env import octodice_v8, aquasphere_v1
import aquasphere_env.octodice_v8 as again
assert again is octodice_v8
assert aquasphere_env.get_game("octodice").id == "octodice_v8"
assert octodice_v8.env().metadata["name"] == "octodice_v8"
assert octodice_v8.parallel_env(num_players=2).possible_agents == ["player_0", "player_1"]
assert gymnasium.make("OctoDice-v8").unwrapped.variant.game.version == 8
assert gymnasium.make_vec("OctoDice-v8", num_envs=2).num_envs == 2
with pytest.raises(DeprecatedEnv, match="OctoDice-v8"):
    gymnasium.make("OctoDice-v7")
with pytest.raises(ImportError, match="octodice_v7 has been replaced by octodice_v8"):
    from aquasphere_env import octodice_v7
with pytest.raises(ValueError, match="octodice_v7 has been replaced by octodice_v8 .OctoDice-v8."):
    aquasphere_env.make_batch("octodice_v7")
"""


def test_a_version_rises(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "aquasphere_env")
    catalog = tmp_path / "aquasphere_env" / "catalog.py"
    old = f'"octodice", "OctoDice", {entry("octodice").version}'
    catalog.write_text(catalog.read_text().replace(old, '"octodice", "OctoDice", 8'))
    told("-c", RISEN, cwd=tmp_path, first=tmp_path)


@pytest.mark.parametrize("listed", CATALOG, ids=lambda listed: listed.name)
def test_every_game_has_the_names_of_the_catalog(listed) -> None:
    game = get_game(listed.name)
    assert (game.name, game.title, game.version) == listed
    assert (game.id, game.gym_id) == (listed.id, listed.gym_id)
    assert gymnasium.spec(listed.gym_id).kwargs == {"game": listed.id}
    assert callable(getattr(aquasphere_env, listed.id).raw_env)


def test_other_names_are_missing_attributes() -> None:
    """``hasattr`` and ``getattr`` with a default work for names that merely contain ``_v``."""
    assert not hasattr(aquasphere_env, "my_value")
    assert getattr(aquasphere_env, "chess_v0", None) is None


@pytest.mark.parametrize("name", ["aquasphere_v99", "aquasphere-v99", "chess_v0", "no_such_thing"])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises((ImportError, AttributeError)):
        getattr(aquasphere_env, name)
    with pytest.raises(ValueError, match=r"there are: aquasphere|use aquasphere_v"):
        get_game(name)

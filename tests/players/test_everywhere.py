"""The own player of the documentation plays in environments, workers, commands and the web UI."""

import re
from pathlib import Path

import pytest

from tests.processes import told

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "own" / "player.md").read_text(encoding="utf-8")
OWN = re.search(r"```python\n(import numpy as np\n\n\nclass Lowest:.*?)```", PAGE, re.DOTALL)[1]
LEAVES_A_TRACE = """
act = Lowest.act
def traced(self, observation, action_mask):
    open("asked", "a").close()
    return act(self, observation, action_mask)
Lowest.act = traced
"""
WORKERS = """
import numpy as np
from stable_baselines3.common.vec_env import SubprocVecEnv
from stable_baselines3.common.env_util import make_vec_env

if __name__ == "__main__":
    keywords = {"opponents": "mine:Lowest", "num_players": 2}
    envs = make_vec_env(
        "aquasphere_env:AquaSphere-v1", 2, seed=0, env_kwargs=keywords,
        vec_env_cls=SubprocVecEnv, vec_env_kwargs={"start_method": "spawn"},
    )
    envs.reset()
    for _ in range(20):
        masks = np.stack(envs.env_method("action_masks"))
        envs.step(masks.argmax(axis=1))
    envs.close()
"""
GYMNASIUM = """
import gymnasium
env = gymnasium.make("aquasphere_env:AquaSphere-v1", opponents="mine:Lowest")
_, info = env.reset(seed=0)
over = False
while not over:
    _, _, over, _, info = env.step(info["action_mask"].argmax())
"""
WEB_UI = """
from starlette.testclient import TestClient
from aquasphere_env.viewer.server import make_app
from aquasphere_env.viewer.setting import Setting
page = TestClient(make_app(Setting(opponents=("mine:Lowest",))), base_url="http://localhost")
headers = {"origin": "http://localhost"}
post = lambda path, wish: page.post(path, json=wish, headers=headers).json()
game = post("/api/new", {"seed": 1})
path, view = f"/api/session/{game['token']}/", game["view"]
for _ in range(60):
    if view["waiting"]:
        view = post(path + "advance", {})["view"]
        assert view["opinion"]["agent"] == "mine:Lowest"
    elif view["legal"]:
        action = view["legal"][0]["id"]
        view = post(path + "act", {"action": action, "position": view["position"]})["view"]
"""
EVALUATE = ("-m", "training.evaluate", "mine:Lowest", "random", "--games", "4", "--json")
SIMULATE = ("-m", "aquasphere_env", "simulate", "--agents", "mine:Lowest", "greedy")
PLACES = {
    "gym.make": ("-c", GYMNASIUM),
    "spawned workers": ("workers.py",),
    "training.evaluate": EVALUATE,
    "training.data": ("-m", "training.data", "--player", "mine:Lowest", "--games", "2"),
    "aquasphere simulate": SIMULATE,
    "web UI": ("-c", WEB_UI),
}


@pytest.mark.parametrize("place", PLACES)
def test_it_plays(place: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(OWN + LEAVES_A_TRACE)
    (tmp_path / "workers.py").write_text(WORKERS)
    told(*PLACES[place], cwd=tmp_path)
    assert (tmp_path / "asked").exists()


def test_it_is_twelve_lines_at_most() -> None:
    assert len(OWN.strip().splitlines()) <= 12


def test_the_console_command_finds_a_player_in_the_current_folder(tmp_path: Path) -> None:
    """An installed command has no current folder among the places that modules come from."""
    (tmp_path / "mine.py").write_text(OWN + LEAVES_A_TRACE)
    command = "import sys; sys.path = [p for p in sys.path if p not in ('', sys.argv[1])];"
    command += "from aquasphere_env.viewer.cli import main;"
    command += "main(['simulate', '--agents', 'mine:Lowest'])"
    told("-c", command, tmp_path, cwd=tmp_path)
    assert (tmp_path / "asked").exists()

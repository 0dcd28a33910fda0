"""Whatever stops a command: one line, the shell's status, and no trace."""

import os
import signal
from pathlib import Path

import pytest

from agents.checkpoint import Checkpoint
from tests.processes import python, told
from tests.toy.pebbles import GAME as PEBBLES

from .short_runs import ON_PEBBLES, UPDATE, resume, rows

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="Windows has other signals"),
]

COMMANDS = (
    *("training.ppo", "training.seeds", "training.value", "training.evaluate", "training.export"),
    "training.data",
    *("benchmarks.throughput", "benchmarks.readme", "benchmarks.league", "benchmarks.agreement"),
)
STOPS = ("SIGINT", "SIGTERM", "SIGHUP")
SHORT = (
    "'--players', '2', '--num-envs', '16', '--num-steps', '8', '--batch-size', '64', "
    "'--opponent-share', '0', '--league-share', '0'"
)
TRAIN = (  # a signal in the middle of a rollout
    "from aquasphere_env.core.signals import catch_signals\n"
    "catch_signals('training.ppo')\n"
    f"{ON_PEBBLES}"
    "import os, signal\n"
    "from training.games import Games\n"
    "step, calls = Games.step, []\n"
    "def stopping(self, *arguments):\n"
    "    calls.append(self)\n"
    "    if len(calls) > 2 * 8 + 3:\n"
    "        os.kill(os.getpid(), getattr(signal, sys.argv[2]))\n"
    "    return step(self, *arguments)\n"
    "Games.step = stopping\n"
    f"ppo.main([{SHORT}, '--width', '16', '--folder', sys.argv[1]])\n"
)
STOPS_THE_PROCESS = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
STOPPING_PLAYER = (
    "import os, signal, numpy as np\n"
    "class Stops:\n"
    "    def act_on_states(self, states):\n"
    "        os.kill(os.getpid(), signal.SIGTERM)\n"
    "        return np.zeros(len(states), int)\n"
)


@pytest.mark.parametrize("library", ["numpy", "tyro"])  # one of the first, one of the last
@pytest.mark.parametrize("command", COMMANDS)
def test_during_the_imports(command: str, library: str, tmp_path: Path) -> None:
    (tmp_path / f"{library}.py").write_text(STOPS_THE_PROCESS)
    done = python("-m", command, first=tmp_path)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == f"{command}: stopped by SIGINT\n"


@pytest.mark.parametrize("name", STOPS)
def test_during_training(name: str, tmp_path: Path) -> None:
    done = python("-c", TRAIN, tmp_path, name)
    assert done.returncode == 128 + getattr(signal, name)
    assert f"training.ppo: stopped by {name}\n" in done.stderr
    assert "Traceback" not in done.stderr
    assert f"continue with --resume {tmp_path / 'model.pt'}" in done.stdout
    assert Checkpoint.load(tmp_path / "model.pt").steps == 2 * UPDATE


def test_during_an_evaluation(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(STOPPING_PLAYER)
    words = ("-m", "training.evaluate", "mine:Stops", "random", "--games", "2")
    done = python(*words, first=tmp_path)
    assert (done.returncode, done.stdout) == (143, "")
    assert done.stderr == "training.evaluate: stopped by SIGTERM\n"


def test_a_second_signal_while_saving_waits(tmp_path: Path) -> None:
    code = (
        "import os, signal\n"
        "import agents.checkpoint as module\n"
        "replacing = module.replacing\n"
        "def interrupted(*words):\n"
        "    if sys.argv[2] == 'armed':\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return replacing(*words)\n"
        "module.replacing = interrupted\n"
    )
    arm = "    if len(calls) > 12: sys.argv[2] = 'armed'\n"
    body = TRAIN.replace("    if len", f"{arm}    if len", 1).replace(
        "getattr(signal, sys.argv[2])", "signal.SIGINT"
    )
    body = body.replace("import os, signal\n", code, 1)
    done = python("-c", body, tmp_path, "safe")
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert Checkpoint.load(tmp_path / "model.pt").steps == 2 * UPDATE


def test_a_killed_run_loses_no_more_than_since_its_last_save(tmp_path, monkeypatch) -> None:
    """``kill -9`` after the save before the fourth update; what it left behind goes."""
    code = TRAIN.replace("getattr(signal, sys.argv[2])", "signal.SIGKILL")
    code = code.replace("from training import ppo\n", "from training import ppo, saving\n")
    code = code.replace("import os, signal\n", "import os, signal\nsaving.SAVE_EVERY = 0.0\n", 1)
    assert python("-c", code, tmp_path).returncode == -signal.SIGKILL
    assert Checkpoint.load(tmp_path / "model.pt").steps == 2 * UPDATE
    leftover = tmp_path / ".model.pt.1-0badcafe.part"
    leftover.touch()
    monkeypatch.setattr("training.settings.get_game", lambda name: PEBBLES)
    assert resume(tmp_path / "model.pt", "--steps", str(3 * UPDATE), "--eval-games", "0") == 0
    assert not leftover.exists()
    assert len(rows(tmp_path)) == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_where_the_system_lacks_functions(command: str) -> None:
    """macOS and Windows have no affinity, Windows no SIGHUP, and some consoles little Unicode."""
    code = (
        "import os, runpy, signal, sys\n"
        "del os.sched_getaffinity, signal.SIGHUP\n"
        f"sys.argv = ['{command}', '--help']\n"
        f"runpy.run_module('{command}', run_name='__main__', alter_sys=True)\n"
    )
    assert "usage" in told("-c", code, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")

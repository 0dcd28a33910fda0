"""Every command starts, and prints what it has to say, as on Windows."""

import os
import subprocess
import sys

import pytest

from aquasphere_env.games import GAMES

HELPS = (
    *("aquasphere_env", "training.ppo", "training.seeds", "training.value", "training.evaluate"),
    *("training.data", "training.export"),
)
BENCHMARKS = (
    *("benchmarks.throughput", "benchmarks.readme"),
    *("benchmarks.league", "benchmarks.agreement"),
)


def told(*words: str) -> str:
    """Return what a command prints on a terminal that knows few characters."""
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.platforms.elsewhere", *words],
        capture_output=True,
        encoding="cp1252",
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("command", [*HELPS, *BENCHMARKS])
def test_help(command: str) -> None:
    assert "--help" in told(command, "--help")


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_a_game_in_words(game: str, tmp_path: object) -> None:
    assert "->" in told("aquasphere_env", "rules", game) or game != "aquasphere"
    log = f"{tmp_path}/games.jsonl"
    told("aquasphere_env", "simulate", game, "--log", log)
    assert "player_0" in told("aquasphere_env", "replay", log, "--text")

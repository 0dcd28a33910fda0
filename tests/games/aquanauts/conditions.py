"""Outcomes of conditions in the rule kernels that the oracle's games never meet.

    NUMBA_DISABLE_JIT=1 python -m tests.games.aquanauts.conditions

plays some games of ``test_reference.py``, interpreted, and prints a JSON list:
``module.function: condition is outcome``.
"""

from pathlib import Path

import pytest

from aquasphere_env.games.aquanauts import GAME
from tests.mutants.conditions import print_unmet

GAMES = str(Path(__file__).with_name("test_reference.py"))
LEFT_OUT = "condition or reshuffles or greedy or same_options or 30 or 7-4 or 1-4"  # to be quick


def play_games() -> None:
    """Play the games; their tests must pass."""
    quiet = ["-q", "-p", "no:cacheprovider", "-o", "addopts=", "-W", "ignore"]
    status = pytest.main([*quiet, "-k", f"not ({LEFT_OUT})", GAMES])
    if status:
        raise SystemExit(int(status))


if __name__ == "__main__":
    print_unmet(GAME, play_games)

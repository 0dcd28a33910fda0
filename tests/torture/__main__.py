"""Damage input for a while and report what became of it.

    NUMBA_DISABLE_JIT=1 python -m tests.torture states --games octodice --seconds 60

Kernels validate nothing: run this interpreted, or with ``NUMBA_BOUNDSCHECK=1``, so that an access
out of bounds is an error and not a crash.
"""

import sys
import warnings
from dataclasses import dataclass
from typing import Annotated

import tyro

from aquasphere_env.games import GAMES, get_game

from . import snapshots, states

warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)

KINDS = {"states": states.run, "snapshots": snapshots.run}


@dataclass
class Options:
    """Damage states of games."""

    kind: Annotated[str, tyro.conf.Positional] = "states"
    """What to damage: states or snapshots."""
    games: tuple[str, ...] = GAMES
    """Whose."""
    seconds: float = 60
    """For how long."""
    seed: int = 0
    """Where to begin."""


def main() -> int:
    """Run the command line."""
    options = tyro.cli(Options, description=__doc__)
    report = KINDS[options.kind](
        options.seconds, options.seed, [get_game(name) for name in options.games]
    )
    print(report)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())

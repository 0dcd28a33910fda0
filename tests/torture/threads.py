"""Environments in threads: one each, which changes nothing; one for several is refused."""

from collections.abc import Sequence

from aquasphere_env.core.game import Game
from tests.reproducible import concurrency

from . import Report

FAULTS = ("different games", "lost decisions")
REFUSED = ("refused", "illegal")


def run(budget_seconds: float, seed: int, games: Sequence[Game] = ()) -> Report:
    """Play in threads for ``budget_seconds``, all games whatever ``games`` are."""
    counts = concurrency.run(budget_seconds, seed)
    report = Report("threads", faults=[f"{counts[name]} {name}" for name in FAULTS if counts[name]])
    for what in ("accepted", *REFUSED):
        report.tried[f"shared: {what}"] = counts[what]
    report.tried["a game in each of 16"] = counts["rounds"] * concurrency.THREADS
    report.refused = sum(counts[what] for what in REFUSED)
    report.worked = report.tried.total() - report.refused
    return report

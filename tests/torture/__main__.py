"""Everything that could break the project, for as long as asked, with counts at the end.

    python -m tests.torture                            # half an hour; make torture
    python -m tests.torture --minutes 2 --kinds states logs
    python -m tests.torture --kinds states --games octodice --seed 7

Each kind runs in a process of its own, whose death or silence is a finding: kernels validate
nothing, so what reaches them unchecked can end the process or never return. Most kinds run
interpreted, or compiled with bounds checked, so that an access out of bounds is an error.
"""

import contextlib
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import tyro

from aquasphere_env.core.game import Game
from aquasphere_env.games import GAMES, get_game

from . import Report
from .kinds import KINDS, Kind

_GRACE = 300.0  # seconds after its budget until a process counts as hung


@dataclass
class Options:
    """Damage everything that comes from outside."""

    kinds: tuple[str, ...] = tuple(KINDS)
    """What to damage."""
    games: tuple[str, ...] = GAMES
    """Whose."""
    minutes: float = 30
    """For how long in all, on two cores."""
    seed: int = 0
    """Where to begin."""
    inside: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Run the first kind in this process and print its report as JSON."""


def main() -> int:
    """Run the command line; return the exit status."""
    options = tyro.cli(Options, description=__doc__)
    unknown = [kind for kind in options.kinds if kind not in KINDS]
    if unknown:
        sys.exit(f"tests.torture: no kind {unknown[0]!r}; there are: {', '.join(KINDS)}")
    games = [get_game(name) for name in options.games]
    seconds = 60 * options.minutes
    if options.inside:
        return _run_inside(KINDS[options.kinds[0]], seconds, options.seed, games)
    reports = [_run(kind, seconds, options) for kind in options.kinds]
    print("\n".join(_summary(reports)))
    return 1 if any(report.faults for report in reports) else 0


def _run_inside(kind: Kind, seconds: float, seed: int, games: list[Game]) -> int:
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
    with contextlib.redirect_stdout(sys.stderr):
        report = kind.run(seconds, seed, games)
    print(report.to_json())
    return 0


def _run(name: str, seconds: float, options: Options) -> Report:
    """Run one kind in a process of its own."""
    kind = KINDS[name]
    total = sum(KINDS[each].share for each in options.kinds)
    budget = seconds * kind.share / total
    words = ["--inside", "--kinds", name, "--minutes", str(budget / 60)]
    words += ["--seed", str(options.seed), "--games", *options.games]
    print(f"{name}: {budget:.0f} s", file=sys.stderr, flush=True)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tests.torture", *words],
            env={**os.environ, **kind.environment},
            capture_output=True,
            text=True,
            timeout=budget + _GRACE,
        )
    except subprocess.TimeoutExpired:
        return Report(name, faults=[f"hung: no answer {_GRACE:.0f} s after its time"])
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["no words"])[-1]
        return Report(name, faults=[f"crashed with status {done.returncode}: {last}"])
    report = Report.from_json(done.stdout.splitlines()[-1])
    if not report.tried:
        report.faults.append("tried nothing")
    return report


def _summary(reports: list[Report]) -> Iterator[str]:
    yield f"{'':14}{'tried':>10}{'refused':>10}{'worked':>10}{'faults':>10}"
    for report in reports:
        numbers = (report.tried.total(), report.refused, report.worked, len(report.faults))
        yield f"{report.name:14}" + "".join(f"{number:>10,}" for number in numbers)
        for what, count in sorted(report.tried.items()):
            yield f"  {what}: {count:,}"
        yield from (f"  FAULT {fault}" for fault in report.faults)
    total = sum(report.tried.total() for report in reports)
    faults = [fault for report in reports for fault in report.faults]
    crashes = sum(fault.startswith("crashed") for fault in faults)
    hangs = sum(fault.startswith("hung") for fault in faults)
    others = len(faults) - crashes - hangs
    yield f"{total:,} tried; {crashes} crashes, {hangs} hangs, {others} other faults"


if __name__ == "__main__":
    sys.exit(main())

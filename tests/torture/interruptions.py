"""Training that is stopped at any moment: resumed, it is the run that nothing stopped."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from agents.checkpoint import Checkpoint
from aquasphere_env.core.game import Game
from tests.processes import ROOT
from tests.training.short_runs import ON_PEBBLES, UPDATE, rows, unlike

from . import Report
from .trials import numbers

UPDATES = 8
STOPS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGKILL")
_MOST_STOPS = 3  # of one run
_PROGRAM = f"{ON_PEBBLES}ppo.main(sys.argv[1:])\n"
_RUN = (
    "--players 2 --num-envs 16 --num-steps 8 --batch-size 64 --width 16 --eval-games 0 "
    "--opponents greedy random --opponent-share 0.3 --league-share 0.3"
)


def run(budget_seconds: float, seed: int, games: Sequence[Game]) -> Report:
    """Stop runs on the toy game for ``budget_seconds``."""
    report = Report("interruptions")
    with tempfile.TemporaryDirectory() as name:
        whole = Path(name) / "whole"
        begun = time.monotonic()
        start(whole).wait()
        duration = time.monotonic() - begun
        for number in numbers(budget_seconds, seed):
            _try(whole, Path(name) / str(number), duration, random.Random(number), report)
    return report


def start(folder: Path) -> "subprocess.Popen[bytes]":
    """Start the run in ``folder``, or go on with it."""
    checkpoint = folder / "model.pt"
    words = [*_RUN.split(), "--steps", str(UPDATES * UPDATE), "--folder", str(folder)]
    if checkpoint.exists():
        words = ["--resume", str(checkpoint), "--eval-games", "0"]
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _try(
    whole: Path, folder: Path, duration: float, chooser: random.Random, report: Report
) -> None:
    stops = []
    for _ in range(chooser.randint(1, _MOST_STOPS)):
        stop = chooser.choice(STOPS)
        process = start(folder)
        time.sleep(chooser.uniform(0.3, 1.0) * duration)
        process.send_signal(getattr(signal, stop))
        process.wait()
        stops.append(f"{stop} {'with' if (folder / 'model.pt').exists() else 'without'} checkpoint")
    report.tried[" then ".join(sorted(set(stops)))] += 1
    last = start(folder)
    status = last.wait()
    fault = _fault(whole, folder, status)
    if fault:
        report.faults.append(f"{'; '.join(stops)}: {fault}")
    else:
        report.worked += 1


def _fault(whole: Path, folder: Path, status: int) -> str:
    """Return how the run in ``folder`` differs from the whole one."""
    if status != 0:
        return f"going on ended with status {status}"
    if left := sorted(path.name for path in folder.glob(".*.part")):
        return f"left behind: {', '.join(left)}"
    if Checkpoint.load(folder / "model.pt").steps < UPDATES * UPDATE:
        return "not all steps were made"
    if different := unlike(whole, folder):
        return f"other values in the checkpoint: {', '.join(different[:3])}"
    return "" if rows(whole) == rows(folder) else "another progress.csv"

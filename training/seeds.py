"""Train with several seeds, and say what they have in common.

    python -m training.seeds --seeds 5 --players 2
    python -m training.seeds --seeds 5 --folder runs/aquasphere-2p-seeds

Makes a run of training.ppo, whose options it takes, with each of the seeds from --seed on, into the
folders ``seed-0``, ``seed-1`` and so on; then writes ``seeds.json`` and ``learning_curve.png``:
interquartile means over the runs with bootstrap intervals of 95 %. What is there already stays: the
same command goes on after an interruption, and more --seeds or --steps only do what is missing.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("training.seeds")
    explain_missing("training.seeds", "train")

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
import tyro

from agents.checkpoint import Checkpoint
from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.core.processors import num_processors

from . import ppo
from .config import Config
from .evaluate import Estimate, interval
from .folder import CHECKPOINT, EVALUATION
from .iqm import estimates
from .options import Seeds

RESULT = "seeds.json"
_NAME = "training.seeds"
_MEASURES = ("win_rate", "score")


@dataclass
class SeedsConfig(Config):
    """Train agents by self-play, one from each seed."""

    seeds: Seeds = 3
    """How many runs."""

    def of_run(self, k: int, folder: Path) -> Config:
        """Return the settings of run ``k`` in ``folder``, or of going on with it."""
        given = {f.name: getattr(self, f.name) for f in fields(Config)}
        checkpoint = folder / CHECKPOINT
        where: dict[str, Any] = {"folder": folder}
        if checkpoint.exists():
            where = {"folder": None, "resume": checkpoint, "advice": None}
        return Config(**{**given, "seed": self.seed + k, **where})


def train(config: SeedsConfig) -> int:
    """Make all runs and write what they say together; return the exit status.

    Raises:
        ValueError: settings out of their range, or a run that does not fit them.
        OSError: a file cannot be written.
    """
    if config.resume is not None:
        raise ValueError("--resume is of one run; give the --folder of all to go on with them")
    config.check()
    variant = config.variant()
    usual = Path("runs") / f"{variant.game.name}-{variant.num_players}p-seeds"
    folder = config.folder or usual
    runs = [folder / f"seed-{config.seed + k}" for k in range(config.seeds)]
    for k, run in enumerate(runs):
        settings = config.of_run(k, run)
        settings.check()
        if is_done(settings, run):
            say(f"{run} is done")
            continue
        say(f"seed {settings.seed}, {k + 1} of {len(runs)}: {run}")
        if status := ppo.train(settings):
            return status
    summarise(folder, runs)
    return 0


def is_done(config: Config, run: Path) -> bool:
    """Return whether a run has made all its steps and, if it has to, been evaluated."""
    if config.resume is None:
        return False
    steps = Checkpoint.load(config.resume).steps
    evaluated = config.eval_games == 0 or (run / EVALUATION).exists()
    return evaluated and steps >= config.num_decisions(config.variant())


def summarise(folder: Path, runs: Sequence[Path]) -> None:
    """Write the picture of the curves and, where the runs were evaluated, ``seeds.json``."""
    from .curve import draw_seeds  # matplotlib takes long to import

    say(f"drew {draw_seeds(folder, runs)}")
    evaluations = [run / EVALUATION for run in runs]
    if not all(path.exists() for path in evaluations):
        return
    found = together([json.loads(path.read_text(encoding="utf-8")) for path in evaluations])
    for each in found:
        say(line(each))
    with replacing(folder / RESULT) as stream:
        stream.write(json.dumps(found, indent=2, allow_nan=False))
    say(f"wrote {folder / RESULT}")


def together(runs: Sequence[Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return interquartile means of the evaluations of ``runs``, one entry a field of players.

    An entry names the opponent, or nobody where the agent played alone, and has ``by_run`` and the
    estimate of each measure.
    """
    found = []
    for field in zip(*runs, strict=True):
        standings = [evaluation["standings"] for evaluation in field]
        opponent = standings[0][1]["agent"] if len(standings[0]) > 1 else None
        if opponent is None and not standings[0][0]["agent"].startswith("net:"):
            continue  # a baseline, alone as well
        entry: dict[str, Any] = {"against": opponent, "runs": len(runs)}
        for measure in _MEASURES:
            by_run = np.array([each[0][measure]["mean"] for each in standings])
            (estimate,) = estimates(by_run[None])
            entry[measure] = {"iqm": asdict(estimate), "by_run": by_run.tolist()}
        found.append(entry)
    return found


def line(entry: dict[str, Any]) -> str:
    """Return an entry of ``together`` in words."""
    points = f"{interval(Estimate(**entry['score']['iqm']))} points"
    if entry["against"] is None:
        return f"alone: {points}"
    rate = Estimate(**entry["win_rate"]["iqm"])
    return f"against {entry['against']}: {interval(rate, 100, '%')} won, {points}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        try:
            status = train(tyro.cli(SeedsConfig, args=arguments, description=__doc__))
        except ValueError as error:
            fail(_NAME, error)
    sys.exit(status)


if __name__ == "__main__":
    torch.set_num_threads(num_processors())
    main()

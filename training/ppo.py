"""Train a network by self-play with PPO.

    python -m training.ppo --players 2
    python -m training.ppo --game octodice --players 1
    python -m training.ppo --advice runs/aquasphere-2p-value/value.safetensors
    python -m training.ppo --advice none
    python -m training.ppo --resume runs/aquasphere-2p/model.pt --steps 5000000

Every seat of every game learns, but for a share of games against earlier selves and --opponents.
The network sees how an evaluation judges each action (the zoo's, or that of --advice; where there
is none, greedy's), and learns to correct that; with --advice none it sees its view alone, and
nothing looks ahead. A run's folder gets ``model.pt`` (the checkpoint),
``player.safetensors`` (the network as a player, ``net:<file>``), ``progress.csv`` and TensorBoard
files, at the end ``evaluation.json`` and ``learning_curve.png``.

The checkpoint is written every half minute, and as of the last update when the run is stopped
(Ctrl-C, SIGTERM, SIGHUP). It holds the whole run: on the same machine, a run that was stopped and
resumed has the same numbers as one that was not. A resumed run keeps its settings but for those
given; game, players, seed, reward, num-envs, width, advice, trust and opponents are for good. With
more --steps the learning rate goes on falling from where it stands to a tenth of --learning-rate;
with another --learning-rate it falls from that. --resume writes into the checkpoint's folder; with
--folder the run branches off into another one, the curve so far included.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("training.ppo")
    explain_missing("training.ppo", "train")

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import torch
from threadpoolctl import threadpool_limits

from agents.checkpoint import Checkpoint
from agents.network import is_advised
from aquasphere_env.core.console import FAILED, command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Variant
from aquasphere_env.core.processors import num_processors
from aquasphere_env.core.signals import Stopped, uninterrupted
from aquasphere_env.viewer.progress import Progress

from .board import Board
from .config import Config
from .evaluate import Evaluation, evaluate, seat_agents, table
from .folder import EVALUATION, NETWORK, run_folder
from .policy import NotFiniteError
from .run import Run
from .saving import DivergedError, Saver
from .table import FILE, GAMES, STEPS, Row, Table, rows_until
from .wandb_rows import WandbRows


def train(config: Config) -> int:
    """Train, save, evaluate; return the exit status.

    Raises:
        ValueError: settings out of their range, or a folder or a checkpoint that does not fit;
            nothing has been written.
        DivergedError: learning has come to weights that cannot be computed with.
        OSError: the folder is not writable.
    """
    config.check()
    config = config.settled()
    variant = config.variant()
    name = f"{variant.game.name}-{variant.num_players}p"
    if config.resume is None:
        advice = config.adviser(variant)
        folder = run_folder(config, name)
        run = Run(config, variant, advice, advised=config.is_advised)
        return Session(run, folder, []).go()
    checkpoint = Checkpoint.load_for(config.resume, variant)
    config.check_continues(Config.recorded(checkpoint.settings, config.resume), config.resume)
    folder = run_folder(config, name)
    run = Run(config, variant, checkpoint.adviser(), advised=is_advised(checkpoint.policy))
    run.restore(checkpoint, config.resume)
    rows = rows_until(config.resume.with_name(FILE), checkpoint.steps)
    return Session(run, folder, rows).go()


class Session:
    """One process's part of a run: it learns until it is done or stopped, and writes."""

    def __init__(self, run: Run, folder: Path, rows: list[Row]) -> None:
        """Open the files in ``folder``, the table with the ``rows`` so far.

        Raises:
            OSError: a file cannot be written.
        """
        self._run = run
        self._folder = folder
        self._saver = Saver(run, folder)
        branches = bool(rows) and not (folder / FILE).exists()
        self._saver.write()
        table, board = Table(folder / FILE, rows), Board(folder, run.steps)
        table.save()
        if branches:
            board.replay(rows)
        self._writers: list[Table | Board | WandbRows] = [table, board]
        if run.config.wandb:
            self._writers.append(WandbRows(folder, run.config.settings()))
        self._clock = Clock(run.steps)

    def go(self) -> int:
        """Learn, save, evaluate; return the exit status."""
        stopped = self._learn()
        with uninterrupted():
            saved = self._saver.save()
            for writer in self._writers:
                writer.close()
        if saved:
            files = f"{self._saver.checkpoint} and {self._saver.network}"
            say(f"saved {files} after {self._saver.steps:,} steps")
        failures = [w.failure for w in (self._saver, *self._writers) if w.failure]
        for failure in failures:
            say(f"training.ppo: {failure}", error=True)
        if stopped is not None:
            say(f"interrupted; continue with --resume {self._saver.checkpoint}")
            return stopped
        if saved:
            finish(self._run.config, self._run.variant, self._folder)
        return FAILED if failures else 0

    def _learn(self) -> int | None:
        """Learn until all steps are done; return the exit status if a signal ends it earlier."""
        run, steps = self._run, self._run.schedule.last_step
        with Progress("steps", steps, run.steps) as progress:
            try:
                # Networks among the opponents run in numpy, whose waiting threads would halve the
                # speed of torch's.
                with threadpool_limits(limits=1, user_api="blas"):
                    while run.steps < steps:
                        self._saver.between_updates()
                        self._note(run.update(), progress)
                self._saver.capture()
            except Stopped as stop:
                return stop.code
            except DivergedError:
                self._saver.save()
                raise
            except NotFiniteError as error:
                self._saver.save()
                raise self._saver.diverged(str(error)) from error
        return None

    def _note(self, numbers: Mapping[str, float], progress: Progress) -> None:
        """Write a row about the update that has just been made."""
        run = self._run
        row = {**numbers, **self._clock.read(run.steps), "time/iterations": run.updates}
        with uninterrupted():
            for writer in self._writers:
                writer.add(row)
        games = [(name, value) for name, value in numbers.items() if name.startswith(GAMES)]
        notes = [f"{name.removeprefix(GAMES)} {value:.3g}" for name, value in games]
        progress.reach(run.steps, ", ".join(notes))


class Clock:
    """Measures this session."""

    def __init__(self, steps: int) -> None:
        """Start at ``steps`` steps."""
        self._first = steps
        self._started = time.monotonic()

    def read(self, steps: int) -> dict[str, float]:
        """Return steps, seconds and steps per second by the columns of the table."""
        seconds = time.monotonic() - self._started
        rate = (steps - self._first) / max(seconds, 1e-9)
        return {STEPS: steps, "time/time_elapsed": seconds, "time/fps": rate}


def finish(config: Config, variant: Variant, folder: Path) -> None:
    """Draw the learning curve and evaluate the final network."""
    from .curve import draw_curve  # matplotlib takes long to import

    say(f"drew {draw_curve(folder)}")
    if config.eval_games <= 0:
        return
    learned = f"net:{folder / NETWORK}"
    alone = variant.num_players == 1
    fields = (
        [[learned], ["greedy"], ["random"]] if alone else [[learned, "greedy"], [learned, "random"]]
    )
    evaluations = []
    for names in fields:
        result = final_evaluation(variant, names, config)
        say(f"\n{table(result)}")
        evaluations.append(asdict(result))
    target = folder / EVALUATION
    with replacing(target) as stream:
        stream.write(json.dumps(evaluations, indent=2))
    say(f"\nwrote {target}")


def final_evaluation(variant: Variant, names: Sequence[str], config: Config) -> Evaluation:
    """Evaluate the first of ``names`` against the last one on all other seats."""
    with Progress(f"games of {' and '.join(names)}", config.eval_games) as progress:
        return evaluate(
            variant, seat_agents(names, variant), config.eval_games, config.seed, progress.advance
        )


def read_config(arguments: Sequence[str] | None = None) -> Config:
    """Return the settings of a command line; those not given are those of ``--resume``.

    Raises:
        ValueError: the checkpoint cannot be read.
    """
    return Config.asked_for(arguments, __doc__, lambda path: Checkpoint.load(path).settings)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command("training.ppo"):
        try:
            status = train(read_config(arguments))
        except ValueError as error:
            fail("training.ppo", error)
    sys.exit(status)


if __name__ == "__main__":
    torch.set_num_threads(num_processors())
    main()

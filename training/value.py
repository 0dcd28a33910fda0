"""Train an evaluation by self-play: what margin a player may expect, learned from how games end.

    python -m training.value --players 2
    python -m training.value --game octodice --players 1
    python -m training.value --resume runs/aquasphere-2p-value/value.pt --rounds 200

In every round the best evaluation so far (greedy in the first ones) plays half of the games against
itself, the newest one the others, so that it meets what it misjudges. A network learns from the
states after moves what comes of them. It is the best from then on if it wins more than half of its
games against the one that was. A run's folder gets ``value.safetensors``
(the evaluation: ``value:<file>`` plays it, ``mcts:<n>,value=<file>`` searches with it),
``value.pt`` (the checkpoint), ``progress.csv``, at the end ``evaluation.json`` and
``learning_curve.png``.

Everything is written after every round. A run that was stopped (Ctrl-C, SIGTERM, SIGHUP) and
resumed has, on the same machine, the same numbers as one that was not.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("training.value")
    explain_missing("training.value", "train")

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch

from aquasphere_env.core.console import FAILED, command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Variant
from aquasphere_env.core.processors import num_processors
from aquasphere_env.core.signals import Stopped, check_stopped, uninterrupted
from aquasphere_env.players.player import Player
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.value import ValuePlayer, save_value
from aquasphere_env.players.weights import Tensors
from aquasphere_env.viewer.progress import Progress

from .attempts import Attempts
from .evaluate import Standing, evaluate, table
from .folder import EVALUATION, VALUE, VALUE_CHECKPOINT, run_folder
from .table import FILE, Row, Table, rows_until
from .value_config import ValueConfig
from .value_games import Generator
from .value_learner import ValueCheckpoint, ValueLearner

_NAME = "training.value"
_ROUND = "round"
_POINTS = "points_greedy"
_WIN_RATE = "win_rate_greedy"


def train(config: ValueConfig) -> int:
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
    name = f"{variant.game.name}-{variant.num_players}p-value"
    rows: list[Row] = []
    if config.resume is None:
        folder = run_folder(config, name, VALUE_CHECKPOINT)
        learner = ValueLearner(config, variant)
    else:
        checkpoint = ValueCheckpoint.load(config.resume)
        before = ValueConfig.recorded(checkpoint.settings, config.resume)
        config.check_continues(before, config.resume)
        folder = run_folder(config, name, VALUE_CHECKPOINT)
        learner = ValueLearner(config, variant)
        learner.restore(checkpoint, config.resume)
        rows = rows_until(config.resume.with_name(FILE), checkpoint.rounds, _ROUND)
    return ValueSession(config, variant, learner, folder, rows).go()


class ValueSession(Attempts):
    """One process's part of a run: it plays and learns until it is done or stopped, and writes."""

    def __init__(
        self,
        config: ValueConfig,
        variant: Variant,
        learner: ValueLearner,
        folder: Path,
        rows: list[Row],
    ) -> None:
        """Open the files in ``folder``, the table with the ``rows`` so far.

        Raises:
            OSError: a file cannot be written.
        """
        self._config, self._variant, self._learner = config, variant, learner
        self._folder = folder
        self._last = learner.capture()
        self._write()
        self._table = Table(folder / FILE, rows)
        self._table.save()

    def go(self) -> int:
        """Play, learn, save, evaluate; return the exit status."""
        stopped = None
        try:
            self._learn()
        except Stopped as stop:
            stopped = stop.code
        with uninterrupted():
            self._table.close()
            if self.failure:
                self._save()
        for failure in filter(None, (self.failure, self._table.failure)):
            say(f"{_NAME}: {failure}", error=True)
        path = self._folder / VALUE_CHECKPOINT
        if not self.failure:
            say(f"saved {path} and {self._folder / VALUE} after {self._last.rounds:,} rounds")
        if stopped is not None:
            say(f"interrupted; continue with --resume {path}")
            return stopped
        if not self.failure:
            self._finish()
        return FAILED if self.failure or self._table.failure else 0

    def _learn(self) -> None:
        config, learner = self._config, self._learner
        generator = Generator(self._variant, config.samples, config.seed, config.teaching())
        total = config.rounds * config.samples
        with Progress("states", total, learner.rounds * config.samples) as progress:
            while learner.rounds < config.rounds:
                number = learner.rounds
                best = learner.playing if number >= config.greedy_rounds else None
                filled = generator.fill(
                    (best, learner.tensors()),
                    number,
                    config.random_percent,
                    config.sampled_percent,
                    progress.advance,
                )
                check_stopped()
                if not len(filled):
                    raise ValueError(
                        f"--samples {config.samples} have no room for a whole game; give more"
                    )
                row = {"loss": learner.learn(generator.samples, filled), _ROUND: learner.rounds}
                check_stopped()
                row |= self._judge()
                note = ", ".join(f"{name} {value:.3g}" for name, value in row.items())
                with uninterrupted():
                    self._last = learner.capture()
                    self._table.add(row)
                    if not self._save():
                        say(f"{_NAME}: {self.failure}; trying again later", error=True)
                progress.reach(learner.rounds * config.samples, note)

    def _judge(self) -> dict[str, float]:
        """Let the new evaluation play from now on if it is better; return how it does."""
        games, learner = self._config.gate_games, self._learner
        tensors = learner.tensors()
        if games == 0:
            learner.playing = tensors
            return {}
        alone = self._variant.num_players == 1
        against_greedy = self._match(tensors, None)
        best = against_greedy if learner.playing is None else self._match(tensors, learner.playing)
        if alone:
            is_better = best.score.mean > self._match(learner.playing, None).score.mean
        else:
            is_better = best.win_rate.mean > 1 / self._variant.num_players
        if is_better:
            learner.playing = tensors
        found = {_POINTS: against_greedy.score.mean, "plays": float(is_better)}
        if not alone:
            found |= {_WIN_RATE: against_greedy.win_rate.mean, "win_rate_best": best.win_rate.mean}
        return found

    def _match(self, tensors: Tensors | None, rival: Tensors | None) -> Standing:
        """Return how ``tensors`` do on one seat, ``rival`` (``None``: greedy) on the others."""
        n = self._variant.num_players
        players = [self._player(tensors), *[self._player(rival)] * (n - 1)]
        seed = self._config.seed + 10**6 * (1 + self._learner.rounds)
        return evaluate(self._variant, players, self._config.gate_games, seed).standings[0]

    def _player(self, tensors: Tensors | None) -> Player:
        if tensors is None:
            return make_player("greedy", self._variant)
        return ValuePlayer("value", self._variant, tensors)

    def _save(self) -> bool:
        """Write the last capture; return whether that succeeded."""
        return self._attempt(self._write, self._folder / VALUE_CHECKPOINT, "cannot save the run:")

    def _write(self) -> None:
        self._last.save(self._folder / VALUE_CHECKPOINT)
        best = self._learner.playing or self._learner.tensors()
        save_value(self._folder / VALUE, self._variant, best)

    def _finish(self) -> None:
        """Draw the learning curve and evaluate the final evaluation."""
        from .curve import draw  # matplotlib takes long to import

        rates = {_WIN_RATE: "greedy", "win_rate_best": "the best before"}
        say(f"drew {draw(self._folder, _ROUND, 'rounds', rates, _POINTS)}")
        games = self._config.eval_games
        if games == 0:
            return
        n = self._variant.num_players
        learned = make_player(f"value:{self._folder / VALUE}", self._variant)
        greedy = make_player("greedy", self._variant)
        fields = [[learned, *[greedy] * (n - 1)]] if n > 1 else [[learned], [greedy]]
        found = []
        for players in fields:
            with Progress(f"games of {players[0].name}", games) as progress:
                result = evaluate(
                    self._variant, players, games, self._config.seed, progress.advance
                )
            say(f"\n{table(result)}")
            found.append(asdict(result))
        target = self._folder / EVALUATION
        with replacing(target) as stream:
            stream.write(json.dumps(found, indent=2))
        say(f"\nwrote {target}")


def read_config(arguments: Sequence[str] | None = None) -> ValueConfig:
    """Return the settings of a command line; those not given are those of ``--resume``.

    Raises:
        ValueError: the checkpoint cannot be read.
    """
    return ValueConfig.asked_for(
        arguments, __doc__, lambda path: ValueCheckpoint.load(path).settings
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        try:
            status = train(read_config(arguments))
        except ValueError as error:
            fail(_NAME, error)
    sys.exit(status)


if __name__ == "__main__":
    torch.set_num_threads(num_processors())
    main()

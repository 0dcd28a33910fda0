"""The settings of ``training.value``: its command line, and what a checkpoint keeps of it."""

from dataclasses import dataclass, replace
from typing import Self

from aquasphere_env.players.mcts import NO_VALUE
from aquasphere_env.players.mcts import Settings as Search
from aquasphere_env.players.value import num_inputs

from .options import Batch, GamesOrNone, Percent, Rate, Rounds, Samples, Seed, SomePercent, Units
from .settings import Settings

MOST_BYTES = 300_000  # of a file, so that packages of evaluations stay small
_WEIGHT_BYTES = 2
_USUAL_UNITS = (64, 48, 32, 16)  # of the first layer: the most that fits


@dataclass
class ValueConfig(Settings):
    """Train an evaluation by self-play."""

    rounds: Rounds = 24
    """Rounds of self-play and learning."""
    samples: Samples = 200_000
    """States to learn from in each round; a game's last ones may be left out."""
    greedy_rounds: Rounds = 4
    """Rounds in which greedy plays the games; then the best evaluation so far does."""
    seed: Seed = 0
    """Seed of games and weights."""
    units: Units = None
    """Units of the first layer, by default 64 or as many as keep the file below 300 kB."""
    random_percent: Percent = 5
    """Moves in a hundred that are random, so that games differ."""
    sampled_percent: SomePercent = 20
    """States in a hundred that are learned from: those of one game are alike."""
    teacher: str | None = None
    """A search that plays the games with the best evaluation so far, such as mcts:16; by default it
    plays one decision ahead."""
    outcome_percent: Percent = 50
    """How much of what is learned is how the game ends, in percent; the rest is what the player or
    the teacher expects one decision later."""
    batch_size: Batch = 1024
    """States in a gradient step."""
    learning_rate: Rate = 3e-3
    """At the start; it falls to a tenth, linearly, until --rounds are done."""
    gate_games: GamesOrNone = 400
    """Games after each round that decide whether the new evaluation plays from then on."""
    eval_games: GamesOrNone = 1000
    """Games of the evaluation at the end; 0 for none."""

    FOR_GOOD = (*Settings.FOR_GOOD, "seed", "units", "samples")

    def check(self) -> None:
        """Raise ``ValueError`` for a number outside its range, or a teacher that cannot be."""
        super().check()
        self.teaching()

    def teaching(self) -> Search | None:
        """Return the teacher's settings; raise ``ValueError`` for what is none."""
        if self.teacher is None:
            return None
        kind, _, argument = self.teacher.partition(":")
        if kind != "mcts":
            raise ValueError(f"--teacher {self.teacher!r} is no search; give one such as mcts:16")
        asked = Search.parse(argument)
        if asked.value != NO_VALUE or asked.milliseconds or asked.threads > 1:
            raise ValueError(
                f"--teacher {self.teacher!r}: a teacher has a number of simulations, one thread and"
                " the run's own evaluation; leave out value, threads and ms"
            )
        return Search.parse(f"{argument},value=that of the run")

    def settled(self) -> Self:
        """Return the same settings with every default that depends on the game filled in."""
        units = self.units or _usual_units(num_inputs(self.variant().game))
        return replace(super().settled(), units=units)


def _usual_units(inputs: int) -> int:
    return next(units for units in _USUAL_UNITS if inputs * units * _WEIGHT_BYTES < MOST_BYTES)

"""The settings of a training run: its command line, and what a checkpoint keeps of it."""

from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, get_type_hints

from agents.checkpoint import CheckpointError
from agents.network import INITIAL_TRUST
from aquasphere_env.core.game import Variant
from aquasphere_env.envs.rewards import reward_id
from aquasphere_env.games import get_game
from aquasphere_env.players.advice import advised_size

from . import options
from .options import (
    Batch,
    Decisions,
    Entropy,
    Envs,
    Epochs,
    GamesOrNone,
    League,
    Rate,
    Seed,
    Steps,
    Trust,
    Width,
    flag,
)

VIEW = "flat"

_DEFAULT_SECONDS = 800
_NOT_KEPT = ("folder", "resume")  # by a checkpoint
_FOR_GOOD = ("game", "players", "seed", "reward", "num_envs", "width", "trust")  # of a run


@dataclass
class Config:
    """Train an agent by self-play."""

    game: str = "aquasphere"
    """Which game."""
    players: int | None = None
    """How many players, the game's usual number by default."""
    steps: Steps = None
    """Decisions of the learner; by default as many as take about ten minutes on two cores."""
    seed: Seed = 0
    """Seed of games, opponents and network."""
    folder: Path | None = None
    """Where results go, by default runs/<game>-<players>p, numbered if that holds a run."""
    resume: Path | None = None
    """A checkpoint to go on from, in its folder; --steps includes the steps it has done."""
    reward: str | None = None
    """outcome, rank, margin or score; by default margin, alone score; scaled by its spread."""
    num_envs: Envs = 128
    """Games played at once."""
    num_steps: Decisions = 64
    """Decisions in each game between updates."""
    batch_size: Batch = 1024
    """Decisions in a gradient step."""
    num_epochs: Epochs = 3
    """Passes over the decisions in an update."""
    learning_rate: Rate = 1.5e-3
    """At the start; it falls to a tenth, linearly, until --steps are done."""
    gamma: Rate = 0.995
    """Discount per decision."""
    gae_lambda: Rate = 0.95
    """Decay of advantage estimates."""
    entropy: Entropy = 0.003
    """Weight of the entropy bonus."""
    width: Width = 256
    """Width of the network's trunk."""
    trust: Trust = INITIAL_TRUST
    """How much the untrained network follows greedy: logits per point of difference; 0: not."""
    self_share: Rate = 0.5
    """Share of games against earlier selves."""
    greedy_share: Rate = 0.45
    """Share of games against greedy; the rest is against random."""
    league_size: League = 10
    """How many earlier selves are kept."""
    eval_games: GamesOrNone = 1000
    """Games of each evaluation at the end; 0 for none."""

    def check(self) -> None:
        """Raise ``ValueError`` for a number outside its range, or for numbers that do not fit."""
        options.check(self)
        shares = self.self_share + self.greedy_share
        if shares > 1:
            raise ValueError(
                f"--self-share {self.self_share} and --greedy-share {self.greedy_share} are more "
                "than 1 together; their sum is 0 to 1"
            )
        rollout = self.num_envs * self.num_steps
        if rollout % self.batch_size == 1:
            raise ValueError(
                f"--num-envs {self.num_envs} times --num-steps {self.num_steps} leaves one decision"
                f" for the last gradient step of --batch-size {self.batch_size}, which needs two or"
                " more; change one of them"
            )

    def variant(self) -> Variant:
        """Return the game to learn; raise ``ValueError`` for a game or reward that is unknown."""
        if self.reward is not None:
            reward_id(self.reward)
        return get_game(self.game).variant(self.players)

    def num_decisions(self, variant: Variant) -> int:
        """Return ``steps``, or as many as fit into ten minutes."""
        if self.steps is not None:
            return self.steps
        size = advised_size(variant.game, VIEW)
        microseconds = 100 + size / 10  # for a decision, learning included, on one core
        return int(round(_DEFAULT_SECONDS * 1e6 / microseconds, -5))

    def mix(self) -> dict[str, float]:
        """Return the share of games by kind of opponent."""
        rest = 1.0 - self.self_share - self.greedy_share
        return {"self": self.self_share, "greedy": self.greedy_share, "random": max(rest, 0.0)}

    def settled(self) -> "Config":
        """Return the same settings with every default that depends on the game filled in."""
        variant = self.variant()
        return replace(
            self,
            players=variant.num_players,
            steps=self.num_decisions(variant),
            reward=self.reward or ("margin" if variant.num_players > 1 else "score"),
        )

    def settings(self) -> dict[str, Any]:
        """Return what a checkpoint keeps."""
        return {name: value for name, value in asdict(self).items() if name not in _NOT_KEPT}

    def check_continues(self, before: "Config", place: str | Path) -> None:
        """Raise ``ValueError`` if a run with the settings ``before`` cannot go on with these.

        ``place`` is the checkpoint, for the message.
        """
        for name in _FOR_GOOD:
            old, new = getattr(before, name), getattr(self, name)
            if old != new:
                raise ValueError(
                    f"{place}: trained with {flag(name)} {old}, which cannot become {new}; "
                    "leave the option out, or begin a new run"
                )


def config_of(settings: dict[str, Any], place: str | Path) -> Config:
    """Return the settings that the checkpoint ``place`` has kept.

    Raises:
        CheckpointError: a setting is missing, unknown, of another type or outside its range.
    """
    hints = get_type_hints(Config)
    names = [f.name for f in fields(Config) if f.name not in _NOT_KEPT]
    if set(settings) != set(names):
        odd = sorted(set(settings) ^ set(names), key=str)[0]
        raise CheckpointError(f"{place}: settings: missing or unknown setting {odd!r}")
    for name in names:
        kind = hints[name]
        allowed = (int, float) if kind is float else kind
        value = settings[name]
        if isinstance(value, bool) or not isinstance(value, allowed):
            raise CheckpointError(f"{place}: settings: {name} is not {value!r}")
    config = Config(**settings)
    try:
        config.check()
    except ValueError as error:
        raise CheckpointError(f"{place}: settings: {error}") from None
    return config

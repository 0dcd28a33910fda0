"""The settings of ``training.ppo``: its command line, and what a checkpoint keeps of it."""

from dataclasses import dataclass, replace

from agents.network import INITIAL_TRUST
from aquasphere_env.core.game import Variant
from aquasphere_env.envs.rewards import reward_id
from aquasphere_env.players.advice import advised_size

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
)
from .settings import Settings

VIEW = "flat"

_DEFAULT_SECONDS = 800


@dataclass
class Config(Settings):
    """Train an agent by self-play."""

    steps: Steps = None
    """Decisions of the learner; by default as many as take about ten minutes on two cores."""
    seed: Seed = 0
    """Seed of games, opponents and network."""
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

    FOR_GOOD = (*Settings.FOR_GOOD, "seed", "reward", "num_envs", "width", "trust")

    def check(self) -> None:
        """Raise ``ValueError`` for a number outside its range, or for numbers that do not fit."""
        super().check()
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
        return super().variant()

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

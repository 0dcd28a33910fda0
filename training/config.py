"""The settings of ``training.ppo``: its command line, and what a checkpoint keeps of it."""

from dataclasses import dataclass, replace
from typing import Self

from agents.network import INITIAL_TRUST
from aquasphere_env.core.game import Variant
from aquasphere_env.envs.rewards import reward_id
from aquasphere_env.players import policies
from aquasphere_env.players.advice import advised_size
from aquasphere_env.players.value import load_value
from aquasphere_env.players.weights import Tensors
from aquasphere_env.players.zoo import PREFIX as ZOO
from aquasphere_env.players.zoo import has_evaluation

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
from .wandb_rows import require_wandb

VIEW = "flat"
SELF = "self"  # an earlier one, as an opponent
GREEDY = policies.POLICIES[policies.GREEDY]  # as an adviser
NOBODY = "none"

_DEFAULT_SECONDS = 930  # of one core: ten minutes of two, which cannot share all work


@dataclass
class Config(Settings):
    """Train an agent by self-play."""

    steps: Steps = None
    """Decisions of the learner; by default as many as take about ten minutes on two cores."""
    seed: Seed = 0
    """Seed of games, opponents and network."""
    reward: str | None = None
    """outcome, rank, margin or score; by default margin, alone score; scaled by its spread."""
    num_envs: Envs = 256
    """Games played at once."""
    num_steps: Decisions = 64
    """Decisions of all seats in each game between updates."""
    batch_size: Batch = 2048
    """Decisions in a gradient step."""
    num_epochs: Epochs = 2
    """Passes over the decisions in an update."""
    learning_rate: Rate = 3e-3
    """At the start; it falls to a tenth, linearly, until --steps are done."""
    gamma: Rate = 0.995
    """Discount per decision."""
    gae_lambda: Rate = 0.95
    """Decay of advantage estimates."""
    entropy: Entropy = 0.003
    """Weight of the entropy bonus."""
    width: Width = 256
    """Width of the network's trunk."""
    advice: str | None = None
    """Who advises the network: an evaluation of training.value, zoo:<name>, greedy, or none: it
    learns from its views alone; by default the zoo's evaluation if there is one, else greedy."""
    trust: Trust = INITIAL_TRUST
    """How much the untrained network follows the advice: logits per point; 0: not."""
    opponents: tuple[str, ...] = ("greedy",)
    """Players to meet besides the own kind, see the table of players in docs/agents.md."""
    opponent_share: Rate = 0.1
    """Share of games in which one of them has all seats but one; alone there are none."""
    league_share: Rate = 0.1
    """Share of games against an earlier self; in the rest every seat learns from every other."""
    league_size: League = 10
    """How many earlier selves are kept."""
    eval_games: GamesOrNone = 1000
    """Games of each evaluation at the end; 0 for none."""
    wandb: bool = False
    """Send the rows of progress.csv to Weights & Biases, too."""

    FOR_GOOD = (*Settings.FOR_GOOD, "seed", "reward", "num_envs", "width", "trust", "opponents")

    def check(self) -> None:
        """Raise ``ValueError`` for a number outside its range, or for numbers that do not fit."""
        super().check()
        shares = self.opponent_share + self.league_share
        if shares > 1:
            raise ValueError(
                f"--opponent-share {self.opponent_share} and --league-share {self.league_share} "
                "are more than 1 together; their sum is 0 to 1"
            )
        if self.opponent_share > 0 and not self.opponents:
            raise ValueError(
                f"--opponent-share {self.opponent_share} needs --opponents; name some, or give 0"
            )
        if self.resume is not None and self.advice is not None:
            raise ValueError("--advice is for good; leave it out with --resume")
        if self.wandb:
            require_wandb()

    @property
    def is_advised(self) -> bool:
        """Return whether somebody advises a new run's network."""
        return self.advice != NOBODY

    def adviser(self, variant: Variant) -> Tensors | None:
        """Return the evaluation that advises a new run, or ``None`` for greedy or nobody.

        Raises:
            NetworkError: a file that is missing, broken or of something else.
        """
        chosen = self.advice or (ZOO if has_evaluation(variant) else GREEDY)
        return None if chosen in (GREEDY, NOBODY) else load_value(chosen, variant)

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
        microseconds = 50 + size / 30  # for a decision, learning included, on one core
        return int(round(_DEFAULT_SECONDS * 1e6 / microseconds, -5))

    def mix(self, num_players: int) -> list[tuple[str, float]]:
        """Return the kinds of games and their shares: all learning, earlier selves, opponents."""
        if num_players == 1:
            return [("every seat", 1.0)]
        names = list(dict.fromkeys(self.opponents))
        rest = max(1.0 - self.league_share - self.opponent_share, 0.0)
        each = [(name, self.opponent_share / len(names)) for name in names]
        return [("every seat", rest), (SELF, self.league_share), *each]

    def settled(self) -> Self:
        """Return the same settings with every default that depends on the game filled in."""
        variant = self.variant()
        return replace(
            super().settled(),
            steps=self.num_decisions(variant),
            reward=self.reward or ("margin" if variant.num_players > 1 else "score"),
        )

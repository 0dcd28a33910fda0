"""Train a network by self-play with sb3-contrib's MaskablePPO.

    python -m training.ppo --players 2
    python -m training.ppo --game octodice --players 1
    python -m training.ppo --players 2 --resume runs/aquasphere-2p/model.pt --steps 5000000

The learner plays random seats against earlier selves, greedy and random play. A run's folder gets
``model.pt`` (the checkpoint, also after Ctrl-C), ``player.safetensors`` (the network as a player,
``net:<file>``), ``progress.csv`` and TensorBoard files, at the end ``evaluation.json`` and
``learning_curve.png``.
"""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import tyro
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import VecNormalize
from threadpoolctl import threadpool_limits

from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import INITIAL_TRUST, AdvisedPolicy, build_policy, policy_kwargs, tensors_of
from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Variant
from aquasphere_env.envs.rewards import reward_id
from aquasphere_env.games import get_game
from aquasphere_env.players.advice import advised_size
from aquasphere_env.players.network import NetworkPlayer
from aquasphere_env.players.trained_on import TrainedOn
from aquasphere_env.viewer.progress import Progress

from .evaluate import Evaluation, evaluate, seat_agents, table
from .export import export
from .league import League, LeagueCallback
from .selfplay import SelfPlayVecEnv

CHECKPOINT = "model.pt"
NETWORK = "player.safetensors"

_VIEW = "flat"
_EXIT_INTERRUPTED = 130
_DEFAULT_SECONDS = 800


@dataclass
class Config:
    """Train an agent by self-play."""

    game: str = "aquasphere"
    """Which game."""
    players: int | None = None
    """How many players, the game's usual number by default."""
    steps: int | None = None
    """Decisions of the learner; by default as many as take about ten minutes on two cores."""
    seed: int = 0
    """Seed of games, opponents and network."""
    folder: Path | None = None
    """Where results go, by default runs/<game>-<players>p."""
    resume: Path | None = None
    """A checkpoint to continue from; --steps includes the steps it has done."""
    reward: str | None = None
    """outcome, rank, margin or score; by default margin, alone score; scaled by its spread."""
    num_envs: int = 128
    """Games played at once."""
    num_steps: int = 64
    """Decisions in each game between updates."""
    batch_size: int = 1024
    """Decisions in a gradient step."""
    num_epochs: int = 3
    """Passes over the decisions in an update."""
    learning_rate: float = 1.5e-3
    """At the start; it falls to a tenth, linearly."""
    gamma: float = 0.995
    """Discount per decision."""
    gae_lambda: float = 0.95
    """Decay of advantage estimates."""
    entropy: float = 0.003
    """Weight of the entropy bonus."""
    width: int = 256
    """Width of the network's trunk."""
    trust: float = INITIAL_TRUST
    """How much the untrained network follows greedy: logits per point of difference; 0: not."""
    self_share: float = 0.5
    """Share of games against earlier selves."""
    greedy_share: float = 0.45
    """Share of games against greedy; the rest is against random."""
    league_size: int = 10
    """How many earlier selves are kept."""
    eval_games: int = 1000
    """Games of each evaluation at the end; 0 for none."""

    def variant(self) -> Variant:
        """Return the game to learn; raise ``ValueError`` for a game or reward that is unknown."""
        if self.reward is not None:
            reward_id(self.reward)
        return get_game(self.game).variant(self.players)

    def num_decisions(self, variant: Variant) -> int:
        """Return ``steps``, or as many as fit into ten minutes."""
        if self.steps is not None:
            return self.steps
        size = advised_size(variant.game, _VIEW)
        microseconds = 100 + size / 10  # for a decision, learning included, on one core
        return int(round(_DEFAULT_SECONDS * 1e6 / microseconds, -5))

    def run_folder(self, variant: Variant) -> Path:
        """Return where results go."""
        return self.folder or Path("runs") / f"{variant.game.name}-{variant.num_players}p"

    def mix(self) -> dict[str, float]:
        """Return the share of games by kind of opponent."""
        rest = 1.0 - self.self_share - self.greedy_share
        return {"self": self.self_share, "greedy": self.greedy_share, "random": max(rest, 0.0)}


def falling(start: float) -> Any:
    """Return a schedule from ``start`` to a tenth of it, linear in the progress left (1 to 0)."""
    return lambda left: start * (0.1 + 0.9 * left)


def build(config: Config, variant: Variant) -> tuple[MaskablePPO, League]:
    """Return the learner with its games, and its league."""
    policy = build_policy(variant.game, _VIEW, config.width)
    tensors = tensors_of(policy.state_dict())
    rival = NetworkPlayer("self", variant, _VIEW, tensors, temperature=1.0)
    reward = config.reward or ("margin" if variant.num_players > 1 else "score")
    games = SelfPlayVecEnv(
        variant, config.num_envs, rival, config.mix(), reward, _VIEW, config.seed
    )
    model = MaskablePPO(
        AdvisedPolicy,
        VecNormalize(games, norm_obs=False, gamma=config.gamma),
        learning_rate=falling(config.learning_rate),
        n_steps=config.num_steps,
        batch_size=config.batch_size,
        n_epochs=config.num_epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        ent_coef=config.entropy,
        policy_kwargs=policy_kwargs(variant.game, config.width, config.trust),
        seed=config.seed,
        device="cpu",
    )
    return model, League(rival, config.league_size, np.random.default_rng(config.seed))


def checkpoint_of(
    config: Config, variant: Variant, model: MaskablePPO, league: League
) -> Checkpoint:
    """Return the run as it stands."""
    settings = {k: str(v) if isinstance(v, Path) else v for k, v in asdict(config).items()}
    return Checkpoint(
        trained_on=TrainedOn.of(variant, _VIEW),
        width=config.width,
        steps=model.num_timesteps,
        settings=settings,
        policy=model.policy.state_dict(),
        optimizer=model.policy.optimizer.state_dict(),
        league=league.members,
    )


def restore(path: Path, variant: Variant, model: MaskablePPO, league: League) -> None:
    """Continue from the checkpoint at ``path``; raise ``CheckpointError`` if it does not fit."""
    checkpoint = Checkpoint.load_for(path, variant)
    try:
        model.policy.load_state_dict(checkpoint.policy)
        model.policy.optimizer.load_state_dict(checkpoint.optimizer)
    except (RuntimeError, ValueError):
        raise CheckpointError(f"{path}: trained with --width {checkpoint.width}") from None
    league.members = list(checkpoint.league)
    model.num_timesteps = checkpoint.steps


def train(config: Config) -> int:
    """Train, save, evaluate; return the exit status."""
    variant = config.variant()
    folder = config.run_folder(variant)
    folder.mkdir(parents=True, exist_ok=True)
    set_random_seed(config.seed)
    model, league = build(config, variant)
    if config.resume is not None:
        restore(config.resume, variant, model, league)
    model.set_logger(configure(str(folder), ["csv", "tensorboard"]))  # empties progress.csv
    path = folder / CHECKPOINT
    interrupted = False

    def save() -> None:
        checkpoint = checkpoint_of(config, variant, model, league)
        checkpoint.save(path)
        export(checkpoint, folder / NETWORK)

    steps = config.num_decisions(variant)
    with Progress("steps", steps) as progress:
        callback = LeagueCallback(league, progress, save)
        try:
            left = steps - model.num_timesteps
            if left > 0:
                # The rival runs in numpy, whose waiting threads would halve the speed of torch's.
                with threadpool_limits(limits=1, user_api="blas"):
                    model.learn(left, callback=callback, reset_num_timesteps=False)
        except KeyboardInterrupt:
            interrupted = True
    save()
    model.logger.close()
    print(f"saved {path} and {folder / NETWORK} after {model.num_timesteps:,} steps")
    if interrupted:
        print(f"interrupted; continue with --resume {path}")
        return _EXIT_INTERRUPTED
    finish(config, variant, folder)
    return 0


def finish(config: Config, variant: Variant, folder: Path) -> None:
    """Draw the learning curve and evaluate the final network."""
    from .curve import draw_curve  # matplotlib takes long to import

    print(f"drew {draw_curve(folder)}")
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
        print(f"\n{table(result)}")
        evaluations.append(asdict(result))
    target = folder / "evaluation.json"
    with replacing(target) as stream:
        stream.write(json.dumps(evaluations, indent=2))
    print(f"\nwrote {target}")


def final_evaluation(variant: Variant, names: Sequence[str], config: Config) -> Evaluation:
    """Evaluate the first of ``names`` against the last one on all other seats."""
    with Progress(f"games of {' and '.join(names)}", config.eval_games) as progress:
        return evaluate(
            variant, seat_agents(names, variant), config.eval_games, config.seed, progress.advance
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    config = tyro.cli(Config, args=arguments, description=__doc__)
    try:
        status = train(config)
    except (ValueError, OSError) as error:
        sys.exit(f"training.ppo: {error}")
    sys.exit(status)


if __name__ == "__main__":
    torch.set_num_threads(max(1, len(os.sched_getaffinity(0))))
    main()

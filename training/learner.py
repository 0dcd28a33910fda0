"""The learner of a run with its games, league and schedule: built, captured and restored."""

import random
from collections import deque
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import set_random_seed
from stable_baselines3.common.vec_env import VecNormalize

from agents.alike import UnlikeError, check_alike, copied, is_finite
from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import AdvisedPolicy, build_policy, policy_kwargs, tensors_of
from aquasphere_env.core.game import Variant
from aquasphere_env.players.network import NetworkPlayer
from aquasphere_env.players.trained_on import TrainedOn

from .config import VIEW, Config
from .league import League
from .schedule import FallingRate
from .selfplay import SelfPlayVecEnv, Snapshot, pairs, pairs_like

_RECENT_EPISODES = 100


class Learner(MaskablePPO):
    """MaskablePPO that counts its updates over all sessions of a run."""

    updates = 0

    def dump_logs(self, iteration: int = 0) -> None:
        """Write a row of numbers with the number of the update."""
        super().dump_logs(self.updates)


class Run:
    """All that learns and plays in a training run.

    ``capture`` and ``restore`` carry everything that later updates depend on: a run that is
    captured between two updates and restored in another process goes on as if nothing had been.
    """

    def __init__(self, config: Config, variant: Variant) -> None:
        """Begin a run with settled settings; seeds the generators of the process."""
        set_random_seed(config.seed)
        self.config = config
        self.variant = variant
        self.schedule = FallingRate.begin(config.learning_rate, config.num_decisions(variant))
        tensors = tensors_of(build_policy(variant.game, VIEW, config.width).state_dict())
        rival = NetworkPlayer("self", variant, VIEW, tensors, temperature=1.0)
        self.games = SelfPlayVecEnv(
            variant, config.num_envs, rival, config.mix(), str(config.reward), VIEW, config.seed
        )
        self.normaliser = VecNormalize(self.games, norm_obs=False, gamma=config.gamma)
        self.league = League(rival, config.league_size, np.random.default_rng(config.seed))
        self.model = self._model()
        self._begin()

    def _begin(self) -> None:
        """Start the games, as ``learn`` would."""
        model = self.model
        model.set_logger(Logger(folder=None, output_formats=[]))
        model.ep_info_buffer = deque(maxlen=_RECENT_EPISODES)
        model.ep_success_buffer = deque(maxlen=_RECENT_EPISODES)
        model._last_obs = self.normaliser.reset()
        model._last_episode_starts = np.ones(self.games.num_envs, np.bool_)

    def _model(self) -> Learner:
        config = self.config
        return Learner(
            AdvisedPolicy,
            self.normaliser,
            learning_rate=self._rate,
            n_steps=config.num_steps,
            batch_size=config.batch_size,
            n_epochs=config.num_epochs,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            ent_coef=config.entropy,
            policy_kwargs=policy_kwargs(self.variant.game, config.width, config.trust),
            seed=config.seed,
            device="cpu",
        )

    def _rate(self, left: float) -> float:
        """Return the learning rate; Stable-Baselines3 tells the share of the steps ``left``."""
        return self.schedule.at(round((1.0 - left) * self.schedule.last_step))

    def is_finite(self) -> bool:
        """Return whether all weights are finite: learning has not diverged."""
        return all(map(is_finite, self.model.policy.parameters()))

    def capture(self) -> Checkpoint:
        """Return the run as it stands between two updates, as a copy."""
        policy = self.model.policy
        moments = policy.optimizer.state_dict()["state"]
        return Checkpoint(
            trained_on=TrainedOn.of(self.variant, VIEW),
            width=self.config.width,
            steps=self.model.num_timesteps,
            settings=self.config.settings(),
            policy={name: copied(value) for name, value in policy.state_dict().items()},
            optimizer={k: {n: copied(v) for n, v in m.items()} for k, m in moments.items()},
            league=list(self.league.members),
            run={
                "schedule": asdict(self.schedule),
                "games": self.games.snapshot(),
                "learner": self._learner(),
                "league": self.league.chance,
                "chance": _chance(),
            },
        )

    def _learner(self) -> Snapshot:
        """Return what Stable-Baselines3 keeps between updates, beside the policy."""
        model, returns, log = self.model, self.normaliser.ret_rms, self.model.logger
        episodes = [(float(e["r"]), float(e["l"])) for e in model.ep_info_buffer or ()]
        return {
            "updates": model.updates,
            "epochs": model._n_updates,
            "observation": torch.tensor(model._last_obs),
            "episode_starts": torch.tensor(model._last_episode_starts),
            "episodes": pairs(episodes),
            "mean": float(returns.mean),
            "variance": float(returns.var),
            "count": float(returns.count),
            "returns": torch.tensor(self.normaliser.returns, dtype=torch.float64),
            "logged": {
                name: [float(value), *(log.name_to_excluded[name] or ())]
                for name, value in log.name_to_value.items()
            },
        }

    def restore(self, checkpoint: Checkpoint, path: str | Path) -> None:
        """Go on from ``checkpoint``, which was read from ``path``.

        Raises:
            CheckpointError: it lacks something or is damaged; the run is then of no use any more.
        """
        try:
            self._restore(checkpoint)
        except (ValueError, TypeError, OverflowError, RuntimeError) as error:
            raise CheckpointError(f"{path}: run: {error}") from None

    def _restore(self, checkpoint: Checkpoint) -> None:
        like = self.capture()
        parts = checkpoint.run
        if parts.keys() != like.run.keys():
            odd = sorted(parts.keys() ^ like.run.keys(), key=str)[0]
            raise UnlikeError(f"missing or unknown entry {odd!r}")
        for name in ("schedule", "league", "chance"):
            check_alike(parts[name], like.run[name], name)
        self.games.restore(parts["games"])
        self._restore_learner(parts["learner"], like.run["learner"])
        self._restore_schedule(FallingRate(**parts["schedule"]), checkpoint.steps)
        policy = self.model.policy
        policy.load_state_dict(checkpoint.policy)
        groups = policy.optimizer.state_dict()["param_groups"]
        policy.optimizer.load_state_dict({"state": checkpoint.optimizer, "param_groups": groups})
        self.model.num_timesteps = checkpoint.steps
        self.league.members = list(checkpoint.league)
        self.league.chance = parts["league"]
        _set_chance(parts["chance"])

    def _restore_learner(self, learner: Any, like: Snapshot) -> None:
        if not isinstance(learner, dict):
            raise UnlikeError("learner is no dictionary")
        logged = _checked_log(learner.get("logged"))
        pattern = {**like, "episodes": pairs_like(learner.get("episodes"), _RECENT_EPISODES)}
        check_alike({**learner, "logged": {}}, {**pattern, "logged": {}}, "learner")
        for number in ("updates", "epochs", "variance", "count"):
            if learner[number] < 0:
                raise UnlikeError(f"learner.{number} is {learner[number]}, not 0 or more")
        model, returns = self.model, self.normaliser.ret_rms
        model.updates, model._n_updates = learner["updates"], learner["epochs"]
        model._last_obs = learner["observation"].numpy()
        model._last_episode_starts = learner["episode_starts"].numpy()
        assert model.ep_info_buffer is not None
        model.ep_info_buffer.extend({"r": r, "l": n} for r, n in learner["episodes"].tolist())
        returns.mean, returns.var = (np.array(learner[name]) for name in ("mean", "variance"))
        returns.count = learner["count"]
        self.normaliser.returns = learner["returns"].numpy()
        for name, (value, *excluded) in logged.items():
            model.logger.record(name, value, exclude=tuple(excluded) or None)

    def _restore_schedule(self, schedule: FallingRate, steps: int) -> None:
        """Go on with ``schedule``; a new target or learning rate bends it at ``steps``."""
        wanted = self.schedule
        if schedule.last_rate != wanted.last_rate:
            self.schedule = replace(wanted, first_step=steps)
        else:
            self.schedule = schedule.extended(steps, wanted.last_step)


def _checked_log(logged: Any) -> dict[str, list[Any]]:
    """Return numbers that wait for their row: name, value (may be NaN), formats without it."""
    fine = isinstance(logged, dict) and all(
        isinstance(name, str)
        and isinstance(entry, list)
        and [type(part) for part in entry] == [float] + [str] * (len(entry) - 1)
        for name, entry in logged.items()
    )
    if not fine:
        raise UnlikeError("learner.logged is no dictionary of numbers")
    checked: dict[str, list[Any]] = logged
    return checked


def _chance() -> Snapshot:
    """Return the state of the process's generators."""
    version, words, _ = random.getstate()
    numpy: Any = np.random.get_state(legacy=False)  # noqa: NPY002  Stable-Baselines3 shuffles by it
    return {
        "python": [version, list(words)],
        "numpy": torch.from_numpy(numpy["state"]["key"].astype(np.int64)),
        "position": int(numpy["state"]["pos"]),
        "torch": torch.get_rng_state(),
    }


def _set_chance(chance: Snapshot) -> None:
    """Let the process's generators go on from the result of ``_chance``.

    A normal number that waits in a generator is not part of it: training draws none from these.
    """
    version, words = chance["python"]
    key, position = chance["numpy"].numpy(), chance["position"]
    if not 0 <= position <= len(key) or key.min() < 0 or key.max() >= 2**32:
        raise UnlikeError("chance.numpy is no state of its generator")
    random.setstate((version, tuple(words), None))
    words_32: Any = key.astype(np.uint32)
    np.random.set_state(("MT19937", words_32, position, 0, 0.0))  # noqa: NPY002
    torch.set_rng_state(chance["torch"])

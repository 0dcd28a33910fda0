"""The league: earlier selves as opponents, chosen between updates."""

import math
from collections.abc import Callable
from copy import deepcopy

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback

from agents.checkpoint import Weights
from agents.network import tensors_of
from aquasphere_env.players.network import NetworkPlayer
from aquasphere_env.players.policies import POLICIES
from aquasphere_env.viewer.progress import Progress

from .selfplay import SELF, SelfPlayVecEnv

LATEST_SHARE = 0.5  # how often the newest self plays instead of an older one
_ADMIT_EVERY = 20  # updates
_SAVE_EVERY = 40  # updates


class League:
    """Weights of up to ``size`` earlier selves, which ``rival`` plays."""

    def __init__(self, rival: NetworkPlayer, size: int, rng: np.random.Generator) -> None:
        """Start empty."""
        self._rival = rival
        self._size = size
        self._rng = rng
        self.members: list[Weights] = []

    def admit(self, weights: Weights) -> None:
        """Add a copy of ``weights``; a full league drops a random older member."""
        if len(self.members) >= self._size:
            self.members.pop(int(self._rng.integers(len(self.members) - 1)))
        self.members.append(deepcopy(weights))

    def choose(self, latest: Weights) -> None:
        """Let the rival play the ``latest`` weights or those of a random member."""
        if not self.members or self._rng.random() < LATEST_SHARE:
            self._rival.replace(tensors_of(latest))
        else:
            member = self.members[int(self._rng.integers(len(self.members)))]
            self._rival.replace(tensors_of(member))


class LeagueCallback(BaseCallback):
    """Between updates: the next rival, records, progress and from time to time a checkpoint."""

    def __init__(self, league: League, progress: Progress, save: Callable[[], None]) -> None:
        """Note what to do; ``save`` writes a checkpoint."""
        super().__init__()
        self._league = league
        self._progress = progress
        self._save = save
        self._updates = 0

    def _games(self) -> SelfPlayVecEnv:
        games = self.training_env.unwrapped
        assert isinstance(games, SelfPlayVecEnv)
        return games

    def _on_rollout_start(self) -> None:
        weights = self.model.policy.state_dict()
        if self._updates % _ADMIT_EVERY == 0:
            self._league.admit(weights)
        if self._updates and self._updates % _SAVE_EVERY == 0:
            self._save()
        self._league.choose(weights)
        self._updates += 1

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        games = self._games()
        notes = [f"points {games.mean_points():.1f}"]
        self.logger.record("games/points", games.mean_points())
        for kind in (SELF, *POLICIES) if games.native.variant.num_players > 1 else ():
            rate = games.win_rate(kind)
            if not math.isnan(rate):
                self.logger.record(f"games/win_rate_{kind}", rate)
                notes.append(f"{kind} beaten {100 * rate:.0f}%")
        self.logger.record("time/total_timesteps", self.num_timesteps)
        self._progress.reach(self.num_timesteps, ", ".join(notes))

"""What happens between the updates of a run: the next rival, numbers, progress."""

import math
from collections.abc import Callable

from stable_baselines3.common.callbacks import BaseCallback

from aquasphere_env.core.signals import check_stopped
from aquasphere_env.players.policies import POLICIES
from aquasphere_env.viewer.progress import Progress

from .league import League
from .learner import Learner
from .selfplay import SELF, SelfPlayVecEnv

_ADMIT_EVERY = 20  # updates


class BetweenUpdates(BaseCallback):
    """Between updates: a checkpoint, the next rival, records and progress."""

    def __init__(self, league: League, progress: Progress, between: Callable[[], None]) -> None:
        """Note what to do; ``between`` is called before each update, when a run can be captured."""
        super().__init__()
        self._league = league
        self._progress = progress
        self._between = between

    def _games(self) -> SelfPlayVecEnv:
        games = self.training_env.unwrapped
        assert isinstance(games, SelfPlayVecEnv)
        return games

    def _on_rollout_start(self) -> None:
        self._between()
        assert isinstance(self.model, Learner)
        weights = self.model.policy.state_dict()
        if self.model.updates % _ADMIT_EVERY == 0:
            self._league.admit(weights)
        self._league.choose(weights)
        self.model.updates += 1

    def _on_step(self) -> bool:
        check_stopped()
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
        self._progress.reach(self.num_timesteps, ", ".join(notes))

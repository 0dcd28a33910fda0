"""Self-play for Stable-Baselines3: one learner against earlier selves, greedy and random play."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

from aquasphere_env.core.game import Variant
from aquasphere_env.wrappers.arena import Arena, Settings
from aquasphere_env.wrappers.policies import POLICIES
from aquasphere_env.wrappers.seats import FIRST_OUTSIDE

SELF = "self"
KINDS = (SELF, *POLICIES)  # who can sit opposite; everybody in a game is of the same kind
_RECENT_GAMES = 2000


class SelfPlayVecEnv(VecEnv):
    """``num_envs`` games; in each the learner has a random seat and all others one kind of player.

    The kind is drawn anew for every game with the probabilities of ``mix``; kind ``self`` is
    ``rival``, an agent whose weights the trainer changes. ``results`` keeps recent games' victory
    shares (1 for a win alone, 1/k for one of k winners) and points by kind.
    """

    def __init__(
        self,
        variant: Variant,
        num_envs: int,
        rival: Any,
        mix: Mapping[str, float],
        reward: str,
        view: str = "flat",
        seed: int = 0,
    ) -> None:
        """Seat the players; games start with ``reset``."""
        opponents = [rival] * (variant.num_players - 1)
        settings = Settings(opponents, "random", reward, "raise", view)
        self._arena = Arena(variant, num_envs, settings)
        space = self._arena.observer.space
        super().__init__(num_envs, space, spaces.Discrete(len(variant.game.actions)))
        self._rng = np.random.default_rng(seed)
        self._mix = np.array([mix.get(kind, 0.0) for kind in KINDS])
        self._kinds = np.zeros(num_envs, np.int64)
        self._masks = np.zeros((num_envs, len(variant.game.actions)), np.int8)
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self.results = {kind: deque[tuple[float, float]](maxlen=_RECENT_GAMES) for kind in KINDS}

    def reset(self) -> np.ndarray:
        """Start a new game in every slot."""
        everywhere = np.ones(self.num_envs, np.bool_)
        self._draw_kinds(everywhere)
        streams = self._rng.integers(1, 2**63, self.num_envs).astype(np.uint64)
        self._arena.restart(everywhere, streams)
        self._returns[:] = 0
        self._lengths[:] = 0
        return self._look()

    def step_async(self, actions: np.ndarray) -> None:
        """Take note of the learners' actions."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play on to the learners' next decisions; finished games start anew."""
        self._arena.step(self._actions)
        rewards = self._arena.slots["reward"].astype(np.float32)
        over = self._arena.over()
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if over.any():
            self._finish(over, infos)
        return self._look(), rewards, over, infos

    def _finish(self, over: np.ndarray, infos: list[dict[str, Any]]) -> None:
        points, ranks = self._arena.standings(over)
        truncated = self._arena.slots["truncated"].copy()
        seats = self._arena.slots["seat"].copy()
        kinds = self._kinds.copy()
        self._draw_kinds(over)
        last_views = self._arena.finish()
        for i in np.flatnonzero(over):
            winners = ranks[i] == 1
            share = float(winners[seats[i]] / winners.sum())
            self.results[KINDS[kinds[i]]].append((share, float(points[i, seats[i]])))
            infos[i] = {
                "terminal_observation": last_views[i],
                "TimeLimit.truncated": bool(truncated[i]),
                "episode": {"r": self._returns[i], "l": int(self._lengths[i])},
            }
        self._returns[over] = 0
        self._lengths[over] = 0

    def _draw_kinds(self, which: np.ndarray) -> None:
        drawn = self._rng.choice(len(KINDS), size=self.num_envs, p=self._mix / self._mix.sum())
        self._kinds = np.where(which, drawn, self._kinds)
        policy_ids = np.where(self._kinds == 0, FIRST_OUTSIDE, self._kinds - 1)
        self._arena.slots["opponents"][:] = policy_ids[:, None]

    def _look(self) -> np.ndarray:
        observation, self._masks = self._arena.observe()
        seen: np.ndarray = observation
        return seen

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of every learner, bool (num_envs, actions)."""
        return self._masks.astype(np.bool_)

    def win_rate(self, kind: str) -> float:
        """Return the mean victory share in recent games against ``kind``, NaN without games."""
        shares = [share for share, _ in self.results[kind]]
        return float(np.mean(shares)) if shares else float("nan")

    def mean_points(self) -> float:
        """Return the learner's mean points in recent games of all kinds, NaN without games."""
        points = [p for games in self.results.values() for _, p in games]
        return float(np.mean(points)) if points else float("nan")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: VecEnvIndices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """Return ``action_masks`` row by row, as sb3-contrib asks for them; there are no others."""
        if method_name != "action_masks":
            raise AttributeError(f"self-play games have no method {method_name!r}")
        return list(self.action_masks()[self._get_indices(indices)])

    def has_attr(self, attr_name: str) -> bool:
        """Return whether the games have the attribute."""
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return the attribute once for every slot in ``indices``."""
        return [getattr(self, attr_name, None) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Refuse: the slots share everything."""
        raise AttributeError(f"{attr_name!r} cannot be set on single games")

    def env_is_wrapped(self, wrapper_class: type, indices: VecEnvIndices = None) -> Sequence[bool]:  # type: ignore[override]
        """Return that no slot is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Release nothing: there are no processes."""

"""Stable-Baselines3 ``VecEnv`` over the native vector games, with masks for ``MaskablePPO``.

>>> from sb3_contrib import MaskablePPO
>>> model = MaskablePPO("MlpPolicy", GameVecEnv("aquasphere", 64, opponents="greedy"))
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.vec_env import VecEnv

from ..core.game import Game
from ..core.integers import checked_seed
from ..envs.learner_games import LearnerSnapshot
from ..envs.vector import SeatVectorEnv

Indices = int | Iterable[int] | None


class GameVecEnv(VecEnv):
    """``num_envs`` games of one learner each, in Stable-Baselines3's own vector interface.

    Finished games are restarted in the same step; the last observation is in
    ``infos[i]["terminal_observation"]``. Masks come from ``env_method("action_masks")`` and
    ``action_masks()``. ``seed`` holds for the next ``reset``.
    """

    def __init__(self, game: Game | str, num_envs: int, **keywords: Any) -> None:
        """Make the games; keywords: those of ``SeatVectorEnv``, with the game's options."""
        self.native = SeatVectorEnv(
            game, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **keywords
        )
        num_envs = self.native.num_envs
        super().__init__(
            num_envs, self.native.single_observation_space, self.native.single_action_space
        )
        self._actions = np.zeros(num_envs, np.int64)
        self._masks = np.zeros((num_envs, self.native.games.observer.num_actions), np.bool_)

    def reset(self) -> Any:
        """Start all games and return the observations."""
        seeds = None if all(seed is None for seed in self._seeds) else list(self._seeds)
        observation, infos = self.native.reset(seed=seeds)
        self._masks = infos["action_mask"].astype(np.bool_)
        self._reset_seeds()
        self._reset_options()
        return observation

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Let the next ``reset`` seed game i with ``seed + i``.

        Raises:
            ValueError: the seed is invalid; nothing has changed.
        """
        return super().seed(None if seed is None else checked_seed(seed))

    def step_async(self, actions: np.ndarray) -> None:
        """Keep ``actions`` for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the actions; return observations, float32 rewards, dones and infos."""
        observation, rewards, terminated, truncated, info = self.native.step(self._actions)
        self._masks = info["action_mask"].astype(np.bool_)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        over = terminated | truncated
        for i in np.flatnonzero(over):
            final = info["final_info"]
            infos[i] = {
                "terminal_observation": info["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
                "scores": final["scores"][i],
                "ranks": final["ranks"][i],
                "seat": int(final["seat"][i]),
            }
        return observation, rewards.astype(np.float32), over, infos

    def action_masks(self) -> np.ndarray:
        """Return the legal actions of all games, bool (num_envs, n)."""
        return self._masks.copy()

    def env_method(
        self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any
    ) -> list[Any]:
        """Answer ``action_masks``, one array a game; there are no single environments to ask."""
        if method_name != "action_masks":
            raise AttributeError(f"the games of a GameVecEnv have no method {method_name!r}")
        return [self._masks[i] for i in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Return whether ``get_attr`` or ``env_method`` answers (sb3-contrib looks for masks)."""
        return attr_name == "action_masks" or hasattr(self.native, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return the attribute of the native environment, once a game."""
        if attr_name == "action_masks":
            return [None for _ in self._get_indices(indices)]
        return [getattr(self.native, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refuse: the games share everything."""
        raise AttributeError(f"{attr_name!r} has one value for all games")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """Return that no game is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[np.ndarray | None]:
        """Return what the native environment renders."""
        return list(self.native.render())

    def clone_state(self) -> LearnerSnapshot:
        """Return a snapshot of all games; raise ``ResetNeeded`` before the first ``reset``.

        Saved beside a model, it is where ``load(..., force_reset=False)`` goes on from.
        """
        return self.native.clone_state()

    def restore_state(self, snapshot: LearnerSnapshot) -> None:
        """Return to a snapshot of games made with the same keywords.

        Raises:
            SnapshotError: a ``ValueError`` that says how it differs; nothing has changed.
        """
        self.native.restore_state(snapshot)
        self._masks = self.native.action_masks()

    def close(self) -> None:
        """Close the native environment."""
        self.native.close()

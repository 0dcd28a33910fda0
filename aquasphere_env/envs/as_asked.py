"""Parallel environments for libraries that sample from every agent's mask and store every info."""

from collections.abc import Callable
from typing import Any

from pettingzoo import ParallelEnv
from pettingzoo.utils import BaseParallelWrapper

from .infos import Info, checked_infos

IDLE_MASKS = ("zeros", "ones")


def as_asked(
    env: ParallelEnv[str, Any, Any], infos: str, idle_mask: str
) -> ParallelEnv[str, Any, Any]:
    """Return ``env`` with ``infos`` as ``checked_infos`` says, and masks of idle agents.

    Whatever an agent plays that is not to act is ignored. Its mask is ``zeros``, or ``ones``: any
    action is as good as another.

    Raises:
        ValueError: another word.
    """
    if idle_mask not in IDLE_MASKS:
        raise ValueError(f"idle_mask is 'zeros' or 'ones', not {idle_mask!r}")
    show = checked_infos(infos)
    return env if infos == "all" and idle_mask == "zeros" else AsAsked(env, show, idle_mask)


class AsAsked(BaseParallelWrapper):  # type: ignore[misc]  # untyped
    """A parallel environment whose infos and idle masks a library can digest."""

    def __init__(
        self, env: ParallelEnv[str, Any, Any], show: Callable[[Info], Info], idle_mask: str
    ) -> None:
        """Wrap ``env``."""
        super().__init__(env)
        self._show = show
        self._idle = IDLE_MASKS.index(idle_mask)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Start a game."""
        observations, infos = super().reset(seed=seed, options=options)
        return observations, self._shown(observations, infos)

    def step(self, actions: dict[str, Any]) -> Any:
        """Play the actions of all who are to act."""
        observations, *rest, infos = super().step(actions)
        return observations, *rest, self._shown(observations, infos)

    def _shown(self, observations: dict[str, Any], infos: dict[str, Info]) -> dict[str, Info]:
        for agent, info in infos.items():
            for place in (observations[agent], info):
                mask = place.get("action_mask") if isinstance(place, dict) else None
                if mask is not None and not mask.any():
                    mask[:] = self._idle
        return {agent: self._show(info) for agent, info in infos.items()}

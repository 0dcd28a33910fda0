"""The league: earlier selves as opponents, chosen between updates."""

from copy import deepcopy
from typing import Any

import numpy as np

from agents.network import Weights, tensors_of
from aquasphere_env.players.network import NetworkPlayer

LATEST_SHARE = 0.5  # how often the newest self plays instead of an older one


class League:
    """Weights of up to ``size`` earlier selves, which ``rival`` plays."""

    def __init__(self, rival: NetworkPlayer, size: int, rng: np.random.Generator) -> None:
        """Start empty."""
        self._rival = rival
        self._size = size
        self._rng = rng
        self.members: list[Weights] = []

    @property
    def chance(self) -> dict[str, Any]:
        """The league's own chance as it stands; assign it to go on from there."""
        return dict(self._rng.bit_generator.state)

    @chance.setter
    def chance(self, chance: dict[str, Any]) -> None:
        self._rng.bit_generator.state = chance

    def admit(self, weights: Weights) -> None:
        """Add a copy of ``weights``; a full league drops a random older member."""
        while len(self.members) >= self._size:
            self.members.pop(int(self._rng.integers(max(1, len(self.members) - 1))))
        self.members.append(deepcopy(weights))

    def choose(self, latest: Weights) -> None:
        """Let the rival play the ``latest`` weights or those of a random member."""
        if not self.members or self._rng.random() < LATEST_SHARE:
            self._rival.replace(tensors_of(latest))
        else:
            member = self.members[int(self._rng.integers(len(self.members)))]
            self._rival.replace(tensors_of(member))

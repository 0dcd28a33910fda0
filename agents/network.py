"""The network of learned agents: one trunk, a policy head over masked actions, a value head."""

from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from aquasphere_env.core.game import View
from aquasphere_env.wrappers.observing import view_space

HEAD_WIDTH = 128


class Trunk(BaseFeaturesExtractor):
    """Two layers that policy and value share: observations are long, so the first one costs most."""

    def __init__(self, observation_space: spaces.Box, width: int) -> None:
        """Build ``width`` features from a flat observation."""
        super().__init__(observation_space, width)
        size = observation_space.shape[0]
        self.layers = nn.Sequential(
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features (batch, width) of observations (batch, size)."""
        features: torch.Tensor = self.layers(observations)
        return features


def policy_kwargs(width: int) -> dict[str, Any]:
    """Return the keyword arguments of the policy class for a trunk of ``width``."""
    return {
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"width": width},
        "net_arch": {"pi": [HEAD_WIDTH], "vf": [HEAD_WIDTH]},
        "activation_fn": nn.ReLU,
    }


def build_policy(view: View, num_actions: int, width: int) -> MaskableActorCriticPolicy:
    """Return an untrained network for observations of ``view``, ready to act."""
    policy = MaskableActorCriticPolicy(
        view_space(view),
        spaces.Discrete(num_actions),
        lr_schedule=lambda _: 0.0,
        **policy_kwargs(width),
    )
    policy.set_training_mode(False)
    return policy

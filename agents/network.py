"""The network that is learned, in torch: greedy's advice, and what is learned on top of it.

The policy's logits are the advice on each action times a learned factor plus a correction, so the
untrained network plays much like greedy (residual policy learning: Silver, Allen, Tenenbaum and
Kaelbling, 2018, arXiv:1812.06298).
"""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from aquasphere_env.core.game import Game
from aquasphere_env.players.advice import SCALE, advised_size
from aquasphere_env.players.network import HEAD_WIDTH, TRUST, tensor_shapes
from aquasphere_env.players.weights import Tensors

Weights = dict[str, Any]  # tensors by name, as torch keeps them

INITIAL_TRUST = 1.5  # logits per point that an action is worse by advice

_MODULES = {  # layers of a network file, and where their weights are in ``AdvisedPolicy``
    "trunk_1": "mlp_extractor.trunk.0",
    "trunk_2": "mlp_extractor.trunk.2",
    "policy_head": "mlp_extractor.policy_head.0",
    "value_head": "mlp_extractor.value_head.0",
    "correction": "action_net.correction",
    "value": "value_net",
}
_KINDS = ("weight", "bias")
_TRUST = "action_net.trust"


class Body(nn.Module):
    """Features from the whole observation; the policy's end with the advice, untouched."""

    def __init__(self, size: int, num_actions: int, width: int) -> None:
        """Build a trunk of ``width`` and a head each for policy and value."""
        super().__init__()
        self._num_actions = num_actions
        self.trunk = nn.Sequential(
            nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy_head = nn.Sequential(nn.Linear(width, HEAD_WIDTH), nn.ReLU())
        self.value_head = nn.Sequential(nn.Linear(width, HEAD_WIDTH), nn.ReLU())
        self.latent_dim_pi = HEAD_WIDTH + num_actions
        self.latent_dim_vf = HEAD_WIDTH

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return features for policy and value."""
        shared = self.trunk(observations)
        return self._for_policy(observations, shared), self.value_head(shared)

    def forward_actor(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features for the policy alone."""
        return self._for_policy(observations, self.trunk(observations))

    def forward_critic(self, observations: torch.Tensor) -> torch.Tensor:
        """Return features for the value alone."""
        features: torch.Tensor = self.value_head(self.trunk(observations))
        return features

    def _for_policy(self, observations: torch.Tensor, shared: torch.Tensor) -> torch.Tensor:
        advice = observations[:, -self._num_actions :]
        return torch.cat([self.policy_head(shared), advice], dim=1)


class AdvisedLogits(nn.Module):
    """Logits: a correction from the features plus the advice times a learned factor."""

    def __init__(self, num_actions: int, trust: float) -> None:
        """Begin with no correction and ``trust`` logits per point of advice."""
        super().__init__()
        self.correction = nn.Linear(HEAD_WIDTH, num_actions)
        nn.init.zeros_(self.correction.weight)
        nn.init.zeros_(self.correction.bias)
        self.trust = nn.Parameter(torch.tensor(trust))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """Return logits (batch, actions)."""
        learned, advice = features[:, :HEAD_WIDTH], features[:, HEAD_WIDTH:]
        logits: torch.Tensor = self.correction(learned) + self.trust * SCALE * advice
        return logits


class AdvisedPolicy(MaskableActorCriticPolicy):
    """Stable-Baselines3's masked actor and critic with ``Body`` and ``AdvisedLogits``."""

    def __init__(
        self, *args: Any, width: int, num_actions: int, trust: float, **kwargs: Any
    ) -> None:
        """Build the network for observations of ``players.advice``."""
        self._trust = trust
        self._width = width
        self._num_actions = num_actions
        super().__init__(*args, **kwargs)

    def _build_mlp_extractor(self) -> None:
        body: Any = Body(self.features_dim, self._num_actions, self._width)
        self.mlp_extractor = body

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = AdvisedLogits(self._num_actions, self._trust)
        make_optimizer: Any = self.optimizer_class
        self.optimizer = make_optimizer(
            self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )


def advised_space(game: Game, view: str) -> spaces.Box:
    """Return the space of a flat view (D,) followed by advice on every action (A,)."""
    return spaces.Box(-1.0, 1.0, (advised_size(game, view),), np.float32)


def tensors_of(weights: Weights) -> Tensors:
    """Return the weights of an ``AdvisedPolicy`` as ``players.network`` reads them, copied."""
    tensors = {
        f"{layer}.{kind}": weights[f"{module}.{kind}"].numpy().copy()
        for layer, module in _MODULES.items()
        for kind in _KINDS
    }
    return {**tensors, TRUST: weights[_TRUST].numpy().copy()}


def weights_like(size: int, num_actions: int, width: int) -> Weights:
    """Return the weights of an ``AdvisedPolicy`` by name, in order, on the device ``meta``.

    The observation is (size,), the trunk's width ``width``. Tensors without content take no memory.
    """
    shapes = tensor_shapes(size, num_actions, width)
    names = {f"{m}.{kind}": f"{k}.{kind}" for k, m in _MODULES.items() for kind in _KINDS}
    before_trust = [name for name in names if name.startswith("mlp_extractor")]
    ordered = [*before_trust, _TRUST, *(name for name in names if name not in before_trust)]
    names[_TRUST] = TRUST
    return {name: torch.empty(shapes[names[name]], device="meta") for name in ordered}


def sizes_of(weights: Weights) -> tuple[int, int]:
    """Return the length of the observation and the number of actions of ``weights``.

    Raises:
        ValueError: the layers that tell them are missing.
    """
    found = []
    for layer, axis in (("trunk_1", 1), ("correction", 0)):
        name = f"{_MODULES[layer]}.weight"
        tensor = weights.get(name)
        if not isinstance(tensor, torch.Tensor) or len(tensor.shape) <= axis:
            raise ValueError(f"policy.{name} is no matrix")
        found.append(int(tensor.shape[axis]))
    return found[0], found[1]


def policy_kwargs(game: Game, width: int, trust: float = INITIAL_TRUST) -> dict[str, Any]:
    """Return the keyword arguments of ``AdvisedPolicy`` for a trunk of ``width``."""
    return {"width": width, "num_actions": len(game.actions), "trust": trust}


def build_policy(game: Game, view: str, width: int) -> AdvisedPolicy:
    """Return an untrained network for ``view`` of ``game``, ready to act."""
    policy = AdvisedPolicy(
        advised_space(game, view),
        spaces.Discrete(len(game.actions)),
        lr_schedule=lambda _: 0.0,
        **policy_kwargs(game, width),
    )
    policy.set_training_mode(False)
    return policy

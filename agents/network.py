"""The network that is learned, in torch: the advice, and what is learned on top of it.

The policy's logits are the advice on each action times a learned factor plus a correction, so the
untrained network plays much like its adviser (residual policy learning: Silver, Allen, Tenenbaum
and Kaelbling, 2018, arXiv:1812.06298).
"""

from typing import Any

import torch
from torch import nn

from aquasphere_env.core.game import Game
from aquasphere_env.players.advice import SCALE, advised_size
from aquasphere_env.players.network import HEAD_WIDTH, tensor_shapes
from aquasphere_env.players.weights import Tensors

Weights = dict[str, Any]  # tensors by name, as torch keeps them

INITIAL_TRUST = 4.0  # logits per point that an action is worse by advice

_HIDDEN_GAIN = 2**0.5  # of orthogonal weights before a rectifier


class AdvisedNetwork(nn.Module):
    """Actor and critic over a view (D,) followed by advice on every action (A,).

    Its weights have the names of the tensors in a network file, see ``players.network``.
    """

    def __init__(
        self, size: int, num_actions: int, width: int, trust: float = INITIAL_TRUST
    ) -> None:
        """Build a trunk of ``width`` for observations (size,), and a head each for both.

        The policy begins with no correction and ``trust`` logits per point of advice.
        """
        super().__init__()
        self._num_actions = num_actions
        self.trust = nn.Parameter(torch.tensor(trust))
        self.trunk_1 = nn.Linear(size, width)
        self.trunk_2 = nn.Linear(width, width)
        self.policy_head = nn.Linear(width, HEAD_WIDTH)
        self.value_head = nn.Linear(width, HEAD_WIDTH)
        self.correction = nn.Linear(HEAD_WIDTH, num_actions)
        self.value = nn.Linear(HEAD_WIDTH, 1)
        for layer in (self.trunk_1, self.trunk_2, self.policy_head, self.value_head):
            nn.init.orthogonal_(layer.weight, _HIDDEN_GAIN)
            nn.init.zeros_(layer.bias)
        nn.init.orthogonal_(self.value.weight)
        for tensor in (self.value.bias, self.correction.weight, self.correction.bias):
            nn.init.zeros_(tensor)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (batch, A), of illegal actions too, and values (batch,)."""
        trunk = torch.relu(self.trunk_2(torch.relu(self.trunk_1(observations))))
        advice = observations[:, -self._num_actions :]
        correction = self.correction(torch.relu(self.policy_head(trunk)))
        values = self.value(torch.relu(self.value_head(trunk)))[:, 0]
        return correction + self.trust * SCALE * advice, values


def build_network(
    game: Game, view: str, width: int, trust: float = INITIAL_TRUST
) -> AdvisedNetwork:
    """Return an untrained network for ``view`` of ``game``."""
    return AdvisedNetwork(advised_size(game, view), len(game.actions), width, trust)


def tensors_of(weights: Weights) -> Tensors:
    """Return the weights of an ``AdvisedNetwork`` as ``players.network`` reads them, copied."""
    return {name: weights[name].numpy().copy() for name in weights}


def weights_like(size: int, num_actions: int, width: int) -> Weights:
    """Return the weights of an ``AdvisedNetwork`` by name, in order, on the device ``meta``.

    The observation is (size,), the trunk's width ``width``. Tensors without content take no memory.
    """
    shapes = tensor_shapes(size, num_actions, width)
    return {name: torch.empty(shape, device="meta") for name, shape in shapes.items()}


def sizes_of(weights: Weights) -> tuple[int, int]:
    """Return the length of the observation and the number of actions of ``weights``.

    Raises:
        ValueError: the layers that tell them are missing.
    """
    found = []
    for name, axis in (("trunk_1.weight", 1), ("correction.weight", 0)):
        tensor = weights.get(name)
        if not isinstance(tensor, torch.Tensor) or len(tensor.shape) <= axis:
            raise ValueError(f"policy.{name} is no matrix")
        found.append(int(tensor.shape[axis]))
    return found[0], found[1]

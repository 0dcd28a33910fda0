"""The networks that are learned, in torch: advised ones, and those that see a view alone.

An advised policy's logits are the advice on each action times a learned factor plus a correction,
so the untrained network plays much like its adviser (residual policy learning: Silver, Allen,
Tenenbaum and Kaelbling, 2018, arXiv:1812.06298). One without an adviser judges the things that
an action names, all sectors of a station with the same weights, beside the whole.
"""

from typing import Any

import torch
from torch import nn

from aquasphere_env.core.game import Game
from aquasphere_env.players.advice import SCALE, advised_size
from aquasphere_env.players.network import (
    HEAD_WIDTH,
    NUM_POOLS,
    TRUST,
    tensor_shapes,
    touch_width,
    view_shapes,
)
from aquasphere_env.players.touch import TouchedAxis, touch_of
from aquasphere_env.players.weights import Tensors

Weights = dict[str, Any]  # tensors by name, as torch keeps them

INITIAL_TRUST = 4.0  # logits per point that an action is worse by advice

_HIDDEN_GAIN = 2**0.5  # of orthogonal weights before a rectifier
_SPREAD_OF_THINGS = 0.1  # what tells the things on an axis apart before they are learned


class PolicyNetwork(nn.Module):
    """Actor and critic on one trunk; its kinds say what the trunk sees, what else counts.

    Its weights have the names of the tensors in a network file, see ``players.network``.
    """

    def __init__(self, size: int, num_actions: int, width: int, trust: float | None = None) -> None:
        """Build a trunk of ``width`` for inputs (size,), and a head each for both.

        The policy begins with no correction; ``trust`` is a weight of the advised kind.
        """
        super().__init__()
        if trust is not None:
            self.trust = nn.Parameter(torch.tensor(trust))
        self.trunk_1 = nn.Linear(size, width)
        self.trunk_2 = nn.Linear(width, width)
        self.policy_head = nn.Linear(width, HEAD_WIDTH)
        self.value_head = nn.Linear(width, HEAD_WIDTH)
        self.correction = nn.Linear(HEAD_WIDTH, num_actions)
        self.value = nn.Linear(HEAD_WIDTH, 1)
        for layer in (self.trunk_1, self.trunk_2, self.policy_head, self.value_head):
            _begin_hidden(layer)
        nn.init.orthogonal_(self.value.weight)
        nn.init.zeros_(self.value.bias)
        _begin_silent(self.correction)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (batch, A), of illegal actions too, and values (batch,)."""
        raise NotImplementedError

    def judge(self, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the trunk, corrections (batch, A) and values (batch,)."""
        trunk = torch.relu(self.trunk_2(torch.relu(self.trunk_1(inputs))))
        correction = self.correction(torch.relu(self.policy_head(trunk)))
        return trunk, correction, self.value(torch.relu(self.value_head(trunk)))[:, 0]


class AdvisedNetwork(PolicyNetwork):
    """Sees a view (D,) followed by advice on every action (A,), and corrects the advice."""

    def __init__(
        self, size: int, num_actions: int, width: int, trust: float = INITIAL_TRUST
    ) -> None:
        """Begin with ``trust`` logits per point of advice."""
        super().__init__(size, num_actions, width, trust)
        self._num_actions = num_actions

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (batch, A), of illegal actions too, and values (batch,)."""
        _, correction, values = self.judge(observations)
        advice = observations[:, -self._num_actions :]
        return correction + self.trust * SCALE * advice, values


class ViewNetwork(PolicyNetwork):
    """Sees a view (D,) alone, without look-ahead, and judges the things that actions name."""

    def __init__(self, game: Game, view: str, width: int) -> None:
        """Build the trunk for ``view`` of ``game``, and a judge for each axis of its actions."""
        touch, units = touch_of(game, view), touch_width(width)
        size = len(touch.others) + NUM_POOLS * units * len(touch.axes)
        super().__init__(size, len(game.actions), width)
        self._others = torch.from_numpy(touch.others)
        self._sources = torch.from_numpy(touch.sources)
        self._axes = [Things(axis, width, units) for axis in touch.axes]
        for axis, things in zip(touch.axes, self._axes, strict=True):
            self.add_module(axis.name, things)

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return logits (batch, A), of illegal actions too, and values (batch,)."""
        things = [axis.read(observations) for axis in self._axes]
        means = [each.mean(dim=1) for each in things]
        most = [each.amax(dim=1) for each in things]
        others = observations.index_select(1, self._others)
        trunk, logits, values = self.judge(torch.cat([others, *means, *most], dim=1))
        parts = [axis.judge(each, trunk) for axis, each in zip(self._axes, things, strict=True)]
        said = torch.cat([*parts, observations.new_zeros(len(observations), 1)], dim=1)
        for sources in self._sources.unbind(dim=1):
            logits = logits + said.index_select(1, sources)
        return logits, values


class Things(nn.Module):
    """Reads and judges all things on an axis with the same weights."""

    def __init__(self, axis: TouchedAxis, width: int, units: int) -> None:
        """Build ``units`` for each thing beside a trunk of ``width``."""
        super().__init__()
        self._numbers = torch.from_numpy(axis.numbers.ravel())
        self._shape = axis.numbers.shape
        self.each = nn.Parameter(torch.empty(axis.num_things, units))
        self.rows = nn.Linear(self._shape[1], units, bias=False)
        self.trunk = nn.Linear(width, units)
        self.hidden = nn.Linear(units, units)
        self.logits = nn.Linear(units, axis.num_logits)
        nn.init.normal_(self.each, std=_SPREAD_OF_THINGS)
        nn.init.orthogonal_(self.rows.weight, _HIDDEN_GAIN)
        _begin_hidden(self.trunk)
        _begin_hidden(self.hidden)
        _begin_silent(self.logits)

    def read(self, observations: torch.Tensor) -> torch.Tensor:
        """Return what is read of each thing, (batch, things, units)."""
        numbers = observations.index_select(1, self._numbers)
        return torch.relu(self.rows(numbers.view(len(observations), *self._shape)) + self.each)

    def judge(self, things: torch.Tensor, trunk: torch.Tensor) -> torch.Tensor:
        """Return the logits of all things, (batch, things x logits each)."""
        seen = torch.relu(self.hidden(things) + self.trunk(trunk)[:, None])
        logits: torch.Tensor = self.logits(seen)
        return logits.flatten(1)


def _begin_hidden(layer: nn.Linear) -> nn.Linear:
    nn.init.orthogonal_(layer.weight, _HIDDEN_GAIN)
    nn.init.zeros_(layer.bias)
    return layer


def _begin_silent(layer: nn.Linear) -> nn.Linear:
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
    return layer


def build_network(
    game: Game, view: str, width: int, trust: float = INITIAL_TRUST, *, advised: bool = True
) -> PolicyNetwork:
    """Return an untrained network for ``view`` of ``game``, ``advised`` or by the view alone."""
    if not advised:
        return ViewNetwork(game, view, width)
    return AdvisedNetwork(advised_size(game, view), len(game.actions), width, trust)


def tensors_of(weights: Weights) -> Tensors:
    """Return the weights of a network as ``players.network`` reads them, copied."""
    return {name: weights[name].numpy().copy() for name in weights}


def is_advised(weights: Weights) -> bool:
    """Return whether ``weights`` are those of an ``AdvisedNetwork``."""
    return TRUST in weights


def weights_like(size: int, num_actions: int, width: int) -> Weights:
    """Return the weights of an ``AdvisedNetwork`` by name, in order, on the device ``meta``.

    The observation is (size,), the trunk's width ``width``. Tensors without content take no memory.
    """
    return _without_content(tensor_shapes(size, num_actions, width))


def view_weights_like(game: Game, view: str, width: int) -> Weights:
    """Return the weights of a ``ViewNetwork`` by name, in order, on the device ``meta``."""
    return _without_content(view_shapes(game, view, width))


def _without_content(shapes: dict[str, tuple[int, ...]]) -> Weights:
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

"""Networks as players: one file of weights, played with numpy alone.

A network file, see ``weights``, holds the network's ``width`` and float32 tensors, or float16 ones
that are played in float32. There are two kinds, both as in ``agents.network``: a trunk of two
layers, a head each for policy and value.

- Advised: the trunk is over a view and the advice, its logits correct the advice. Where a learned
  evaluation advises, not greedy, the file holds its tensors, too.
- By the view alone, without look-ahead: the things on an axis that actions name, see ``touch``,
  are read with the same weights. The trunk sees their mean and maximum, and all that is about no
  thing; an action's logits are those of the trunk and of each thing that it names. The file has
  no tensor ``trust``.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..core.files import replacing
from ..core.game import Game, Variant, legal_ids
from .advice import SCALE, AdvisedObserver, ViewObserver, advised_size
from .player import Explanation
from .touch import TouchedAxis, touch_of
from .trained_on import TrainedOn
from .value import check_value, units_of
from .weights import (
    NetworkError,
    Tensors,
    check_tensors,
    packed_weights,
    read_weights,
    whole_number,
)

SCHEMA = "aquasphere-env-network-2"
HEAD_WIDTH = 128
MOST_WIDTH = 2**16
NUM_POOLS = 2  # mean and maximum over the things on an axis
TRUST = "trust"  # the tensor () that the advice in points is multiplied by

_OLDER = ("aquasphere-env-network-1",)  # greedy's advice alone
_ADVICE = "advice"  # in the document; before a dot in the names of the evaluation's tensors
_OPTION = re.compile(r",(\w+)=([^,]*)$")
_TEMPERATURE = "temperature"  # the only option there is


def tensor_shapes(size: int, num_actions: int, width: int) -> dict[str, tuple[int, ...]]:
    """Return the shape of every tensor by name, for observations (size,) and a trunk of width.

    Names and order are those of ``agents.network.AdvisedNetwork``.
    """
    return {TRUST: (), **_with_biases(_trunk_layers(size, num_actions, width))}


def view_shapes(game: Game, view: str, width: int) -> dict[str, tuple[int, ...]]:
    """Return the shape of every tensor by name of a network that sees ``view`` alone.

    Names and order are those of ``agents.network.ViewNetwork``.
    """
    touch, units = touch_of(game, view), touch_width(width)
    size = len(touch.others) + NUM_POOLS * units * len(touch.axes)
    shapes = _with_biases(_trunk_layers(size, len(game.actions), width))
    for axis in touch.axes:
        rows = {
            f"{axis.name}.each": (axis.num_things, units),
            f"{axis.name}.rows.weight": (units, axis.numbers.shape[1]),
        }
        layers = {
            f"{axis.name}.trunk": (units, width),
            f"{axis.name}.hidden": (units, units),
            f"{axis.name}.logits": (axis.num_logits, units),
        }
        shapes |= rows | _with_biases(layers)
    return shapes


def touch_width(width: int) -> int:
    """Return how many units judge a thing, beside a trunk of ``width``."""
    return max(width // 4, 1)


def _trunk_layers(size: int, num_actions: int, width: int) -> dict[str, tuple[int, int]]:
    return {
        "trunk_1": (width, size),
        "trunk_2": (width, width),
        "policy_head": (HEAD_WIDTH, width),
        "value_head": (HEAD_WIDTH, width),
        "correction": (num_actions, HEAD_WIDTH),
        "value": (1, HEAD_WIDTH),
    }


def _with_biases(layers: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {}
    for name, shape in layers.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    return shapes


class Network(NamedTuple):
    """A network as a file holds it."""

    trained_on: TrainedOn
    width: int
    tensors: Tensors
    advice: Tensors | None = None  # the evaluation that advises, see ``players.value``; or greedy

    @property
    def is_advised(self) -> bool:
        """Return whether anybody advises: the network looks ahead."""
        return TRUST in self.tensors


def save_network(path: str | Path, network: Network) -> None:
    """Write a network file; one that was there stays whole until this one is."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, "wb") as stream:
        stream.write(packed_network(network))


def packed_network(network: Network) -> bytes:
    """Return the content of a network file."""
    advice = network.advice or {}
    tensors = network.tensors | {f"{_ADVICE}.{name}": each for name, each in advice.items()}
    document = {"width": network.width, _ADVICE: units_of(advice) if advice else None}
    return packed_weights(SCHEMA, network.trained_on, tensors, **document)


def load_network(path: str | Path, variant: Variant) -> Network:
    """Return the network in ``path``.

    Raises:
        NetworkError: no network file, a broken one, or one that cannot play ``variant``.
    """
    trained_on, document, found = read_weights(path, SCHEMA, variant, older=_OLDER)
    width = whole_number(path, document, "width", MOST_WIDTH)
    game = variant.game
    shapes = tensor_shapes(advised_size(game, trained_on.view), len(game.actions), width)
    if TRUST not in found:
        shapes = view_shapes(game, trained_on.view, width)
    of_advice = {name for name in found if name.startswith(f"{_ADVICE}.")}
    tensors = {name: _full(tensor) for name, tensor in found.items() if name not in of_advice}
    check_tensors(path, tensors, {name: (np.float32, shape) for name, shape in shapes.items()})
    advice = {name.removeprefix(f"{_ADVICE}."): found[name] for name in of_advice}
    units = document.get(_ADVICE)
    if units is None and not advice:
        return Network(trained_on, width, tensors)
    if TRUST not in tensors:
        raise NetworkError(f"{path}: {_ADVICE} for a network that sees its view alone")
    if not isinstance(units, dict):
        raise NetworkError(f"{path}: {_ADVICE} is no description of an evaluation")
    check_value(path, game, units, advice)
    return Network(trained_on, width, tensors, advice)


def in_half(network: Network) -> Network:
    """Return ``network`` with weights in half precision, for a file of half the size."""
    halved = {name: tensor.astype(np.float16) for name, tensor in network.tensors.items()}
    return network._replace(tensors=halved)


def _full(tensor: np.ndarray) -> np.ndarray:
    """Return a tensor of half precision in single, others as they are."""
    return tensor.astype(np.float32) if tensor.dtype == np.float16 else tensor


class NetworkPlayer:
    """Plays the most probable action, or draws one from the probabilities at a temperature."""

    def __init__(
        self, name: str, variant: Variant, network: Network, temperature: float = 0.0
    ) -> None:
        """Wrap ``network``; use ``load``, which checks it."""
        self.name = name
        view = network.trained_on.view
        self._observer: AdvisedObserver | ViewObserver = ViewObserver(variant, view)
        if network.is_advised:
            self._observer = AdvisedObserver(variant, view, network.advice)
        self._num_actions = len(variant.game.actions)
        self._is_advised = network.is_advised
        self._touch = touch_of(variant.game, view)
        self._tensors = network.tensors
        self._temperature = temperature
        self.seed(0)

    @classmethod
    def load(cls, argument: str, variant: Variant) -> "NetworkPlayer":
        """Read ``<file>`` or ``<file>,temperature=<number>``.

        Raises:
            NetworkError: see ``load_network``; or there is no such option, or the temperature is no
                number from 0 up.
        """
        path, temperature = _parts(argument)
        return cls(f"net:{argument}", variant, load_network(path, variant), temperature)

    def seed(self, seed: int) -> None:
        """Restart the player's own chance."""
        self._observer.seed(seed)
        self._rng = np.random.default_rng(seed)

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action, int64 (batch,), for the player to move in each running state."""
        logits, _ = self.judge(states)
        if self._temperature > 0:  # Gumbel: the maximum is a draw
            losses = (logits - logits.max(axis=1, keepdims=True)).astype(np.float64)
            logits = losses / self._temperature + self._rng.gumbel(size=logits.shape)
        actions: np.ndarray = logits.argmax(axis=1)
        return actions

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return the network's action probabilities and its value of the state."""
        logits, values = self.judge(states[i : i + 1])
        weights = np.exp(logits[0] - logits[0].max())
        probabilities = weights / weights.sum()
        scores = {action: float(probabilities[action]) for action in legal_ids(states[i])}
        return Explanation("probability", scores, float(values[0]))

    def judge(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return float32 logits (batch, A), -inf where illegal, and values (batch,)."""
        observation, mask = self._observer.read(states)
        things: list[np.ndarray] = []
        if not self._is_advised:
            things = [self._read_things(axis, observation) for axis in self._touch.axes]
        trunk = self._trunk(observation, things)
        logits = self._linear("correction", self._rectified("policy_head", trunk))
        if self._is_advised:
            trust = self._tensors[TRUST] * np.float32(SCALE)
            logits = logits + trust * observation[:, -self._num_actions :]
        else:
            logits = logits + self._judge_things(things, trunk)
        values = self._linear("value", self._rectified("value_head", trunk))[:, 0]
        return np.where(mask == 0, np.float32(-np.inf), logits), values

    def _trunk(self, observation: np.ndarray, things: list[np.ndarray]) -> np.ndarray:
        if not self._is_advised:
            means = [each.mean(axis=1) for each in things]
            most = [each.max(axis=1) for each in things]
            others = observation[:, self._touch.others]
            observation = np.concatenate([others, *means, *most], axis=1)
        return self._rectified("trunk_2", self._rectified("trunk_1", observation))

    def _read_things(self, axis: TouchedAxis, observation: np.ndarray) -> np.ndarray:
        """Return what is read of the things on ``axis``, (batch, things, units)."""
        rows = observation[:, axis.numbers] @ self._tensors[f"{axis.name}.rows.weight"].T
        read: np.ndarray = np.maximum(rows + self._tensors[f"{axis.name}.each"], np.float32(0))
        return read

    def _judge_things(self, things: list[np.ndarray], trunk: np.ndarray) -> np.ndarray:
        """Return what the things that actions name add to their logits, (batch, A)."""
        parts = []
        for axis, read in zip(self._touch.axes, things, strict=True):
            seen = self._linear(f"{axis.name}.hidden", read)
            seen = seen + self._linear(f"{axis.name}.trunk", trunk)[:, None]
            logits = self._linear(f"{axis.name}.logits", np.maximum(seen, np.float32(0)))
            parts.append(logits.reshape(len(trunk), -1))
        parts.append(np.zeros((len(trunk), 1), np.float32))
        total: np.ndarray = np.concatenate(parts, axis=1)[:, self._touch.sources].sum(axis=2)
        return total

    def _linear(self, layer: str, values: np.ndarray) -> np.ndarray:
        weight, bias = self._tensors[f"{layer}.weight"], self._tensors[f"{layer}.bias"]
        result: np.ndarray = values @ weight.T + bias
        return result

    def _rectified(self, layer: str, values: np.ndarray) -> np.ndarray:
        result: np.ndarray = np.maximum(self._linear(layer, values), np.float32(0))
        return result


def _parts(argument: str) -> tuple[str, float]:
    """Return path and temperature; a file whose name looks like an option is a file."""
    option = _OPTION.search(argument)
    if option is None or os.path.exists(argument):
        return argument, 0.0
    if option[1] != _TEMPERATURE:
        raise NetworkError(
            f"net:{argument}: a network has no option {option[1]!r}; it has: {_TEMPERATURE}"
        )
    return argument[: option.start()], _temperature(option[2])


def _temperature(text: str) -> float:
    try:
        temperature = float(text)
    except ValueError:
        temperature = -1.0
    if not 0 <= temperature < float("inf"):
        raise NetworkError(f"temperature is a number from 0 up, not {text!r}")
    return temperature

"""Networks as players: one file of weights, played with numpy alone.

A network file, see ``weights``, holds float32 tensors and the network's ``width``, which is the one
of ``agents.network``: a trunk of two layers over a view and greedy's advice, a head each for
policy and value, and logits that correct the advice.
"""

import os
import re
from pathlib import Path
from typing import Any

import numpy as np

from ..core.game import Variant, legal_ids
from .advice import SCALE, AdvisedObserver, advised_size
from .player import Explanation
from .trained_on import TrainedOn
from .weights import NetworkError, Tensors, check_tensors, read_weights, save_weights, whole_number

SCHEMA = "aquasphere-env-network-1"
HEAD_WIDTH = 128
MOST_WIDTH = 2**16
TRUST = "trust"  # the tensor () that the advice in points is multiplied by

_OPTION = re.compile(r",(\w+)=([^,]*)$")
_TEMPERATURE = "temperature"  # the only option there is


def tensor_shapes(size: int, num_actions: int, width: int) -> dict[str, tuple[int, ...]]:
    """Return the shape of every tensor by name, for observations (size,) and a trunk of width."""
    layers = {
        "trunk_1": (width, size),
        "trunk_2": (width, width),
        "policy_head": (HEAD_WIDTH, width),
        "value_head": (HEAD_WIDTH, width),
        "correction": (num_actions, HEAD_WIDTH),
        "value": (1, HEAD_WIDTH),
    }
    weights = {f"{name}.weight": shape for name, shape in layers.items()}
    biases = {f"{name}.bias": shape[:1] for name, shape in layers.items()}
    return {**weights, **biases, TRUST: ()}


def save_network(path: str | Path, trained_on: TrainedOn, width: int, tensors: Tensors) -> None:
    """Write a network file; one that was there stays whole until this one is."""
    save_weights(path, SCHEMA, trained_on, tensors, width=width)


def load_network(path: str | Path, variant: Variant) -> tuple[TrainedOn, Tensors]:
    """Return what the network in ``path`` was trained on, and its tensors.

    Raises:
        NetworkError: no network file, a broken one, or one that cannot play ``variant``.
    """
    trained_on, document, tensors = read_weights(path, SCHEMA, variant)
    width = whole_number(path, document, "width", MOST_WIDTH)
    size = advised_size(variant.game, trained_on.view)
    shapes = tensor_shapes(size, len(variant.game.actions), width)
    expected = {name: (np.float32, shape) for name, shape in shapes.items()}
    check_tensors(path, tensors, expected)
    return trained_on, tensors


class NetworkPlayer:
    """Plays the most probable action, or draws one from the probabilities at a temperature."""

    def __init__(
        self, name: str, variant: Variant, view: str, tensors: Tensors, temperature: float = 0.0
    ) -> None:
        """Wrap ``tensors``; use ``load``, which checks them."""
        self.name = name
        self._observer = AdvisedObserver(variant, view)
        self._num_actions = len(variant.game.actions)
        self._tensors = tensors
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
        trained_on, tensors = load_network(path, variant)
        return cls(f"net:{argument}", variant, trained_on.view, tensors, temperature)

    @property
    def chance(self) -> dict[str, Any]:
        """The player's own chance as it stands; assign it to play on from there."""
        return {"draws": self._rng.bit_generator.state, "look_ahead": self._observer.chance}

    @chance.setter
    def chance(self, chance: dict[str, Any]) -> None:
        self._rng.bit_generator.state = chance["draws"]
        self._observer.chance = chance["look_ahead"]

    def replace(self, tensors: Tensors) -> None:
        """Play other weights of the same shapes."""
        self._tensors = tensors

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
        trunk = self._rectified("trunk_2", self._rectified("trunk_1", observation))
        advice = observation[:, -self._num_actions :]
        correction = self._linear("correction", self._rectified("policy_head", trunk))
        logits = correction + self._tensors[TRUST] * np.float32(SCALE) * advice
        values = self._linear("value", self._rectified("value_head", trunk))[:, 0]
        return np.where(mask == 0, np.float32(-np.inf), logits), values

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

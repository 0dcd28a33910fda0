"""Networks as players: one file of weights, played with numpy alone.

A network file is in the safetensors format: float32 tensors, and in the header's metadata one JSON
document under ``aquasphere_env`` with ``schema``, ``trained_on`` and ``width``. The network is the
one of ``agents.network``: a trunk of two layers over a view and greedy's advice, a head each for
policy and value, and logits that correct the advice.
"""

import json
import os
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from ..core.files import replacing
from ..core.game import Variant, legal_ids
from .advice import SCALE, AdvisedObserver, advised_size
from .player import Explanation
from .trained_on import TrainedOn

SCHEMA = "aquasphere-env-network-1"
HEAD_WIDTH = 128
MOST_WIDTH = 2**16
TRUST = "trust"  # the tensor () that the advice in points is multiplied by

_METADATA = "aquasphere_env"
_OPTION = re.compile(r",(\w+)=([^,]*)$")
_TEMPERATURE = "temperature"  # the only option there is

Tensors = dict[str, np.ndarray]


class NetworkError(ValueError):
    """A network file that is broken or belongs to something else; the message says which."""


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
    document = {"schema": SCHEMA, "trained_on": asdict(trained_on), "width": width}
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, "wb") as stream:
        stream.write(save(tensors, {_METADATA: json.dumps(document)}))


def load_network(path: str | Path, variant: Variant) -> tuple[TrainedOn, Tensors]:
    """Return what the network in ``path`` was trained on, and its tensors.

    Raises:
        NetworkError: no network file, a broken one, or one that cannot play ``variant``.
    """
    document, tensors = _read(path)
    trained_on, width = _described(path, document)
    if problem := trained_on.mismatch(variant):
        raise NetworkError(f"{path}: {problem}")
    game = variant.game
    shapes = tensor_shapes(advised_size(game, trained_on.view), len(game.actions), width)
    if set(tensors) != set(shapes):
        odd = sorted(set(tensors) ^ set(shapes))[0]
        raise NetworkError(f"{path}: missing or unknown tensor {odd!r}")
    for name, shape in shapes.items():
        tensor = tensors[name]
        if tensor.dtype != np.float32 or tensor.shape != shape:
            found = f"{tensor.dtype} {tensor.shape}"
            raise NetworkError(f"{path}: tensor {name!r} is {found}, not float32 {shape}")
        if not np.isfinite(tensor).all():
            raise NetworkError(f"{path}: tensor {name!r} has a value that is not finite")
    return trained_on, tensors


def _read(path: str | Path) -> tuple[Any, Tensors]:
    if Path(path).suffix == ".pt":
        raise NetworkError(
            f"{path}: a checkpoint of training, not a network file; "
            f"python -m training.export {path} writes one"
        )
    try:
        with safe_open(path, framework="numpy") as file:
            text = (file.metadata() or {}).get(_METADATA, "null")
            return json.loads(text), {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise NetworkError(f"{path}: no such file") from None
    except (
        SafetensorError,
        OSError,
        ValueError,
        TypeError,
        AttributeError,
        RecursionError,
    ) as error:
        raise NetworkError(f"{path}: not a network file ({error})") from None


def _described(path: str | Path, document: Any) -> tuple[TrainedOn, int]:
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise NetworkError(f"{path}: not a network file of schema {SCHEMA!r}")
    width = document.get("width")
    try:
        trained_on = TrainedOn.read(document.get("trained_on"))
    except ValueError as error:
        raise NetworkError(f"{path}: {error}") from None
    if type(width) is not int or not 1 <= width <= MOST_WIDTH:
        raise NetworkError(f"{path}: width is 1 to {MOST_WIDTH}, not {width!r:.80}")
    return trained_on, width


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

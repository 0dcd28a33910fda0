"""The learner of an evaluation: a network in floats, and its integers for the kernels."""

from collections import OrderedDict
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from agents.alike import UnlikeError, check_alike, copied, is_finite
from agents.checkpoint import CheckpointError, read_entries, write_entries
from agents.network import Weights
from aquasphere_env.core.game import Variant
from aquasphere_env.players.evaluation import HIDDEN_ONE, INPUT_ONE, MARGIN_SCALE, WEIGHT_ONE
from aquasphere_env.players.trained_on import TrainedOn
from aquasphere_env.players.value import VIEW, overflow, value_shapes
from aquasphere_env.players.weights import Tensors

from .saving import DivergedError
from .schedule import FallingRate
from .value_config import ValueConfig
from .value_games import PERCENT, Samples

SCHEMA = "aquasphere-env-value-checkpoint-2"
SECOND_UNITS = 32

_AVERAGED = 1000  # gradient steps that the averaged weights go back
_MOST_WEIGHT = 31.0  # of the network, so that its integers fit
_LAYERS = ("first", "second", "third")
_SUM_ONE = {  # what 1 is in the sums of a layer, and so in its biases
    "first": INPUT_ONE * WEIGHT_ONE,
    "second": HIDDEN_ONE * WEIGHT_ONE,
    "third": HIDDEN_ONE * WEIGHT_ONE,
}


@dataclass
class ValueCheckpoint:
    """A run as it stands between two rounds.

    ``playing`` is the evaluation that plays the next games, empty for greedy.
    """

    trained_on: TrainedOn
    settings: dict[str, Any]
    rounds: int
    schedule: dict[str, Any]
    weights: Weights
    average: Weights
    optimizer: Weights
    playing: Weights

    def save(self, path: Path) -> None:
        """Write to ``path``; a file that was there stays whole until this one is."""
        content = {f.name: getattr(self, f.name) for f in fields(self)}
        write_entries(path, content | {"schema": SCHEMA, "trained_on": asdict(self.trained_on)})

    @classmethod
    def load(cls, path: Path) -> "ValueCheckpoint":
        """Read ``path``; nothing in the file is executed.

        Raises:
            CheckpointError: not a checkpoint of ``training.value``, or one that is damaged.
        """
        data = read_entries(path, SCHEMA, {f.name for f in fields(cls)})
        try:
            checkpoint = cls(**{**data, "trained_on": TrainedOn.read(data["trained_on"])})
        except ValueError as error:
            raise CheckpointError(f"{path}: {error}") from None
        if not isinstance(checkpoint.settings, dict):
            raise CheckpointError(f"{path}: settings is no dictionary")
        return checkpoint


def build(inputs: int, units: int) -> nn.Sequential:
    """Return a network that corrects nothing yet."""
    last = nn.Linear(SECOND_UNITS, 1)
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    layers = [
        ("first", nn.Linear(inputs, units)),
        ("first_rectified", nn.ReLU()),
        ("second", nn.Linear(units, SECOND_UNITS)),
        ("second_rectified", nn.ReLU()),
        ("third", last),
    ]
    return nn.Sequential(OrderedDict(layers))


class ValueLearner:
    """Learns what samples become, and says it in integers."""

    def __init__(self, config: ValueConfig, variant: Variant) -> None:
        """Begin with settled settings; seeds torch's generator."""
        torch.manual_seed(config.seed)
        assert config.units is not None
        self._config, self._variant = config, variant
        shapes = value_shapes(variant.game, config.units, SECOND_UNITS)
        self._like = {
            name: torch.zeros(shape, dtype=getattr(torch, np.dtype(kind).name))
            for name, (kind, shape) in shapes.items()
        }
        self._inputs = shapes["first"][1][0]
        self.net = build(self._inputs, config.units)
        self._optimizer = torch.optim.Adam(self.net.parameters(), lr=config.learning_rate)
        self._average = self._weights()
        self.schedule = FallingRate.begin(config.learning_rate, config.rounds)
        self.rounds = 0
        self.playing: Tensors | None = None

    def learn(self, samples: Samples, filled: np.ndarray) -> float:
        """Learn from the ``filled`` places of ``samples`` once each; return the mean loss."""
        order = np.random.default_rng([self._config.seed, self.rounds]).permutation(filled)
        inputs = torch.from_numpy(samples.inputs)
        targets = torch.from_numpy(self._margins(samples) - samples.hand_margins) / MARGIN_SCALE
        for group in self._optimizer.param_groups:
            group["lr"] = self.schedule.at(self.rounds)
        losses = []
        for batch in torch.split(torch.from_numpy(order), self._config.batch_size):
            numbers = inputs[batch, : self._inputs].float() / INPUT_ONE
            loss = nn.functional.mse_loss(self.net(numbers)[:, 0], targets[batch])
            self._optimizer.zero_grad()
            torch.autograd.backward(loss)
            self._optimizer.step()
            self._after_step()
            losses.append(loss.item())
        self.rounds += 1
        self._check()
        return float(np.mean(losses))

    def _margins(self, samples: Samples) -> np.ndarray:
        """Return the margins to learn: of the outcome and, where there is one, the expectation."""
        share = self._config.outcome_percent / PERCENT
        is_known = ~np.isnan(samples.expected)
        learned: np.ndarray = samples.margins.copy()
        learned[is_known] *= share
        learned[is_known] += (1 - share) * samples.expected[is_known]
        return learned

    def _after_step(self) -> None:
        with torch.no_grad():
            for weights in self.net.parameters():
                weights.clamp_(-_MOST_WEIGHT, _MOST_WEIGHT)
            for name, weights in self.net.state_dict().items():
                self._average[name].lerp_(weights, 1 / self._memory())

    def _memory(self) -> float:
        """Return how many gradient steps the average goes back: fewer at the beginning."""
        steps = float(next(iter(self._optimizer.state.values()))["step"])
        return min(float(_AVERAGED), 1 + steps / 4)

    def _check(self) -> None:
        if not all(map(is_finite, self.net.parameters())):
            raise DivergedError(
                f"learning has diverged in round {self.rounds}: weights are not finite; a smaller "
                "--learning-rate may help"
            )
        if layer := overflow(self.tensors()):
            raise DivergedError(
                f"learning has diverged in round {self.rounds}: the {layer} layer's sums overflow; "
                "a smaller --learning-rate may help"
            )

    def tensors(self) -> Tensors:
        """Return the averaged weights as integers."""
        found: Tensors = {}
        for layer in _LAYERS:
            weight = self._average[f"{layer}.weight"].T
            found[layer] = _integers(weight, WEIGHT_ONE, np.int16)
            bias = self._average[f"{layer}.bias"]
            found[f"{layer}_bias"] = _integers(bias, _SUM_ONE[layer], np.int32)
        found["third"] = found["third"][:, 0].copy()
        return found

    def _weights(self) -> Weights:
        return {name: copied(weights) for name, weights in self.net.state_dict().items()}

    def capture(self) -> ValueCheckpoint:
        """Return the run as it stands between two rounds, as a copy."""
        moments = self._optimizer.state_dict()["state"]
        return ValueCheckpoint(
            trained_on=TrainedOn.of(self._variant, VIEW),
            settings=self._config.settings(),
            rounds=self.rounds,
            schedule=asdict(self.schedule),
            weights=self._weights(),
            average={name: copied(value) for name, value in self._average.items()},
            optimizer={k: {n: copied(v) for n, v in m.items()} for k, m in moments.items()},
            playing={n: torch.from_numpy(t.copy()) for n, t in (self.playing or {}).items()},
        )

    def restore(self, checkpoint: ValueCheckpoint, path: Path) -> None:
        """Go on from ``checkpoint``, which was read from ``path``.

        Raises:
            CheckpointError: it is damaged, or was trained on something else.
        """
        if problem := checkpoint.trained_on.mismatch(self._variant):
            raise CheckpointError(f"{path}: {problem}")
        try:
            self._check_entries(checkpoint)
        except UnlikeError as error:
            raise CheckpointError(f"{path}: {error}") from None
        self.net.load_state_dict(checkpoint.weights)
        self._average = {name: copied(value) for name, value in checkpoint.average.items()}
        groups = self._optimizer.state_dict()["param_groups"]
        self._optimizer.load_state_dict({"state": checkpoint.optimizer, "param_groups": groups})
        self.rounds = checkpoint.rounds
        before = FallingRate(**checkpoint.schedule)
        if self._config.learning_rate != checkpoint.settings["learning_rate"]:
            left = self._config.rounds - self.rounds
            begun = FallingRate.begin(self._config.learning_rate, left)
            self.schedule = FallingRate(
                self.rounds, begun.first_rate, self._config.rounds, begun.last_rate
            )
        else:
            self.schedule = before.extended(self.rounds, self._config.rounds)
        self.playing = {n: t.numpy().copy() for n, t in checkpoint.playing.items()} or None

    def _check_entries(self, checkpoint: ValueCheckpoint) -> None:
        weights = self._weights()
        check_alike(checkpoint.weights, weights, "weights")
        check_alike(checkpoint.average, weights, "average")
        check_alike(checkpoint.schedule, asdict(self.schedule), "schedule")
        check_alike(checkpoint.rounds, 0, "rounds")
        if checkpoint.rounds < 0:
            raise UnlikeError(f"rounds is {checkpoint.rounds}, not 0 or more")
        if checkpoint.optimizer:
            pattern = {
                k: {"step": torch.tensor(0.0), "exp_avg": like, "exp_avg_sq": like}
                for k, like in enumerate(weights.values())
            }
            check_alike(checkpoint.optimizer, pattern, "optimizer")
        if checkpoint.playing:
            check_alike(checkpoint.playing, self._like, "playing")
            if layer := overflow({n: t.numpy() for n, t in checkpoint.playing.items()}):
                raise UnlikeError(f"playing.{layer}: sums overflow")


def _integers(weights: torch.Tensor, one: int, kind: type) -> np.ndarray:
    """Return ``weights`` times ``one``, rounded and as far as ``kind`` goes."""
    limits = np.iinfo(kind)
    numbers = np.rint(weights.numpy().astype(np.float64) * one)
    return np.ascontiguousarray(numbers.clip(limits.min, limits.max).astype(kind))

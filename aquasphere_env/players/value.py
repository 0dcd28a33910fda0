"""Learned evaluations as files, ``value:<file>``: the best action one decision ahead by them.

A file, see ``weights``, holds integer tensors and the numbers of units, ``first`` and ``second``.
"""

from pathlib import Path
from typing import Any

import numpy as np

from ..core.game import Game, Variant, legal_ids
from ..core.integers import seed_word
from ..core.rng import RNG_DTYPE, seed_source
from ..core.state import in_usual_layout, new_records
from . import policies
from .evaluation import INPUT_ONE, NUM_HAND, Judge, net_dtype, num_words, tensor_shapes
from .player import Explanation
from .trained_on import TrainedOn
from .weights import (
    NetworkError,
    Shapes,
    Tensors,
    check_tensors,
    read_weights,
    save_weights,
    whole_number,
)
from .zoo import located

SCHEMA = "aquasphere-env-value-1"
VIEW = "flat"
MOST_UNITS = 1024
DRAWS = 4  # of chance, one decision ahead

_MOST_SUM = 2**31 - 1


def num_inputs(game: Game) -> int:
    """Return how many inputs an evaluation of ``game`` has."""
    return game.views[VIEW].size + NUM_HAND


def value_shapes(game: Game, first: int, second: int) -> Shapes:
    """Return dtype and shape of every tensor by name."""
    return tensor_shapes(num_inputs(game), first, second)


def untrained(variant: Variant, first: int = 1, second: int = 1) -> Tensors:
    """Return tensors of zeros: by them margins are those of the game's own evaluation."""
    shapes = value_shapes(variant.game, first, second)
    return {name: np.zeros(shape, kind) for name, (kind, shape) in shapes.items()}


def save_value(path: str | Path, variant: Variant, tensors: Tensors) -> None:
    """Write a file of an evaluation; one that was there stays whole until this one is."""
    save_weights(path, SCHEMA, TrainedOn.of(variant, VIEW), tensors, **units_of(tensors))


def load_value(path: str | Path, variant: Variant) -> Tensors:
    """Return the tensors of the evaluation in ``path``, a file or ``zoo:<name>``, see ``zoo``.

    Raises:
        NetworkError: no such file, a broken one, one that cannot judge ``variant``, or weights
            whose sums could overflow.
    """
    path = located(path, variant)
    _, document, tensors = read_weights(path, SCHEMA, variant)
    check_value(path, variant.game, document, tensors)
    return tensors


def units_of(tensors: Tensors) -> dict[str, int]:
    """Return what a document tells of an evaluation: its units by layer."""
    return dict(zip(("first", "second"), np.shape(tensors.get("second", ())), strict=False))


def check_value(path: str | Path, game: Game, document: dict[str, Any], tensors: Tensors) -> None:
    """Raise ``NetworkError`` unless ``tensors`` are an evaluation with the units of ``document``.

    Sums that could overflow are refused, too.
    """
    first, second = (whole_number(path, document, name, MOST_UNITS) for name in ("first", "second"))
    check_tensors(path, tensors, value_shapes(game, first, second))
    if overflowing := overflow(tensors):
        raise NetworkError(f"{path}: tensor {overflowing!r} has weights whose sums overflow")


def overflow(tensors: Tensors) -> str:
    """Return the layer whose sums may leave 32 bits, or nothing."""
    most_input = {"first": INPUT_ONE, "second": 2**15 - 1}
    for name, most in most_input.items():
        sums = np.abs(tensors[name].astype(np.int64)).sum(axis=0) * most
        if (sums + np.abs(tensors[f"{name}_bias"].astype(np.int64)) > _MOST_SUM).any():
            return name
    return ""


def make_judge(variant: Variant, tensors: Tensors, draws: int = 1) -> Judge:
    """Return the evaluation of ``tensors`` with memory of its own: one for each thread.

    An action that dice or cards follow is judged by the mean over so many ``draws`` of them.
    """
    view = variant.game.views[VIEW]
    first, second = tensors["second"].shape
    net = new_records(1, net_dtype(num_inputs(variant.game), first, second))
    for name in tensors.keys() - {"second"}:
        net[name] = tensors[name]
    net["sums"] = tensors["first_bias"]
    net["draws"] = draws
    net["second_by_unit"] = tensors["second"].T
    words = np.zeros(num_words(num_inputs(variant.game)), np.uint64)
    numbers = words.view(np.float32)
    return Judge(net, numbers, numbers[: view.size].view(view.dtype), words)


class ValuePlayer:
    """Plays the action after which a learned evaluation expects most."""

    def __init__(self, name: str, variant: Variant, tensors: Tensors) -> None:
        """Wrap ``tensors``; use ``load``, which checks them."""
        self.name = name
        self._judge = make_judge(variant, tensors, DRAWS)
        self._num_actions = len(variant.game.actions)
        self._scratch = variant.new_states(policies.NUM_SCRATCH)
        self._source = new_records(1, RNG_DTYPE)
        self.seed(0)

    @classmethod
    def load(cls, path: str, variant: Variant) -> "ValuePlayer":
        """Read ``path``; raise ``NetworkError`` as ``load_value`` does."""
        return cls(f"value:{path}", variant, load_value(path, variant))

    def seed(self, seed: int) -> None:
        """Restart the player's own chance."""
        seed_source(self._source, 0, seed_word(seed))

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action, int64 (batch,), for the player to move in each running state."""
        values = self._judged(states)
        actions: np.ndarray = np.where(np.isnan(values), -np.inf, values).argmax(axis=1)
        return actions

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return the margin in points expected after each action, and after the best."""
        values = self._judged(states[i : i + 1])[0]
        scores = {action: float(values[action]) for action in legal_ids(states[i])}
        return Explanation("evaluation", scores, max(scores.values(), default=None))

    def _judged(self, states: np.ndarray) -> np.ndarray:
        """Return the margin expected after each action, (batch, A); NaN after illegal ones."""
        values = np.empty((len(states), self._num_actions))
        policies.judge_each(
            in_usual_layout(states), self._source, self._scratch, values, self._judge
        )
        return values

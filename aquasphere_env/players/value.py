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
from .evaluation import INPUT_ONE, NUM_HAND, WORD_INPUTS, Judge
from .player import Explanation
from .trained_on import TrainedOn
from .weights import NetworkError, Tensors, check_tensors, read_weights, save_weights, whole_number

SCHEMA = "aquasphere-env-value-1"
VIEW = "flat"
MOST_UNITS = 1024

_MOST_SUM = 2**31 - 1


def num_inputs(game: Game) -> int:
    """Return how many inputs an evaluation of ``game`` has."""
    return game.views[VIEW].size + NUM_HAND


def value_shapes(game: Game, first: int, second: int) -> dict[str, tuple[type, tuple[int, ...]]]:
    """Return dtype and shape of every tensor by name, see ``evaluation.Judge``."""
    return {
        "first": (np.int16, (num_inputs(game), first)),
        "first_bias": (np.int32, (first,)),
        "second": (np.int16, (first, second)),
        "second_bias": (np.int32, (second,)),
        "third": (np.int16, (second,)),
        "third_bias": (np.int32, (1,)),
    }


def untrained(variant: Variant, first: int = 1, second: int = 1) -> Tensors:
    """Return tensors of zeros: by them margins are those of the game's own evaluation."""
    shapes = value_shapes(variant.game, first, second)
    return {name: np.zeros(shape, kind) for name, (kind, shape) in shapes.items()}


def save_value(path: str | Path, variant: Variant, tensors: Tensors) -> None:
    """Write a file of an evaluation; one that was there stays whole until this one is."""
    save_weights(path, SCHEMA, TrainedOn.of(variant, VIEW), tensors, **units_of(tensors))


def load_value(path: str | Path, variant: Variant) -> Tensors:
    """Return the tensors of the evaluation in ``path``.

    Raises:
        NetworkError: no such file, a broken one, one that cannot judge ``variant``, or weights
            whose sums could overflow.
    """
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


def make_judge(variant: Variant, tensors: Tensors) -> Judge:
    """Return the evaluation of ``tensors`` with memory of its own: one for each thread."""
    views = new_records(1, variant.game.views[VIEW].dtype)
    inputs, known = (np.zeros(_whole_words(num_inputs(variant.game)), np.int16) for _ in range(2))
    return Judge(
        **{
            name: np.require(tensor, requirements=["C", "A", "W"])
            for name, tensor in tensors.items()
        },
        views=views,
        numbers=np.asarray(views).view(np.float32),
        inputs=inputs,
        input_words=inputs.view(np.uint64),
        known=known,
        known_words=known.view(np.uint64),
        sums=tensors["first_bias"].copy(),
        sums_2=np.zeros_like(tensors["second_bias"]),
    )


def _whole_words(count: int) -> int:
    return -(-count // WORD_INPUTS) * WORD_INPUTS


class ValuePlayer:
    """Plays the action after which a learned evaluation expects most."""

    def __init__(self, name: str, variant: Variant, tensors: Tensors) -> None:
        """Wrap ``tensors``; use ``load``, which checks them."""
        self.name = name
        self._judge = make_judge(variant, tensors)
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

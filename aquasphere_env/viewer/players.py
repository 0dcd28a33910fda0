"""Who plays: ``random`` and ``greedy`` are in the package, others are asked of a checkout."""

import importlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..core.game import Variant, legal_ids
from ..core.rng import RNG_DTYPE, seed_source
from ..core.state import new_records
from ..wrappers import policies

HUMAN = "human"
BUILT_IN = policies.POLICIES
_CHECKOUT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Opinion:
    """What a player thinks of its legal actions: ``scores`` by action, of the given ``kind``."""

    kind: str
    scores: Mapping[int, float]
    value: float | None = None


class Player(Protocol):
    """What sits at a table. Agents of a checkout have the same shape."""

    name: str

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action, int64 (batch,), for the current player of each state."""

    def explain(self, states: np.ndarray, i: int) -> Any:
        """Return an ``Opinion`` (or its like) on the legal actions in slot ``i``."""


Resolver = Callable[[str, Variant, int], Player]


class PolicyPlayer:
    """A compiled policy of the package."""

    def __init__(self, name: str, variant: Variant, seed: int) -> None:
        """Use the policy ``name``, its chance drawn from ``seed``."""
        self.name = name
        self._policy = policies.POLICIES.index(name)
        self._num_actions = len(variant.game.actions)
        self._source = new_records(1, RNG_DTYPE)
        self._scratch = variant.new_states(policies.NUM_SCRATCH)
        seed_source(self._source, 0, np.uint64(seed))

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action for the current player of each state."""
        chosen = [
            policies.choose_one(states, i, self._policy, self._source, 0, self._scratch)
            for i in range(len(states))
        ]
        return np.array(chosen, np.int64)

    def explain(self, states: np.ndarray, i: int) -> Opinion:
        """Return even probabilities for ``random``, evaluations for ``greedy``."""
        legal = legal_ids(states[i])
        if self._policy == policies.RANDOM:
            return Opinion("probability", dict.fromkeys(legal, 1 / len(legal)))
        values = np.empty(self._num_actions)
        policies.action_values(states, i, self._source, 0, self._scratch, values)
        return Opinion("evaluation", {action: float(values[action]) for action in legal})


def make_player(text: str, variant: Variant, seed: int = 0) -> Player:
    """Return the player called ``text``; ``agents`` of the checkout is imported only for others.

    Raises:
        ValueError: there is no such player, or it does not fit ``variant``.
    """
    if text in BUILT_IN:
        return PolicyPlayer(text, variant, seed)
    player: Player = _agents(text).make_agent(text, variant, seed)
    return player


def _agents(text: str) -> Any:
    if (_CHECKOUT / "agents" / "__init__.py").exists() and str(_CHECKOUT) not in sys.path:
        sys.path.append(str(_CHECKOUT))
    try:
        return importlib.import_module("agents")
    except ImportError as error:
        raise ValueError(
            f"no player {text!r}: there are {', '.join(BUILT_IN)}; others need a checkout of the "
            f"project and its extra train ({error})"
        ) from None

"""Who plays: ``random`` and ``greedy`` are in the package, others are asked of a checkout."""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..core.game import Variant
from ..players import policies
from ..players.compiled import CompiledPlayer, Explanation

HUMAN = "human"
BUILT_IN = policies.POLICIES
_CHECKOUT = Path(__file__).resolve().parents[2]


class Player(Protocol):
    """What sits at a table. Agents of a checkout have the same shape."""

    name: str

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action, int64 (batch,), for the current player of each state."""

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return an ``Explanation`` on the legal actions in slot ``i``."""


Resolver = Callable[[str, Variant, int], Player]


def make_player(text: str, variant: Variant, seed: int = 0) -> Player:
    """Return the player called ``text``; ``agents`` of the checkout is imported only for others.

    Raises:
        ValueError: there is no such player, or it does not fit ``variant``.
    """
    if text in BUILT_IN:
        return CompiledPlayer(text, variant, seed)
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

"""A user's own object as a player."""

from typing import Any

import numpy as np

from ..core.game import Variant, digest, legal_ids
from ..core.integers import for_kernels, shown, whole_number
from ..core.observer import Observer
from .player import Explanation


class OwnPlayer:
    """Makes an object a full ``Player``; it needs one of two methods, the rest is optional.

    - ``act(observation, action_mask)`` returns the action, an int, for one game. ``observation``
      is the view named by the object's attribute ``observation`` (``flat`` if it has none),
      ``action_mask`` int8 (num_actions,). With a true attribute ``batched`` both have a batch axis
      in front, and so has the result.
    - ``act_on_states(states)`` is that of ``Player``.

    Optional: methods ``seed(seed)`` and ``explain(states, i)``, and a ``name`` for objects that are
    passed as such. A class is called without arguments, or with the variant if it needs an argument
    or has a parameter ``variant``. One object plays in all seats and games that it is given for.
    """

    def __init__(self, own: Any, variant: Variant, name: str) -> None:
        """Wrap ``own``; raise ``ValueError`` if it has neither method or wants an unknown view."""
        if not hasattr(own, "act_on_states") and not hasattr(own, "act"):
            raise ValueError(
                f"{name} is no player: it has neither act(observation, action_mask) nor "
                "act_on_states(states)"
            )
        self.name = name
        self._own = own
        self._last = variant.new_states(0), np.zeros(0, np.int64)  # a single state, and the answer
        self._observer = Observer(variant, getattr(own, "observation", "flat"))

    def seed(self, seed: int) -> None:
        """Pass ``seed`` on to an object that takes one."""
        if callable(getattr(self._own, "seed", None)):
            self._own.seed(seed)

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return the object's actions, (batch,)."""
        asked = states[:1].copy() if len(states) == 1 else states[:0]
        actions = self._ask(states)
        self._last = asked, actions
        return actions

    def _ask(self, states: np.ndarray) -> np.ndarray:
        if hasattr(self._own, "act_on_states"):
            return np.asarray(self._own.act_on_states(states))
        if getattr(self._own, "batched", False):
            return np.asarray(self._own.act(*self._observer.read_movers(states)))
        movers = states["current_player"].tolist()
        seen = (self._observer.read(states, i, mover) for i, mover in enumerate(movers))
        return np.array([self._index(self._own.act(*one)) for one in seen], np.int64)

    def _index(self, action: Any) -> int:
        try:
            return for_kernels(whole_number(action))
        except TypeError:
            raise TypeError(
                f"player {self.name}: act returns an int for one game, not {shown(action)}; "
                "set batched = True if it takes many games at once"
            ) from None

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return the object's own explanation, or that it is certain of its (last) answer."""
        if hasattr(self._own, "explain"):
            explanation: Explanation = self._own.explain(states, i)
            return explanation
        asked, actions = self._last
        if not len(asked) or digest(asked[0]) != digest(states[i]):
            actions = self.act_on_states(states[i : i + 1])
        chosen = int(actions[0])
        return Explanation(
            "probability", {action: float(action == chosen) for action in legal_ids(states[i])}
        )

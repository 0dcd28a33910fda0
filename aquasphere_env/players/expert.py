"""The player ``expert``: rules of thumb that its game gives, see ``protocol.Expert``.

It has no chance of its own. Its kernels are compiled when it plays, for games that have an expert.
"""

import numpy as np

from ..core.game import Variant, legal_ids
from ..core.jit import kernel
from ..core.loops import is_over
from ..core.protocol import decide
from ..core.state import Array, in_usual_layout
from .player import Explanation


@kernel
def decide_each(states: Array, actions: Array, rules: Array) -> None:
    """Write what the expert plays in every slot and by which rule of thumb; 0 if it is over."""
    for i in range(states.shape[0]):
        actions[i] = rules[i] = 0
        if not is_over(states[i]):
            actions[i], rules[i] = decide(states[i])


class ExpertPlayer:
    """Plays by the rules of thumb of its game, and says which of them chose."""

    name = "expert"

    def __init__(self, variant: Variant) -> None:
        """Play games of ``variant``; raise ``ValueError`` if its game has no rules of thumb."""
        if variant.game.expert is None:
            raise ValueError(f"{variant.game.title} has no rules of thumb for the player 'expert'")
        self._names: tuple[str, ...] = variant.game.expert.RULES_OF_THUMB

    def seed(self, seed: int) -> None:
        """Do nothing: rules of thumb leave nothing to chance."""

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action, int64 (batch,), for the player to move in each running state."""
        return self._decide(states)[0]

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return probability 1 for the action that it plays, and the rule that chose it."""
        actions, rules = self._decide(states[i : i + 1])
        scores = dict.fromkeys(legal_ids(states[i]), 0.0) | {int(actions[0]): 1.0}
        return Explanation("probability", scores, rule=self._names[rules[0]])

    def _decide(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        actions, rules = np.empty(len(states), np.int64), np.empty(len(states), np.int64)
        decide_each(in_usual_layout(states), actions, rules)
        return actions, rules

"""The compiled policies as players."""

import numpy as np

from ..core.game import Variant, legal_ids
from ..core.integers import seed_word
from ..core.rng import RNG_DTYPE, seed_source
from ..core.state import in_usual_layout, new_records
from . import policies
from .player import Explanation


class CompiledPlayer:
    """``random`` or ``greedy``, one of ``policies.POLICIES``."""

    def __init__(self, name: str, variant: Variant, seed: int = 0) -> None:
        """Use the policy ``name``, its chance drawn from ``seed``."""
        self.name = name
        self._policy = policies.POLICIES.index(name)
        self._num_actions = len(variant.game.actions)
        self._source = new_records(1, RNG_DTYPE)
        self._scratch = variant.new_states(policies.NUM_SCRATCH)
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Restart the player's own chance."""
        seed_source(self._source, 0, seed_word(seed))

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action, int64 (batch,), for the player to move in each running state."""
        actions = np.empty(len(states), np.int64)
        policies.choose_each(
            in_usual_layout(states), self._policy, self._source, self._scratch, actions
        )
        return actions

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return even probabilities for ``random``, evaluations by action for ``greedy``."""
        legal = legal_ids(states[i])
        if self._policy == policies.RANDOM:
            return Explanation("probability", dict.fromkeys(legal, 1 / len(legal)))
        values = np.empty((1, self._num_actions))
        state = in_usual_layout(states[i : i + 1])
        policies.judge_each(state, self._source, self._scratch, values, None)
        scores = {action: float(values[0, action]) for action in legal}
        return Explanation("evaluation", scores)

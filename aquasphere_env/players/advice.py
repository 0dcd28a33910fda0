"""What the networks of ``training.ppo`` see: a view, and an adviser's judgement of each action."""

import numpy as np

from ..core.game import Game, Variant
from ..core.integers import seed_word
from ..core.observer import Observer
from ..core.rng import RNG_DTYPE, seed_source
from ..core.state import in_usual_layout, new_records
from . import policies
from .value import DRAWS, make_judge
from .weights import Tensors

SCALE = 10.0  # points: an action that much worse than the best is marked -1, like illegal ones


def advised_size(game: Game, view: str) -> int:
    """Return the length D + A of a flat view (D,) followed by advice on every action (A,)."""
    return game.views[view].size + len(game.actions)


class ViewObserver:
    """Reads states for their players to move: view and mask, without advice."""

    def __init__(self, variant: Variant, view: str) -> None:
        """Prepare to read games of ``variant``."""
        self._observer = Observer(variant, view)

    def seed(self, seed: int) -> None:
        """Do nothing: there is no chance in a view."""

    def read(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return observations, float32 (batch, D), and int8 masks (batch, A)."""
        view, masks = self._observer.read_movers(states)
        return view, masks


class AdvisedObserver:
    """Reads states for their players to move: view, advice and mask.

    Each legal action is tried on a copy in which everything hidden from the player is resampled,
    what it leads to is judged, and the best one marked 0. The judgement is ``greedy``'s, or that of
    the learned evaluation ``advice``.
    """

    def __init__(self, variant: Variant, view: str, advice: Tensors | None = None) -> None:
        """Prepare to read games of ``variant``."""
        self._observer = Observer(variant, view)
        self._num_actions = len(variant.game.actions)
        self._judge = None if advice is None else make_judge(variant, advice, DRAWS)
        self._scratch = variant.new_states(policies.NUM_SCRATCH)
        self._source = new_records(1, RNG_DTYPE)
        self.seed(0)

    def seed(self, seed: int) -> None:
        """Restart the chance of the look-ahead."""
        seed_source(self._source, 0, seed_word(seed))

    def read(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return observations, float32 (batch, D + A), and int8 masks (batch, A)."""
        view, masks = self._observer.read_movers(states)
        return np.concatenate([view, self.advise(states)], axis=1), masks

    def advise(self, states: np.ndarray) -> np.ndarray:
        """Return the advice alone, float32 (batch, A) in [-1, 0]."""
        advice = np.empty((len(states), self._num_actions), np.float32)
        policies.advise(
            in_usual_layout(states), self._source, self._scratch, SCALE, advice, self._judge
        )
        return advice

"""What every agent is: something that answers a batch of states at once."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np


@dataclass(frozen=True)
class Explanation:
    """What an agent thinks of its legal actions in one state.

    ``scores`` maps action ids to numbers of the given ``kind``: ``probability`` (they sum to 1),
    ``evaluation`` (points hoped for) or ``visits``; ``value`` is what the agent expects of the
    state, where it has an opinion.
    """

    kind: str
    scores: dict[int, float]
    value: float | None = None


class Agent(Protocol):
    """A policy for one variant of a game.

    An agent uses nothing that the player to move cannot know: it observes through a view, or draws
    anew what is hidden before it looks ahead. ``PettingZoo`` and ``Gymnasium`` wrappers accept
    agents as opponents.
    """

    name: str
    """The string that makes this agent."""

    def seed(self, seed: int) -> None:
        """Begin the agent's own chance anew."""

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action, int64 (batch,), for the current player of each running state."""

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return what the agent thinks of the legal actions in slot ``i``."""

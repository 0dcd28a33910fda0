"""What every agent is: something that answers a batch of states at once."""

from typing import Protocol

import numpy as np

from aquasphere_env.players.compiled import Explanation


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

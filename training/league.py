"""The league: earlier selves as opponents, those that are hard to beat more often.

Prioritised fictitious self-play: Vinyals et al., "Grandmaster level in StarCraft II using
multi-agent reinforcement learning", Nature 575, 2019.
"""

from copy import deepcopy

import numpy as np
import torch

from agents.network import PolicyNetwork, Weights

from .policy import draw, masked

FIRST_RATE = 0.5  # of victories over a member that has not been met
_MEMORY = 1 / 50  # weight of a game in the rate of victories over a member
_HARDNESS = 2.0  # exponent of the rate of not winning
_LEAST = 0.01  # weight of a member that always loses


class League:
    """Weights of up to ``size`` earlier selves, one of which is the present ``rival``.

    Attributes:
        members: their weights, the oldest first.
        rates: how often the learner beats each of them, 0 to 1, recent games above all.
        present: which of them ``rival`` plays.
    """

    def __init__(self, rival: PolicyNetwork, size: int) -> None:
        """Start empty; ``rival`` is a network to play with."""
        self._rival = rival
        self._size = size
        self.members: list[Weights] = []
        self.rates: list[float] = []
        self.present = 0

    def admit(self, weights: Weights) -> None:
        """Add a copy of ``weights``; a full league drops whom the learner beats most.

        ``choose`` comes before the next game.
        """
        while len(self.members) >= self._size:
            easiest = int(np.argmax(self.rates))
            del self.members[easiest], self.rates[easiest]
        self.members.append(deepcopy(weights))
        self.rates.append(FIRST_RATE)

    def chances(self) -> np.ndarray:
        """Return the probability of every member to be chosen, (members,)."""
        weights = (1 - np.array(self.rates)) ** _HARDNESS + _LEAST
        chances: np.ndarray = weights / weights.sum()
        return chances

    def choose(self, chance: np.random.Generator) -> None:
        """Draw the present rival."""
        self.present = int(chance.choice(len(self.members), p=self.chances()))
        self.seat()

    def seat(self) -> None:
        """Let the rival play the weights of the present member, if there is one."""
        if self.members:
            self._rival.load_state_dict(self.members[self.present])

    def note(self, share: float) -> None:
        """Note the learner's share of the victory, 0 to 1, in a game against the rival."""
        self.rates[self.present] += _MEMORY * (share - self.rates[self.present])

    @torch.inference_mode()
    def act(
        self, observations: np.ndarray, masks: np.ndarray, chance: np.random.Generator
    ) -> np.ndarray:
        """Return the rival's actions, int64 (batch,), drawn from its probabilities."""
        logits, _ = self._rival(torch.from_numpy(observations))
        return draw(masked(logits, torch.from_numpy(masks)).numpy(), chance)

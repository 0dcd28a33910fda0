"""Games as rows, one a decision: what its player saw and could do, did, and got for it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant
from aquasphere_env.core.integers import seed_word
from aquasphere_env.core.observer import Observer
from aquasphere_env.core.state import new_records
from aquasphere_env.envs.decisions import play
from aquasphere_env.envs.rewards import ACCOUNT_DTYPE, reward_id

from .games import PlayedGame


@dataclass(frozen=True)
class Rows:
    """The decisions of a game, batch axis first in all arrays."""

    observation: Any  # as ``Observer`` returns it for many states
    mask: np.ndarray  # int8 (decisions, actions)
    player: np.ndarray  # who decided
    round: np.ndarray
    reward: np.ndarray  # float64: up to the player's next decision, or the end
    last: np.ndarray  # bool: the player's last decision


class Retracer:
    """Turns played games into rows, seen through one view."""

    def __init__(self, variant: Variant, view: str, reward: str) -> None:
        """Show games of ``variant``; raise ``ValueError`` for an unknown view or reward."""
        self.observer = Observer(variant, view)
        self._variant = variant
        self._reward = reward_id(reward)

    def rows(self, game: PlayedGame) -> Rows:
        """Return the decisions of ``game``."""
        states, paid = self._replayed(game)
        player = states["current_player"].astype(np.int64)
        observation, mask = self.observer.read_many(states, player)
        reward, last = _by_decision(player, paid)
        return Rows(observation, mask, player, np.array(states["round_number"]), reward, last)

    def _replayed(self, game: PlayedGame) -> tuple[np.ndarray, np.ndarray]:
        """Return the states before the decisions, and what they pay: (decisions, players)."""
        variant, count = self._variant, len(game.actions)
        states, now = variant.new_states(count), variant.new_states()
        paid = np.zeros((count, variant.num_players))
        account = new_records(1, ACCOUNT_DTYPE)
        loops.reset(now, 0, variant.blank, seed_word(game.seed))
        for k, action in enumerate(game.actions.tolist()):
            states[k] = now[0]
            play(now, 0, action, self._reward, account, paid[k : k + 1])
        return states, paid


def _by_decision(player: np.ndarray, paid: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what each decision's player gets up to its next one, and whether it is its last.

    What is paid before a player's first decision is the first one's, so that all rewards add up.
    """
    reward, last = np.zeros(len(player)), np.zeros(len(player), np.bool_)
    for seat in np.unique(player):
        own = np.flatnonzero(player == seat)
        reward[own] = np.add.reduceat(paid[:, seat], np.concatenate([[0], own[1:]]))
        last[own[-1]] = True
    return reward, last

"""One decision in a game whose every seat is played from outside: check, play, pay."""

import operator
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.jit import kernel
from ..core.loops import is_legal, is_over, step
from ..core.state import Array
from .rewards import pay

ILLEGAL, GOES_ON, OVER = range(3)
NOT_AN_ACTION = -1
MOST_EMPTY_GAMES = 100  # in a row without a decision to make; more is an error


@kernel
def play(states: Array, i: int, action: int, reward: int, accounts: Array, rewards: Array) -> int:
    """Play ``action`` in slot ``i`` and pay ``rewards[i]``; ``ILLEGAL`` if nothing changed."""
    if not is_legal(states, i, action):
        return ILLEGAL
    step(states, i, action)
    pay(states[i], reward, accounts[i], rewards[i])
    return OVER if is_over(states[i]) else GOES_ON


def to_action(game: Game, action: Any) -> int:
    """Return the id of ``action``: an integer of any kind, or words of the game's action table.

    Anything else becomes ``NOT_AN_ACTION``, which is never legal.
    """
    try:
        return game.actions.parse(action) if isinstance(action, str) else operator.index(action)
    except (TypeError, ValueError):
        return NOT_AN_ACTION


def checked_actions(actions: Any, count: int) -> np.ndarray:
    """Return ``actions`` as int64 (count,); raise ``ValueError`` for another shape or type."""
    given = np.asarray(actions)
    if given.shape != (count,) or not np.issubdtype(given.dtype, np.integer):
        raise ValueError(
            f"actions are integers of shape ({count},), not {given.dtype} of shape {given.shape}"
        )
    return given.astype(np.int64, copy=False)

"""One decision in a game whose every seat is played from outside: check, play, pay."""

import operator
from typing import Any

import numpy as np

from ..core.game import Game, Variant
from ..core.jit import kernel
from ..core.loops import is_legal, is_over, step
from ..core.match import explain_illegal
from ..core.state import Array
from .rewards import pay

ILLEGAL, GOES_ON, OVER = range(3)
NOT_AN_ACTION = -1
_TOO_LARGE = 2**63  # for the kernels' int64
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
        index = game.actions.parse(action) if isinstance(action, str) else operator.index(action)
    except (TypeError, ValueError):
        return NOT_AN_ACTION
    return index if abs(index) < _TOO_LARGE else NOT_AN_ACTION


def why_refused(variant: Variant, state: np.void, given: Any, action: int) -> str:
    """Return why the player to move may not play ``given``, which ``to_action`` made ``action``."""
    if action == NOT_AN_ACTION and given not in (NOT_AN_ACTION, None):
        player = f"player_{state['current_player']}"
        return f"illegal action for {player}: {given!r} is no action's id or words"
    if given is None:
        return f"player_{state['current_player']} has to act, but gave no action"
    return explain_illegal(variant, state, action)


def checked_actions(actions: Any, count: int) -> np.ndarray:
    """Return ``actions`` as int64 (count,); raise ``ValueError`` for another shape or type."""
    given = np.asarray(actions)
    if given.shape != (count,) or not np.issubdtype(given.dtype, np.integer):
        raise ValueError(
            f"actions are integers of shape ({count},), not {given.dtype} of shape {given.shape}"
        )
    return given.astype(np.int64, copy=False)

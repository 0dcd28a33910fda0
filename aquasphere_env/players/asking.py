"""Asking a player for its actions, which are checked before they reach a kernel."""

import numpy as np

from ..core import loops
from ..core.game import Variant
from ..core.match import IllegalActionError, explain_illegal
from .player import Player


def ask(player: Player, variant: Variant, states: np.ndarray) -> np.ndarray:
    """Return the actions of ``player`` in running ``states``, int64 (batch,), all legal.

    Raises:
        IllegalActionError: an action is not legal; the message names player, action and reason.
        TypeError: not one integer for each state.
    """
    answer = np.asarray(player.act_on_states(states))
    if answer.shape != (len(states),) or not np.issubdtype(answer.dtype, np.integer):
        raise TypeError(
            f"player {player.name}: {len(states)} integer actions are expected, not "
            f"{answer.dtype} of shape {answer.shape}"
        )
    actions = answer.astype(np.int64)
    illegal = loops.first_illegal(states, actions)
    if illegal >= 0:
        reason = explain_illegal(variant, states[illegal], int(actions[illegal]))
        raise IllegalActionError(f"player {player.name}: {reason}")
    return actions

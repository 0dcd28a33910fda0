"""Asking a player for its actions, which are checked before they reach a kernel."""

import numpy as np

from ..core import loops
from ..core.game import Variant
from ..core.integers import checked_actions, whole_number
from ..core.match import IllegalActionError, explain_illegal
from .player import Matches, Player


def ask(
    player: Player, variant: Variant, states: np.ndarray, matches: Matches | None = None
) -> np.ndarray:
    """Return the actions of ``player`` in running ``states``, int64 (batch,), all legal.

    ``matches`` returns the games so far, for a ``FollowingPlayer``.

    Raises:
        IllegalActionError: an action is not legal; the message names player, action and reason.
        TypeError: not one integer for each state.
    """
    follow = None if matches is None else getattr(player, "act_in_matches", None)
    answer = np.asarray(player.act_on_states(states) if follow is None else follow(states, matches))
    try:
        actions = checked_actions(answer, len(states))
    except (TypeError, ValueError):
        raise TypeError(
            f"player {player.name}: {len(states)} integer actions are expected, not "
            f"{answer.dtype} of shape {answer.shape}"
        ) from None
    illegal = loops.first_illegal(states, actions)
    if illegal >= 0:
        reason = explain_illegal(variant, states[illegal], whole_number(answer[illegal]))
        raise IllegalActionError(f"player {player.name}: {reason}")
    return actions

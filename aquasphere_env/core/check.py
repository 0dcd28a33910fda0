"""What stands between a state from outside and the kernels, which validate nothing."""

import numpy as np

from . import loops
from .game import Variant
from .ranges import out_of_range

TABLES = "components"  # a state's field for the tables of its component set


class StateError(ValueError):
    """A state that no game reaches; the message names the field."""


def require(possible: object, place: str, reason: str) -> None:
    """Raise ``StateError`` about the field at ``place`` unless ``possible`` is true."""
    if not possible:
        raise StateError(f"{place}: {reason}")


def check_state(variant: Variant, state: np.void) -> None:
    """Hold ``state`` to everything that the kernels of ``variant`` rely on.

    These are the range of every field, the header, the tables of the component set, and the
    invariants of the game.

    Raises:
        StateError: a state that no game of ``variant`` reaches.
    """
    blank = variant.blank[0]
    for problem in out_of_range(state):
        raise StateError(problem)
    count = int(state["num_players"])
    require(count == variant.num_players, "num_players", f"{count}, not {variant.num_players}")
    player = int(state["current_player"])
    require(player < count, "current_player", f"there is no player {player}")
    both = state["terminated"] and state["truncated"]
    require(not both, "truncated", "a game ends by its rules or by a limit, not by both")
    reason, reasons = int(state["end_reason"]), len(variant.game.end_reasons)
    require(reason < reasons, "end_reason", f"{reason}, not 0 to {reasons - 1}")
    if TABLES in (state.dtype.names or ()):
        _check_tables(state[TABLES], blank[TABLES])
    try:
        variant.game.check_state(state, blank)
    except ValueError as error:  # a StateError, or what ``check_dealt`` says about the deal
        raise StateError(str(error)) from None


def _check_tables(tables: np.void, expected: np.void) -> None:
    for name in expected.dtype.names or ():
        same = np.array_equal(tables[name], expected[name])
        require(same, f"{TABLES}.{name}", "differs from the component set of the game")


def settle_checked(variant: Variant, states: np.ndarray) -> None:
    """Check ``states[0]`` and recompute its legal actions.

    Raises:
        StateError: it is impossible, or its game goes on and nothing can be played.
    """
    state = states[0]
    check_state(variant, state)
    actions = loops.refresh(states, 0)
    over = state["terminated"] or state["truncated"]
    require(actions > 0 or over, "legal", "the game goes on, but no action is legal")

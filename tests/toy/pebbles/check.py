"""What makes a state of Pebbles possible."""

import numpy as np

from aquasphere_env.core.check import require

from .components import check_dealt


def check_state(state: np.void, blank: np.void) -> None:
    """Raise ``StateError`` unless the pebbles of the start are all in the heap or taken."""
    for option in ("start_heap", "limit"):
        require(state[option] == blank[option], option, "differs from the game's options")
    check_dealt(state)
    require(state["die"] <= state["components"]["sides"], "die", "shows more than it has sides")
    taken = int(state["players"]["pebbles"].sum())
    total = int(state["start_heap"])
    require(state["heap"] + taken == total, "heap", f"with the {taken} taken not {total} pebbles")
    require(
        state["terminated"] == (state["heap"] == 0), "terminated", "true with an empty heap alone"
    )
    seats = int(state["num_players"])
    rest = state["players"][seats:]
    require(not any(rest[name].any() for name in rest.dtype.names), "players", "of empty seats")
    turns = seats * int(state["round_number"]) + int(state["current_player"])
    require(turns <= taken, "round_number", f"{turns} turns in which {taken} pebbles were taken")

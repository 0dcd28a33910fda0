"""Words for Pebbles."""

import numpy as np

from .actions import PEEK


def to_text(state: np.void, player: int | None) -> str:
    """Return what ``player`` (``None``: all players together) sees."""
    known = state["terminated"] or (player is not None and state["players"][player]["peeked"])
    lines = [
        f"round {state['round_number'] + 1}, heap {state['heap']} of {state['start_heap']}",
        f"card {state['card'] if known else '?'}, die {state['die']}, limit {state['limit']}",
    ]
    for p in range(state["num_players"]):
        seat = state["players"][p]
        mover = " to move" if p == state["current_player"] else ""
        peeked = ", peeked" if seat["peeked"] else ""
        lines.append(f"player_{p}: {seat['pebbles']} pebbles, card {seat['bonus']}{peeked}{mover}")
    return "\n".join(lines)


def why_illegal(state: np.void, action: int) -> str:
    """Return why the current player may not play ``action``."""
    if action == PEEK:
        return "has peeked before"
    return f"only {state['heap']} pebbles are left"

"""Words for Pebbles."""

import numpy as np

from .state import PEEK


def to_text(state: np.void, player: int | None) -> str:
    """Return what ``player`` (``None``: everybody) sees, a line a thing."""
    known = state["terminated"] or (player is not None and state["players"][player]["peeked"])
    lines = [f"heap {state['heap']}, card {state['card'] if known else '?'}, die {state['die']}"]
    for p in range(state["num_players"]):
        seat = state["players"][p]
        lines.append(f"player_{p}: {seat['pebbles']} pebbles, card {seat['bonus']}")
    return "\n".join(lines)


def why_illegal(state: np.void, action: int) -> str:
    """Return why the current player may not play ``action``."""
    if action == PEEK:
        return "has peeked before"
    return f"only {state['heap']} pebbles are left"

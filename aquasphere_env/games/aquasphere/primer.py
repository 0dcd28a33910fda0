"""The numbers and ways of AquaSphere that ``primer.md`` speaks of, from the component set."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .state import CAPACITIES, START_ROOM


def facts(state: np.void) -> Mapping[str, Any]:
    """Return what the placeholders of ``primer.md`` stand for in a game of this set-up."""
    tables = state["components"]
    capacity = zip(tables["base_capacity"].tolist(), CAPACITIES, strict=True)
    return {
        "players": int(state["num_players"]),
        "capacity": ", ".join(f"{number} {name}" for number, name in capacity),
        "arrows": _arrows(tables["arrows"]),
        "exits": _rooms(tables["exits"]),
        "sideways": _pairs(tables["sideways"]),
        "limit": int(tables["loading_limit"]),
        "submarine_costs": tables["submarine_costs"].tolist(),
        "bulbs": _numbers(tables["bulbs"]),
        "bot_caps": _numbers(tables["bot_caps"]),
    }


def _numbers(table: np.ndarray) -> str:
    return ", ".join(map(str, table.tolist()))


def _rooms(flags: np.ndarray) -> str:
    return " or ".join(f"room {room}" for room in np.flatnonzero(flags))


def _arrows(arrows: np.ndarray) -> str:
    """Return where each room leads, the start first."""
    ways = []
    for place in (START_ROOM, *range(START_ROOM)):
        if arrows[place].any():
            name = "start" if place == START_ROOM else str(place)
            ways.append(f"{name} to {' or '.join(map(str, np.flatnonzero(arrows[place])))}")
    return "; ".join(ways)


def _pairs(sideways: np.ndarray) -> str:
    pairs = {(min(a, b), max(a, b)) for a, b in np.argwhere(sideways).tolist()}
    return ", ".join(f"{a} and {b}" for a, b in sorted(pairs))

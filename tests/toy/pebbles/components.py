"""Component tables and options of Pebbles."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from aquasphere_env.core.components import ComponentFile
from aquasphere_env.core.integers import is_in, shown
from aquasphere_env.core.options import COMPONENTS_FILE

from .state import MAX_HEAP, MIN_HEAP, MOST_POINTS, MOST_SIDES, NUM_CARDS

STANDARD = Path(__file__).with_name("components.toml")
OPTIONS = {
    "heap": 13,  # pebbles at the start (PB-P1)
    "limit": 0,  # decisions before the game is truncated, 0: never (PB-P6)
    "components": None,  # another component file, see ``FILES``
}
FILES = {"components": COMPONENTS_FILE}


def configure(record: Any, num_players: int, options: Mapping[str, Any]) -> str:
    """Write options and tables into the blank ``record``; return the set's name."""
    if not is_in(options["heap"], MIN_HEAP, MAX_HEAP):
        raise ValueError(f"heap is {MIN_HEAP} to {MAX_HEAP} pebbles, not {shown(options['heap'])}")
    if options["limit"] < 0:
        raise ValueError(f"limit is a number of decisions or 0, not {options['limit']!r}")
    file = ComponentFile(options["components"] or STANDARD)
    record["start_heap"] = options["heap"]
    record["limit"] = options["limit"]
    tables = record["components"]
    tables["card_points"] = file.integers("cards", "points", NUM_CARDS, 1, MOST_POINTS)
    die = file.table("die")
    tables["sides"] = file.integer("die", "sides", die.get("sides"), 2, MOST_SIDES)
    extra = file.integer("die", "extra_turn", die.get("extra_turn"), 1, int(tables["sides"]))
    tables["extra_turn"] = extra
    return file.finish()


def check_dealt(state: np.void) -> None:
    """Refuse a card that the game does not have."""
    cards = state["components"]["card_points"].tolist()
    if state["card"] not in cards:
        raise ValueError(f"the card is one of {cards}, not {state['card']}")

"""The tables of Aquanauts that ``primer.md`` shows, from the component set."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .components import (
    AQUANAUT_TILES,
    FACILITY_LABELS,
    GRID_PLACES,
    NUM_TILES,
    RESEARCH_TILES,
    SIDES,
    STOCKPILE,
    STORAGE_LABEL,
    TILE_IDS,
    TOKEN_SYMBOLS,
)
from .text import tokens_text


def facts(state: np.void) -> Mapping[str, Any]:
    """Return what the placeholders of ``primer.md`` stand for in a game of this set-up."""
    tables = state["components"]
    return {
        "players": int(state["num_players"]),
        "max_rounds": int(state["max_rounds"]),
        "living_pod": tokens_text(tables["living_pod"]),
        "tiles": "\n".join(_tile(tables, tile) for tile in range(NUM_TILES) if tile != STOCKPILE),
        "nodes": "\n".join(_node(node) for node in tables["research_nodes"]),
        "grid_nodes": ", ".join(
            f"{GRID_PLACES[n['place']]} {SIDES[n['side']]} {TOKEN_SYMBOLS[n['token']]}"
            for n in tables["grid_nodes"]
        ),
        "facilities": "; ".join(_facilities(tables, int(state["num_players"]))),
    }


def _tile(tables: np.void, tile: int) -> str:
    row = tables["research_tiles"][tile]
    name = RESEARCH_TILES[tile][1]
    only = " (aquanauts only)" if TILE_IDS[tile] in AQUANAUT_TILES else ""
    return f"- {name}{only}: {tokens_text(row['cost'])} to {tokens_text(row['output'])}"


def _node(node: np.void) -> str:
    names = [RESEARCH_TILES[tile][1] for tile in node["tiles"] if tile >= 0]
    return f"- {', '.join(names)}: {TOKEN_SYMBOLS[node['token']]}"


def _facilities(tables: np.void, players: int) -> list[str]:
    """Return each kind of facility once, by label, cost and what it does."""
    kinds: dict[str, None] = {}
    for row in tables["facilities"]:
        if row["dots"] <= players:
            does = f"{tokens_text(row['run_cost'])} to {tokens_text(row['output'])}"
            does = "raises the limit" if row["label"] == STORAGE_LABEL else does
            kinds[f"{FACILITY_LABELS[row['label']]} {tokens_text(row['cost'])}, {does}"] = None
    return list(kinds)

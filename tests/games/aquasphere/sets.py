"""Component sets that differ from the standard one, written as files."""

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .reference_table import SYMBOLS
from .scenes import TABLES


def copied_tables() -> dict[str, Any]:
    return copy.deepcopy(TABLES)


def write_set(path: Path, tables: Mapping[str, Any]) -> str:
    """Write ``tables`` as a component file; return its path."""
    lines = [f"name = {json.dumps(tables['name'])}"] if "name" in tables else []
    for name, table in tables.items():
        if isinstance(table, Mapping):
            lines += [f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in table.items())]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def crowded_tables() -> dict[str, Any]:
    """Return a set where supplies run dry, cards do much and lines are crossed all the time."""
    tables = copied_tables()
    tables["name"] = "Crowded"
    tables["stock"] |= {"time": 20, "crystals": 12, "octopods": 10}
    tables["sectors"] |= {"locks": [0, 1, 0, 4, 2, 1]}
    tables["base_lab"]["capacity"] |= {"research": 2, "crystals": 3, "time": 6}
    tables["submarine_spaces"]["costs"] = [0, 1, 1, 3]
    tables["bots_in_play"]["caps"] = [5, 7, 9, 11, 13, 14]
    tables["center_tiles"]["bulbs"] = [3, 5, 7, 9]
    tables["setup"]["start_sector"]["time"] = 1
    few = [{"kind": kind} for kind in ("CROSS", "LOCK", "HALF", "SIDEWAYS", "SIDEWAYS")]
    leave = [{"kind": "LEAVE", "points": 2} for _ in range(4)]
    catch = [{"kind": "CATCH", "time": 1, "crystals": 1, "points": 5} for _ in range(3)]
    rows = few + leave + catch
    rows += [{"kind": "ROOM", "symbol": s, "points": 9, "crystals": 1} for s in SYMBOLS]
    rows += [{"kind": "ROOM", "symbol": s, "points": 3, "time": 3} for s in SYMBOLS]
    rows += [{"kind": "SCORING", "symbol": s} for s in SYMBOLS[:6]]
    rows += [{"kind": "SCORING", "symbol": s} for s in SYMBOLS[:3]]
    rows += [{"kind": "INSTANT", "symbol": s, "time": 1} for s in SYMBOLS[:6]]
    tables["research_cards"]["rows"] = rows
    assert len(rows) == 41
    labs = tables["lab_expansions"]["rows"]
    for number, letters in enumerate(("AB", "CD", "EF", "FA", "BC", "DE")):
        labs[number] = {"letters": letters, "research": 1}
    return tables


def generous_tables() -> dict[str, Any]:
    """Return a set with few obstacles: labs, submarines and catches reach their ends."""
    tables = copied_tables()
    tables["name"] = "Generous"
    tables["sectors"] |= {"locks": [0, 0, 1, 2, 0, 1]}
    tables["submarine_spaces"]["costs"] = [0, 0, 1, 1]
    tables["base_lab"]["capacity"] |= {"crystals": 6, "time": 9}
    tables["headquarters"]["exits"] = [5]
    tables["headquarters"]["arrows"] = [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [], [5]]
    tables["headquarters"]["sideways"] = [[0, 4], [1, 5], [5, 6]]
    tables["center_tiles"]["octopods"] = [[2, 1, 2, 1, 2, 1]] * 3
    tables["center_tiles"]["neutral_edges_2_or_3_players"] = [[0, 1, 2], [5], [3, 4]]
    tables["stock"] |= {"time": 60, "octopods": 30}
    tables["setup"]["neutral_bots"] = [True, False, False]
    tables["loading_stations"]["limits"] = [3, 3, 5]
    tables["setup"]["neutral_submarines"] = [4, 3, 0]
    return tables

"""The numbers of Aquamarine that ``primer.md`` speaks of, from the component set."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

import numpy as np

from .state import (
    BONUS_WORDS,
    KIND_LETTERS,
    KIND_WORDS,
    NUM_COLUMNS,
    NUM_ROWS,
    NUM_TURNS,
)


def facts(state: np.void) -> Mapping[str, Any]:
    """Return what the placeholders of ``primer.md`` stand for in a game of this set-up."""
    tables = state["components"]
    mark, *deeper = tables["mark_rows"].tolist()
    bonuses = zip(tables["bonus_points"].tolist(), BONUS_WORDS, strict=True)
    return {
        "players": int(state["num_players"]),
        "turns": NUM_TURNS,
        "rows": NUM_ROWS,
        "columns": NUM_COLUMNS,
        "dives": int(tables["num_dives"]),
        "air": int(tables["tank_air"]),
        "mark": f"row {mark}",
        "marks": " and ".join(map(str, deeper)),
        "extra": int(tables["doubles_extra"]),
        "boats": _boats(int(tables["boats"])),
        "depth": _depths(tables["depth_air"].tolist()),
        "letters": ", ".join(
            f"{letter} {word}" for letter, word in zip(KIND_LETTERS, KIND_WORDS, strict=True)
        ),
        "shoals": ", ".join(map(str, tables["shoal_points"].tolist()[1:])),
        "coral": int(tables["coral_points"]),
        "jellyfish": int(tables["jellyfish_points"]),
        "stingray": int(tables["stingray_points"]),
        "cuttlefish": int(tables["cuttlefish_points"]),
        "pair": int(tables["pair_points"]),
        "flags": ", ".join(map(str, tables["flag_points"].tolist())),
        "bonuses": ", ".join(f"{points} a {word}" for points, word in bonuses),
    }


def _boats(columns: int) -> str:
    """Return the runs of columns under boats, e.g. ``1 to 4, 9 to 12``."""
    under = [column for column in range(NUM_COLUMNS) if columns >> column & 1]
    runs = [list(run) for _, run in groupby(enumerate(under), lambda pair: pair[1] - pair[0])]
    return ", ".join(f"{run[0][1]} to {run[-1][1]}" for run in runs)


def _depths(air: list[int]) -> str:
    """Return what air the depth costs, e.g. ``1 air in rows 9 to 15``."""
    runs = [(cost, list(rows)) for cost, rows in groupby(range(NUM_ROWS), air.__getitem__)]
    words = [f"{cost} air in rows {rows[0]} to {rows[-1]}" for cost, rows in runs if cost]
    return ", ".join(words) or "no air"

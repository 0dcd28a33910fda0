"""Component files of Aquamarine: tanks, depths, track, scores, and what a random reef holds."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.components import ComponentFile
from ...core.integers import shown
from ...core.options import COMPONENTS_FILE, FileOption
from .sheet import MOST_SHEET_BYTES, REEF_A, check_squares, read_sheet
from .state import (
    BEACON,
    FISH,
    FLAG,
    MAX_DIVES,
    MAX_PIPS,
    MOST_AIR,
    MOST_EXTRA,
    MOST_FISH,
    MOST_POINTS,
    MOST_ROCKS,
    NUM_BONUSES,
    NUM_COLUMNS,
    NUM_FLAGS,
    NUM_MARKS,
    NUM_ROWS,
    NUM_TURNS,
    NUM_WRECKS,
    ROCK,
    WRECK,
)

STANDARD = Path(__file__).with_name("components.toml")
RANDOM = "random"  # the ``sheet`` that draws a new reef from the seed
OPTIONS: Mapping[str, Any] = {"sheet": None, "components": None}
FILES = {"sheet": FileOption(MOST_SHEET_BYTES, (RANDOM,)), "components": COMPONENTS_FILE}

_MOST_OF_A_KIND = 40
_MOST_WRECK_SQUARES = 12
_NUM_RANKS = 5
_SCORES = ("stingray", "cuttlefish", "coral", "jellyfish")
_CREATURES = (
    *("fish", "coral_p", "coral_o", "jellyfish", "bubbles"),
    *("stingrays", "cuttlefish", "beacons"),
)


def configure(record: Any, num_players: int, options: Mapping[str, Any]) -> str:
    """Write component tables and the sheet into a zeroed record; return the set's name.

    Raises:
        ComponentError: the component file or the sheet cannot be played with.
    """
    components = record["components"]
    name = load_components(options["components"] or STANDARD, components)
    sheet = options["sheet"]
    if sheet == RANDOM:
        record["random_reef"] = True
    else:
        record["squares"] = read_sheet(sheet or REEF_A, int(components["boats"]))
    return name


def check_dealt(state: np.void) -> None:
    """Raise ``ValueError`` unless the dice have 1 to 6 pips and the sheet is playable."""
    pips = [int(state["start_die"]), *(int(die) for die in state["dice"])]
    if not all(1 <= die <= MAX_PIPS for die in pips):
        raise ValueError(f"dice show 1 to 6: start_die {pips[0]}, dice {pips[1:]}")
    check_squares(state["squares"], int(state["components"]["boats"]))


def load_components(path: str | Path, components: Any) -> str:
    """Write the component set in the file ``path`` into the record ``components``.

    Returns:
        The set's name.

    Raises:
        ComponentError: a bad file; the message names file, table, row and reason.
    """
    file = ComponentFile(path)
    _read_dives(file, components)
    _read_depths(file, components)
    _read_points(file, components)
    _read_reef(file, components)
    return file.finish()


def _number(file: ComponentFile, table: str, key: str, least: int, most: int) -> int:
    return file.integer(table, key, file.table(table).get(key), least, most)


def _span(
    file: ComponentFile, table: str, key: str, row: int, span: Any, least: int, most: int
) -> list[int]:
    """Return a pair of first and last index in ``least..most``."""
    place = f"{key}[{row}]"
    if not isinstance(span, list) or len(span) != 2:
        raise file.error(table, place, f"{shown(span)} is not [first, last]")
    first = file.integer(table, place, span[0], least, most)
    return [first, file.integer(table, place, span[1], first, most)]


def _rising(file: ComponentFile, table: str, key: str, numbers: list[int]) -> list[int]:
    for row in range(1, len(numbers)):
        if numbers[row] <= numbers[row - 1]:
            raise file.error(table, f"{key}[{row}]", f"{numbers[row]} is not above the last one")
    return numbers


def _read_dives(file: ComponentFile, components: Any) -> None:
    components["num_dives"] = _number(file, "tanks", "dives", 1, MAX_DIVES)
    components["tank_air"] = _number(file, "tanks", "air", 1, MOST_AIR)
    boats = 0
    for row, span in enumerate(file.rows("boats", "columns")):
        first, last = _span(file, "boats", "columns", row, span, 0, NUM_COLUMNS - 1)
        boats |= sum(1 << column for column in range(first, last + 1))
    if boats == 0:
        raise file.error("boats", None, "columns = […] has no boat")
    components["boats"] = boats
    components["nights"] = file.integers("track", "nights", NUM_TURNS, 0, 1)
    components["places_per_pip"] = _number(file, "track", "places_per_pip", 0, NUM_TURNS)
    components["doubles_extra"] = _number(file, "boxes", "doubles_extra", 0, MOST_EXTRA)


def _read_depths(file: ComponentFile, components: Any) -> None:
    above = -1
    for row, line in enumerate(file.rows("depths")):
        if not isinstance(line, dict):
            raise file.error("depths", row, "not { first_row = …, air = … }")
        first = file.integer("depths", row, line.get("first_row"), 0, NUM_ROWS - 1)
        air = file.integer("depths", row, line.get("air"), 0, MOST_AIR)
        if first <= above:
            raise file.error("depths", row, f"first_row {first} is not below the last one")
        components["depth_air"][first:] = air
        above = first
    marks = file.integers("marks", "rows", NUM_MARKS, 0, NUM_ROWS - 1)
    components["mark_rows"] = _rising(file, "marks", "rows", marks)


def _read_points(file: ComponentFile, components: Any) -> None:
    shoals = file.integers("scores", "shoals", MOST_FISH + 1, 0, MOST_POINTS)
    components["shoal_points"] = shoals
    for name in _SCORES:
        points = _number(file, "scores", name, -MOST_POINTS, MOST_POINTS)
        components[f"{name}_points"] = points
    components["pair_points"] = _number(file, "scores", "beacon_pair", 0, MOST_POINTS)
    flags = file.integers("flags", "points", NUM_FLAGS, 1, MOST_POINTS)
    components["flag_points"] = _rising(file, "flags", "points", flags)
    bonuses = file.integers("bonuses", "points", NUM_BONUSES, 0, MOST_POINTS)
    components["bonus_points"] = bonuses
    ranks = file.integers("ranks", "least_points", _NUM_RANKS - 1, 0, np.iinfo(np.int16).max)
    components["rank_points"] = _rising(file, "ranks", "least_points", ranks)


def _read_reef(file: ComponentFile, components: Any) -> None:
    table = "random_reef"
    counts = components["reef_counts"]
    counts[ROCK] = _number(file, table, "rocks", 0, MOST_ROCKS)
    for kind, name in zip(range(FISH, BEACON + 1), _CREATURES, strict=True):
        counts[kind] = _number(file, table, name, 0, _MOST_OF_A_KIND)
    wrecks = file.integers(table, "wrecks", NUM_WRECKS, 0, _MOST_WRECK_SQUARES)
    counts[WRECK : WRECK + NUM_WRECKS] = wrecks
    components["reef_rows"][:] = [0, NUM_ROWS - 1]
    counts[FLAG : FLAG + NUM_FLAGS] = 1
    for flag, span in enumerate(file.rows(table, "flag_rows", NUM_FLAGS)):
        rows = _span(file, table, "flag_rows", flag, span, 1, NUM_ROWS - 1)
        components["reef_rows"][FLAG + flag] = rows
    room = NUM_ROWS * NUM_COLUMNS - NUM_COLUMNS
    if counts.sum() > room * 3 // 4:
        raise file.error(table, None, f"{counts.sum()} things and rocks leave no room to swim")

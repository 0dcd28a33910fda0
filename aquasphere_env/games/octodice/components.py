"""Dice, scoring sheet and lab tiles of OctoDice, read from a component file."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...core.components import ComponentFile
from ...core.integers import shown
from ...core.options import COMPONENTS_FILE
from .state import (
    BLACK_FACES,
    BONUS_ROWS,
    MAX_CIRCLES,
    MAX_POINTS,
    NO_NUMBER,
    NUM_BLACK,
    NUM_BOT_CIRCLES,
    NUM_COLOURS,
    NUM_COLUMNS,
    NUM_FACES,
    NUM_LEVELS,
    NUM_NUMBERS,
    NUM_PLACES,
    NUM_THIRDS,
    OCTOPUS_FACE,
    SIDES_PER_LEVEL,
    SYMBOLS,
    TILES,
)

DEFAULT_FILE = Path(__file__).with_name("components.toml")
OPTIONS = {"virtual_player": False, "lab": None, "components": None}
FILES = {"components": COMPONENTS_FILE}

_FIRST_SIDES = [[f"{letter}1" for letter in row] for row in ("ABC", "DEF", "GHI")]


def configure(record: Any, num_players: int, options: Mapping[str, Any]) -> str:
    """Write options and component tables into a blank ``record``; return the set's name.

    Raises:
        ValueError: an invalid option or component file.
    """
    virtual = options["virtual_player"]
    if not isinstance(virtual, (bool, np.bool_)):
        raise ValueError(f"virtual_player is True or False, not {shown(virtual)}")
    if virtual and num_players != 2:
        raise ValueError(f"virtual_player is for 2 players, not {num_players}")
    record["virtual_player"] = virtual
    lab = options["lab"]
    record["random_lab"] = isinstance(lab, str) and lab == "random"
    if not record["random_lab"]:
        record["lab"] = read_lab(_FIRST_SIDES if lab is None else lab)
    return _load(record["components"], options["components"] or DEFAULT_FILE)


def read_lab(rows: Any) -> list[list[int]]:
    """Return the tile sides of a lab given by tile names, level by level.

    Raises:
        ValueError: not three rows of three names, or a level without its three tiles.
    """
    if not _is_square(rows):
        raise ValueError(f'lab is None, "random" or 3 rows of 3 tile names, not {shown(rows)}')
    unknown = [name for row in rows for name in row if name not in TILES]
    if unknown:
        raise ValueError(f"lab: {shown(unknown[0])} is not one of {', '.join(TILES)}")
    lab = [[TILES.index(name) for name in row] for row in rows]
    check_lab(lab)
    return lab


def check_lab(lab: Sequence[Sequence[int]]) -> None:
    """Raise ``ValueError`` unless each level has one side of each of its three tiles."""
    for level, row in enumerate(lab):
        first = level * SIDES_PER_LEVEL
        if sorted((tile - first) // 2 for tile in row) != [0, 1, 2]:
            letters = " ".join(TILES[tile][0] for tile in range(first, first + 6, 2))
            named = [TILES[tile] if 0 <= tile < len(TILES) else tile for tile in row]
            raise ValueError(f"lab: level {level} has one side each of {letters}, not {named}")


def check_dealt(state: np.void) -> None:
    """Raise ``ValueError`` if the lab or the first roll in ``state`` is invalid."""
    check_lab(state["lab"].tolist())
    tables = state["components"]
    for die, symbol in enumerate(state["white"].tolist()):
        if symbol not in tables["white_faces"]:
            raise ValueError(f"white[{die}]: no die has the symbol {symbol}")
    for die in range(NUM_BLACK):
        colour, number = int(state["colour"][die]), int(state["number"][die])
        faces = zip(
            tables["black_colours"][die].tolist(),
            tables["black_numbers"][die].tolist(),
            strict=True,
        )
        if (colour, number) not in faces:
            raise ValueError(f"black die {die}: no face has colour {colour} and number {number}")


def _is_square(rows: Any) -> bool:
    lists = (list, tuple)
    return (
        isinstance(rows, lists)
        and len(rows) == NUM_LEVELS
        and all(isinstance(row, lists) and len(row) == NUM_COLUMNS for row in rows)
    )


def _load(tables: Any, path: str | Path) -> str:
    """Write the component file ``path`` into the record ``tables``; return the set's name."""
    file = ComponentFile(path)
    tables["white_faces"] = [
        file.word("white_die", k, face, SYMBOLS)
        for k, face in enumerate(file.rows("white_die", "faces", NUM_FACES))
    ]
    for die, faces in enumerate(file.rows("black_dice", "dice", NUM_BLACK)):
        if not isinstance(faces, list) or len(faces) != NUM_FACES:
            raise file.error("black_dice", f"dice[{die}]", f"not {NUM_FACES} faces")
        for k, face in enumerate(faces):
            colour, number = _black_face(file, f"dice[{die}][{k}]", face)
            tables["black_colours"][die, k] = colour
            tables["black_numbers"][die, k] = number
    circles = file.table("crystals").get("circles")
    tables["crystal_circles"] = file.integer("crystals", "circles", circles, 1, MAX_CIRCLES)
    tables["research_points"] = _points(file, "research", NUM_COLOURS)
    tables["bot_points"] = _points(file, "bots", NUM_BOT_CIRCLES)
    tables["octopus_bonus"] = _points(file, "octopus_bonus", BONUS_ROWS)
    tables["crystal_places"] = _points(file, "crystal_places", NUM_PLACES)
    tables["super_lab_v"] = [0, *_points(file, "super_lab_v", NUM_COLUMNS)]
    tables["super_lab_h"] = [0, *_points(file, "super_lab_h", NUM_LEVELS)]
    tables["super_octo"] = [0, *_points(file, "super_octo", NUM_THIRDS)]
    return file.finish()


def _points(file: ComponentFile, table: str, count: int) -> list[int]:
    return file.integers(table, "points", count, 0, MAX_POINTS)


def _black_face(file: ComponentFile, row: str, face: Any) -> tuple[int, int]:
    """Return colour and number of a face that reads like ``red 1`` or ``octopus``."""
    words = face.split() if isinstance(face, str) else []
    if words == ["octopus"]:
        return OCTOPUS_FACE, NO_NUMBER
    if len(words) != 2 or not words[1].isdecimal() or int(words[1]) >= NUM_NUMBERS:
        reason = f"{shown(face)} is not octopus or a colour and a number below {NUM_NUMBERS}"
        raise file.error("black_dice", row, reason)
    return file.word("black_dice", row, words[0], BLACK_FACES[:NUM_COLOURS]), int(words[1])

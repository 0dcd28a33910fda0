"""Game sheets as text: 22 lines of 22 letters, or the same with a ruler and row numbers."""

import re
from pathlib import Path

import numpy as np

from ...core.components import ComponentError
from ...core.reading import FileError, text_of
from .state import (
    FLAG,
    KIND_LETTERS,
    NUM_COLUMNS,
    NUM_KINDS,
    NUM_ROWS,
    ROCK,
    WRECK,
)

REEF_A = Path(__file__).with_name("reef_a.txt")
MOST_SHEET_BYTES = 10_000  # of a sheet; Reef A with its ruler has 644

_RULER = "".join(str(column % 10) for column in range(NUM_COLUMNS))
_NUMBERED = re.compile(r"([0-9]{1,4})\s+(\S+)")


class SheetError(ComponentError):
    """A sheet that no game can be played on; the message names row, column and reason."""

    def __init__(self, row: int, column: int, reason: str) -> None:
        """Say what is wrong at ``row`` and ``column``."""
        super().__init__(f"row {row}, column {column}: {reason}")


def read_sheet(source: str | Path, boats: int) -> np.ndarray:
    """Return the kinds on the sheet ``source``: int8 (NUM_ROWS, NUM_COLUMNS).

    Args:
        source: a text file or the text of one; every letter is one of ``state.KIND_LETTERS``.
        boats: bit set of the columns of row 0 under a boat.

    Raises:
        ComponentError: the file cannot be read, or no game can be played on it.
    """
    try:
        text = text_of(source, MOST_SHEET_BYTES, "sheet")
    except FileError as error:
        raise ComponentError(str(error)) from None
    try:
        squares = parse_sheet(text)
        check_squares(squares, boats)
    except SheetError as error:
        raise ComponentError(f"{text.origin}: {error}") from None
    return squares


def parse_sheet(text: str) -> np.ndarray:
    """Return the kinds that the letters of ``text`` stand for.

    Raises:
        SheetError: another form or an unknown letter.
    """
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and line != _RULER]
    squares = np.zeros((NUM_ROWS, NUM_COLUMNS), np.int8)
    for row in range(max(NUM_ROWS, len(lines))):
        if row == len(lines):
            raise SheetError(row, 0, f"too few rows; a sheet has {NUM_ROWS}")
        if row == NUM_ROWS:
            raise SheetError(row, 0, f"too many rows; a sheet has {NUM_ROWS}")
        squares[row] = _parse_row(row, lines[row])
    return squares


def _parse_row(row: int, line: str) -> list[int]:
    if numbered := _NUMBERED.fullmatch(line):
        number, line = int(numbered[1]), numbered[2]
        if number != row:
            raise SheetError(row, 0, f"the row is numbered {number}")
    for column, letter in enumerate(line):
        if column == NUM_COLUMNS:
            raise SheetError(row, column, f"the row is too long; it has {NUM_COLUMNS} squares")
        if letter not in KIND_LETTERS:
            raise SheetError(row, column, f"{letter!r} is not one of {KIND_LETTERS}")
    if len(line) < NUM_COLUMNS:
        raise SheetError(row, len(line), f"the row is too short; it has {NUM_COLUMNS} squares")
    return [KIND_LETTERS.index(letter) for letter in line]


def check_squares(squares: np.ndarray, boats: int) -> None:
    """Check that a game can be played on ``squares`` (int8, NUM_ROWS by NUM_COLUMNS).

    Raises:
        SheetError: an unknown kind, a wreck in two pieces, or rock under every boat.
    """
    unknown = np.argwhere((squares < 0) | (squares >= NUM_KINDS))
    if len(unknown):
        row, column = (int(index) for index in unknown[0])
        raise SheetError(row, column, f"{squares[row, column]} is not a kind")
    for kind in range(WRECK, FLAG):
        _check_wreck(squares, kind)
    columns = [column for column in range(NUM_COLUMNS) if boats >> column & 1]
    if all(squares[0, column] == ROCK for column in columns):
        raise SheetError(0, columns[0], "rock under every boat; no dive can start")


def _check_wreck(squares: np.ndarray, kind: int) -> None:
    places = [(int(row), int(column)) for row, column in np.argwhere(squares == kind)]
    apart = set(places)
    reached = places[:1]
    while reached:
        row, column = reached.pop()
        apart.discard((row, column))
        beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        reached += apart.intersection(beside)
    if apart:
        letter = KIND_LETTERS[kind]
        raise SheetError(*min(apart), f"wreck {letter} is in more than one piece")


def sheet_text(squares: np.ndarray) -> str:
    """Return ``squares`` as 22 lines of 22 letters."""
    return "\n".join("".join(KIND_LETTERS[kind] for kind in row) for row in squares)

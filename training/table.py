"""``progress.csv``: a row for each update, which a run that goes on continues."""

import contextlib
import csv
import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aquasphere_env.core.files import replacing

from .attempts import Attempts

FILE = "progress.csv"
STEPS = "time/total_timesteps"
GAMES = "games/"  # how the columns about games begin
CLOCK = ("time/fps", "time/time_elapsed")  # the columns that two equal runs do not share

_ODD = re.compile(r"[^\w./:=+-]")  # what is no part of a column's name

Row = dict[str, str]


class Table(Attempts):
    """Appends rows to a file; columns come as they are first recorded.

    All rows are kept, so that a file that has vanished or that could not be written is whole again
    after the next row.
    """

    def __init__(self, path: Path, rows: list[Row]) -> None:
        """Begin with ``rows``; nothing is written before ``save`` or the first new one."""
        self._path = path
        self._columns = list(dict.fromkeys(name for row in rows for name in row))
        self._lines = [self._line(row) for row in rows]
        self._size = -1  # of the file, as far as it is ours

    def add(self, values: Mapping[str, Any]) -> None:
        """Add a row of numbers."""
        row = {column(name): _text(value) for name, value in sorted(values.items())}
        new = [name for name in row if name not in self._columns]
        self._columns += new
        self._lines = [line + "," * len(new) for line in self._lines] if new else self._lines
        self._lines.append(self._line(row))
        self._attempt(self.save if new else self._append, self._path)

    def save(self) -> None:
        """Write all rows; raise ``OSError`` if that fails."""
        with replacing(self._path) as stream:
            stream.writelines(f"{line}\n" for line in [",".join(self._columns), *self._lines])
        self._size = self._path.stat().st_size

    def close(self) -> None:
        """Write what could not be written before; the file is open only while it is written."""
        if self.failure is not None:
            self._attempt(self.save, self._path)

    def _append(self) -> None:
        """Add the last row to the file, or write all of it if it is not what it should be."""
        if not self._path.exists() or self._path.stat().st_size != self._size:
            self.save()
            return
        with open(self._path, "a", encoding="utf-8", newline="") as stream:
            stream.write(f"{self._lines[-1]}\n")
        self._size = self._path.stat().st_size

    def _line(self, row: Row) -> str:
        return ",".join(row.get(name, "") for name in self._columns)


def column(name: str) -> str:
    """Return the name of a column for ``name``, which may be a player's."""
    return _ODD.sub("_", name)


def _text(value: Any) -> str:
    """Return a number so that it reads as the same number, whatever type it had."""
    number = float(value)
    return str(int(number)) if number.is_integer() else repr(number)


def rows_until(path: Path, steps: float, column: str = STEPS) -> list[Row]:
    """Return the rows of a table up to ``steps`` by ``column``, none if there is no such file.

    A last line that was cut off goes, and so does everything from a line that is none.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    whole = text[: text.rfind("\n") + 1]
    rows: list[Row] = []
    with contextlib.suppress(csv.Error):
        for row in csv.DictReader(io.StringIO(whole)):
            done = _steps(row, column)
            if done is None or done > steps:
                break
            rows.append(row)
    return rows


def _steps(row: Mapping[Any, Any], column: str) -> float | None:
    if None in row or None in row.values():  # a line of another length than the header
        return None
    try:
        return float(row[column])
    except (KeyError, ValueError):
        return None

"""Component files: TOML tables with their provenance; errors name table, row and reason."""

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from .integers import shortened, shown, shown_name
from .reading import FileError, FileText, text_of

MOST_BYTES = 1_000_000  # of a file; the largest of ours has 8,000
_MOST_LISTED = 20  # tables in an error message
PROVENANCES = ("stated", "inferred", "reconstruction")


class ComponentError(ValueError):
    """An invalid component file; the message names table, row and reason."""


class Entries(dict[str, Any]):
    """A table that knows which of its keys have been read."""

    def __init__(self, entries: dict[str, Any]) -> None:
        """Keep ``entries``, none of them read."""
        super().__init__(entries)
        self._read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        """Return the entry ``key``; raise ``KeyError`` if there is none."""
        self._read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the entry ``key`` or ``default``."""
        self._read.add(key)
        return super().get(key, default)

    def unread(self) -> list[str]:
        """Return the keys that nobody asked for."""
        return [key for key in self if key not in self._read]


class ComponentFile:
    """The tables of one component set.

    A file has a top-level ``name`` and tables; every table has a ``provenance`` (``stated`` in a
    rulebook, ``inferred`` by counting, or a ``reconstruction`` of ours) and a one-line ``reason``.
    A loader reads all of it and ends with ``finish``, which refuses what it did not read.
    """

    def __init__(self, source: str | Path) -> None:
        """Read the file ``source``, or the text of one: a string of several lines.

        Raises:
            ComponentError: it is missing or malformed.
        """
        try:
            text = text_of(source, MOST_BYTES, "components")
        except FileError as error:
            raise ComponentError(str(error)) from None
        self.path = text.origin
        self._tables = Entries(self._parsed(text))
        name = self._tables.get("name")
        if not isinstance(name, str) or not name:
            raise ComponentError(f'{self.path}: a top-level name = "…" is missing')
        self.name = name

    def _parsed(self, text: FileText) -> dict[str, Any]:
        try:
            tables: dict[str, Any] = _noting(tomllib.loads(text))
        except RecursionError:
            raise ComponentError(f"{self.path}: nested too deeply") from None
        except ValueError as error:  # also of integers with more digits than Python reads
            raise ComponentError(f"{self.path}: {shortened(error)}") from None
        return tables

    def finish(self) -> str:
        """Return the set's name when all of the file has been read.

        Raises:
            ComponentError: a table or key that nobody asked for.
        """
        for table in self._tables.unread():
            known = [name for name in self._tables if name not in self._tables.unread()]
            raise self.error(table, None, f"unknown; known: {', '.join(known)}")
        for name, table in self._tables.items():
            for row, key in _unread(table):
                raise self.error(name, row, f"unknown key {shown(key)}")
        return self.name

    def error(self, table: str, row: int | str | None, reason: str) -> ComponentError:
        """Return the error about ``row`` of ``table``, for the caller to raise."""
        place = shown_name(table) + ("" if row is None else f", row {row}")
        return ComponentError(f"{self.path}: table {place}: {reason}")

    def table(self, name: str) -> Entries:
        """Return the table ``name``; raise ``ComponentError`` without it or its provenance."""
        table = self._tables.get(name)
        if not isinstance(table, Entries):
            others = [shown_name(other) for other in self._tables if other != "name"]
            listed = ", ".join([*others[:_MOST_LISTED], *(["…"] if others[_MOST_LISTED:] else [])])
            raise self.error(name, None, f"missing; the file has: {listed or 'no table'}")
        if table.get("provenance") not in PROVENANCES:
            raise self.error(name, None, f"provenance is none of {', '.join(PROVENANCES)}")
        if not isinstance(table.get("reason"), str):
            raise self.error(name, None, 'reason = "…" is missing')
        return table

    def rows(self, table: str, key: str = "rows", count: int | None = None) -> list[Any]:
        """Return the list ``key`` of ``table``, which has ``count`` entries if that is given."""
        rows = self.table(table).get(key)
        if not isinstance(rows, list):
            raise self.error(table, None, f"{key} = […] is missing")
        if count is not None and len(rows) != count:
            raise self.error(table, None, f"{key} has {len(rows)} rows, not {count}")
        return rows

    def integers(self, table: str, key: str, count: int | None, least: int, most: int) -> list[int]:
        """Return the list ``key`` of integers in ``least..most``."""
        rows = self.rows(table, key, count)
        return [self.integer(table, f"{key}[{k}]", row, least, most) for k, row in enumerate(rows)]

    def integer(self, table: str, row: int | str, value: Any, least: int, most: int) -> int:
        """Return ``value`` if it is an integer in ``least..most``."""
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.error(table, row, f"{shown(value)} is not an integer in {least}..{most}")
        return value

    def entry(self, table: str, row: int | str, value: Any, keys: Sequence[str]) -> Entries:
        """Return the inline table ``value`` if all its keys are among ``keys``."""
        if not isinstance(value, Entries):
            raise self.error(table, row, f"{shown(value)} is not a table")
        for key in value:
            if key not in keys:
                raise self.error(table, row, f"unknown key {shown(key)}; known: {', '.join(keys)}")
        return value

    def items(self, table: str, row: int | str, value: Any, count: int | None = None) -> list[Any]:
        """Return the list ``value``, which has ``count`` entries if that is given."""
        if not isinstance(value, list):
            raise self.error(table, row, f"{shown(value)} is not a list")
        if count is not None and len(value) != count:
            raise self.error(table, row, f"{len(value)} entries, not {count}")
        return value

    def word(self, table: str, row: int | str, value: Any, words: Sequence[str]) -> int:
        """Return the index of the word ``value`` in ``words``."""
        known = list(words)  # of a string the letters, not every part
        if not isinstance(value, str) or value not in known:
            raise self.error(table, row, f"{shown(value)} is not one of {', '.join(known)}")
        return known.index(value)

    def provenances(self) -> list[tuple[str, str, str]]:
        """Return (table, provenance, reason) of every table, for the game page."""
        return [
            (name, str(self.table(name)["provenance"]), str(self.table(name)["reason"]))
            for name in self._tables
            if name != "name"
        ]


def _noting(value: Any) -> Any:
    """Return ``value`` with ``Entries`` for all dictionaries in it."""
    if isinstance(value, dict):
        return Entries({key: _noting(item) for key, item in value.items()})
    return [_noting(item) for item in value] if isinstance(value, list) else value


def _unread(value: Any, row: str | None = None) -> Iterator[tuple[str | None, str]]:
    """Yield the place and name of every key inside ``value`` that nobody asked for."""
    if isinstance(value, Entries):
        yield from ((row, key) for key in value.unread())
        for key, item in value.items():
            name = shown_name(key)
            yield from _unread(item, name if row is None else f"{row}.{name}")
    elif isinstance(value, list):
        for k, item in enumerate(value):
            yield from _unread(item, f"{row}[{k}]")

"""Component files: TOML tables with their provenance; errors name table, row and reason."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

PROVENANCES = ("stated", "inferred", "reconstruction")


class ComponentError(ValueError):
    """An invalid component file; the message names table, row and reason."""


class ComponentFile:
    """The tables of one component set.

    A file has a top-level ``name`` and tables; every table has a ``provenance`` (``stated`` in a
    rulebook, ``inferred`` by counting, or a ``reconstruction`` of ours) and a one-line ``reason``.
    """

    def __init__(self, path: str | Path) -> None:
        """Read ``path``; raise ``ComponentError`` if it is missing or malformed."""
        self.path = str(path)
        try:
            self._tables = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise ComponentError(f"{path}: {error}") from None
        name = self._tables.pop("name", None)
        if not isinstance(name, str) or not name:
            raise ComponentError(f'{path}: a top-level name = "…" is missing')
        self.name = name

    def error(self, table: str, row: int | str | None, reason: str) -> ComponentError:
        """Return the error about ``row`` of ``table``, for the caller to raise."""
        place = table if row is None else f"{table}, row {row}"
        return ComponentError(f"{self.path}: table {place}: {reason}")

    def table(self, name: str) -> Mapping[str, Any]:
        """Return the table ``name``; raise ``ComponentError`` without it or its provenance."""
        table = self._tables.get(name)
        if not isinstance(table, dict):
            raise self.error(name, None, f"missing; the file has: {', '.join(self._tables)}")
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
            raise self.error(table, row, f"{value!r} is not an integer in {least}..{most}")
        return value

    def entry(self, table: str, row: int | str, value: Any, keys: Sequence[str]) -> dict[str, Any]:
        """Return the inline table ``value`` if all its keys are among ``keys``."""
        if not isinstance(value, dict):
            raise self.error(table, row, f"{value!r} is not a table")
        for key in value:
            if key not in keys:
                raise self.error(table, row, f"unknown key {key!r}; known: {', '.join(keys)}")
        return value

    def items(self, table: str, row: int | str, value: Any, count: int | None = None) -> list[Any]:
        """Return the list ``value``, which has ``count`` entries if that is given."""
        if not isinstance(value, list):
            raise self.error(table, row, f"{value!r} is not a list")
        if count is not None and len(value) != count:
            raise self.error(table, row, f"{len(value)} entries, not {count}")
        return value

    def word(self, table: str, row: int | str, value: Any, words: Sequence[str]) -> int:
        """Return the index of the word ``value`` in ``words``."""
        if not isinstance(value, str) or value not in words:
            raise self.error(table, row, f"{value!r} is not one of {', '.join(words)}")
        return list(words).index(value)

    def provenances(self) -> list[tuple[str, str, str]]:
        """Return (table, provenance, reason) of every table, for the game page."""
        return [
            (name, str(self.table(name)["provenance"]), str(self.table(name)["reason"]))
            for name in self._tables
        ]

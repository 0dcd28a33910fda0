"""JSON from outside: no key twice, nothing that is not JSON."""

import json
from typing import Any, NoReturn

from .integers import shown


def loads(text: str) -> Any:
    """Return what ``text`` says.

    Raises:
        json.JSONDecodeError: not complete, or no JSON.
        ValueError: a key stands twice, NaN or Infinity, or an integer that Python does not read.
        RecursionError: nested too deeply.
    """
    return json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_number)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for key, value in pairs:
        if key in entries:
            raise ValueError(f"key {shown(key)} stands twice")
        entries[key] = value
    return entries


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")

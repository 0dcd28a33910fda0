"""Places in states and in dictionaries of them."""

from collections.abc import Sequence
from typing import Any


def parent(fields: Any, place: str | Sequence[str | int]) -> tuple[Any, Any]:
    """Return what holds the value at ``place`` and its key there.

    A place is a sequence of keys, or these joined by dots: ``players.0.store``.
    """
    keys = place.split(".") if isinstance(place, str) else place
    *above, key = (int(k) if isinstance(k, str) and k.isdecimal() else k for k in keys)
    for step in above:
        fields = fields[step]
    return fields, key

"""What requests say: their client, and the numbers and objects in them."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request


def client(request: Request) -> str:
    """Return the address that the request came from, empty if it has none."""
    return request.client.host if request.client else ""


def is_narrow(request: Request) -> bool:
    """Return whether the browser says that its window is as narrow as a phone."""
    return request.headers.get("narrow") == "1"


def whole(value: Any) -> int | None:
    """Return a whole number or ``None`` as it is; raise ``ValueError`` for anything else."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value


def json_object(body: bytes) -> dict[str, Any]:
    """Return the JSON object in the ``body`` of a request; raise ``ValueError`` if it is none."""
    try:
        value = json.loads(body)
    except RecursionError:
        raise ValueError("the request is nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("a request is a JSON object")
    return value


def number(query: Mapping[str, str], name: str) -> int | None:
    """Return the number ``name`` of a query, ``None`` if it is missing or empty."""
    text = query.get(name, "")
    if text and not text.removeprefix("-").isdecimal():
        raise ValueError(f"{name}: {text!r} is not a whole number")
    return int(text) if text else None

"""Imports of the extra ``viewer``, made at the first use and explained where they fail."""

from importlib import import_module
from typing import Any

from ..core.extras import how_to_install

EXTRA = "viewer"


class MissingExtraError(ImportError):
    """A library of the extra ``viewer`` is not installed; the message says how to get it."""


def need(module: str) -> Any:
    """Return the library ``module``; raise ``MissingExtraError`` if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(f"this needs {module}: {how_to_install(EXTRA)} ({error})") from None

"""Extras of the package: what a command says when a library of one is missing."""

import sys
from pathlib import Path
from types import TracebackType

from .console import say

_OURS = ("aquasphere_env", "agents", "training", "benchmarks", "tests")
_PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def how_to_install(extra: str) -> str:
    """Return the command that installs ``extra``, in a checkout or from the package index."""
    if _PROJECT.is_file():
        return f'pip install -e ".[{extra}]"'
    return f'pip install "aquasphere-env[{extra}]"'


def missing_library(name: str, error: BaseException, extra: str) -> str | None:
    """Return what the command ``name`` says about a library missing; ``None`` of other errors."""
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    if missing is None or missing.partition(".")[0] in _OURS:
        return None
    return f"{name} needs {missing}: {how_to_install(extra)}"


def explain_missing(name: str, extra: str) -> None:
    """Let the command ``name`` end with one line if a library is missing; ``extra`` brings it."""
    usual = sys.excepthook

    def tell(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        reason = missing_library(name, error, extra)
        if reason is None:
            usual(kind, error, trace)
        else:
            say(reason, error=True)

    sys.excepthook = tell

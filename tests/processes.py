"""Python in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 600.0  # seconds until a process counts as hung; some compile a game first


def python(
    *words: str | Path, cwd: Path = ROOT, first: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run ``python words`` in the folder ``cwd``, with ``environment`` added, and wait for its end.

    It imports from the folder ``first``, if there is one, and then from the checkout.
    """
    return subprocess.run(
        [sys.executable, *words], cwd=cwd, timeout=PATIENCE, **piped(first, **environment)
    )


def piped(first: Path | None = None, **environment: str) -> dict[str, Any]:
    """Return the keywords with which ``subprocess`` takes output as text, and our packages."""
    folders = [str(first), str(ROOT)] if first else [str(ROOT)]
    path = {"PYTHONPATH": os.pathsep.join(folders)}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return {**streams, "env": os.environ | path | environment}


def told(
    *words: str | Path, cwd: Path = ROOT, first: Path | None = None, **environment: str
) -> str:
    """Return what ``python words`` prints; it must succeed."""
    done = python(*words, cwd=cwd, first=first, **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

"""Running code with a copy of the package and a kernel cache of its own."""

import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import aquasphere_env

PACKAGE = Path(aquasphere_env.__file__).parent
SETTINGS = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP")
posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has neither owners nor modes")
compiled_only = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled"
)

FOLDER = (
    "from aquasphere_env.core import bits\n"
    "from aquasphere_env.core.cache_folder import cache_folder\n"
    "from pathlib import Path; print(cache_folder(Path(bits.__file__)))\n"
)
RUN_A_KERNEL = (
    "import numpy as np\n"
    "from aquasphere_env.core import bits\n"
    "assert bits.count(np.array([7, 1], np.uint64)) == 4\n"
    "print(sum(bits.count.stats.cache_hits.values()))\n"
)
COMPILED, FROM_CACHE = "0", "1"  # what RUN_A_KERNEL prints

Run = Callable[..., str]


def environment(path: Path, **settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return kept | {"PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"} | settings


def run_in(path: Path, code: str, **settings: str) -> str:
    """Return what ``code`` prints with the packages in ``path``; no error, no warning."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(path, **settings),
        cwd=path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def entries(cache: Path) -> list[Path]:
    found = sorted(cache.rglob("*.nbc"))
    assert found
    return found


def write_sealed(path: Path, payload: bytes) -> None:
    """Make ``payload`` the entry ``path``, with the checksum that belongs to it."""
    path.write_bytes(hashlib.sha256(path.name.encode() + payload).digest() + payload)


def evil(marker: Path) -> bytes:
    """Return a pickle that makes the file ``marker`` when it is loaded."""

    class Bomb:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.mkdir, (str(marker),)

    return pickle.dumps(Bomb())

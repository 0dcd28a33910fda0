"""Where compiled kernels are kept on disk, in a folder that only matching sources share."""

import functools
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np

from .sources import package_digest

flags: Any = numba.config  # numba fills it from NUMBA_… variables; no type information

_THIS_FILE = Path(os.path.abspath(__file__))
_CODE_FLAGS = (  # settings of numba that change machine code; the CPU is part of each entry's key
    "BOUNDSCHECK",
    "DEBUGINFO_DEFAULT",
    "DISABLE_INTEL_SVML",
    "LOOP_VECTORIZE",
    "OPT",
    "SLP_VECTORIZE",
)


def fingerprint(path: Path) -> str:
    """Return 16 hex digits that change with numba, its flags and what may feed kernels in ``path``.

    Kernels of other packages contain kernels of this one, so that its sources always count. Raises
    ``OSError`` if a source cannot be read.
    """
    versions = (sys.implementation.cache_tag, sys.flags.optimize, numba.__version__, np.__version__)
    settings = [getattr(flags, name, None) for name in _CODE_FLAGS]
    sources = {package_digest(_THIS_FILE), package_digest(path)}
    parts = [*versions, *settings, *sorted(sources)]
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()[:16]


@functools.cache
def cache_folder(path: Path) -> Path | None:
    """Return the folder for the kernels in the file ``path``.

    ``None`` where no folder is writable, or safe: kernels are then compiled in every process.
    """
    try:
        return _first_writable(fingerprint(path))
    except OSError:  # a source cannot be read, or there is no folder for temporary files
        return None


@functools.cache
def _first_writable(name: str) -> Path | None:
    return next(filter(_is_writable, (root / name for root in _roots())), None)


def _roots() -> Iterator[Path]:
    if explicit := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(explicit)
    if base := os.environ.get("XDG_CACHE_HOME"):
        yield Path(base) / "aquasphere-env"
    elif os.environ.get("HOME") or os.environ.get("USERPROFILE"):
        yield Path.home() / ".cache" / "aquasphere-env"
    own = Path(tempfile.gettempdir()) / f"aquasphere-env-{_user()}"
    if _is_private(own):
        yield own


def _user() -> str:
    if sys.platform == "win32":
        return "user"
    return str(os.getuid())


def _is_private(folder: Path) -> bool:
    """Return whether ``folder``, made if it is missing, is closed to other users.

    Entries hold machine code, and anyone may create folders in a shared temporary one. Windows
    knows neither user ids nor these permissions; its temporary folder is the user's own.
    """
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        return False
    if sys.platform == "win32":
        return True
    return status.st_uid == os.getuid() and not status.st_mode & 0o077


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False

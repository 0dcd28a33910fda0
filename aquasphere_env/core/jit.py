"""``@kernel``: numba's njit with an on-disk cache that cannot go stale.

Numba invalidates a cached function only when *its own* source file changes. Editing a helper or a
table in another file, or toggling ``NUMBA_BOUNDSCHECK``, would silently keep the old machine code.
The cache folder is therefore named after numba's version and flags and the sources of all kernels.
"""

import functools
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba

flags: Any = numba.config  # numba fills it from NUMBA_… variables; no type information
_types: Any = numba.types

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parents[1]
_KERNEL_FOLDERS = ("core", "games", "players", "envs")
_KERNEL_MARK = b"@kernel"
_DRAWING = ("draw",)


@functools.cache
def source_fingerprint() -> str:
    """Return 16 hex digits that change with numba, its flags and every kernel source."""
    digest = hashlib.sha256(f"{numba.__version__} {flags.BOUNDSCHECK}".encode())
    for folder in _KERNEL_FOLDERS:
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            source = path.read_bytes()
            if folder in ("players", "envs") and _KERNEL_MARK not in source:
                continue  # plain Python on top of the kernels; they import no constant from it
            if path.name.startswith(_DRAWING):
                continue
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(source)
    return digest.hexdigest()[:16]


def _cache_roots() -> Iterator[Path]:
    if explicit := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(explicit)
    if base := os.environ.get("XDG_CACHE_HOME"):
        yield Path(base) / "aquasphere-env"
    elif os.environ.get("HOME") or os.environ.get("USERPROFILE"):
        yield Path.home() / ".cache" / "aquasphere-env"
    user = os.getuid() if hasattr(os, "getuid") else "user"
    yield Path(tempfile.gettempdir()) / f"aquasphere-env-{user}"


@functools.cache
def cache_folder() -> Path | None:
    """Return the first writable cache folder, or ``None``: kernels are then compiled every time."""
    try:
        return next(filter(_is_writable, (r / source_fingerprint() for r in _cache_roots())), None)
    except OSError:  # there is not even a folder for temporary files
        return None


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def kernel(function: Function) -> Function:
    """Compile ``function`` without the GIL, cached on disk where that is possible.

    Kernels allocate nothing, and without numba's runtime (``_nrt``) they count no references to
    arrays either: 4 to 12 % of the time of a playout. One that would allocate, as assigning an
    array to a slice does, is refused when it is compiled.
    """
    folder = cache_folder()
    options: dict[str, Any] = {"nogil": True, "_nrt": False, "cache": folder is not None}
    saved, flags.CACHE_DIR = flags.CACHE_DIR, str(folder or "")
    try:
        compiled: Function = _widen_arguments(numba.njit(**options)(function))
        return compiled
    finally:
        flags.CACHE_DIR = saved


def _widen_arguments(dispatcher: Any) -> Any:
    """Make kernels call ``dispatcher`` with int64 for every constant and signed integer.

    Left alone, numba compiles a copy for each constant (``Literal[int](7)``) and each of int8,
    int16 and int32 that a caller passes, which costs seconds of cold start. LLVM inlines and folds
    the constants all the same.
    """
    if flags.DISABLE_JIT:
        return dispatcher
    template = dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        widened = {name: _widen(argument) for name, argument in kws.items()}
        return template(tuple(_widen(argument) for argument in args), widened)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _widen(argument: Any) -> Any:
    argument = _types.unliteral(argument)
    is_signed = isinstance(argument, _types.Integer) and argument.signed
    return _types.int64 if is_signed else argument

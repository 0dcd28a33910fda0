"""``@kernel``: numba's njit with a cache on disk that cannot go stale.

Numba compiles a cached function again only when *its own* source file changes. Editing a constant
or a helper in another file, or toggling ``NUMBA_BOUNDSCHECK``, would silently leave old machine
code in use. The cache folder is therefore named after numba's version and flags and all sources
that may feed a kernel, see ``cache_folder.fingerprint``.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

from .cache_folder import cache_folder, flags
from .numba_internals import options_without_runtime, replace_cache, widen_arguments
from .sources import source_file

__all__ = ["flags", "kernel", "modular"]

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(function: Function) -> Function:
    """Compile ``function`` without the GIL and without allocations, cached on disk if possible.

    It is not possible for a function without a source file, as in a notebook, nor for a closure:
    nothing on disk tells what they are made of.
    """
    if flags.DISABLE_JIT:
        return function
    options = {"nogil": True, **options_without_runtime()}
    dispatcher: Any = numba.njit(**options)(function)
    source = source_file(function)
    folder = cache_folder(source) if source and not function.__closure__ else None
    if source and folder and not replace_cache(dispatcher, source, folder):
        dispatcher = _with_plain_cache(function, options, folder)
    widen_arguments(dispatcher)
    compiled: Function = dispatcher
    return compiled


def modular(function: Function) -> Function:
    """Let the uint64 words of an interpreted kernel wrap around without numpy's warning.

    Compiled kernels, which never warn, are returned as they are.
    """
    if not flags.DISABLE_JIT:
        return function
    silent: Function = np.errstate(over="ignore")(function)
    return silent


def _with_plain_cache(function: Callable[..., Any], options: dict[str, Any], folder: Path) -> Any:
    saved, flags.CACHE_DIR = flags.CACHE_DIR, str(folder)
    try:
        return numba.njit(cache=True, **options)(function)
    finally:
        flags.CACHE_DIR = saved

"""All that kernels use of numba beyond its public interface, in one place.

Where a version of numba lacks a piece, or has changed it, kernels do without: they compute the
same, but take longer to compile or to run.
"""

import contextlib
import functools
import hashlib
import inspect
import pickle
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numba

from .files import replacing
from .sources import bound_digests, file_digest


def _find(module: str, name: str) -> Any:
    try:
        return getattr(import_module(module), name, None)
    except ImportError:
        return None


_TargetOptions = _find("numba.core.cpu", "CPUTargetOptions")
_NullCache: type = _find("numba.core.caching", "NullCache") or object
_Result = _find("numba.core.compiler", "CompileResult")
_dumps = _find("numba.core.serialize", "dumps")
_types: Any = numba.types
_HOOK_NAMES = ["args", "kws"]  # parameters of the hook: the types of a call's arguments
_CHECKSUM_SIZE = hashlib.sha256().digest_size


def options_without_runtime(target_options: Any = _TargetOptions) -> dict[str, Any]:
    """Return the option of ``numba.njit`` that leaves its runtime out, if numba has it.

    Without the runtime kernels count no references to arrays: 4 to 12 % of a playout's time. One
    that would allocate, as assigning an array to a slice does, is refused when it is compiled.
    """
    return {"_nrt": False} if hasattr(target_options, "_nrt") else {}


def widen_arguments(dispatcher: Any) -> None:
    """Make kernels call ``dispatcher`` with int64 for every constant and signed integer.

    Left alone, numba compiles a copy for each constant (``Literal[int](7)``) and each of int8,
    int16 and int32 that a caller passes, which costs seconds of cold start. LLVM inlines and folds
    the constants all the same.
    """
    template = getattr(dispatcher, "get_call_template", None)
    if template is None or _parameters(getattr(template, "__func__", template))[-2:] != _HOOK_NAMES:
        return

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        widened = {name: _widen(argument) for name, argument in kws.items()}
        return template(tuple(_widen(argument) for argument in args), widened)

    dispatcher.get_call_template = get_call_template


@functools.cache
def _parameters(function: Callable[..., Any]) -> list[str]:
    return [*inspect.signature(function).parameters]


def _widen(argument: Any) -> Any:
    argument = _types.unliteral(argument)
    is_signed = isinstance(argument, _types.Integer) and argument.signed
    return _types.int64 if is_signed else argument


def replace_cache(dispatcher: Any, source: Path, folder: Path) -> bool:
    """Keep the machine code of ``dispatcher`` in ``folder``; return whether this numba allows it.

    ``source`` is the file of its function.
    """
    pickles = _dumps and hasattr(_Result, "_reduce") and hasattr(_Result, "_rebuild")
    if not pickles or type(getattr(dispatcher, "_cache", None)) is not _NullCache:
        return False
    dispatcher._cache = EntryCache(dispatcher.py_func, source, folder)
    return True


class EntryCache(_NullCache):  # type: ignore[misc]
    """The compiled signatures of one function on disk: a file each, with a checksum.

    Numba's own cache trusts its files: a damaged one stops every later start or, with a byte of
    machine code changed, runs. Here an entry that is damaged, or cannot be written, only costs
    compiling again.
    """

    def __init__(self, function: Callable[..., Any], source: Path, folder: Path) -> None:
        """Keep entries in ``folder``; raise ``OSError`` if the file ``source`` cannot be read."""
        self._folder = folder
        self._name = f"{function.__module__}.{function.__qualname__}"
        self._version = function.__code__.co_firstlineno, file_digest(source)

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the entry for ``sig``, ``None`` if there is none that is whole."""
        target_context.refresh()
        # Whatever is wrong with an entry, compiling it again puts it right.
        with contextlib.suppress(Exception):
            path = self._path(sig, target_context.codegen())
            content = path.read_bytes()
            payload = content[_CHECKSUM_SIZE:]
            if content == _sealed(path, payload):
                result = _Result._rebuild(target_context, *pickle.loads(payload))
                if result.signature.args == getattr(sig, "args", sig):  # names of types may clash
                    return result
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write the compile result ``data`` as the entry for ``sig``, if it can be kept."""
        # What cannot be pickled or written is compiled again by the next process.
        with contextlib.suppress(Exception):
            if data.lifted or data.library.has_dynamic_globals:  # addresses in this process
                return
            path = self._path(sig, data.codegen)
            payload = _dumps(data._reduce())
            with replacing(path, "wb", durable=False) as stream:
                stream.write(_sealed(path, payload))

    def _path(self, sig: Any, codegen: Any) -> Path:
        bound = bound_digests(getattr(sig, "args", sig))
        key = repr((self._version, sig, codegen.magic_tuple(), bound))
        name = self._name.replace("<", "").replace(">", "")  # of local functions
        return self._folder / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:32]}.nbc"


def _sealed(path: Path, payload: bytes) -> bytes:
    """Return ``payload`` after a checksum of it and of the name of its file."""
    return hashlib.sha256(path.name.encode() + payload).digest() + payload

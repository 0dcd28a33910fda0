"""Digests of the Python sources that machine code is made of: kernels, constants and helpers."""

import functools
import hashlib
import inspect
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

_PACKAGE = Path(os.path.abspath(__file__)).parents[1]
_KERNEL_ROOMS = ("core", "games", "players", "envs")  # drawing, viewer and adapters feed no kernel
_PICTURES = "draw"

_digests_by_record: dict[Any, tuple[str, ...]] = {}  # by numba type


def source_file(function: Callable[..., Any]) -> Path | None:
    """Return the file that defines ``function``, compiled or not; ``None`` if it has none."""
    return _existing(inspect.unwrap(function).__code__.co_filename)


@functools.cache
def _existing(name: str) -> Path | None:
    path = Path(os.path.abspath(name))
    return path if path.is_file() else None


def file_digest(path: Path) -> str:
    """Return the digest of one file; raise ``OSError`` if it cannot be read."""
    status = path.stat()
    return _digest_of_version(path, status.st_mtime_ns, status.st_size)


@functools.cache
def _digest_of_version(path: Path, mtime_ns: int, size: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def package_digest(path: Path) -> str:
    """Return the digest of the sources that may feed a kernel in the file ``path``.

    They are those of its top-level package or, outside a package, those of its folder; sources of
    a third package that it imports do not count. The digest is taken once in a process. Raises
    ``OSError`` if a source cannot be read.
    """
    return _digest_below(_home(path))


@functools.cache
def _home(path: Path) -> Path:
    """Return the top-level package of the file ``path``, or its folder."""
    folder = path.parent
    while (folder.parent / "__init__.py").is_file() and (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


@functools.cache
def _digest_below(home: Path) -> str:
    sources = sorted(_sources(home))
    if not sources:
        raise FileNotFoundError(f"{home}: no Python sources")
    digest = hashlib.sha256()
    for path in sources:
        digest.update(f"{path.relative_to(home).as_posix()} {file_digest(path)}\n".encode())
    return digest.hexdigest()


def _sources(home: Path) -> Iterator[Path]:
    if home == _PACKAGE:
        in_rooms = (path for room in _KERNEL_ROOMS for path in (home / room).rglob("*.py"))
        found = (path for path in in_rooms if _PICTURES not in path.relative_to(home).parts)
    else:
        in_package = (home / "__init__.py").is_file()
        found = (home.rglob if in_package else home.glob)("*.py")
    return (path for path in found if path.is_file())  # an editor may leave a dangling link


def bind_sources(record_type: Any, kernels: Iterable[Callable[..., Any]]) -> None:
    """Note that generic kernels compiled for ``record_type`` contain ``kernels``."""
    files = {file for function in kernels if (file := source_file(function))}
    _digests_by_record[record_type] = tuple(sorted(package_digest(file) for file in files))


def bound_digests(types: Iterable[Any]) -> list[tuple[str, ...]]:
    """Return the digests of what ``bind_sources`` noted for the records and arrays in ``types``."""
    parts = (part for argument in types for part in (argument, getattr(argument, "dtype", None)))
    return [_digests_by_record[part] for part in parts if part in _digests_by_record]

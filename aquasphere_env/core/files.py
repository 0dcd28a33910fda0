"""Writing files whole: a reader finds the old file or the new one, never a part."""

import contextlib
import glob
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

if sys.platform != "win32":
    import fcntl

_NONCE_BYTES = 4
_PATIENCE = 3600.0  # seconds after its last write until a leftover may go, on Windows


@contextlib.contextmanager
def replacing(path: str | Path, mode: str = "w", *, durable: bool = True) -> Iterator[IO[Any]]:
    r"""Yield a stream whose content becomes the file ``path`` when the block ends.

    Until then it is in a hidden file beside it, ``.NAME.PID-NONCE.part``. On any exception the old
    file stays as it was and the hidden one is removed; those that killed processes left behind are
    removed by the next write. A new file has the permissions of the umask, a replaced one keeps its
    own. A symbolic link stays one: its target is replaced. Devices and pipes are written directly.

    Args:
        path: in a folder that exists.
        mode: ``w`` for UTF-8 text with ``\n`` at line ends, ``wb`` for bytes.
        durable: whether the content must be on disk before it takes the name, so that not even a
            power failure leaves a part.

    Raises:
        OSError: the folder is missing or not writable, or the disk is full; names ``path``.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with _open(target, mode) as stream:
            yield stream
        return
    _remove_leftovers(target)
    part, stream = _open_part(target, mode)
    try:
        with stream:
            yield stream
            stream.flush()
            if durable:
                os.fsync(stream.fileno())
            _rename(stream, part, target)
    except OSError as error:
        if error.errno is not None and error.filename is None:  # of a write
            error.filename = str(target)  # the name that the caller knows
        raise
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def _open(path: Path, mode: str) -> IO[Any]:
    if mode.endswith("b"):
        return open(path, mode)
    return open(path, mode, encoding="utf-8", newline="\n")


def _open_part(target: Path, mode: str) -> tuple[Path, IO[Any]]:
    """Return a new hidden file beside ``target``, locked, and its stream."""
    while True:
        nonce = secrets.token_hex(_NONCE_BYTES)
        part = target.with_name(f".{target.name}.{os.getpid()}-{nonce}.part")
        try:
            stream = _open(part, mode.replace("w", "x"))
        except OSError as error:
            error.filename = str(target)  # the name that the caller knows
            raise
        with contextlib.suppress(OSError):  # a file system without locks or permissions
            _lock(stream)
            if target.exists():
                part.chmod(stat.S_IMODE(target.stat().st_mode))
        if part.exists():
            return part, stream
        stream.close()  # another writer took it for a leftover before it was locked


if sys.platform == "win32":

    def _lock(stream: IO[Any]) -> None:
        """Do nothing: a file that is open cannot be removed."""

    def _rename(stream: IO[Any], part: Path, target: Path) -> None:
        stream.close()  # a file that is open cannot be renamed either
        os.replace(part, target)

    def _remove_leftover(part: Path) -> None:
        if time.time() - part.stat().st_mtime > _PATIENCE:  # it may be about to take its name
            part.unlink()

else:

    def _lock(stream: IO[Any]) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX)

    def _rename(stream: IO[Any], part: Path, target: Path) -> None:
        os.replace(part, target)  # while the lock tells that it is no leftover

    def _remove_leftover(part: Path) -> None:
        with open(part, "rb") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while its writer lives
            part.unlink()


def _remove_leftovers(target: Path) -> None:
    nonce = "[0-9a-f]" * 2 * _NONCE_BYTES
    for part in target.parent.glob(f".{glob.escape(target.name)}.[0-9]*-{nonce}.part"):
        with contextlib.suppress(OSError):
            _remove_leftover(part)

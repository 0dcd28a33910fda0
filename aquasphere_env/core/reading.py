"""Reading files that users name: regular ones of a bounded size, and nothing that could hang."""

import os
import stat
from pathlib import Path
from typing import Any, BinaryIO

from .integers import shown

_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_MOST_SHOWN = 300  # characters of a path in a message


class FileError(ValueError):
    """A file that cannot be read; the message names it and says why."""


class FileText(str):
    """The content of a file; ``origin`` names it in messages."""

    origin: str

    @classmethod
    def of(cls, text: str, origin: str) -> "FileText":
        r"""Return ``text`` with ``\n`` at line ends and without a byte order mark."""
        lines = cls(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
        lines.origin = origin
        return lines


def open_regular(path: Any) -> BinaryIO:
    """Open the regular file ``path`` (``str`` or ``os.PathLike``) to read bytes.

    Raises:
        FileError: no path, no such file, or a folder, a pipe or a device.
    """
    name = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(name, str):
        raise FileError(f"a file is named by a path, not {shown(name)}")
    try:
        descriptor = os.open(name, os.O_RDONLY | _NO_WAITING)
    except (OSError, ValueError) as error:  # a path may hold a zero byte
        reason = getattr(error, "strerror", None) or error
        raise FileError(f"{_short(name)}: {reason}") from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FileError(f"{_short(name)}: not a regular file")
    return os.fdopen(descriptor, "rb")


def read_text(path: Any, most_bytes: int) -> FileText:
    """Return the content of the regular file ``path``, UTF-8 of at most ``most_bytes``.

    Raises:
        FileError: it is another kind of file, larger, or not UTF-8.
    """
    with open_regular(path) as stream:
        content = stream.read(most_bytes + 1)
    name = _short(str(Path(path)))
    if len(content) > most_bytes:
        raise FileError(f"{name}: larger than {most_bytes:,} bytes")
    try:
        return FileText.of(content.decode("utf-8"), name)
    except UnicodeDecodeError as error:
        raise FileError(f"{name}: not UTF-8 at byte {error.start}") from None


def text_of(source: Any, most_bytes: int, name: str) -> FileText:
    """Return the text that ``source`` is, if it has several lines, or that of the file it names.

    Args:
        source: a path, or a text with a line break in it.
        most_bytes: of the text.
        name: of a text that is no file's, for messages.

    Raises:
        FileError: the file cannot be read, or the text is too large.
    """
    if not is_text(source):
        return read_text(source, most_bytes)
    text = source if isinstance(source, FileText) else FileText.of(source, name)
    if len(text.encode("utf-8", "replace")) > most_bytes:
        raise FileError(f"{text.origin}: larger than {most_bytes:,} bytes")
    return text


def is_text(source: Any) -> bool:
    """Return whether ``source`` is itself the content of a file, or a string of several lines."""
    several = isinstance(source, str) and ("\n" in source or "\r" in source)
    return several or isinstance(source, FileText)


def _short(name: str) -> str:
    """Return ``name`` as it stands, or cut and quoted if no message should hold it."""
    return name if len(name) <= _MOST_SHOWN and name.isprintable() else shown(name)

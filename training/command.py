"""What the commands share: a signal ends them with one line and a status, never with a trace.

A command calls ``catch_signals`` before its imports, which take seconds::

    if __name__ == "__main__":
        from .command import catch_signals

        catch_signals("training.ppo")
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # no system has all of them
_STATUS = 128  # a shell's exit status for a signal, less the signal's number
_STDERR = 2

EXIT_INTERRUPTED = _STATUS + signal.SIGINT


class Stopped(SystemExit):
    """A signal asks the command to end; uncaught, it does so with the shell's status for it."""


class _Asked:
    """Which signal has asked the command to end, and whether that has to wait."""

    status: int | None = None
    waits = False


def catch_signals(name: str) -> None:
    """Let Ctrl-C and its like raise ``Stopped`` in the command ``name``, after one line.

    A signal that the process was started to ignore (``nohup``, ``&``) stays ignored. From now on
    output that the terminal cannot show is escaped.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")

    def stop(number: int, frame: FrameType | None) -> None:
        if _Asked.status is None:
            line = f"{name}: stopped by {signal.Signals(number).name}\n"
            os.write(_STDERR, line.encode())  # a stream may be in the middle of a line
            _Asked.status = _STATUS + number
        if not _Asked.waits:
            raise Stopped(_Asked.status)

    for each in _NAMES:
        known = getattr(signal, each, None)
        if known is not None and signal.getsignal(known) != signal.SIG_IGN:
            signal.signal(known, stop)


def check_stopped() -> None:
    """Raise ``Stopped`` if a signal has come whose exception was lost.

    Python drops exceptions that are raised in destructors and in some callbacks.
    """
    if _Asked.status is not None and not _Asked.waits:
        raise Stopped(_Asked.status)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let signals wait for the end of the block, which should be short."""
    before, _Asked.waits = _Asked.waits, True
    already = _Asked.status
    try:
        yield
    finally:
        _Asked.waits = before
    if already is None:
        check_stopped()

"""How signals end a command: with one line and the shell's status, never with a trace.

A command calls ``catch_signals`` before its other imports, which take seconds. So this module
imports nothing but the standard library, and the package itself imports no library::

    if __name__ == "__main__":
        from aquasphere_env.core.signals import catch_signals

        catch_signals("training.ppo")
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")  # no system has all of them
_STATUS = 128  # a shell's exit status for a signal, less the signal's number
_STDERR = 2


class Stopped(SystemExit):
    """A signal asks the command to end; uncaught, it does so with the shell's status for it."""

    code: int

    @classmethod
    def by(cls, number: int) -> "Stopped":
        """Return the exception of signal ``number``."""
        return cls(_STATUS + number)


class _Asked:
    """Which signal has asked the command to end first, and whether the next one has to wait."""

    by: int | None = None
    waits = False


def catch_signals(name: str) -> None:
    """Let Ctrl-C and its like raise ``Stopped`` in the command ``name``, after one line.

    A signal that the process was started to ignore (``nohup``, ``&``) stays ignored.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        if _Asked.by is None:
            line = f"{name}: stopped by {signal.Signals(number).name}\n"
            with suppress(OSError):  # nobody listens
                os.write(_STDERR, line.encode())  # a stream may be in the middle of a line
            _Asked.by = number
        if _Asked.waits:
            _Asked.waits = False  # for the next one
            return
        raise Stopped.by(_Asked.by)

    for each in _NAMES:
        known = getattr(signal, each, None)
        if known is not None and signal.getsignal(known) != signal.SIG_IGN:
            signal.signal(known, stop)


def stop_asked() -> bool:
    """Return whether a signal has asked the command to end, if only after ``uninterrupted``."""
    return _Asked.by is not None


def check_stopped() -> None:
    """Raise ``Stopped`` if a signal has come whose exception was lost.

    Python drops exceptions that are raised in destructors and in some callbacks.
    """
    if _Asked.by is not None and not _Asked.waits:
        raise Stopped.by(_Asked.by)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let a signal wait for the end of the block; a second one in it does not wait.

    In a command that ends already, the one that waited is dropped: the first has said all.
    """
    before, already = _Asked.waits, _Asked.by
    _Asked.waits = True
    try:
        yield
    finally:
        _Asked.waits = before
    if already is None:
        check_stopped()

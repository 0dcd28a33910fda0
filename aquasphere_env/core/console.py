"""What all commands share: text that every terminal can show, and an end told in one line."""

import codecs
import contextlib
import io
import os
import sys
import unicodedata
from collections.abc import Iterator
from typing import NoReturn

FAILED = 1  # exit status

_PLAIN = "aquasphere-plain"  # the name of ``_plainly`` among Python's error handlers
_IN_PLAIN = {
    "\N{RIGHTWARDS ARROW}": "->",
    "\N{LEFTWARDS ARROW}": "<-",
    "\N{LEFT RIGHT ARROW}": "<->",
    "\N{UP DOWN ARROW}": "up/down",
    "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}": ">",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{NOT EQUAL TO}": "!=",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{DIVISION SIGN}": "/",
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{MIDDLE DOT}": ".",
    "\N{BULLET}": "*",
    "\N{GREEK CAPITAL LETTER SIGMA}": "sum",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{BLACK MEDIUM RIGHT-POINTING TRIANGLE}": ">",
}


def visible(text: str) -> str:
    r"""Return ``text`` in one line without characters that control a terminal or the direction.

    Control characters, line breaks, marks of direction and lone surrogates become escapes such as
    ``\x1b``; what people read stays.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def visible_lines(text: str) -> str:
    """Return ``text`` with every line as ``visible`` shows it."""
    if text.isprintable():
        return text
    return "\n".join(map(visible, text.split("\n")))


def say(text: str, *, error: bool = False) -> None:
    """Print ``text``, made visible, to stdout or as an error to stderr."""
    print(visible_lines(text), file=sys.stderr if error else sys.stdout, flush=True)


@contextlib.contextmanager
def command(name: str) -> Iterator[None]:
    """Run the body of the command ``name``; a failure is told in one line on stderr.

    Signals are the business of ``core.signals``.

    Raises:
        SystemExit: status 1 if a file cannot be read or written, the disk is full, or the reader
            of a pipe has gone (which is not told).
    """
    accept_all_text()
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        raise SystemExit(FAILED) from None
    except OSError as error:
        _drop_output()
        fail(name, sentence(error))


def sentence(error: OSError) -> str:
    """Return what went wrong with which file, without the number of the error."""
    reason = error.strerror or str(error) or type(error).__name__
    name = error.filename2 or error.filename  # of a renaming the new name, which the user chose
    return reason if name is None else f"{name}: {reason}"


def fail(name: str, reason: object) -> NoReturn:
    """End the command ``name`` with status 1; Python tells the reason in one line on stderr."""
    raise SystemExit(f"{name}: {visible(str(reason))}") from None


def _drop_output() -> None:
    """Let what stdout still holds go nowhere: Python would fail again when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def accept_all_text() -> None:
    """Let stdout and stderr take every text: what their encoding lacks is written plainly."""
    codecs.register_error(_PLAIN, _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_PLAIN)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII for what cannot be encoded: arrows as ``->``, letters without accents."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(map(_plain, text)), error.end


def _plain(character: str) -> str:
    if character in _IN_PLAIN:
        return _IN_PLAIN[character]
    letters = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return letters or "?"

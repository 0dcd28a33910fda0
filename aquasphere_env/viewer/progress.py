"""Progress on stderr: a bar on a terminal, otherwise a plain line every few seconds."""

import sys
import time
from types import TracebackType

_LINE_EVERY_SECONDS = 5.0


class Progress:
    """Counts up to ``total``; ``note`` adds words about how it goes."""

    def __init__(self, what: str, total: int, done: int = 0) -> None:
        """Prepare to count ``what``; ``done`` were so before, and do not count in the rate."""
        self._what = what
        self._total = total
        self._done = self._before = done
        self._started = self._last_line = time.monotonic()
        self._bar = None
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress as Bar

            self._bar = Bar(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(what, total=total, completed=done)

    def __enter__(self) -> "Progress":
        """Show the bar."""
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()

    def advance(self, count: int) -> None:
        """Count ``count`` more."""
        self.reach(self._done + count)

    def reach(self, done: int, note: str = "") -> None:
        """Say that ``done`` are done."""
        self._done = done
        if self._bar is not None:
            words = f"{self._what} {note}" if note else self._what
            self._bar.update(self._task, completed=done, description=words)
            return
        now = time.monotonic()
        if now - self._last_line >= _LINE_EVERY_SECONDS:
            self._last_line = now
            rate = (done - self._before) / max(now - self._started, 1e-9)
            line = f"{done:,} of {self._total:,} {self._what}, {rate:,.0f}/s"
            if rate > 0 and done < self._total:
                line += f", {duration((self._total - done) / rate)} left"
            print(f"{line}, {note}" if note else line, file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Return a time in the two largest units that it needs, such as ``3 min`` or ``1 h 5 min``."""
    whole, minutes = max(1, round(seconds)), round(seconds / 60)
    if whole < 60:
        return f"{whole} s"
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"

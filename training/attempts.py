"""Files that are written while a run goes on: what fails is tried again, and told at the end."""

from collections.abc import Callable
from pathlib import Path

from aquasphere_env.core.console import sentence


class Attempts:
    """Writes something again and again.

    ``failure`` is the sentence about what is not whole; the next attempt that succeeds takes it
    back.
    """

    failure: str | None = None

    def _attempt(self, write: Callable[[], object], path: Path, what: str = "cannot write") -> bool:
        """Call ``write``, which writes to ``path``; return whether it succeeded.

        ``what`` failed is how the sentence begins.
        """
        try:
            write()
            self.failure = None
        except OSError as error:
            error.filename = error.filename or str(path)  # a stream does not tell
            self.failure = f"{what} {sentence(error)}"
        return self.failure is None

"""Saving a run while it goes on: whatever stops it, little is lost."""

import time
from pathlib import Path

from aquasphere_env.core.console import say

from .attempts import Attempts
from .export import export
from .folder import CHECKPOINT, NETWORK
from .run import Run

SAVE_EVERY = 30.0  # seconds; a save takes some hundredths of one


class DivergedError(ValueError):
    """Weights that are not finite any more, or too large to compute with."""


class Saver(Attempts):
    """Captures a run before every update, and writes the last capture from time to time."""

    def __init__(self, run: Run, folder: Path) -> None:
        """Capture ``run``, to be written into ``folder``."""
        self._run = run
        self._last = run.capture()
        self._tried = -SAVE_EVERY
        self.checkpoint = folder / CHECKPOINT
        self.network = folder / NETWORK

    @property
    def steps(self) -> int:
        """Return the steps that the last capture has done."""
        return self._last.steps

    def capture(self) -> None:
        """Keep the run as it stands; raise ``DivergedError`` if learning has diverged."""
        if not self._run.is_finite():
            raise self.diverged("weights are not finite")
        self._last = self._run.capture()

    def diverged(self, reason: str) -> DivergedError:
        """Return the error that says so, and which checkpoint is left."""
        return DivergedError(
            f"learning has diverged after {self._run.steps:,} steps ({reason}); "
            f"{self.checkpoint} is from {self.steps:,} steps; a smaller --learning-rate may help"
        )

    def between_updates(self) -> None:
        """Capture, and write if it is time."""
        self.capture()
        if time.monotonic() - self._tried >= SAVE_EVERY and not self.save():
            say(f"training.ppo: {self.failure}; trying again later", error=True)

    def save(self) -> bool:
        """Write the last capture; return whether that succeeded."""
        return self._attempt(self.write, self.checkpoint, "cannot save the run:")

    def write(self) -> None:
        """Write the last capture.

        Raises:
            OSError: a file could not be written; the old one is whole.
        """
        try:
            self._last.save(self.checkpoint)
            export(self._last, self.network)
        finally:
            self._tried = time.monotonic()

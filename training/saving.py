"""Saving a run while it goes on: whatever stops it, little is lost."""

import sys
import time
from pathlib import Path

from agents.checkpoint import Checkpoint

from .export import export
from .folder import CHECKPOINT, NETWORK
from .learner import Run

SAVE_EVERY = 30.0  # seconds; a save takes some hundredths of one


class DivergedError(ValueError):
    """Weights that are not finite any more, or too large to compute with."""


class Saver:
    """Captures a run before every update, and writes the last capture from time to time.

    ``failure`` is the sentence about files that could not be written; a later save that succeeds
    takes it back.
    """

    def __init__(self, run: Run, folder: Path) -> None:
        """Prepare to write into ``folder``."""
        self._run = run
        self._last: Checkpoint | None = None
        self._tried = -SAVE_EVERY
        self.checkpoint = folder / CHECKPOINT
        self.network = folder / NETWORK
        self.failure: str | None = None

    @property
    def steps(self) -> int:
        """Return the steps that the last capture has done."""
        return self._last.steps if self._last else 0

    def capture(self) -> None:
        """Keep the run as it stands; raise ``DivergedError`` if learning has diverged."""
        if not self._run.is_finite():
            raise self.diverged("weights are not finite")
        self._last = self._run.capture()

    def diverged(self, reason: str) -> DivergedError:
        """Return the error that says so, and which checkpoint is left."""
        return DivergedError(
            f"learning has diverged after {self._run.model.num_timesteps:,} steps ({reason}); "
            f"{self.checkpoint} is from {self.steps:,} steps; a smaller --learning-rate may help"
        )

    def between_updates(self) -> None:
        """Capture, and write if it is time."""
        self.capture()
        if time.monotonic() - self._tried >= SAVE_EVERY and not self.save():
            print(f"training.ppo: {self.failure}; trying again later", file=sys.stderr)

    def save(self) -> bool:
        """Write the last capture; return whether that succeeded."""
        try:
            self.write()
            self.failure = None
        except OSError as error:
            self.failure = f"cannot save the run: {error}"
        return self.failure is None

    def write(self) -> None:
        """Write the last capture, if there is one.

        Raises:
            OSError: a file could not be written; the old one is whole.
        """
        if self._last is not None:
            try:
                self._last.save(self.checkpoint)
                export(self._last, self.network)
            finally:
                self._tried = time.monotonic()

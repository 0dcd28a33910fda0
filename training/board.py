"""TensorBoard files of a run; a run that goes on continues their curves."""

import contextlib
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import TensorBoardOutputFormat
from torch.utils.tensorboard import SummaryWriter

from .table import STEPS, Row

_NOT_SHOWN = ("time/", "train/n_updates")


class Board(TensorBoardOutputFormat):
    """Writes scalars until that fails; ``failure`` is the sentence about it."""

    def __init__(self, folder: Path, steps: int) -> None:
        """Go on after ``steps``: what files in ``folder`` have from later ones is hidden."""
        self.writer = SummaryWriter(log_dir=str(folder), purge_step=steps + 1 if steps else None)
        self._is_closed = False
        self.failure: str | None = None

    def replay(self, rows: list[Row]) -> None:
        """Show the ``rows`` of a table, as of a run that goes on in another folder."""
        for row in rows:
            numbers = {
                name: float(text)
                for name, text in row.items()
                if text and not name.startswith(_NOT_SHOWN)
            }
            self.write(numbers, dict.fromkeys(numbers, ()), int(float(row[STEPS])))

    def write(
        self,
        key_values: dict[str, Any],
        key_excluded: dict[str, tuple[str, ...]],
        step: int = 0,
    ) -> None:
        """Show a row of numbers."""
        if self.failure is None:
            try:
                super().write(key_values, key_excluded, step)
            except OSError as error:
                self.failure = f"TensorBoard's files end at step {step:,}: {error}"

    def close(self) -> None:
        """Close the file."""
        with contextlib.suppress(OSError):
            super().close()

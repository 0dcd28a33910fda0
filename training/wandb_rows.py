"""The rows of a run in Weights & Biases, if that is wanted and installed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .table import STEPS

PROJECT = "aquasphere-env"


class WandbRows:
    """Sends every row of the table; a session that goes on with a run is of the same group.

    ``failure`` is the sentence about what went wrong; nothing is sent after it.
    """

    failure: str | None = None

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        """Begin a session for the run in ``folder``.

        Raises:
            ValueError: wandb is not installed.
        """
        require_wandb()
        import wandb

        names = {"project": PROJECT, "group": folder.name, "name": folder.name}
        self._session = wandb.init(**names, dir=str(folder), config=dict(settings))

    def add(self, values: Mapping[str, float]) -> None:
        """Send a row."""
        self._attempt(lambda: self._session.log(dict(values), step=int(values[STEPS])))

    def close(self) -> None:
        """End the session."""
        self._attempt(self._session.finish)

    def _attempt(self, act: Any) -> None:
        if self.failure is not None:
            return
        try:
            act()
        except Exception as error:  # whatever a network does must not end a run
            self.failure = f"cannot send rows to wandb: {error}"


def require_wandb() -> None:
    """Raise ``ValueError`` unless wandb can be imported."""
    try:
        import wandb  # noqa: F401
    except ImportError:
        raise ValueError("--wandb needs the package wandb; pip install wandb") from None

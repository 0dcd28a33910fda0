"""Checkpoints: network weights with what they were trained on, refused where they do not fit."""

import os
import tempfile
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import torch

from aquasphere_env.core.game import Game

SCHEMA = "aquasphere-env-checkpoint-1"
Weights = dict[str, Any]


class CheckpointError(ValueError):
    """A checkpoint that cannot be read or belongs to something else; the message says what."""


@dataclass
class Checkpoint:
    """A training run as it stands.

    ``league`` holds the weights of earlier selves, ``optimizer`` is for resuming.
    """

    game: str
    version: int
    view: str
    view_digest: str
    num_players: int
    options: dict[str, Any]
    width: int
    steps: int
    settings: dict[str, Any]
    policy: Weights
    optimizer: Weights = field(default_factory=dict)
    league: list[Weights] = field(default_factory=list)
    schema: str = SCHEMA

    def save(self, path: str | Path) -> None:
        """Write to ``path``; a file that was there stays whole until this one is."""
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as stream:
                torch.save({f.name: getattr(self, f.name) for f in fields(self)}, stream)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise

    @classmethod
    def load(cls, path: str | Path, game: Game) -> "Checkpoint":
        """Read ``path`` for ``game``; nothing in the file is executed.

        Raises:
            CheckpointError: not a checkpoint, or of another game, version or observation.
        """
        try:
            data = torch.load(path, map_location="cpu", weights_only=True)
        except FileNotFoundError:
            raise CheckpointError(f"{path}: no such file") from None
        except Exception as error:  # torch raises many kinds for a broken file
            raise CheckpointError(f"{path}: cannot be read ({type(error).__name__})") from None
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise CheckpointError(f"{path}: not a checkpoint of schema {SCHEMA!r}")
        if set(data) != {f.name for f in fields(cls)}:
            raise CheckpointError(f"{path}: missing or unknown entries")
        checkpoint = cls(**data)
        checkpoint._check(path, game)
        return checkpoint

    def _check(self, path: str | Path, game: Game) -> None:
        if (self.game, self.version) != (game.name, game.version):
            raise CheckpointError(
                f"{path}: trained on {self.game} version {self.version}, "
                f"this is {game.name} version {game.version}; train anew"
            )
        view = game.views.get(self.view)
        if view is None or view.digest != self.view_digest:
            raise CheckpointError(
                f"{path}: trained on another observation {self.view!r} "
                f"({self.view_digest}, here {view.digest if view else 'none'}); train anew"
            )

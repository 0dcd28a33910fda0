"""Checkpoints: network weights with what they were trained on, refused where they do not fit."""

from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import torch

from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Variant
from aquasphere_env.players.trained_on import TrainedOn

SCHEMA = "aquasphere-env-checkpoint-2"
Weights = dict[str, Any]


class CheckpointError(ValueError):
    """A checkpoint that is broken or belongs to something else; the message says what."""


@dataclass
class Checkpoint:
    """A training run as it stands.

    ``league`` holds the weights of earlier selves, ``optimizer`` is for resuming.
    """

    trained_on: TrainedOn
    width: int
    steps: int
    settings: dict[str, Any]
    policy: Weights
    optimizer: Weights = field(default_factory=dict)
    league: list[Weights] = field(default_factory=list)

    def save(self, path: str | Path) -> None:
        """Write to ``path``; a file that was there stays whole until this one is."""
        content = {f.name: getattr(self, f.name) for f in fields(self)}
        content |= {"schema": SCHEMA, "trained_on": asdict(self.trained_on)}
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, "wb") as stream:
            torch.save(content, stream)

    @classmethod
    def load(cls, path: str | Path) -> "Checkpoint":
        """Read ``path``; nothing in the file is executed.

        Raises:
            CheckpointError: not a checkpoint.
        """
        try:
            data = torch.load(path, map_location="cpu", weights_only=True)
        except FileNotFoundError:
            raise CheckpointError(f"{path}: no such file") from None
        except Exception as error:  # torch raises many kinds for a broken file
            raise CheckpointError(f"{path}: unreadable ({type(error).__name__})") from None
        if not isinstance(data, dict) or data.pop("schema", None) != SCHEMA:
            raise CheckpointError(f"{path}: not a checkpoint of schema {SCHEMA!r}")
        trained_on = data.get("trained_on")
        names = {f.name for f in fields(TrainedOn)}
        if set(data) != {f.name for f in fields(cls)} or set(trained_on or ()) != names:
            raise CheckpointError(f"{path}: missing or unknown entries")
        return cls(**{**data, "trained_on": TrainedOn(**data["trained_on"])})

    @classmethod
    def load_for(cls, path: str | Path, variant: Variant) -> "Checkpoint":
        """Read ``path`` to go on training on ``variant``.

        Raises:
            CheckpointError: not a checkpoint, or trained on something else.
        """
        checkpoint = cls.load(path)
        if problem := checkpoint.trained_on.mismatch(variant):
            raise CheckpointError(f"{path}: {problem}")
        return checkpoint

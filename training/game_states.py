"""Games as bytes in a checkpoint, and what they are held to before kernels see them."""

from dataclasses import replace

import numpy as np
import torch

from agents.alike import UnlikeError
from aquasphere_env.envs.batch import GameBatch


def as_bytes(records: np.ndarray) -> torch.Tensor:
    """Return a copy of ``records`` (n,) as uint8 (n, bytes of a record)."""
    plain = np.zeros(len(records), records.dtype)  # numpy copies fields, not the padding between
    plain[:] = records
    return torch.from_numpy(plain.view(np.uint8).reshape(len(records), -1))


def restore_games(batch: GameBatch, states: torch.Tensor, slots: torch.Tensor) -> None:
    """Return to running games, both from ``as_bytes``.

    Raises:
        ValueError: a game that is impossible, over, or not of this variant; the message names game
            and field.
    """
    now = batch.clone_state()
    snapshot = replace(
        now,
        states=np.frombuffer(states.numpy().tobytes(), now.states.dtype),
        slots=np.frombuffer(slots.numpy().tobytes(), now.slots.dtype),
        checked=False,
    )
    if not np.isfinite(snapshot.slots["rewards"]).all():
        raise UnlikeError("slots: a reward is not finite")
    for i in np.flatnonzero(snapshot.states["terminated"] | snapshot.states["truncated"]):
        raise UnlikeError(f"states: game {i} is over")
    batch.restore_state(snapshot)

"""Learners' games as bytes in a checkpoint, and what they are held to before kernels see them."""

from dataclasses import replace

import numpy as np
import torch

from agents.alike import UnlikeError
from aquasphere_env.envs.learner_games import LearnerSnapshot
from aquasphere_env.envs.vector import SeatVectorEnv


def as_bytes(records: np.ndarray) -> torch.Tensor:
    """Return a copy of ``records`` (n,) as uint8 (n, bytes of a record)."""
    plain = np.zeros(len(records), records.dtype)  # numpy copies fields, not the padding between
    plain[:] = records
    return torch.from_numpy(plain.view(np.uint8).reshape(len(records), -1))


def restore_games(games: SeatVectorEnv, states: torch.Tensor, slots: torch.Tensor) -> None:
    """Return to running games, both from ``as_bytes``, each of which waits for its learner.

    Raises:
        ValueError: a game that is impossible, or not of this variant and these opponents; the
            message names game and field.
    """
    now = games.clone_state()
    snapshot = replace(
        now,
        states=np.frombuffer(states.numpy().tobytes(), now.states.dtype),
        slots=np.frombuffer(slots.numpy().tobytes(), now.slots.dtype),
        checked=False,
    )
    if (
        not np.isfinite(snapshot.slots["reward"]).all()
        or not np.isfinite(snapshot.slots["rewards"]).all()
    ):
        raise UnlikeError("slots: a reward is not finite")
    _check_waiting(snapshot)
    games.restore_state(snapshot)


def _check_waiting(snapshot: LearnerSnapshot) -> None:
    """Raise ``ValueError`` unless every learner is to move."""
    slots, states = snapshot.slots, snapshot.states
    over = slots["terminated"] | slots["truncated"] | states["terminated"] | states["truncated"]
    for i in np.flatnonzero(over | (states["current_player"] != slots["seat"])):
        raise UnlikeError(f"states: game {i} does not wait for its learner")

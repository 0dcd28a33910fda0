"""Learners' games as bytes in a checkpoint, and what they are held to before kernels see them."""

import numpy as np
import torch

from agents.alike import UnlikeError
from aquasphere_env.core.check import StateError, settle_checked
from aquasphere_env.envs import learner_kernels as kernels
from aquasphere_env.envs.decisions import MOST_EMPTY_GAMES
from aquasphere_env.envs.learner_games import LearnerGames, LearnerSnapshot
from aquasphere_env.players.policies import POLICIES

_FLAGS = ("terminated", "truncated", "illegal")


def as_bytes(records: np.ndarray) -> torch.Tensor:
    """Return a copy of ``records`` (n,) as uint8 (n, bytes of a record)."""
    plain = np.zeros(len(records), records.dtype)  # numpy copies fields, not the padding between
    plain[:] = records
    return torch.from_numpy(plain.view(np.uint8).reshape(len(records), -1))


def read_bytes(octets: torch.Tensor, records: np.ndarray) -> None:
    """Fill ``records`` from the result of ``as_bytes``."""
    records[:] = np.frombuffer(octets.numpy().tobytes(), records.dtype)


def check_games(games: LearnerGames, snapshot: LearnerSnapshot) -> None:
    """Hold ``snapshot`` to what the kernels of ``games`` rely on, between two decisions.

    Raises:
        ValueError: a state that no game reaches, or seats and players that are not those of
            ``games``; the message names game and field.
    """
    _check_slots(games, snapshot.slots)
    for i in range(len(snapshot.states)):
        state = snapshot.states[i : i + 1].copy()
        try:
            settle_checked(games.variant, state)
        except StateError as error:
            raise UnlikeError(f"games.states: game {i}: {error}") from None
        waits = int(state[0]["current_player"]) == int(snapshot.slots[i]["seat"])
        over = state[0]["terminated"] or state[0]["truncated"]
        same = np.array_equal(state[0]["legal"], snapshot.states[i]["legal"])
        if over or not waits or not same:
            raise UnlikeError(f"games.states: game {i} does not wait for its learner")


def _check_slots(games: LearnerGames, slots: np.ndarray) -> None:
    players = games.variant.num_players
    seats = slots["seat"]
    seated = np.arange(players) == seats[:, None]
    policies, opponents = slots["policies"][:, :players], slots["opponents"][:, : players - 1]
    checks = {
        "fixed_seat": slots["fixed_seat"] == kernels.RANDOM_SEAT,
        "seat": (seats >= 0) & (seats < players),
        "policies": np.where(seated, policies == kernels.LEARNER, _known(policies)).all(axis=1),
        "opponents": _known(opponents).all(axis=1),
        "empty_games": (slots["empty_games"] >= 0) & (slots["empty_games"] < MOST_EMPTY_GAMES),
        "decisions": slots["decisions"] >= 0,
        "reward": np.isfinite(slots["reward"]),
        "rewards": np.isfinite(slots["rewards"]).all(axis=1),
        **{flag: slots[flag].view(np.uint8) == 0 for flag in _FLAGS},
    }
    for field, fine in checks.items():
        if not fine.all():
            raise UnlikeError(f"games.slots: game {int(np.argmin(fine))}: {field} is impossible")


def _known(players: np.ndarray) -> np.ndarray:
    """Return where ``players`` has the number of a compiled policy or of the rival."""
    known: np.ndarray = np.isin(players, [*range(len(POLICIES)), kernels.FIRST_OUTSIDE])
    return known

"""What ``info`` holds: standing, round, how the game ended, and what the game adds."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core import loops
from ..core.game import Variant
from ..core.protocol import NUM_SCORE_KEYS

Info = dict[str, Any]


def checked_infos(infos: str) -> Callable[[Info], Info]:
    """Return the filter called ``infos``: ``all``, or ``numbers``, as TorchRL needs.

    Raises:
        ValueError: another word.
    """
    if infos not in ("all", "numbers"):
        raise ValueError(f"infos is 'all' or 'numbers', not {infos!r}")
    return _numbers if infos == "numbers" else _all


def _all(info: Info) -> Info:
    return info


def _numbers(info: Info) -> Info:
    numeric = (int, float, np.ndarray)
    return {name: value for name, value in info.items() if isinstance(value, numeric)}


def public_info(
    variant: Variant, states: np.ndarray, i: int = 0, illegal: str | None = None
) -> Info:
    """Return what ``info`` shows of slot ``i``, in new arrays.

    ``scores`` and ``ranks`` are int32 (players,), ``round`` counts from 0, ``end_reason`` is
    ``None`` until the end, ``illegal`` if that is why it ended; the game adds its own entries.
    """
    game = variant.game
    points = np.zeros((variant.num_players, NUM_SCORE_KEYS), np.int32)
    ranks = np.zeros(variant.num_players, np.int32)
    loops.read_standing(states, i, points, ranks)
    return {
        "scores": points[:, 0].copy(),
        "ranks": ranks,
        "round": int(states[i]["round_number"]),
        "end_reason": illegal or game.end_reason(states[i]),
        **game.extra_info(states[i]),
    }

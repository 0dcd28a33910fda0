"""What ``info`` holds: standing, round, how the game ended, and what the game adds."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core import loops
from ..core.game import Variant
from ..core.jit import kernel
from ..core.protocol import NUM_SCORE_KEYS
from ..core.state import Array

Info = dict[str, Any]
_GOES_ON = -1  # instead of the reason why a game has ended


@kernel
def read_facts(states: Array, i: int, points: Array, facts: Array) -> None:
    """Fill ``facts``: scores and ranks by seat, round, end reason or -1; ``points`` is scratch."""
    count = points.shape[0]
    loops.read_standing(states, i, points, facts[count : 2 * count])
    for player in range(count):
        facts[player] = points[player, 0]
    facts[2 * count] = states[i].round_number
    facts[2 * count + 1] = states[i].end_reason if loops.is_over(states[i]) else _GOES_ON


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
    game, count = variant.game, variant.num_players
    facts = np.empty(2 * count + 2, np.int32)
    read_facts(states, i, np.empty((count, NUM_SCORE_KEYS), np.int32), facts)
    turn, ended = facts[2 * count :].tolist()
    return {
        "scores": facts[:count],
        "ranks": facts[count : 2 * count],
        "round": turn,
        "end_reason": illegal or (None if ended == _GOES_ON else game.end_reasons[ended]),
        **game.extra_info(states[i]),
    }

"""Seeds of the games of an environment: given, or drawn from a running sequence."""

import copy
from typing import Any

import numpy as np

from ..core.game import Variant
from ..core.integers import checked_seed

_MAX_SEED = 2**63


def start_game(
    variant: Variant,
    states: np.ndarray,
    sequence: np.random.Generator,
    seed: int | None,
    options: dict[str, Any] | None,
) -> tuple[np.random.Generator, int]:
    """Start a game in ``states[0]`` from ``seed``, or from the next seed of ``sequence``.

    Return the sequence for the games after it, which ``seed`` restarts, and the game's seed.
    ``options["chance"]`` gives fields that chance would decide, see ``Variant.start``.

    Raises:
        ValueError: the seed or the chance is invalid; nothing has changed.
    """
    chance = (options or {}).get("chance")
    if seed is not None:
        game_seed = checked_seed(seed)
        following = np.random.default_rng(game_seed)
    else:
        following = copy.deepcopy(sequence) if chance else sequence
        game_seed = int(following.integers(_MAX_SEED))
    variant.start(states, 0, game_seed, chance)
    return following, game_seed

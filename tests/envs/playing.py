"""How the tests play: random legal actions from a generator of their own."""

from typing import Any

import numpy as np
from pettingzoo import AECEnv


def pick(mask: np.ndarray, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def play_aec(env: AECEnv, rng: np.random.Generator, most: int = 10**6) -> dict[str, float]:
    """Play on as the AEC loop does; return every agent's sum of rewards."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
        env.step(pick(mask, rng))
    return totals


def same(first: Any, second: Any) -> bool:
    """Return whether two nested results are equal, arrays by value."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[k], second[k]) for k in first)
    if isinstance(first, tuple | list):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, np.ndarray) and first.dtype == object:
        return same(list(first), list(second))
    return bool(np.array_equal(first, second))


def arrays_in(value: Any) -> list[np.ndarray]:
    """Return all arrays in a nested result."""
    if isinstance(value, np.ndarray):
        return [value]
    if isinstance(value, dict):
        return [array for item in value.values() for array in arrays_in(item)]
    if isinstance(value, tuple | list):
        return [array for item in value for array in arrays_in(item)]
    return []

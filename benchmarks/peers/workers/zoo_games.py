"""PettingZoo's classic games: ``last``, a random legal action, ``step``."""

import importlib

import numpy as np

from benchmarks.peers.workers.serving import Run, serve


def make(game: str, batch: int, seen: bool) -> Run:
    """Return random play of ``game``; a mask comes with an observation, so there is no other."""
    env = importlib.import_module(f"pettingzoo.classic.{game}").env()
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def run(decisions: int) -> float:
        made = 0
        while made < decisions:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            made += len(legal) > 1
        return made

    return run


if __name__ == "__main__":
    serve(make)

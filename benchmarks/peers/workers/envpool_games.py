"""EnvPool's card game, Blackjack of Gymnasium's toy text, for want of a board game."""

import envpool
import numpy as np

from benchmarks.peers.workers.serving import Run, serve


def make(game: str, batch: int, seen: bool) -> Run:
    """Return random play of ``batch`` games."""
    env = envpool.make(game, env_type="gymnasium", num_envs=batch, num_threads=1, seed=0)
    env.reset()
    rng = np.random.default_rng(0)

    def run(decisions: int) -> float:
        steps = max(1, decisions // batch)
        for _ in range(steps):
            env.step(rng.integers(2, size=batch, dtype=np.int32))
        return steps * batch

    return run


if __name__ == "__main__":
    serve(make)

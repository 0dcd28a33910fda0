"""fastcatan: four players; masks, but no observations as arrays. The choice is compiled."""

import fastcatan
import numba
import numpy as np

from benchmarks.peers.workers.serving import Run, serve


@numba.njit
def choose(masks: np.ndarray, actions: np.ndarray, rng: np.random.Generator) -> int:
    """Write a random legal action of each game, by the bits of its mask; return the decisions."""
    made = 0
    for i in range(masks.shape[0]):
        count = 0
        for word in masks[i]:
            rest = word
            while rest:
                rest &= rest - np.uint64(1)
                count += 1
        made += count > 1
        wanted = rng.integers(count)
        for k in range(64 * masks.shape[1]):
            if masks[i, k >> 6] >> np.uint64(k & 63) & np.uint64(1):
                if wanted == 0:
                    actions[i] = k
                    break
                wanted -= 1
    return made


def make(game: str, batch: int, seen: bool) -> Run:
    """Return random play of ``batch`` games."""
    env = fastcatan.BatchedEnv(batch)
    env.reset()
    rng = np.random.default_rng(0)
    masks = np.zeros((batch, fastcatan.MASK_WORDS), np.uint64)
    actions, dones = np.zeros(batch, np.uint32), np.zeros(batch, np.uint8)

    def run(decisions: int) -> float:
        made = 0
        while made < decisions:
            env.write_masks(masks)
            made += choose(masks, actions, rng)
            env.step_autoreset(actions, dones)
        return made

    return run


if __name__ == "__main__":
    serve(make)

"""This project: compiled games to the end, and the batch with observations and masks."""

import numpy as np

from aquasphere_env import get_game, make_batch
from aquasphere_env.core import loops
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from aquasphere_env.players import policies
from benchmarks.peers.workers.serving import Run, serve

PLAYERS = 2


def make(game: str, batch: int, seen: bool) -> Run:
    """Return random play of ``game`` with two players."""
    return batch_run(game, batch) if seen else playout_run(game)


def playout_run(game: str) -> Run:
    """Return whole games one after the other: what a batch without observations comes to."""
    variant = get_game(game).variant(PLAYERS)
    states = variant.new_states()
    sources = new_records(1, RNG_DTYPE)

    def run(decisions: int) -> float:
        made = 0
        while made < decisions:
            made += int(loops.playouts(states, variant.blank, np.uint64(made), 10, sources))
        return made

    return run


def batch_run(game: str, num_envs: int) -> Run:
    """Return a batch of games: one decision in each, then all observations and masks."""
    batch = make_batch(game, num_envs, num_players=PLAYERS)
    batch.reset()
    players = np.full((num_envs, PLAYERS), policies.RANDOM)
    sources = new_records(num_envs, RNG_DTYPE)
    sources["rng"] = np.arange(num_envs)
    scratch = batch.variant.new_states(policies.NUM_SCRATCH)
    actions = np.zeros(num_envs, np.int64)

    def run(decisions: int) -> float:
        steps = max(1, decisions // num_envs)
        for _ in range(steps):
            policies.choose_all(batch.states, players, sources, scratch, actions)
            batch.step(actions)
        return steps * num_envs

    return run


if __name__ == "__main__":
    serve(make)

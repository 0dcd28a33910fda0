"""This project: compiled games to the end, and the batch with observations and masks.

Without observations a batch is as fast as its games one after the other.
"""

from aquasphere_env import get_game
from benchmarks.peers.workers.serving import Run, serve
from benchmarks.throughput import batch_run, playout_run

PLAYERS = 2


def make(game: str, batch: int, seen: bool) -> Run:
    """Return random play of ``game`` with two players."""
    known = get_game(game)
    return batch_run(known, PLAYERS, num_envs=batch) if seen else playout_run(known, PLAYERS)


if __name__ == "__main__":
    serve(make)

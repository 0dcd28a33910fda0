"""What all workers have in common: JSON lines in, JSON lines out, random play timed in between.

A worker runs under the Python of its library, so this file imports nothing of ours. A decision is
the same in all of them: an action of a player who has at least two legal ones.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Run = Callable[[int], float]  # about how many decisions are wanted -> how many were made
Make = Callable[[str, int, bool], Run]  # game, batch, with observation and mask -> its random play


def serve(make: Make) -> None:
    """Answer requests from standard input until it ends, on one processor."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    sized: dict[tuple[str, int, bool], tuple[Run, int]] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        mode = (asked["game"], asked["batch"], asked["seen"])
        try:
            answer: dict[str, Any] = {}
            if mode not in sized:
                started = time.perf_counter()
                play = make(*mode)
                play(1)
                answer["prepared_s"] = time.perf_counter() - started
                sized[mode] = play, size_of(play, asked["seconds"])
            play, size = sized[mode]
            started = time.perf_counter()
            made = play(size)
            answer["decisions_per_s"] = made / (time.perf_counter() - started)
        except Exception as error:  # whatever a library raises is told
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


def size_of(play: Run, seconds: float) -> int:
    """Return how many decisions take about so many seconds."""
    made, taken = 0.0, 0.0
    started = time.perf_counter()
    while taken < seconds / 4:
        made += play(max(1, int(made)))
        taken = time.perf_counter() - started
    return max(1, int(made / taken * seconds))


def uniform(rng: random.Random, things: list[Any]) -> Any:
    """Return one of ``things``; faster than ``rng.choice``."""
    return things[int(rng.random() * len(things))]

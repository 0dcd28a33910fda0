"""Environments in threads: one each, which changes nothing, and one for several.

``run`` plays for as long as it may; its counts of ``"different games"`` and ``"lost decisions"``
are faults, and so are errors other than an illegal action.
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from aquasphere_env.core.game import Game, digest
from aquasphere_env.core.match import IllegalActionError
from aquasphere_env.envs.aec import GameAEC
from aquasphere_env.envs.turnstile import BusyError
from aquasphere_env.games import GAMES, get_game

THREADS = 16
SHARERS = 4
STEPS = 200  # of all that share an environment, or one game if it is shorter


def played(game: Game, seed: int) -> str:
    """Return a digest of the last state of a random game in an environment of its own."""
    env = GameAEC(game.variant())
    env.reset(seed=seed)
    chooser = random.Random(seed)
    while not over(env):
        env.step(legal_action(env, chooser))
    return digest(env._states[0])


def over(env: GameAEC) -> bool:
    """Return whether the game has ended, for all agents alike."""
    return env.terminations["player_0"] or env.truncations["player_0"]


def legal_action(env: GameAEC, chooser: random.Random) -> int:
    """Return a legal action of the player to move, 0 if there is none."""
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(chooser.choice(np.flatnonzero(mask).tolist() or [0]))


def differing_games(games: Sequence[Game], seed: int) -> int:
    """Play a game in each of 16 threads and again one by one; return how many end otherwise."""
    tasks = [(games[k % len(games)], seed + k) for k in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda task: played(*task), tasks))
    return sum(ending != played(*task) for ending, task in zip(together, tasks, strict=True))


def shared(game: Game, seed: int) -> Counter[str]:
    """Let threads play one environment; return counts of what became of their calls.

    Every decision that was accepted must have been played, once: the state counts them.
    """
    env = GameAEC(game.variant(), illegal="raise")
    env.reset(seed=seed)

    def play(thread: int) -> Counter[str]:
        counts: Counter[str] = Counter()
        chooser = random.Random(seed * SHARERS + thread)
        for _ in range(STEPS // SHARERS):
            if over(env):
                break
            counts[outcome(lambda: env.step(legal_action(env, chooser)))] += 1
        return counts

    with ThreadPoolExecutor(SHARERS) as pool:
        counts = sum(pool.map(play, range(SHARERS)), Counter())
    counts["lost decisions"] = abs(int(env._states[0]["step_count"]) - counts["accepted"])
    return counts


def outcome(call: Callable[[], None]) -> str:
    """Return in a word what became of ``call``."""
    try:
        call()
    except IllegalActionError:  # the other thread was quicker
        return "illegal"
    except BusyError:
        return "refused"
    except ValueError:  # the other thread has ended the game
        return "over"
    return "accepted"


def run(budget_seconds: float, seed: int) -> Counter[str]:
    """Play in threads for ``budget_seconds``, at least once; return counts of what happened."""
    counts: Counter[str] = Counter()
    games = [get_game(name) for name in GAMES]
    until = time.monotonic() + budget_seconds
    while not counts or time.monotonic() < until:
        counts["different games"] += differing_games(games, seed)
        counts += shared(games[seed % len(games)], seed)
        counts["rounds"] += 1
        seed += THREADS
    return counts

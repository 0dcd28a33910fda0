"""OpenSpiel: its loop in Python, and ``<game>, C++ loop``: the rollouts of its search."""

import random
from typing import Any

import pyspiel

from benchmarks.peers.workers.serving import Run, serve, uniform

COMPILED = ", C++ loop"
COUNTED_GAMES = 30  # whose mean length tells how many decisions a rollout makes


def make(game: str, batch: int, seen: bool) -> Run:
    """Return random play of ``game``."""
    loaded = pyspiel.load_game(game.removesuffix(COMPILED))
    return compiled_run(loaded) if game.endswith(COMPILED) else python_run(loaded, seen)


def python_run(game: Any, seen: bool) -> Run:
    """Return a loop that takes legal actions and, if ``seen``, tensor and mask."""
    rng = random.Random(0)
    state = game.new_initial_state()

    def run(decisions: int) -> float:
        nonlocal state
        made = 0
        while made < decisions:
            state = advanced(game, state, rng)
            if seen:
                tensor(state)
                state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(uniform(rng, legal))
            made += len(legal) > 1
        return made

    return run


def tensor(state: Any) -> Any:
    """Return what the player to move sees."""
    if state.get_game().get_type().provides_observation_tensor:
        return state.observation_tensor()
    return state.information_state_tensor()


def advanced(game: Any, state: Any, rng: random.Random) -> Any:
    """Return a state in which somebody decides: past chance, a new game after the end."""
    while state.is_chance_node() or state.is_terminal():
        if state.is_terminal():
            state = game.new_initial_state()
            continue
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
    return state


def compiled_run(game: Any) -> Run:
    """Return rollouts from the start in C++; the mean of some games tells the decisions."""
    rng, made = random.Random(0), 0
    for _ in range(COUNTED_GAMES):
        state = advanced(game, game.new_initial_state(), rng)
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(uniform(rng, legal))
            made += len(legal) > 1
    length = made / COUNTED_GAMES

    start = advanced(game, game.new_initial_state(), rng)

    def run(decisions: int) -> float:
        rollouts = max(1, round(decisions / length))
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 0)
        # One simulation of its search: all the rollouts from one decision after the start.
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 0, False).step(start)
        return rollouts * (length - 1)

    return run


if __name__ == "__main__":
    serve(make)

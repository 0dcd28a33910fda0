"""The heuristic that greedy plays by."""

import random

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.core.protocol import evaluate
from aquasphere_env.games.aquanauts import GAME

from .positions import options, play, position


def best_by_evaluation(match: Match) -> str:
    def value(words: str) -> float:
        return float(evaluate(play(match.copy(), words).state, match.player))

    return max(options(match), key=value)


def test_evaluation_publishes_the_best_paper() -> None:
    match = position(
        'open_papers = ["R01", "R12", "R19", "R07"]\n[state.bays.0]\nowner = 0\ncargo = [1, 2, 3]'
    )
    play(match, "robot to launch")
    assert best_by_evaluation(match) == "publish paper 1"


def test_evaluation_rises_with_a_launch() -> None:
    """Without that greedy players never launch, since no paper is published yet."""
    match = position(
        'open_papers = ["R01", "R12", "R19", "R07"]\n[state.bays.0]\nowner = 0\ncargo = [1, 2, 3]'
    )
    before = evaluate(match.state, 0)
    assert evaluate(play(match, "robot to launch").state, 0) > before


def test_evaluation_ignores_what_is_hidden_and_ends_with_the_score() -> None:
    match = Match(GAME.variant(2), 3)
    choice = random.Random(8)
    while not match.over:
        before = evaluate(match.state, 0)
        twin = match.copy()
        loops.redeal_one(twin.states, 0, 0, np.uint64(1))
        assert evaluate(twin.state, 0) == before
        match.step(choice.choice(match.legal_actions()))
    assert evaluate(match.state, 0) == match.scores()[0]

"""Whole games against the independent implementation: every legal action, sheet and score."""

from collections import Counter

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.octodice import GAME
from tests.mutants.conditions import unmet

from .oracle import SETUPS, TASTES, edited, play_both
from .positions import position
from .reference import expected_main

pytestmark = pytest.mark.slow

DULL = {"white": [5, 5, 5], "colour": [5, 5, 5], "number": [-1, -1, -1]}  # octopuses alone
RICH = {"white": [1, 4, 3], "colour": [0, 0, 0], "number": [0, 1, 2]}  # yellow alone
SIDES_OF_FUNCTIONS = [
    [["A1", "B1", "C2"], ["F1", "D2", "E1"], ["I1", "G1", "H2"]],
    [["C1", "A2", "B2"], ["E2", "F2", "D1"], ["G2", "H1", "I2"]],
]


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize(("num_players", "options"), SETUPS)
def test_games_from_the_start(num_players, options, taste):
    variant = GAME.variant(num_players, lab="random", **options)
    asked = Counter()
    for seed in range(3):
        states = variant.new_states()
        variant.begin(states, 0, seed)
        asked += play_both(variant, states, taste, seed)
    turns = 3 * num_players * (9 if num_players == 1 else 6)
    assert asked["first keep"] == asked["second keep"] == turns


@pytest.mark.parametrize("chance", [DULL, RICH], ids=["dull", "rich"])
@pytest.mark.parametrize("lab", SIDES_OF_FUNCTIONS)
@pytest.mark.parametrize(("num_players", "options"), SETUPS)
def test_games_with_a_given_first_roll(num_players, options, lab, chance):
    variant = GAME.variant(num_players, lab=lab, **options)
    for seed, taste in enumerate(TASTES):
        states = variant.new_states()
        variant.begin(states, 0, seed, chance)
        assert play_both(variant, states, taste, seed)["main"]


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize(("num_players", "options"), SETUPS)
def test_games_from_edited_positions(num_players, options, taste):
    """Full sheets and complete labs, the bonus scoring of every kind."""
    asked = Counter()
    for seed in range(20):
        variant = GAME.variant(num_players, lab="random", **options)
        asked += play_both(variant, edited(variant, seed), taste, seed)
    phases = {"first keep", "second keep", "main", "super-level", "super-copy"}
    phases |= {"bonus"} if num_players > 1 else set()
    phases |= {"virtual bonus"} if options else set()
    assert set(asked) == phases


def test_perft_of_the_main_actions():
    match = position(
        1,
        "research, submarine, bot",
        "yellow 0, red 2, blue 1",
        fields="round_number = 8",
        players={0: "markers = [0, 0, 0]"},
        lab=[["A1", "B1", "C2"], ["D1", "E1", "F1"], ["G1", "H1", "I1"]],
    )

    def children(record):
        for words in sorted(expected_main(record)):
            twin = match.copy()
            twin.states[0] = record
            twin.step(GAME.actions.parse(words))
            yield twin.state.copy()

    first = list(children(match.state))
    total = sum(
        1 if record["terminated"] else len(expected_main(record)) for record in first
    )  # every second main action ends the game
    states = match.variant.new_states(3)
    states[0] = match.state
    loops.refresh(states, 0)
    assert loops.perft(states, 1) == len(first)
    assert loops.perft(states, 2) == total


def test_random_games_are_the_same_without_the_compiler():
    """Passes with NUMBA_DISABLE_JIT=1 as well."""
    match = Match(GAME.variant(3, lab="random"), 11)
    rng = np.random.default_rng(11)
    while not match.over:
        match.step(int(rng.choice(match.legal_actions())))
    assert match.scores() == [17, 24, 10]


def test_the_reference_meets_every_outcome_of_every_condition():
    """A condition that games do not meet any more would not be compared any more."""
    assert unmet("octodice") == []

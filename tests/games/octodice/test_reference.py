"""Legal actions against the independent implementation in ``reference``."""

from collections import Counter

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import PHASES

from .positions import position
from .reference import EXPECTED, expected_main

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("num_players", "options"), [(1, {}), (2, {"virtual_player": True}), (3, {})]
)
def test_legal_actions(num_players, options):
    checked = Counter()
    for seed in range(60):
        match = Match(GAME.variant(num_players, lab="random", **options), seed)
        rng = np.random.default_rng(seed)
        while not match.over:
            phase = PHASES[match.state["phase"]]
            if phase in EXPECTED:
                words = {GAME.actions.describe(a) for a in match.legal_actions()}
                assert words == EXPECTED[phase](match.state)
                checked[phase] += 1
            actions = match.legal_actions()
            others = [a for a in actions if GAME.actions.describe(a) != "done"]
            match.step(int(rng.choice(others or actions)))
    assert all(count > 200 for count in checked.values())


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

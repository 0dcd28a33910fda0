"""Random games against the oracle: points, sheets and legal rectangles."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.actions import RECTANGLES, SQUARE
from aquasphere_env.games.aquamarine.scoring import points
from aquasphere_env.games.aquamarine.text import sheet_of

from .positions import EVERYWHERE, around, sheet, sheet_phase, squares_of, weighted
from .reference import Referee, free_squares, legal_rectangles

pytestmark = pytest.mark.slow


def check_sheet(match, player):
    """Check the sheet's sets of squares against each other (AM-R3)."""
    state, me = match.state, sheet(match, player)
    rock = {s for s in EVERYWHERE if state["squares"][s] == 1}
    noted = {s for s in EVERYWHERE if state["enclosed"][player][s]}
    box, drawn = squares_of(me["box"]), squares_of(me["drawn"])
    growing = sheet_phase(match, player) in ("grow", "place")
    everything = noted if growing else noted | box
    assert not everything & rock
    earlier = everything - drawn
    close = set().union(*map(around, earlier)) if earlier else set()
    assert not close & drawn
    assert squares_of(me["free"]) == set(EVERYWHERE) - rock - drawn - close
    assert squares_of(me["anchor"]) <= drawn
    assert 0 <= me["air"] <= 12
    assert (me["air"] == 0) == (me["dive"] == 3)
    assert not state["patch"].any()


@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
@pytest.mark.parametrize("reef", [None, "random"])
def test_census_of_random_games(num_players, reef):
    """AM-R3, AM-R8: squares and points after every step, counted in plain Python."""
    for seed in range(6):
        match = Match(GAME.variant(num_players, sheet=reef), seed)
        choose = np.random.default_rng(seed)
        referees = [Referee(match, player) for player in range(num_players)]
        turn = 0
        while not match.over:
            player = match.player
            match.step(int(choose.choice(weighted(match, choose))))
            check_sheet(match, player)
            while turn < match.state["round_number"]:  # forced moves may play several
                turn += 1
                for referee in referees:
                    referee.note(turn)
            for player, referee in enumerate(referees):
                shown = sheet_of(match.state, "shown", player)
                assert points(match.state, shown) == referee.points()
        assert max(len(referee.boxes) for referee in referees) > 3


@pytest.mark.parametrize("options", [{}, {"sheet": "random"}])
def test_rectangles_are_the_legal_ones(options):
    """AM-R2, AM-R3: against plain Python, on random states; offered only where they fit."""
    checked = 0
    for seed in range(5):
        match = Match(GAME.variant(2, **options), seed)
        choose = np.random.default_rng(seed)
        while not match.over:
            low, high = sorted(match.state["dice"])
            if sheet_phase(match) == "move" and low != high:
                expected = legal_rectangles(match, free_squares(match))
                sizes = {(w, h) for w, h, _, _ in expected}
                assert {RECTANGLES[a] for a in match.legal_actions() if a < SQUARE} == sizes
                for width, height in sizes:
                    places = {(r, c) for w, h, r, c in expected if (w, h) == (width, height)}
                    assert offered_places(match, width, height) == places
                    checked += 1
            match.step(int(choose.choice(weighted(match, choose))))
    assert checked > 100


def offered_places(match, width, height):
    states = match.states.copy()
    loops.apply_one(states, 0, RECTANGLES.index((width, height)))
    trial = match.copy()
    trial.states = states
    return {divmod(action - SQUARE, 22) for action in trial.legal_actions()}

"""The text of a position."""

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import FACILITY_IDS
from aquasphere_env.games.aquanauts.state import QUESTIONS

from .positions import BAYS, games, play, position, round_end


def text_of(match: Match) -> str:
    return GAME.to_text(match.state, None)


def test_text_shows_the_table_and_hides_the_piles() -> None:
    match = Match(GAME.variant(3), 2)
    text = GAME.to_text(match.state, 1)
    assert "player_1 (you)" in text
    for tile in match.state["track"]:
        assert FACILITY_IDS[tile] in text
    twin = match.copy()
    loops.redeal_one(twin.states, 0, 1, np.uint64(5))
    assert GAME.to_text(twin.state, 1) == text
    assert "player_1 (you)" not in GAME.to_text(match.state, None)


def test_text_in_every_question() -> None:
    seen = set()
    for match in games(12, seed=4, share=0.5):
        text = GAME.to_text(match.state, 0)
        if match.over:
            assert "the game is over" in text
        else:
            assert QUESTIONS[match.state["question"]] in text
            seen.add(int(match.state["question"]))
    assert seen == set(range(1, len(QUESTIONS)))


def test_text_names_whose_turn_it_is_when_another_player_decides() -> None:
    text = text_of(play(position(BAYS), "robot to launch", "unload bay 0"))
    assert "player_1 decides: choose a paper for bay 0" in text
    assert "first player: player_0, turn of player_0" in text


def test_text_names_the_kinds_that_may_still_be_discarded() -> None:
    match = play(position("[state.players.0]\nstore = [4, 0, 4, 1, 1]"), "robot to Generator Hall")
    assert "discard a token (power, algae, oxygen, building material, sample)" in text_of(match)
    play(match, "discard oxygen")
    assert "discard a token (oxygen, building material, sample)" in text_of(match)


def test_text_names_the_discarded_facilities() -> None:
    match = round_end("", 'track = ["T27", "T01", "T02", "T03", "T06"]')
    assert "discarded: -" in text_of(match)
    assert "discarded: T27" in text_of(play(match, "robot to dock"))


def test_text_names_what_may_still_run_and_who_claimed_an_objective() -> None:
    engine = 'store = [2, 0, 1, 0, 0]\ngrid = ["-", "T19", "T14", "-", "T25"]'
    table = 'objectives = ["J02", "J03", "J04"]\nclaimed_by = [-1, 1, -1]\n[state.players.1]\n'
    table += 'papers = ["R01", "R02", "-", "-"]\npoints = 4\nrobots = 0'
    match = play(round_end(engine, table), "robot to dock")
    assert "still available: B, C, E, aquanaut" in text_of(match)
    assert text_of(match).count("points, unclaimed") == 2
    assert text_of(match).count("points, claimed by player_1") == 1

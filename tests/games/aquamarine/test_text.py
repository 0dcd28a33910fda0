"""A position in words and what the picture adds."""

import pytest

from aquasphere_env.games.aquamarine import GAME

from .positions import DAY, NIGHT, begin, do, draw, roll, row, sheet
from .test_observation import two_dives


def text(match, player=0):
    return GAME.to_text(match.state, player)


def grid_line(match, player, number, seat=0):
    """Return a row of the sheet of ``seat`` as ``player`` reads it."""
    lines = text(match, player).split(f"player_{seat}: ")[1].splitlines()
    return next(line for line in lines if line.startswith(f"{number:2}   "))[5:]


def test_the_turn_the_hour_and_the_start_die():
    assert "turn 1 of 24, night, dice 1 and 2, start die 4" in text(begin(start_die=NIGHT))


@pytest.mark.parametrize(
    ("start_die", "words"),
    [(DAY, "beacons by day 1, by night 0"), (NIGHT, "beacons by day 0, by night 1")],
)
def test_beacons_by_day_and_by_night(start_die, words):
    match = begin(row("b"), start_die=start_die)
    draw(match, "1x1", 0, 1)
    assert words in text(match)


def test_what_a_sheet_scores_with():
    match = begin(row("fjPPW"), num_players=2)
    draw(match, "5x1", 0, 1, dice=(4, 5))
    do(match, "bonus: wreck", "draw nothing")
    assert (
        "player_0: 8 points; dive 1 of 3, air 11; shoal points 1, corals 2, jellyfish 1, "
        "stingrays 0, cuttlefish 0, beacons by day 0, by night 0, wrecks 1; "
        "squares of wrecks 1 0 0 0; deepest rows 0 - -; flag points 0 0 0; bonuses wreck"
    ) in text(match, 1)


def test_the_own_turn_so_far():
    match = begin(row("W"), dice=(1, 2), num_players=2)
    do(match, "rectangle 1x1")
    assert "places the rectangle, rectangle 1x1" in text(match)
    do(match, "square 0,1")
    assert "chooses a bonus, rectangle 1x1, bonuses due 1" in text(match)
    roll(match, 1, 1)
    sheet(match)["air_due"] = 2
    assert "air due 2" in text(match)
    assert "at the turn's start: 0 points" in text(match)


def test_squares_left_of_a_free_box():
    match = begin(dice=(2, 2))
    do(match, "square 0,1")
    assert "chooses squares, squares left 3" in text(match)


def test_marks_of_boxes_by_turn_and_dive():
    match = two_dives()
    for player in (0, 1):
        assert grid_line(match, player, 0) == ". .-.a.-. . . . . .B.B. . . . . . . . . . ."
        assert grid_line(match, player, 1).startswith(". .-.-.-. .")
    draw(match, "1x1", 1, 9, dice=(1, 2))
    assert grid_line(match, 0, 1).startswith(". .-.-.-. . . . . .!. .")
    assert "!" not in grid_line(match, 1, 1)


def test_columns_are_numbered_in_words_and_in_the_picture():
    match = begin()
    assert "     0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1" in text(match)
    picture = GAME.draw(match.state, 0)
    assert picture.count(">21</text>") >= 2  # the last row and the last column


def test_the_picture_does_not_tell_others_whose_turn_is_open():
    """AM-R1: neither the headline nor the frames of the panels."""
    match = begin(dice=(1, 2), num_players=3)
    before = GAME.draw(match.state, 2)
    for decision in ("draw nothing", "rectangle 1x1", "square 0,2"):
        do(match, decision)
        after = GAME.draw(match.state, 2)
        assert after == before
        assert "decides" not in after

"""What boxes score: AM-R8 to AM-R10."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.protocol import NUM_SCORE_KEYS
from aquasphere_env.games.aquamarine import GAME

from .oracle import with_numbers
from .positions import DAY, NIGHT, begin, do, draw, roll, row, score, sheet, sheet_phase, words
from .reference import Numbers


@pytest.mark.parametrize(("start_die", "gained"), [(DAY, 5), (NIGHT, 0)])
def test_stingrays_by_day(start_die, gained):
    """AM-R8."""
    match = begin(row("s"), start_die=start_die)
    draw(match, "1x1", 0, 1)
    assert score(match) == gained


@pytest.mark.parametrize(("start_die", "gained"), [(DAY, 0), (NIGHT, 5)])
def test_cuttlefish_by_night(start_die, gained):
    """AM-R8."""
    match = begin(row("c"), start_die=start_die)
    draw(match, "1x1", 0, 1)
    assert score(match) == gained


@pytest.mark.parametrize(("waited", "gained"), [(3, 5), (4, 0)])
def test_a_box_is_discovered_at_the_hour_of_its_turn(waited, gained):
    """AM-R8: start die 3 leaves four turns of day; the time advances after the box."""
    match = begin(row("s"), start_die=3)
    do(match, *["draw nothing"] * waited)
    draw(match, "1x1", 0, 1)
    assert score(match) == gained


@pytest.mark.parametrize(
    ("letters", "gained"),
    [
        *(("f", 1), ("ff", 3), ("fff", 6), ("ffff", 10), ("fffff", 15), ("ffffff", 15)),
        *(("P", 2), ("PPP", 6), ("OO", 4), ("PO", 0), ("POPO", 0), ("j", -2), ("jj", -4)),
        *(("1", 4), ("2", 6), ("3", 8), ("4", 10), ("5", 12), ("6", 18), ("1426", 18)),
        *(("b", 0), ("bb", 0), ("fPj", 1), ("fsfO2", 3 + 5 + 2 + 6)),
    ],
)
def test_points_of_one_box_by_day(letters, gained):
    """AM-R8."""
    match = begin(row(letters))
    draw(match, f"{len(letters)}x1", 0, 1)
    assert score(match) == gained


def test_shoals_count_box_by_box():
    """AM-R8: two fish in two boxes are two shoals."""
    match = begin(row("ff"))
    draw(match, "1x1", 0, 1)
    draw(match, "1x1", 0, 2)
    assert score(match) == 2


def test_both_corals_in_different_boxes_score():
    """AM-R8: only both in one shape void them."""
    match = begin(row("PO"))
    draw(match, "1x1", 0, 1)
    draw(match, "1x1", 0, 2)
    assert score(match) == 4


def test_one_flag_a_dive_the_best():
    """AM-R8."""
    match = begin({**row("25"), **row("13", first=9)})
    draw(match, "1x1", 0, 1)
    assert score(match) == 6
    draw(match, "1x1", 0, 2)
    assert score(match) == 12
    roll(match, 2, 3)
    do(match, "end the dive")
    draw(match, "2x1", 0, 9)
    assert score(match) == 12 + 8


def test_beacons_score_in_pairs_of_day_and_night():
    """AM-R8."""
    match = begin(row("bbbb"), start_die=3)  # four turns of day are left
    draw(match, "2x1", 0, 1)
    do(match, "draw nothing", "draw nothing", "draw nothing")
    assert score(match) == 0
    draw(match, "1x1", 0, 3)
    assert score(match) == 15
    draw(match, "1x1", 0, 4)
    assert score(match) == 30


def test_a_wreck_counts_when_all_its_squares_are_enclosed():
    """AM-R8: over several boxes; the bonus is asked right after the shape, before the air."""
    match = begin(row("PWW"), dice=(1, 2))
    draw(match, "2x1", 0, 1)
    assert sheet(match)["wrecks"] == 0
    draw(match, "1x1", 0, 3, dice=(1, 6))
    assert sheet(match)["wrecks"] == 1
    assert score(match) == 2 + 0
    bonuses = ["cuttlefish", "coral", "flag", "wreck", "beacons", "stingray"]
    assert words(match) == [f"bonus: {bonus}" for bonus in bonuses]
    do(match, "bonus: coral")
    assert score(match) == 2 + 1


def test_the_bonus_is_asked_before_the_air():
    """AM-R8: an empty tank ends the dive only when the bonus is chosen."""
    match = begin(row("WWWW"))
    sheet(match)["air"] = 1
    draw(match, "4x1", 0, 1, dice=(1, 4))
    assert sheet_phase(match) == "bonus"
    assert (sheet(match)["dive"], sheet(match)["air"]) == (0, 1)
    do(match, "bonus: wreck")
    assert (sheet(match)["dive"], sheet(match)["air"]) == (1, 12)


def test_two_wrecks_ask_two_questions_and_each_bonus_is_given_once():
    """AM-R8."""
    match = begin(row("WXYZ"))
    draw(match, "2x1", 0, 1)
    do(match, "bonus: wreck")
    assert "bonus: wreck" not in words(match)
    assert sheet(match)["bonuses_due"] == 1
    do(match, "bonus: flag")
    assert score(match) == 10
    draw(match, "2x1", 0, 3)
    do(match, "bonus: coral")
    assert words(match) == [f"bonus: {bonus}" for bonus in ("cuttlefish", "beacons", "stingray")]


@pytest.mark.parametrize(
    ("bonus", "things", "start_die", "without", "gained"),
    [
        ("cuttlefish", "ccW", NIGHT, 10, 10),
        ("cuttlefish", "ccW", DAY, 0, 0),
        ("coral", "PPPW", DAY, 6, 3),
        ("coral", "POPW", DAY, 0, 0),
        ("flag", "124W", DAY, 10, 5),
        ("wreck", "ffW", DAY, 3, 5),
        ("beacons", "bbW", DAY, 0, 0),
        ("stingray", "ssW", DAY, 10, 10),
        ("stingray", "ssW", NIGHT, 0, 0),
    ],
)
def test_bonuses_count_only_what_scores(bonus, things, start_die, without, gained):
    """AM-R8."""
    match = begin(row(things), start_die=start_die)
    draw(match, f"{len(things)}x1", 0, 1)
    do(match, f"bonus: {bonus}")
    assert score(match) == without + gained


def test_the_flag_bonus_counts_one_flag_a_dive():
    """AM-R8: three flags in two dives are two scored ones."""
    match = begin({**row("12W"), **row("3", first=9)})
    draw(match, "3x1", 0, 1)
    do(match, "bonus: flag")
    assert score(match) == 6 + 5
    roll(match, 1, 2)
    do(match, "end the dive")
    draw(match, "1x1", 0, 9)
    assert score(match) == 6 + 8 + 2 * 5


def test_a_flag_worth_one_point_is_a_scored_flag(tmp_path):
    """AM-R8: the bonus counts flags, not their points."""
    components = with_numbers(tmp_path, Numbers(flags=(1, 2, 3, 4, 5, 6)))
    match = begin(row("1W"), components=components)
    draw(match, "2x1", 0, 1)
    do(match, "bonus: flag")
    assert score(match) == 1 + 5


def test_the_beacon_bonus_is_8_a_pair():
    """AM-R8."""
    match = begin(row("bbW"), start_die=3)
    draw(match, "1x1", 0, 1)
    do(match, *["draw nothing"] * 3)
    draw(match, "2x1", 0, 2)
    do(match, "bonus: beacons")
    assert score(match) == 15 + 8


def test_bonuses_count_all_dives_and_what_comes_later():
    """AM-R8."""
    match = begin({**row("PW"), **row("PO", first=9)})
    draw(match, "2x1", 0, 1)
    do(match, "bonus: coral")
    assert score(match) == 3
    roll(match, 1, 2)
    do(match, "end the dive")
    draw(match, "1x1", 0, 9)
    assert score(match) == 6


def finish_alone(deepest, **fields):
    match = begin()
    for name, value in {"deepest": deepest, **fields}.items():
        sheet(match)[name] = value
    while not match.over:
        do(match, "draw nothing")
    return match


@pytest.mark.parametrize(
    ("deepest", "medal", "reward"),
    [
        ([9, 9, 9], "bronze", 30),
        ([9, 21, 8], "none", 0),
        ([9, 21, -1], "none", 0),
        ([12, 13, 21], "silver", 30),
        ([12, 11, 21], "bronze", 30),
        ([15, 15, 15], "gold", 30),
        ([15, 14, 15], "silver", 30),
    ],
)
def test_alone_every_dive_has_to_pass_a_mark(deepest, medal, reward):
    """AM-R9: a dive never taken misses it; points and medal stand in the info."""
    match = finish_alone(deepest, shoal_points=30)
    assert score(match) == reward
    assert GAME.extra_info(match.state)["medal"] == medal
    assert GAME.extra_info(match.state)["points"] == 30


def test_alone_the_reward_is_never_negative():
    """AM-R9."""
    match = finish_alone([9, 9, 9], jellyfish=4)
    assert score(match) == 0
    assert GAME.extra_info(match.state)["points"] == -8


def test_a_dive_notes_its_deepest_row():
    """AM-R9."""
    match = begin()
    draw(match, "1x6", 0, 10, dice=(5, 6))
    draw(match, "1x4", 6, 10)
    draw(match, "1x1", 8, 11)
    assert list(sheet(match)["deepest"]) == [9, -1, -1]


@pytest.mark.parametrize(
    ("points", "rank"), [(0, 1), (40, 1), (41, 2), (70, 2), (71, 3), (91, 4), (110, 4), (111, 5)]
)
def test_ranks(points, rank):
    """AM-R10."""
    match = finish_alone([9, 9, 9], shoal_points=points)
    assert GAME.extra_info(match.state)["score_rank"] == rank


def test_the_most_points_win():
    match = begin({**row("f"), **row("ff", first=9)}, num_players=3)
    for column in (1, 9, 17):
        draw(match, "2x1", 0, column, dice=(2, 3))
    while not match.over:
        do(match, "draw nothing")
    assert match.scores() == [1, 3, 0]
    assert match.ranks() == [2, 1, 3]


def test_no_tie_breaker_is_left_from_before():
    """AM-R10: ties are ties, whatever stood where points are written to."""
    match = begin(row("f"), num_players=2)
    draw(match, "1x1", 0, 1, dice=(1, 2))
    do(match, "draw nothing")
    out = np.full((2, NUM_SCORE_KEYS), 7, np.int32)
    loops.read_scores(match.states, 0, out)
    assert out.tolist() == [[1, 0, 0], [0, 0, 0]]


def test_ties_share_the_victory():
    match = begin(row("f"), num_players=2)
    for _ in range(2):
        draw(match, "1x1", 0, 1, dice=(1, 2))
    while not match.over:
        do(match, "draw nothing")
    assert match.ranks() == [1, 1]

"""The views ``flat`` and ``planes``: what they tell, by its value."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.state import new_records
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.planes import PLANE
from aquasphere_env.games.aquamarine.state import KIND_LETTERS
from aquasphere_env.games.aquamarine.tokens import SHEET

from .positions import BOATS, NIGHT, begin, do, draw, roll, row, sheet

OWN_NOW, OWN_SHOWN, OTHER_SHOWN = range(3)  # rows of ``sheets`` with two players


def look(match, player=0, view="flat"):
    """Return a view as ``player`` sees it."""
    record = new_records(1, GAME.views[view].dtype)
    loops.observe_one(match.states, 0, player, record, 0)
    return record[0]


def planes_of(match, player=0):
    return look(match, player, "planes")["planes"]


def two_dives(num_players=2):
    """Player 0 draws a box in turn 1 and one of a new dive in turn 2, the others nothing."""
    match = begin(num_players=num_players)
    draw(match, "1x1", 0, 2)
    do(match, *["draw nothing"] * (num_players - 1))
    roll(match, 2, 3)
    do(match, "end the dive")
    draw(match, "2x1", 0, 9, dice=(2, 3))
    do(match, *["draw nothing"] * (num_players - 1))
    return match


def test_every_kind_of_square_is_told():
    letters = KIND_LETTERS[2:]
    things = {(5 + k // 11, k % 11): letter for k, letter in enumerate(letters)}
    match = begin(things, rocks=[(3, 3)])
    kinds = look(match)["kinds"]
    assert kinds[0, 0] == 0
    assert kinds[3, 3] == pytest.approx(1 / 19)
    for k in range(len(letters)):
        assert kinds[5 + k // 11, k % 11] == pytest.approx((k + 2) / 19)


def test_corals_of_both_kinds_differ():
    kinds = look(begin(row("PO")))["kinds"]
    assert kinds[0, 1:4] == pytest.approx([3 / 19, 4 / 19, 0])


@pytest.mark.parametrize("player", [0, 1])
def test_boxes_by_turn_and_dive(player):
    """The owner and the others see the same after the turn."""
    match = two_dives()
    boxes = look(match, player)["boxes"]
    seat = -player % 2
    assert boxes[seat][0, 2] == pytest.approx(-23 / 25)  # two turns ago
    assert boxes[seat][0, 9:11] == pytest.approx([24 / 25] * 2)
    assert np.count_nonzero(boxes) == 3
    assert np.array_equal(planes_of(match, player)[PLANE.boxes : PLANE.sheets], boxes)


def test_the_own_box_of_this_turn_is_shown_to_its_owner():
    match = begin(num_players=2)
    draw(match, "1x1", 0, 2)
    assert look(match, 0)["boxes"][0][0, 2] == 1
    assert not look(match, 1)["boxes"].any()


def test_a_free_box_is_shown_while_it_grows():
    match = begin(dice=(2, 2))
    do(match, "square 0,2", "square 0,3")
    boxes = look(match)["boxes"][0]
    assert boxes[0, 1:5].tolist() == [0, 1, 1, 0]
    assert np.count_nonzero(boxes) == 2


def test_boats():
    assert np.flatnonzero(look(begin())["boats"]).tolist() == BOATS


def test_empty_seats_hold_zeros():
    match = two_dives()
    view = look(match)
    assert not view["boxes"][2:].any()
    assert not view["sheets"][3:].any()


def test_the_start_die():
    match = begin(start_die=NIGHT)
    assert look(match)["start_die"].tolist() == [0, 0, 0, 1, 0, 0]
    assert planes_of(match)[PLANE.start_die, 7, 7] == pytest.approx(4 / 6)


def test_air_is_due_until_the_bonus_is_chosen():
    match = begin(row("WW"))
    draw(match, "2x1", 0, 1, dice=(1, 2))
    numbers = look(match)["sheets"]
    assert numbers[OWN_NOW, SHEET.air_due] == pytest.approx(1 / 12)
    assert numbers[OWN_NOW, SHEET.wrecks] == pytest.approx(1 / 4)
    assert numbers[OWN_SHOWN, [SHEET.air_due, SHEET.wrecks]].tolist() == [0, 0]


def set_sheet(match, player):
    """Give ``player`` numbers that differ from those of a start."""
    for when in ("now", "shown"):
        me = match.state[when]["players"][player]
        me["air"], me["dive"] = 5, 1
        me["bonuses"] = (0, 1, 0, 0, 1, 0)
        me["beacons_day"], me["beacons_night"], me["corals"] = 2, 1, 36


@pytest.mark.parametrize("seat", [OWN_NOW, OTHER_SHOWN])
def test_numbers_of_a_sheet(seat):
    match = begin(num_players=2)
    set_sheet(match, player=seat // OTHER_SHOWN)
    numbers = look(match)["sheets"][seat]
    assert numbers[SHEET.air] == pytest.approx(5 / 12)
    assert numbers[SHEET.dive : SHEET.deepest].tolist() == [0, 1, 0]
    assert numbers[SHEET.bonuses :].tolist() == [0, 1, 0, 0, 1, 0]
    assert numbers[SHEET.corals] == pytest.approx(36 / 40)
    assert numbers[SHEET.beacons_day] == pytest.approx(2 / 20)
    assert numbers[SHEET.beacons_night] == pytest.approx(1 / 20)


def test_planes_hold_all_numbers_of_all_sheets_two_a_row():
    """Air, dive and bonuses of the others among them."""
    match = begin(num_players=2)
    set_sheet(match, player=1)
    planes, sheets = planes_of(match), look(match)["sheets"]
    for number in range(len(sheets)):
        halves = planes[PLANE.sheets + number].reshape(44, 11)
        assert (halves == halves[:, :1]).all()
        assert np.array_equal(halves[: SHEET.width, 0], sheets[number])
        assert not halves[SHEET.width :].any()


def test_points_of_a_very_good_game_are_not_clipped():
    match = begin()
    sheet(match)["shoal_points"] = 100
    sheet(match)["cuttlefish"] = 20
    assert look(match)["sheets"][OWN_NOW, SHEET.points] == pytest.approx(200 / 400)


def test_the_own_sheet_at_the_turns_start_is_told_too():
    match = begin(row("f"), num_players=2)
    draw(match, "1x1", 0, 1)
    points = look(match)["sheets"][:, SHEET.points]
    assert points[[OWN_NOW, OWN_SHOWN, OTHER_SHOWN]] == pytest.approx([1 / 400, 0, 0])


def test_free_squares_and_those_asked_about():
    match = begin(dice=(1, 2), rocks=[(0, 3)])
    assert look(match)["free"][0, :6].tolist() == [0.5, 1, 1, 0, 1, 0.5]
    draw(match, "1x1", 0, 2)
    assert look(match)["free"][:3, 1:4].tolist() == [[1, 0, 0], [0.5, 1, 0.5], [0.5] * 3]

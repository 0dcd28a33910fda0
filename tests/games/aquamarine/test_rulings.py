"""Boxes, dives and air: AM-R2 to AM-R7, AM-R11."""

from itertools import product

import pytest

from aquasphere_env.core.match import IllegalActionError
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.actions import SQUARE

from .positions import (
    BOATS,
    EVERYWHERE,
    around,
    begin,
    beside,
    dive_down,
    do,
    draw,
    roll,
    score,
    sheet,
    sheet_phase,
    squares_of,
    words,
)

LAGOON = [(row, column) for row in range(2) for column in range(1, 5)] + [(2, 2), (2, 3), (3, 2)]


def test_different_dice_offer_rectangles_of_both_values():
    """AM-R2."""
    match = begin(dice=(6, 4))
    expected = ["1x4", "1x6", "2x2", "2x3", "3x2", "4x1", "6x1"]
    assert words(match) == [f"rectangle {size}" for size in expected] + ["draw nothing"]


def test_different_dice_draw_rectangles_alone():
    """AM-R2: whatever is decided, the box is a rectangle of one of the dice."""
    start = begin(rocks=[(2, 2), (1, 10)])
    draw(start, "2x1", 0, 1)
    roll(start, 2, 4)
    sizes = set()
    for action in [action for action in start.legal_actions() if action < SQUARE]:
        first = start.copy()
        first.step(action)
        for place in first.legal_actions():
            match = first.copy()
            match.step(place)
            box = squares_of(sheet(match)["anchor"])
            heights, widths = ({square[axis] for square in box} for axis in (0, 1))
            assert box == set(product(heights, widths))
            sizes.add((len(widths), len(heights)))
    assert sizes == {(1, 2), (2, 1), (1, 4), (2, 2), (4, 1)}


@pytest.mark.parametrize(
    "form",
    [
        [(0, 4), (0, 5), (0, 6), (0, 7), (0, 8), (0, 9), (0, 10)],
        [(0, 4), (1, 4), (2, 4), (2, 5), (2, 6), (1, 6), (0, 6)],
        [(0, 4), (1, 4), (2, 4), (1, 3), (1, 5), (1, 2), (1, 6)],
        [(0, 4), (0, 5), (1, 5), (1, 6), (2, 6), (2, 7), (3, 7)],
        [(0, 4), (0, 3), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)],
    ],
    ids=["line", "arch", "cross", "stairs", "block"],
)
def test_forms_of_a_double_five(form):
    """AM-R2: seven connected squares of any form, and none is asked for after them."""
    match = begin(dice=(5, 5))
    do(match, *(f"square {row},{column}" for row, column in form))
    assert match.state["round_number"] == 1
    assert squares_of(sheet(match)["anchor"]) == set(form)
    assert sheet(match)["air"] == 12


@pytest.mark.parametrize(("size", "air"), [("2x2", 12), ("2x3", 10), ("6x1", 10)])
def test_the_higher_die_costs_the_difference(size, air):
    """AM-R2."""
    match = begin()
    draw(match, size, 0, 1, dice=(4, 6))
    assert sheet(match)["air"] == air


def test_doubles_have_no_rectangle_and_no_dice_air():
    """AM-R2."""
    match = begin(dice=(5, 5))
    assert not [text for text in words(match) if text.startswith("rectangle")]
    assert len([text for text in words(match) if text.startswith("square")]) == len(BOATS)
    do(match, *(f"square 0,{column}" for column in range(1, 8)))
    assert sheet(match)["air"] == 12
    assert len(squares_of(sheet(match)["anchor"])) == 7


def lagoon_boxes(size):
    """All connected sets of ``size`` squares of the lagoon with one under the boat, by growing."""
    found = {frozenset([square]) for square in LAGOON}
    for _ in range(size - 1):
        found = {
            box | {square}
            for box in found
            for square in set().union(*map(beside, box)) & set(LAGOON) - box
        }
    return {box for box in found if any(row == 0 for row, _ in box)}


@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_free_boxes_are_exactly_the_connected_ones(pips):
    """AM-R2: every connected form of n + 2 squares, the rulebook's example is the double 5."""
    match = begin(dice=(pips, pips), rocks=set(EVERYWHERE) - set(LAGOON))
    boxes, seen, stack = set(), set(), [match]
    while stack:
        match = stack.pop()
        for action in match.legal_actions():
            if not SQUARE <= action < SQUARE + len(EVERYWHERE):
                continue
            after = match.copy()
            after.step(action)
            if after.state["round_number"] > 0:
                boxes.add(frozenset(squares_of(sheet(after)["anchor"])))
            elif (box := frozenset(squares_of(sheet(after)["box"]))) not in seen:
                seen.add(box)
                stack.append(after)
    assert boxes == lagoon_boxes(pips + 2)


def test_no_first_square_in_a_pocket_too_small():
    """AM-R2: a start in a pocket of fewer than n + 2 squares would be a dead end."""
    pocket = [(0, 1), (0, 2), (1, 1)]
    wall = set().union(*map(beside, pocket)) - set(pocket)
    match = begin(dice=(2, 2), rocks=wall)
    assert not {"square 0,1", "square 0,2"} & set(words(match))
    assert "square 0,4" in words(match)
    roll(match, 1, 1)
    assert {"square 0,1", "square 0,2", "square 0,4"} <= set(words(match))


def test_every_first_square_is_offered_for_the_room_around_it():
    """AM-R2: below the left end of a long box in row 11 the way leads straight down."""
    match = begin(rocks=[(12, 4), (12, 6)])
    dive_down(match, 10)
    draw(match, "6x1", 11, 5, dice=(5, 6))
    roll(match, 1, 1)
    squares = {(10, column) for column in range(5, 10)} | {(11, 4), (11, 11)}
    squares |= {(12, column) for column in range(5, 11) if column != 6}
    firsts = {text for text in words(match) if text.startswith("square")}
    assert firsts == {f"square {row},{column}" for row, column in squares}


def test_a_dive_starts_under_a_boat():
    """AM-R3."""
    match = begin(dice=(1, 2))
    do(match, "rectangle 1x1")
    assert words(match) == [f"square 0,{column}" for column in BOATS]
    match = begin(dice=(1, 2))
    do(match, "rectangle 2x1")
    tops = sorted({column - k for column in BOATS for k in (0, 1)})
    assert words(match) == [f"square 0,{column}" for column in tops]


def test_a_box_touches_the_last_box_and_overlaps_nothing():
    """AM-R3: orthogonally; rocks and drawn squares are taken, older boxes need no distance."""
    match = begin(rocks=[(1, 2)])
    draw(match, "1x1", 0, 1)
    draw(match, "2x1", 0, 2)
    roll(match, 1, 2)
    do(match, "rectangle 1x1")
    assert words(match) == ["square 0,4", "square 1,3"]


def test_no_box_overlaps_an_older_one_of_the_dive():
    """AM-R3: but it may lie right beside it."""
    match = begin()
    draw(match, "1x3", 0, 1)
    draw(match, "2x1", 2, 2)
    draw(match, "1x2", 0, 3)
    roll(match, 2, 3)
    pair, column = match.copy(), match.copy()
    do(pair, "rectangle 2x1")
    places = {text for text in words(pair) if text.endswith((",1", ",2"))}
    assert places == set()
    do(column, "rectangle 1x2", "square 0,2")
    assert squares_of(sheet(column)["anchor"]) == {(0, 2), (1, 2)}


def test_boxes_keep_clear_of_earlier_dives_corners_included():
    """AM-R3, and the same boat may be used again."""
    match = begin()
    draw(match, "1x1", 0, 2)
    roll(match, 1, 2)
    do(match, "end the dive", "rectangle 1x1")
    starts = [column for column in BOATS if column not in (1, 2, 3)]
    assert words(match) == [f"square 0,{column}" for column in starts]
    do(match, "square 0,4")
    roll(match, 1, 2)
    do(match, "rectangle 1x1")
    assert words(match) == ["square 0,5", "square 1,4"]
    do(match, "square 1,4")
    roll(match, 1, 2)
    do(match, "rectangle 1x1")
    assert words(match) == ["square 1,5", "square 2,4"]


def test_no_square_is_closed_beyond_an_edge():
    """AM-R3: what touches the boxes of a dive ends where the sheet ends."""
    match = begin()
    draw(match, "1x1", 0, 1)
    roll(match, 1, 2)
    do(match, "end the dive")
    dive_down(match, 20)
    draw(match, "4x1", 21, 10)
    roll(match, 1, 2)
    do(match, "end the dive")
    drawn = [(0, 1), *((row, 10) for row in range(21)), *((21, 10 + k) for k in range(4))]
    closed = set().union(*map(around, drawn))
    assert squares_of(sheet(match)["free"]) == set(EVERYWHERE) - closed
    assert not sheet(match)["drawn"].any()


def test_a_dive_with_no_free_boat_draws_nothing():
    """AM-R11: blocked boats stay blocked; the only move is forced."""
    rocks = [(0, column) for column in BOATS if column != 1]
    match = begin(rocks=rocks)
    draw(match, "1x1", 0, 1)
    roll(match, 1, 2)
    do(match, "end the dive")
    assert match.over
    assert sheet(match)["dive"] == 1
    assert match.state["round_number"] == 24


@pytest.mark.parametrize(
    ("row", "cost"), [(7, 0), (8, 0), (9, 1), (15, 1), (16, 2), (20, 2), (21, 2)]
)
def test_depth_air_by_the_deepest_square(row, cost):
    """AM-R4."""
    match = begin()
    dive_down(match, row - 1)
    draw(match, "1x1", row, 10)
    assert sheet(match)["air"] == 12 - cost


def test_the_deepest_square_decides():
    """AM-R4: one square below the line is enough."""
    match = begin()
    dive_down(match, 6)
    draw(match, "1x3", 7, 10)
    assert sheet(match)["air"] == 11


def test_depth_air_is_due_on_doubles_too():
    """AM-R4."""
    match = begin()
    dive_down(match, 8)
    roll(match, 1, 1)
    do(match, "square 9,10", "square 9,11", "square 9,12")
    assert sheet(match)["air"] == 11


def test_only_a_bubble_saves_air():
    """AM-R4: a box full of jellyfish costs what an empty one does."""
    columns = range(10, 18)
    match = begin({(9, column): "j" for column in columns})
    dive_down(match, 8)
    roll(match, 6, 6)
    do(match, *(f"square 9,{column}" for column in columns))
    assert sheet(match)["air"] == 11


def test_a_bubble_cancels_all_air_of_the_turn():
    """AM-R4: depth and dice."""
    match = begin({(11, 10): "a"})
    dive_down(match, 8)
    draw(match, "1x4", 9, 10, dice=(1, 4))
    assert sheet(match)["air"] == 12
    draw(match, "1x4", 13, 10, dice=(1, 4))
    assert sheet(match)["air"] == 12 - 3 - 2


@pytest.mark.parametrize("air", [3, 2])
def test_a_turn_without_air_left_ends_the_dive(air):
    """AM-R5: exactly or not; the turn counts and the next box starts a dive."""
    match = begin({(2, 10): "f"})
    draw(match, "1x1", 0, 10)
    sheet(match)["air"] = air
    draw(match, "1x4", 1, 10, dice=(1, 4))
    assert score(match) == 1
    assert (sheet(match)["dive"], sheet(match)["air"]) == (1, 12)
    roll(match, 1, 2)
    do(match, "rectangle 1x1")
    assert words(match) == [f"square 0,{column}" for column in BOATS if not 9 <= column <= 11]


def test_one_air_left_goes_on():
    """AM-R5."""
    match = begin()
    draw(match, "1x1", 0, 10)
    sheet(match)["air"] = 4
    draw(match, "1x4", 1, 10, dice=(1, 4))
    assert (sheet(match)["dive"], sheet(match)["air"]) == (0, 1)


def test_three_dives_with_a_tank_each():
    """AM-R5: full at the start of each dive, whatever was left, and none after the third."""
    match = begin(num_players=2)
    for dive, column in enumerate((1, 9, 17)):
        assert (sheet(match)["dive"], sheet(match)["air"]) == (dive, 12)
        draw(match, "4x1", 0, column, dice=(1, 4))
        do(match, "draw nothing")
        assert sheet(match)["air"] == 9
        roll(match, 2, 3)
        do(match, "end the dive", *["draw nothing"] * (2 - (dive == 2)))
    assert (sheet(match)["dive"], sheet(match)["air"]) == (3, 0)


def test_after_the_third_dive_the_player_is_done():
    """AM-R5: the others play on, the game ends when all are done."""
    match = begin(num_players=2)
    sheet(match)["dive"] = 2
    sheet(match)["air"] = 1
    draw(match, "1x2", 0, 2, dice=(1, 2))
    do(match, "draw nothing")
    assert sheet(match)["dive"] == 3
    assert not match.over
    for _ in range(3):
        assert match.player == 1
        do(match, "draw nothing")
    sheet(match, 1)["dive"] = 2
    sheet(match, 1)["air"] = 1
    draw(match, "1x2", 0, 2, dice=(1, 2))
    assert match.over
    assert GAME.end_reason(match.state) == "all dives done"


def test_ending_early_keeps_the_dice_and_pays_from_the_new_tank():
    """AM-R6: the rest of the tank is crossed off; the box of this turn starts the next dive."""
    match = begin()
    draw(match, "1x1", 0, 2)
    sheet(match)["air"] = 5
    roll(match, 2, 5)
    do(match, "end the dive")
    assert tuple(match.state["dice"]) == (2, 5)
    assert sheet(match)["dive"] == 1
    draw(match, "5x1", 0, 9, dice=(2, 5))
    assert (sheet(match)["dive"], sheet(match)["air"]) == (1, 12 - 3)


def test_only_a_dive_with_a_box_ends_early_so_once_a_turn():
    """AM-R6."""
    match = begin()
    assert "end the dive" not in words(match)
    draw(match, "1x1", 0, 2)
    roll(match, 1, 2)
    assert "end the dive" in words(match)
    do(match, "end the dive")
    assert "end the dive" not in words(match)
    with pytest.raises(IllegalActionError, match="the dive has no box yet"):
        do(match, "end the dive")


def test_ending_early_then_drawing_nothing():
    """AM-R6: ... or nothing, follows."""
    match = begin()
    draw(match, "1x1", 0, 2)
    roll(match, 1, 2)
    do(match, "end the dive", "draw nothing")
    assert match.state["round_number"] == 2
    assert (sheet(match)["dive"], sheet(match)["air"]) == (1, 12)


def test_a_bubble_does_not_give_the_old_tank_back():
    """AM-R6."""
    match = begin({(0, 10): "a"})
    draw(match, "1x1", 0, 2)
    roll(match, 1, 5)
    do(match, "end the dive")
    draw(match, "5x1", 0, 9, dice=(1, 5))
    assert (sheet(match)["dive"], sheet(match)["air"]) == (1, 12)


def test_ending_the_third_dive_ends_the_players_game_at_once():
    """AM-R6."""
    match = begin(num_players=2)
    sheet(match)["dive"] = 2
    draw(match, "1x1", 0, 2)
    do(match, "draw nothing")
    roll(match, 1, 2)
    do(match, "end the dive")
    assert sheet(match)["dive"] == 3
    assert match.player == 1
    assert sheet_phase(match, 0) == "waiting"


def test_drawing_nothing_costs_no_air_and_keeps_the_last_box():
    """AM-R7: also deep down."""
    match = begin()
    dive_down(match, 12)
    do(match, "draw nothing")
    assert sheet(match)["air"] == 12
    roll(match, 1, 2)
    do(match, "rectangle 1x1", "square 13,10")
    assert sheet(match)["air"] == 11


def test_drawing_nothing_is_always_allowed():
    """AM-R7."""
    for dice in product(range(1, 7), repeat=2):
        match = begin()
        roll(match, *dice)
        assert "draw nothing" in words(match)

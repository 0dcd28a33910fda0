"""Where a free box may begin and grow: AM-R2, AM-R3."""

import random

import pytest

from .positions import (
    BOATS,
    EVERYWHERE,
    begin,
    beside,
    dive_down,
    do,
    draw,
    roll,
    sheet,
    sheet_phase,
    squares_of,
    words,
)


def connected(start, free, size):
    """Return squares of ``free`` that are connected with ``start``: all, or at least ``size``."""
    found, rim = {start}, {start}
    while rim and len(found) < size:
        rim = set().union(*map(beside, rim)) & free - found
        found |= rim
    return found


def with_room(match, size):
    """Return the squares beside the last box, or under a boat, with ``size`` to draw in."""
    me = sheet(match)
    free, last = squares_of(me["free"]), squares_of(me["anchor"])
    entries = set().union(*map(beside, last)) if last else {(0, column) for column in BOATS}
    return {square for square in entries & free if len(connected(square, free, size)) >= size}


def check_first_squares(match, pips):
    """Check what is offered for a double of ``pips``, and that no kernel leaves a trace."""
    expected = {f"square {row},{column}" for row, column in with_room(match, pips + 2)}
    roll(match, pips, pips)
    assert {text for text in words(match) if text.startswith("square")} == expected
    assert not match.state["patch"].any()


@pytest.mark.parametrize(
    ("rocks", "boxes", "pips"),
    [
        ([(1, 2), (3, 2)], [("1x3", 0, 3)], 1),
        ([(0, 0), (1, 0), (0, 5), (1, 5), *((2, c) for c in range(6))], [("3x1", 0, 1)], 2),
        ([(0, 2), (1, 0), (1, 2), (2, 0), (2, 2), (3, 0), (3, 2), (4, 1)], [("1x1", 0, 1)], 1),
        ([(r, c) for r in range(3) for c in (11, 13)], [("1x4", 0, 10), ("2x1", 3, 11)], 1),
    ],
    ids=["left and right", "around the end of a line", "straight down", "straight up"],
)
def test_every_entry_is_offered_for_the_room_that_it_has(rocks, boxes, pips):
    """AM-R2: whatever was found for the entries before it, and if the room is a line of squares."""
    match = begin(rocks=rocks)
    for size, row, column in boxes:
        draw(match, size, row, column)
    check_first_squares(match, pips)
    check_first_squares(match, pips + 1)


@pytest.mark.parametrize("seed", range(3))
def test_first_squares_are_the_entries_with_room(seed):
    """AM-R2, AM-R3: along a dive between rocks, for every double; the sheet's edges included."""
    choose = random.Random(seed)
    match = begin(rocks=[square for square in EVERYWHERE[22:] if choose.random() < 0.3])
    while not match.over:
        for pips in range(1, 7):
            check_first_squares(match, pips)
        roll(match, *sorted(choose.sample(range(1, 7), 2)))
        boxes = [text for text in words(match) if text.startswith("rectangle")]
        do(match, choose.choice(boxes or ["draw nothing"]))
        if not match.over and sheet_phase(match) == "place":
            match.step(choose.choice(match.legal_actions()[-3:]))
        sheet(match)["air"] = 12


def test_a_free_box_grows_along_the_last_row():
    """AM-R2: nothing lies below it, and the first row is not next to it."""
    match = begin()
    dive_down(match, 20)
    roll(match, 1, 1)
    do(match, "square 21,10", "square 21,9")
    assert words(match) == ["square 20,9", "square 21,8", "square 21,11"]

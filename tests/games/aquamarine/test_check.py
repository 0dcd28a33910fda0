"""Positions that no game reaches are refused with their place, and those beside them are not."""

import pytest

from aquasphere_env.core.check import StateError
from aquasphere_env.core.position import state_from_dict, state_to_dict
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.state import PLAYER
from tests.places import parent

from .positions import begin, do, draw, roll, row, sea, words

NOW, SHOWN = "now.players.0", "shown.players.0"


def edited(match, **changes):
    """Return the state of ``match`` as a dictionary with ``changes``, by path with ``__``."""
    fields = state_to_dict(match.state)
    for path, value in changes.items():
        holder, key = parent(fields, path.split("__"))
        holder[key] = value
    return fields


def accepts(match, **changes):
    return state_from_dict(match.variant, edited(match, **changes))


def refuses(match, place, **changes):
    accepts(match)
    with pytest.raises(StateError, match=rf"^{place}\b"):
        accepts(match, **changes)


def on_sheet(**fields):
    """Return changes of the sheet of player 0, as it is and as it is shown."""
    names = fields.items()
    return {f"{when}__players__0__{n}": v for when in ("now", "shown") for n, v in names}


def boxed(*boxes, turn=1):
    """Return changes that note boxes of player 0, lists of squares, from ``turn`` on."""
    places = [(place, turn + k) for k, box in enumerate(boxes) for place in box]
    return {f"enclosed__0__{r}__{c}": number for (r, c), number in places}


def idle_turns(count, **options):
    """Return a match after ``count`` turns in which nobody drew."""
    match = begin(**options)
    for _ in range(count * match.variant.num_players):
        do(match, "draw nothing")
    return match


def one_box(size="5x1", num_players=2, **options):
    """Return a match after a turn in which player 0 drew a rectangle at the first boat."""
    match = begin(num_players=num_players, **options)
    draw(match, size, 0, 1)
    if num_players > 1:
        do(match, *["draw nothing"] * (num_players - 1))
    roll(match, 2, 5)
    return match


def down(rows, column=1):
    return [(r, column) for r in rows]


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        ("random_reef", {"random_reef": True}),
        ("truncated", {"truncated": True}),
        ("water", {"water__7": 1}),
        ("things", {"things__7": 1}),
        ("wreck_sizes", {"wreck_sizes__2": 1}),
        ("patch", {"patch__21": 1}),
        ("terminated", {"terminated": True}),
        ("end_reason", {"end_reason": 1}),
        ("enclosed.2", {"enclosed__2__5__5": 1}),
    ],
)
def test_fields_of_the_whole_game(place, changes):
    refuses(one_box(), place, **changes)


@pytest.mark.parametrize(
    ("squares", "reason"),
    [(sea(rocks=[(0, c) for c in range(22)]), "row 0"), (sea({(3, 3): "W", (5, 5): "W"}), "row 5")],
)
def test_the_sheet_is_one_that_can_be_played(squares, reason):
    with pytest.raises(StateError, match=reason):
        accepts(begin(), squares=squares)


def another(name):
    """Return another number for the first place of a field of a sheet, within its range."""
    shape = PLAYER[name].shape
    number = {"phase": 3, "air": 3, "free": 5, "anchor_top": 4, "anchor_bottom": 4}.get(name, 1)
    return [number, *[0] * (shape[0] - 1)] if shape else number


@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("when", ["now", "shown"])
@pytest.mark.parametrize("name", PLAYER.names)
def test_every_number_on_a_sheet_is_what_the_boxes_make_it(name, when, seat):
    """Of players and of empty seats; seat 0 has drawn a box in the first turn."""
    match = one_box()
    assert match.state[when]["players"][seat][name].tolist() != another(name)
    refuses(
        match, rf"{when}\.players\.{seat}", **{f"{when}__players__{seat}__{name}": another(name)}
    )


@pytest.mark.parametrize(
    ("boxes", "reason"),
    [
        ([down([4])], "no boat over the dive of turn 1"),
        ([[(0, 1), (0, 3)]], "the box of turn 1 is in pieces"),
        ([down([0, 1, 2])], "the box of turn 1 is on rock"),
        ([down([0]), down([0], 4), down([0], 9), down([0], 17)], "4 dives"),
        ([down([0]), down([0], 3), down([1], 2)], "no boat over the dive of turn 3"),
        ([down([0]), down([0], 3), down([0], 2)], "the box of turn 3 is too close"),
        ([down([0]), down([0], 2), down([0], 4), down([1], 3)], "no boat over"),
        ([[]] * 5 + [down([0])], "the box of turn 6 is yet to come"),
        ([[(0, c) for c in range(1, 10)]], "no dice ask for the boxes of turn 1"),
        ([[(0, 1), (0, 2), (1, 1)]], None),
        ([[(0, 1), (1, 1)], down([2], 2)], "no boat over the dive of turn 2"),
    ],
)
def test_boxes_are_such_as_players_draw(boxes, reason):
    """AM-R2, AM-R3: a box off the last one is the first of a dive."""
    match = idle_turns(5, rocks=[(2, 1)])
    with pytest.raises(StateError) as error:  # what else the boxes change comes after them
        accepts(match, **boxed(*boxes))
    assert str(error.value).startswith("enclosed") == (reason is not None)
    assert (reason or "shown.players.0") in str(error.value)


@pytest.mark.parametrize(("other", "is_possible"), [("4x1", True), ("1x1", True), ("L", False)])
def test_players_have_the_same_dice(other, is_possible):
    """AM-R1: an L needs doubles, which ask for no rectangle of five."""
    squares = {"4x1": [(0, c) for c in range(17, 21)], "1x1": [(0, 17)]}
    box = squares.get(other, [(0, 17), (0, 18), (1, 17)])
    changes = {f"enclosed__1__{r}__{c}": 1 for r, c in box}
    with pytest.raises(StateError) as error:
        accepts(one_box(), **changes)
    no_dice = "enclosed: no dice ask for the boxes of turn 1" in str(error.value)
    assert no_dice != is_possible


@pytest.mark.parametrize(("air", "is_possible"), [(12, True), (8, True), (7, False)])
def test_air_is_what_the_boxes_can_leave(air, is_possible):
    """AM-R2: five squares in a row cost at most four, with a one as the other die."""
    if is_possible:
        accepts(one_box("5x1"), **on_sheet(air=air))
    else:
        refuses(one_box("5x1"), f"{SHOWN}.air", **on_sheet(air=air))


def test_a_bubble_leaves_all_air():
    """AM-R4."""
    refuses(one_box("5x1", things={(0, 3): "a"}), f"{SHOWN}.air", **on_sheet(air=11))


def test_the_tank_is_full_before_a_dive():
    refuses(begin(), f"{SHOWN}.air", **on_sheet(air=11))


@pytest.mark.parametrize(("count", "is_possible"), [(8, True), (9, False)])
def test_a_dive_does_not_go_on_without_air(count, is_possible):
    """AM-R5: three columns cost 0, 1 and 2 at least, each square below 2: 13 after eight boxes."""
    boxes = [down(range(top, top + 6), 10) for top in (0, 6, 12)]
    boxes += [[square] for square in ((18, 10), (19, 10), (20, 10), (21, 10), (21, 11), (20, 11))]
    with pytest.raises(StateError) as error:  # what else the boxes change comes after them
        accepts(idle_turns(10), **boxed(*boxes[:count]))
    assert ("goes on without air" in str(error.value)) != is_possible


def test_a_dive_does_not_end_by_itself():
    """AM-R5, AM-R6: in the turn of its last box it ends for want of air alone."""
    later = one_box()
    do(later, "end the dive", "draw nothing", "draw nothing")
    accepts(later)
    ended = later.state["shown"]["players"][0]
    fields = {name: ended[name].tolist() for name in PLAYER.names}
    refuses(one_box(), f"{SHOWN}.dive", **on_sheet(**fields))


def test_circled_bonuses_are_those_of_wrecks():
    """AM-R8."""
    match = begin(row("WX"), num_players=2, dice=(1, 2))
    draw(match, "1x1", 0, 1)
    do(match, "bonus: coral", "draw nothing")
    accepts(match, **on_sheet(bonuses=[1, 0, 0, 0, 0, 0]))
    refuses(match, f"{SHOWN}.bonuses", **on_sheet(bonuses=[1, 1, 0, 0, 0, 0]))
    refuses(match, f"{NOW}.bonuses", now__players__0__bonuses=[1, 0, 0, 0, 0, 0])


def asked_for_a_bonus():
    match = begin(row("WX"), num_players=2)
    draw(match, "2x1", 0, 1, dice=(1, 2))
    do(match, "bonus: flag")
    return match


def test_bonuses_of_this_turn_are_due_or_circled():
    match = asked_for_a_bonus()
    accepts(match, now__players__0__bonuses=[0, 1, 0, 0, 0, 0])
    both = {"now__players__0__bonuses": [0, 1, 1, 0, 0, 0]}
    refuses(match, NOW, **both)
    refuses(match, NOW, **both, now__players__0__bonuses_due=0)
    refuses(match, f"{NOW}.bonuses", now__players__0__bonuses=[1] * 6)
    refuses(match, NOW, now__players__0__air_due=0)


@pytest.mark.parametrize("phase", ["move", "place", "grow", "bonus", "waiting"])
@pytest.mark.parametrize("question", ["move", "place", "grow", "bonus"])
def test_the_question_fits_the_turn_so_far(question, phase):
    match = {
        "move": begin,
        "place": lambda: chosen("rectangle 5x1"),
        "grow": lambda: chosen("square 0,1", dice=(3, 3)),
        "bonus": asked_for_a_bonus,
    }[question]()
    asked = GAME.words["phase"].index(phase)
    if phase == question:
        accepts(match, now__players__0__phase=asked)
    else:
        with pytest.raises(StateError, match=r"^(now\.players\.0|current_player)"):
            accepts(match, now__players__0__phase=asked)


def chosen(*decisions, dice=(2, 5), **options):
    match = begin(dice=dice, **options)
    do(match, *decisions)
    return match


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        ("width", {"width": 4}),
        ("width", {"width": 3, "height": 2}),
        ("width", {"width": 1, "height": 5}),
    ],
)
def test_the_rectangle_chosen_is_asked_for_and_fits(place, changes):
    """AM-R2: a rock is in the second row under every boat."""
    match = chosen("rectangle 5x1", rocks=[(1, c) for c in range(22)])
    changes = {f"now__players__0__{name}": value for name, value in changes.items()}
    refuses(match, f"{NOW}.{place}", **changes)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([0b10, 0b10], None),
        ([0b10, 0b100], "in pieces"),
        ([0, 0b110], "touches neither"),
        ([0b100000, 0b100000], "touches neither"),
        ([0b11 << 9, 0], "holds a square that is not free"),
        ([0b11110, 0b10], "not for dice"),
        ([0b1100 << 17, 0], "has no room to grow"),
    ],
)
def test_a_growing_box_can_be_drawn_to_its_end(rows, reason):
    """AM-R2, AM-R3: 5 squares; a pocket of three squares on the right."""
    rocks = [(0, 10), (0, 18), (1, 19), (1, 20), (1, 21)]
    match = chosen("square 0,1", "square 0,2", dice=(3, 3), rocks=rocks)
    box = rows + [0] * 20
    if reason is None:
        accepts(match, now__players__0__box=box)
        return
    with pytest.raises(StateError, match=rf"^{NOW}\.box: {reason}"):
        accepts(match, now__players__0__box=box)


def test_dice_ask_for_the_box_of_this_turn():
    """AM-R2: the bonus is still open; the dice have other costs, or ask for another box."""
    match = begin(row("WX"), num_players=2)
    draw(match, "2x1", 0, 1, dice=(1, 2))
    refuses(match, f"{NOW}.box", dice=[3, 4])
    refuses(match, f"{NOW}.air_due", dice=[2, 4])
    accepts(match, dice=[2, 4], now__players__0__air_due=0)


def test_a_dive_without_a_box_does_not_end():
    """AM-R6."""
    refuses(begin(num_players=2), f"{NOW}.dive", now__players__0__dive=1)


def test_nobody_decides_twice_in_a_turn():
    """AM-R1."""
    match = begin(num_players=2)
    do(match, "draw nothing")
    refuses(match, "current_player", current_player=0)


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        ("round_number", {"round_number": 25}),
        ("terminated", {"terminated": False}),
        ("terminated", {"round_number": 23}),
        ("end_reason", {"end_reason": 1}),
        (f"{NOW}.phase", {"now__players__0__phase": 1}),
    ],
)
def test_a_game_that_is_over(place, changes):
    match = idle_turns(23, num_players=2)
    accepts(match)
    do(match, "draw nothing", "draw nothing")
    assert match.over
    refuses(match, place, **changes)


def test_what_chance_may_be_and_what_may_follow_is_accepted():
    match = idle_turns(3, num_players=2)
    accepts(match, dice=[4, 4], start_die=6, rng=5, step_count=9)
    accepts(match, round_number=20, current_player=1)
    assert "draw nothing" in words(match)

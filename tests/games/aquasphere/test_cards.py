"""Research cards and lab expansions in the views: held, covered, used."""

import numpy as np
import pytest

from aquasphere_env.games.aquasphere import GAME

from .positions import card_id, hot, lab_id, look, scene

VIEWS = list(GAME.views)


HELD = [
    "ROOM TIME time",
    "CATCH points",
    "CROSS",
    "LEAVE",
    "LOCK",
    "HALF",
    "SIDEWAYS",
    "SCORING LAB",
]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("card", HELD)
def test_cards_held_show(view, card):
    """Instead of an INSTANT card, which can do no more."""
    match, other = (scene(3, {1: {"cards": [held]}}) for held in (card, "INSTANT LAB"))
    for player in range(3):
        assert look(match, player, view).tobytes() != look(other, player, view).tobytes()


@pytest.mark.parametrize("view", VIEWS)
def test_instant_cards_held_differ(view):
    """They do nothing any more, but tell which cards remain."""
    match, other = (scene(3, {1: {"cards": [f"INSTANT {s}"]}}) for s in ("LAB", "TIME"))
    for player in range(3):
        assert look(match, player, view).tobytes() != look(other, player, view).tobytes()


@pytest.mark.parametrize("view", VIEWS)
def test_expansions_held_differ(view):
    """Equal capacities and letters in all, but other tiles remain."""
    labs = (["A research", "B crystals"], ["A crystals", "B research"])
    match, other = (scene(3, {1: {"labs": held}}) for held in labs)
    for player in range(3):
        assert look(match, player, view).tobytes() != look(other, player, view).tobytes()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("pile", ["cards", "labs"])
def test_covered_cards_differ(view, pile):
    stack = {"cards": ["CROSS", "HALF", "LEAVE"], "labs": ["A time", "B time", "C time"]}[pile]
    first, second, top = stack
    stacks = (stack, [second, first, top])
    match, other = (scene(3, None, {4: {pile: s}}, round_number=2) for s in stacks)
    for player in range(3):
        assert look(match, player, view).tobytes() != look(other, player, view).tobytes()


@pytest.mark.parametrize("view", VIEWS)
def test_a_used_sideways_card_shows(view):
    match, other = (scene(3, {1: {"cards": ["SIDEWAYS"], "sideways_used": k}}) for k in (0, 1))
    assert look(match, 0, view).tobytes() != look(other, 0, view).tobytes()


def test_flat_cards_that_are_used():
    me = {"cards": ["INSTANT CRYSTAL", "SIDEWAYS"], "sideways_used": 1}
    view = look(scene(3, {2: me}), 1)
    assert hot(view["instant_cards"][1]) == 2
    assert list(view["sideways"][1]) == pytest.approx([1 / 7, 1 / 7])
    assert view["sideways_left"][1] == 0
    assert not view["instant_cards"][[0, 2, 3]].any()
    assert list(look(scene(3, {2: me}), 2)["sideways"][0]) == pytest.approx([1 / 7, 1 / 7])


def test_flat_who_holds_expansions_and_base_labs():
    seats = {0: {"labs": ["A research"]}, 2: {"labs": ["AB time", "B research"]}}
    view = look(scene(3, seats), 2)  # player 2 is slot 0, player 0 slot 1
    held = view["lab_holder"]
    assert {int(tile): float(held[tile]) for tile in np.flatnonzero(held)} == {
        lab_id("A research"): 0.5,
        lab_id("AB time"): 0.25,
        lab_id("B research"): 0.25,
    }
    assert list(view["base_lab"]) == [0.5, 0.75, 0.25, 0, 0, 0]


def binary(digits):
    return sum(int(digit) << k for k, digit in enumerate(digits))


def test_flat_stacks():
    place = {"cards": ["CROSS", "HALF", "ROOM TIME time"], "labs": ["A time", "CD time"]}
    view = look(scene(2, None, {4: place}, round_number=2))
    assert (hot(view["card_kind"][4]), hot(view["card_symbol"][4])) == (0, 1)
    assert [binary(row) - 1 for row in view["cards_below"][4]] == [
        card_id("HALF"),
        card_id("CROSS"),
        -1,
    ]
    assert list(view["lab_letters"][4]) == [0, 0, 1, 1, 0, 0]
    assert [binary(row) - 1 for row in view["labs_below"][4]] == [lab_id("A time"), -1, -1]
    assert (view["cards_left"][4], view["labs_left"][4]) == (3 / 4, 2 / 4)
    empty = look(scene(2, None, {4: {"cards": [], "labs": []}}))
    for name in ("card_kind", "card_symbol", "card_rewards", "cards_below", "cards_left"):
        assert not empty[name][4].any()
    for name in ("lab_capacity", "lab_letters", "labs_below", "labs_left"):
        assert not empty[name][4].any()

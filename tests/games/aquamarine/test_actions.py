"""Action ids and the reasons why an action is illegal."""

import pytest

from aquasphere_env.core.match import IllegalActionError
from aquasphere_env.games.aquamarine import GAME

from .positions import begin, do


def test_action_ids_are_those_of_the_rules_page():
    assert len(GAME.actions) == 506
    starts = {"rectangle": 0, "square": 14, "end_dive": 498, "nothing": 499, "bonus": 500}
    assert {name: GAME.actions.start(name) for name in starts} == starts
    assert GAME.actions.describe(6) == "rectangle 2x1"
    assert GAME.actions.describe(14 + 22 * 3 + 5) == "square 3,5"
    assert GAME.actions.describe(500) == "bonus: cuttlefish"
    assert GAME.actions.describe(505) == "bonus: stingray"


def test_reasons_for_illegal_actions():
    match = begin(dice=(2, 5))
    for text, reason in {
        "rectangle 1x1": "the dice are 2 and 5",
        "square 0,1": "different dice ask for a rectangle first",
        "bonus: coral": "the question is a box, ending the dive or drawing nothing",
    }.items():
        with pytest.raises(IllegalActionError, match=reason):
            match.step(GAME.actions.parse(text))
    do(match, "rectangle 5x1")
    for text, reason in {
        "square 3,3": "the rectangle does not fit there",
        "draw nothing": "the question is the place of a rectangle",
        "rectangle 2x1": "the question is the place of a rectangle",
    }.items():
        with pytest.raises(IllegalActionError, match=reason):
            match.step(GAME.actions.parse(text))
    match = begin(dice=(2, 2), rocks=[(1, 1)])
    for text, reason in {
        "rectangle 2x1": "doubles ask for a free box of 4 squares",
        "square 5,5": "starts under a boat",
    }.items():
        with pytest.raises(IllegalActionError, match=reason):
            match.step(GAME.actions.parse(text))
    do(match, "square 0,1")
    for text, reason in {"square 1,1": "rock", "square 0,3": "not next to it"}.items():
        with pytest.raises(IllegalActionError, match=reason):
            match.step(GAME.actions.parse(text))

"""The heuristic value of a position."""

from aquasphere_env.core.match import Match
from aquasphere_env.games.octodice import GAME

from .positions import position, random_matches


def value(match, player=0):
    return GAME.rules.evaluate(match.states[0], player)


def test_evaluate_ends_with_the_points():
    for match in random_matches(2, count=5):
        if match.over:
            assert [value(match, seat) for seat in range(2)] == match.scores()


def test_evaluate_does_not_see_dice_that_are_rolled_again():
    fields = 'phase = "second keep"\nkept = [1, 0, 0, 1, 0, 0]\nwhite = ["bot", "{0}", "{0}"]'
    values = set()
    for symbol in ("octopus", "lab", "crystal"):
        values.add(value(position(1, fields=fields.format(symbol))))
    assert len(values) == 1
    values.clear()
    for white, black in (("octopus", "octopus"), ("lab", "red 0")):
        roll = f"bot, crystal, {white}", f"red 1, octopus, {black}"
        values.add(value(position(1, *roll, fields="kept = [1, 1, 0, 1, 1, 0]")))
    assert len(values) == 1


def test_evaluate_prefers_dice_that_fit():
    def kept(white, black):
        match = Match(GAME.variant(1), 0, {"white": [white, 3, 3], **black})
        match.step(GAME.actions.parse("keep white 1 and black 1"))
        return value(match)

    two = {"colour": [1, 1, 1], "number": [1, 2, 0]}
    assert kept(3, two) > kept(2, two)  # a red bot is possible, a lab action with 1 is not

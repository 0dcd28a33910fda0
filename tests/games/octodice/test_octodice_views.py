"""Observations, words and the heuristic."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.core.position import from_position, to_position
from aquasphere_env.core.state import new_records
from aquasphere_env.games import get_game
from aquasphere_env.games.octodice import GAME

FLAT, ENTITIES = GAME.views["flat"], GAME.views["entities"]


def observed(match, view, player):
    """Return the record of ``view``, from a buffer full of rubbish."""
    out = new_records(1, view.dtype)
    out[:] = np.full(view.size, np.nan, np.float32).view(view.dtype)
    loops.observe_one(match.states, 0, player, out, 0)
    return out[0]


def random_matches(num_players, count=8, **options):
    for seed in range(count):
        match = Match(GAME.variant(num_players, **options), seed)
        rng = np.random.default_rng(seed)
        while not match.over:
            yield match
            match.step(int(rng.choice(match.legal_actions())))
        yield match


def test_the_game_is_registered():
    assert get_game("OctoDice-v1") is GAME
    assert len(GAME.actions) == 122


@pytest.mark.parametrize("view", [FLAT, ENTITIES])
@pytest.mark.parametrize("num_players", [1, 2, 4])
def test_every_value_is_written_and_bounded(view, num_players):
    for match in random_matches(num_players, lab="random"):
        for player in range(num_players):
            values = np.array([observed(match, view, player)]).view(np.float32)
            assert np.isfinite(values).all()
            assert np.abs(values).max() <= 1


def test_flat_view_is_egocentric(position):
    match = position(
        3,
        "crystal, bot, lab",
        "yellow 1, octopus, green 2",
        fields="current_player = 1\nactive_player = 0\nused = [0, 1, 0, 0, 0, 1]\nround_number = 3",
        players={
            0: "points = 10\ncrystals = 5",
            1: "points = 25\nresearch = 2\nmarkers = [1, -1, 0]\noctopuses = [2, 1, 0]",
            2: "points = 50\nbots = [2, 0, 0, 0, 1]\nsubmarines = [1, 0, 0, 0, 0]\nbonus_used = 1",
        },
    )
    view = observed(match, FLAT, 1)
    assert view["mover"].tolist() == [1, 0, 0, 0]
    assert view["active"].tolist() == [0, 0, 1, 0]
    assert view["present"].tolist() == [1, 1, 1, 0]
    np.testing.assert_allclose(view["points"], [0.25, 0.5, 0.1, 0])
    assert view["lead"][0] == pytest.approx(-25 / 50)
    assert view["third"].tolist() == [0, 1, 0]
    assert view["turn_in_third"].tolist() == [0, 1, 0]
    assert view["rounds_left"][0] == pytest.approx(3 / 9)
    assert view["white"].argmax(1).tolist() == [0, 3, 2]
    assert view["black"].argmax(1).tolist() == [0, 5, 3]
    assert view["black_number"].tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 1]]
    np.testing.assert_allclose(view["free_symbols"], [1 / 3, 0, 1 / 3, 0, 0, 0])
    assert view["octopuses_shown"][0] == pytest.approx(1 / 6)
    assert view["research"][0].tolist() == [1, 1, 0, 0, 0]
    assert view["markers"][0].tolist() == [[1, 1, 0], [0, 0, 0], [1, 0, 0]]
    names = [tile for tile, has in enumerate(view["functions"][0]) if has]
    assert names == [0, 4, 6]  # A1, C1, D1
    assert view["bots"][1].tolist() == [[1, 1], [0, 0], [0, 0], [0, 0], [1, 0]]
    assert view["octopuses"][0].tolist() == [[1, 1], [1, 0], [0, 0]]
    assert view["bonus_left"].tolist() == [1, 0.5, 1, 0]
    assert view["interim"][1] == pytest.approx(2 / 20)
    assert view["crystal_points"][2] == pytest.approx(4 / 20)


def test_entities_agree_with_flat():
    for match in random_matches(3, count=3):
        flat, tokens = observed(match, FLAT, 2), observed(match, ENTITIES, 2)
        np.testing.assert_array_equal(tokens["seats"][:, 0], flat["present"])
        np.testing.assert_array_equal(tokens["dice"][:3, 2:8], flat["white"])
        np.testing.assert_array_equal(tokens["dice"][3:, 8:14], flat["black"])
        np.testing.assert_array_equal(tokens["dice"][:, -1], flat["used"])
        np.testing.assert_array_equal(tokens["table"][0, 1:8], flat["phase"])
        np.testing.assert_array_equal(tokens["seats"][:, 5], flat["mover"])
        np.testing.assert_array_equal(tokens["seats"][:, -1], flat["lab_tiles"])
        assert (tokens["tiles"][:, 0] == 1).all()


def test_positions_read_back():
    for match in random_matches(2, count=3, virtual_player=True):
        _, states = from_position(GAME, to_position(match.variant, match.state))
        assert states.tobytes() == match.states.tobytes()


def test_text_shows_dice_lab_and_sheets(position):
    match = position(
        2, "crystal, bot, lab", "yellow 1, octopus, green 2", players={0: "points = 7"}
    )
    text = GAME.to_text(match.state, 1)
    for words in (
        "turn 1 of 6, turn of player_0; player_0 decides: main",
        "white crystal+, bot+, lab+; black yellow 1+, octopus, green 2",
        "A1 Flexi-Lab",
        "player_0: 7 points",
        "player_1 (you)",
    ):
        assert words in text


def test_extra_info(position):
    match = position(1, "crystal, bot, lab", "yellow 1, red 0, green 2", fields="round_number = 4")
    info = GAME.extra_info(match.state)
    assert (info["third"], info["turn"], info["turns"], info["phase"]) == (2, 5, 9, "main")


@pytest.mark.parametrize("num_players", [1, 2])
def test_every_refusal_has_a_reason(num_players):
    for match in random_matches(num_players, count=4, lab="random"):
        if match.over:
            continue
        for action in set(range(len(GAME.actions))) - set(match.legal_actions()):
            with pytest.raises(IllegalActionError, match=r"illegal action \d+ \(.+\) for .+: .+"):
                match.step(action)


def value(match, player=0):
    return GAME.rules.evaluate(match.states[0], player)


def test_evaluate_ends_with_the_points():
    for match in random_matches(2, count=5):
        if match.over:
            assert [value(match, seat) for seat in range(2)] == match.scores()


def test_evaluate_does_not_see_dice_that_are_rolled_again(position):
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

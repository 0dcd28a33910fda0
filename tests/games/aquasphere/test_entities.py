"""The tokens of the entities view."""

import numpy as np
import pytest

from aquasphere_env.games.aquasphere import GAME
from aquasphere_env.games.aquasphere.entities import COLUMNS, NUM_CARD_TOKENS, ROWS

from .positions import card_id, hot, last_pass, look, play, random_states, scene, token

ACT = "act in position"


def test_entities_shapes_and_meanings():
    view = GAME.views["entities"]
    assert view.layout == "fields"
    for feature in view.features:
        width = sum(size for _, size, _ in COLUMNS[feature.name])
        assert feature.shape == (ROWS[feature.name], width)
        for name, size, text in COLUMNS[feature.name]:
            assert f"{name} ({size}) {text}" in feature.meaning
        assert COLUMNS[feature.name][0][0] == "present"


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_entities_first_feature_says_what_is_there(num_players):
    for match in random_states(num_players, 8):
        view = look(match, 0, "entities")
        assert view["table"][:, 0].all()
        assert view["sectors"][:, 0].all()
        assert view["rooms"][:, 0].all()
        assert list(view["players"][:, 0]) == [1] * num_players + [0] * (4 - num_players)
        for matrix in ("players", "cards"):
            assert not view[matrix][view[matrix][:, 0] == 0].any()
        drawn = int(match.state["lab_drawn"] + match.state["research_drawn"])
        assert view["cards"][:, 0].sum() == drawn <= NUM_CARD_TOKENS
        assert (np.diff(view["cards"][:, 0]) <= 0).all()  # no holes


def test_entities_sectors():
    places = {
        2: {"control": 1, "loading": [0, 0, 1, 0], "submarines": [1, 3], "time": 4, "octopods": 2},
        3: {"submarines": [0, 1, 2, 3]},
    }
    match = scene(3, None, places)
    seen = token(match, "sectors", 2, player=1)
    assert (hot(seen["position"]), hot(seen["white"]), hot(seen["control"])) == (2, 2, 0)
    assert list(seen["locks"]) == pytest.approx([1 / 6, 1 / 6])
    assert list(seen["loading"]) == pytest.approx([0, 1 / 4, 0, 0])
    assert list(seen["placed"]) == [1 / 4, 0, 0, 2 / 4]  # the first space, the second
    assert list(seen["goods"]) == pytest.approx([4 / 9, 1 / 9, 2 / 9])
    assert list(seen["refill"]) == pytest.approx([0, 2 / 9, 1 / 9, 0])
    assert seen["price"] == pytest.approx(3 / 6)
    assert seen["walk"] == pytest.approx(1 / 6)
    assert token(match, "sectors", 3)["price"] == 1
    assert list(token(match, "sectors", 4)["locks"]) == pytest.approx([1 / 6, 2 / 6])
    assert hot(token(match, "sectors", 3)["control"]) is None


def test_entities_rooms():
    match = scene(3, {1: {"engineer": 3}})
    seen = token(match, "rooms", 3)
    assert (hot(seen["room"]), hot(seen["symbol"]), hot(seen["next_symbol"])) == (3, 3, 4)
    assert list(seen["arrows"]) == [0, 0, 0, 0, 0, 1, 1]
    assert list(seen["sideways"]) == [0, 0, 1, 0, 1, 0, 0]
    assert (seen["is_exit"], list(seen["engineers"])) == (0, [0, 1, 0, 0])
    start = token(match, "rooms", 7)
    assert hot(start["symbol"]) is None
    assert list(start["arrows"]) == [1, 1, 0, 0, 0, 0, 0]
    assert list(start["engineers"]) == [1, 0, 1, 0]
    assert token(match, "rooms", 6)["is_exit"] == 1


def test_entities_players():
    me = {"programmed": "LAB", "cards": ["SIDEWAYS"], "labs": ["AB time"], "score": 24, "time": 2}
    seen = token(scene(3, {2: me}), "players", 1, player=1)
    assert hot(seen["slot"]) == 1
    assert seen["score"] == pytest.approx(24 / 150)
    assert seen["to_line"] == pytest.approx(5 / 9)
    assert list(seen["programmed"]) == [1, 0, 0, 0, 0, 0, 0]
    assert hot(seen["base_lab"]) == 2
    assert list(seen["letters"]) == [1, 1, 1, 0, 0, 0]
    assert list(seen["sideways"]) == pytest.approx([1 / 7, 0])
    assert (seen["num_cards"], seen["sideways_left"], seen["to_move"]) == (
        pytest.approx(1 / 7),
        1,
        0,
    )
    assert token(scene(3), "players", 2, player=1)["to_move"] == 1


def test_entities_table():
    places = {3: {"submarines": [2, 3]}, 4: {"submarines": [3]}, 5: {"submarines": []}}
    seen = token(scene(2, None, places), "table", 0)
    assert list(seen["neutral_left"]) == pytest.approx([0, 0, 5 / 6, 4 / 6])
    assert hot(seen["stage"]) == 0
    played = token(scene(2, program_cards=[3, 4, 9, 12], round_number=1), "table", 0)
    assert np.flatnonzero(played["program_cards"]).tolist() == [3, 4, 9]
    assert list(played["program_cards"][[3, 4, 9]]) == [0.25, 0.5, 0.75]


def test_entities_gains_one_by_one():
    me = {"score": 9, "crystals": 1, "programmed": "OCTOPOD", "cards": ["CATCH points"]}
    match = play(scene(2, {0: me}, {0: {"octopods": 1}}), f"{ACT} 0 with OCTOPOD")
    seen = token(play(match, "catch 1 octopods"), "table", 0)
    assert list(seen["gains"]) == pytest.approx([1 / 50, 3 / 50, 0, 0, 0, 0, 0, 0])
    assert hot(seen["stage"]) == 2  # the action is done, letters would follow


def cards(match, player=0):
    """Return the tokens of all cards, as dictionaries."""
    view = look(match, player, "entities")["cards"]
    return [token(match, "cards", k, player) for k in range(int(view[:, 0].sum()))]


def test_entities_stacks_and_hands():
    place = {"cards": ["CROSS", "ROOM LAB points"], "labs": ["A time", "CD time"]}
    seats = {0: {"cards": ["SIDEWAYS"], "sideways_used": 1}, 2: {"cards": ["INSTANT LAB", "HALF"]}}
    found = cards(scene(3, seats, {1: place}, round_number=1), player=1)
    assert len(found) == 2 * 12
    top, below, tile, _ = (card for card in found if hot(card["at"]) == 1)
    instant, half, sideways = (card for card in found if hot(card["at"]) is None)
    assert (hot(top["kind"]), hot(top["symbol"]), hot(top["at"]), top["above"]) == (0, 0, 1, 0)
    assert list(top["rewards"]) == [0, 0, 1]
    assert (hot(below["kind"]), hot(below["symbol"]), below["above"]) == (2, None, 0.25)
    assert (tile["is_expansion"], list(tile["letters"])) == (1, [0, 0, 1, 1, 0, 0])
    assert list(tile["capacity"]) == [0, 0, 0, 0.5]
    assert (hot(instant["holder"]), instant["spent"], hot(instant["at"])) == (1, 1, None)
    assert (hot(half["holder"]), half["spent"]) == (1, 0)
    assert (hot(sideways["holder"]), sideways["spent"]) == (2, 1)


def test_entities_used_scoring_card():
    seats = {0: {"cards": ["SCORING LAB", "SCORING TIME"], "time": 2}}
    match = play(last_pass(2, seats), "scoring card for LAB")
    spent = {hot(c["symbol"]): c["spent"] for c in cards(match, 1) if hot(c["holder"]) == 1}
    assert spent == {0: 1, 1: 0}
    assert card_id("SCORING LAB") == 29


def test_entities_dues():
    match = scene(2, {0: {"programmed": "LAB"}}, {0: {"labs": ["CD time"]}})
    play(match, f"{ACT} 0 with LAB")
    assert [list(token(match, "sectors", p)["asked"]) for p in (1, 2, 3)] == [
        [0, 0],
        [1, 0],
        [0, 1],
    ]
    catch = scene(2, {0: {"programmed": "OCTOPOD"}}, {0: {"octopods": 1}})
    play(catch, f"{ACT} 0 with OCTOPOD")
    assert [token(catch, "sectors", p)["act_at"] for p in range(6)] == [1, 0, 0, 0, 0, 0]
    assert hot(token(catch, "table", 0)["act_with"]) == 3
    match = last_pass(2, {0: {"score": 9, "crystals": 1}, 1: {"crystals": 2, "supply": 15}})
    assert token(match, "players", 1)["sum_due"] == pytest.approx(3 / 50)

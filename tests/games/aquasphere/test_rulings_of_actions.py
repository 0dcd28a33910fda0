"""A test for every sentence of the rulings AS-R7 to AS-R10 that can be broken alone."""

import pytest

from .positions import (
    card_id,
    catching,
    copied_tables,
    forced,
    lab_id,
    legal,
    plain,
    play,
    programmed,
    question,
    scene,
    seat,
    sector,
    walks,
    write_set,
)

ACT = "act in position"

# ------------------------------------------------------------------------------------ AS-R7


@pytest.mark.parametrize("symbol", ["LAB", "TIME", "CRYSTAL", "OCTOPOD", "PROGRAM"])
def test_r7_actions_without_yield_are_legal_and_take_control(symbol):
    nothing = {"labs": [], "time": 0, "crystals": 0, "octopods": 0, "control": 1}
    match = scene(2, {0: {"programmed": symbol, "time": 4}}, {0: nothing})
    play(match, f"{ACT} 0 with {symbol}")
    assert sector(match, 0)["control"] == 0
    assert list(sector(match, 0)["loading"]) == [0, 1, 0, 0]
    if symbol == "OCTOPOD":
        assert forced(match) == ["catch 0 octopods"]


@pytest.mark.parametrize(
    ("me", "time", "symbols"),
    [
        ({"programmed": "PROGRAM"}, 0, {"LAB"}),
        ({"programmed": "PROGRAM LAB"}, 2, {"LAB"}),
        ({"programmed": "PROGRAM", "supply": 0}, 0, set()),
        ({"programmed": "PROGRAM LAB", "supply": 0}, 2, {"LAB"}),
    ],
)
def test_r7_program_action(me, time, symbols):
    match = play(scene(2, {0: {"time": 0, **me}}), f"{ACT} 0 with PROGRAM")
    assert (seat(match, 0)["time"], programmed(match, 0)) == (time, symbols)


@pytest.mark.parametrize(
    ("me", "time", "symbols"),
    [
        ({"programmed": "RESEARCH"}, 2, {"LAB"}),
        ({"programmed": "RESEARCH LAB"}, 4, {"LAB"}),
        ({"programmed": "RESEARCH", "supply": 0}, 2, set()),
        ({"programmed": "RESEARCH LAB", "time": 1}, 4, {"LAB"}),
    ],
)
def test_r7_card_i(me, time, symbols):
    match = scene(2, {0: {"time": 0, **me}}, {0: {"cards": ["INSTANT LAB"]}})
    play(match, f"{ACT} 0 with RESEARCH")
    assert (seat(match, 0)["time"], programmed(match, 0)) == (time, symbols)


def submarine_walks(me=None, sectors=None):
    me = {"programmed": "SUBMARINE", "time": 4, **(me or {})}
    return walks(scene(2, {0: me}, sectors), "SUBMARINE")


def test_r7_submarine_needs_a_submarine():
    assert submarine_walks({"submarines": 1})
    assert not submarine_walks({"submarines": 0})


def test_r7_submarine_needs_a_sector_without_an_own_one():
    assert submarine_walks() == {1, 2, 3, 4, 5}  # one lies at the start, sector A
    assert submarine_walks(None, {0: {"submarines": []}, 1: {"submarines": [1, 0]}}) == {
        0,
        2,
        3,
        4,
        5,
    }


def test_r7_submarine_needs_a_free_space():
    full = {3: {"submarines": [1, 2, 3, 0]}}  # one of each colour, so an own one, too
    assert 3 not in submarine_walks({"cards": ["HALF"]}, full)
    assert 1 in submarine_walks({"cards": ["HALF"]}, {1: {"submarines": [1, 2, 3]}})


def test_r7_submarine_needs_the_time_left_after_walking():
    # space 1 in C: 1 and the way 1; D: way 2 and space 1
    assert submarine_walks({"time": 2}, {5: {"submarines": [1]}}) == {1, 2}
    assert submarine_walks({"time": 3}, {4: {"submarines": []}}) >= {2, 3, 4}


def test_r7_research_needs_a_card_there():
    me = {"programmed": "RESEARCH", "time": 4}
    assert walks(scene(2, {0: me}, {2: {"cards": []}}), "RESEARCH") == {0, 1, 3, 4, 5}


def test_r7_lab_needs_fewer_than_five_expansions():
    four = ["A time", "B time", "C time", "D time"]
    assert walks(scene(2, {0: {"programmed": "LAB", "labs": four}}), "LAB")
    assert not walks(scene(2, {0: {"programmed": "LAB", "labs": [*four, "E time"]}}), "LAB")


# ------------------------------------------------------------------------------------ AS-R8


def expanding(tile, sectors=None, players=2, **me):
    me = {"programmed": "LAB", **me}
    places = {p: dict(place) for p, place in (sectors or {}).items()}
    places.setdefault(0, {})["labs"] = [tile] if tile else []
    return play(scene(players, {0: me}, places), f"{ACT} 0 with LAB")


def test_r8_one_question_a_letter_in_printed_order():
    match = expanding("CD time")
    assert legal(match) == {"letter yes", "letter no"}
    play(match, "letter no")
    assert question(match) == "LETTER"
    play(match, "letter yes")
    assert (sector(match, 2)["control"], sector(match, 3)["control"]) == (-1, 0)
    first = play(expanding("CD time"), "letter yes", "letter no")
    assert (sector(first, 2)["control"], sector(first, 3)["control"]) == (0, -1)
    assert first.player == 1


def test_r8_only_the_letters_of_the_new_expansion():
    assert expanding("crystals octopods").player == 1
    assert play(expanding("C time", labs=["D time"]), "letter yes").player == 1


def test_r8_only_while_the_supply_has_a_bot():
    assert expanding("C time", supply=0).player == 1
    match = play(expanding("CD time", supply=1), "letter yes")
    assert match.player == 1
    assert play(expanding("CD time", supply=1), "letter no").player == 0


def test_r8_the_sector_just_acted_in_is_allowed():
    match = play(expanding("A time"), "letter yes")
    assert sector(match, 0)["control"] == 0
    assert list(sector(match, 0)["loading"]) == [1, 0, 0, 0]


def test_r8_an_overflow_may_refill_the_supply_between_two_letters():
    crowd = {2: {"control": 0, "loading": [1, 1, 0, 0]}}
    match = play(expanding("CD time", crowd, supply=1), "letter yes")
    assert question(match) == "LETTER"  # the last bot was placed, one came home
    assert seat(match, 0)["supply"] == 1
    play(match, "letter yes")
    assert (sector(match, 3)["control"], seat(match, 0)["supply"]) == (0, 0)


# ------------------------------------------------------------------------------------ AS-R9


def test_r9_over_the_limit_everyone_keeps_one():
    crowd = {0: {"control": 1, "loading": [2, 1, 1, 0]}}
    match = scene(3, {0: {"programmed": "TIME"}, 1: {}, 2: {}}, crowd)
    before = [int(seat(match, p)["supply"]) for p in range(3)]
    play(match, f"{ACT} 0 with TIME")
    assert list(sector(match, 0)["loading"]) == [1, 1, 1, 0]
    assert [seat(match, p)["supply"] - before[p] for p in range(3)] == [1, 1, 0]


@pytest.mark.parametrize(("players", "limit"), [(2, 2), (3, 4), (4, 5)])
def test_r9_at_the_limit_nobody_leaves(players, limit):
    for crowd, after in ((limit - 1, limit), (limit, 1)):
        place = {0: {"control": 1, "loading": [0, crowd, 0, 0]}}
        match = scene(players, {0: {"programmed": "TIME"}}, place)
        play(match, f"{ACT} 0 with TIME")
        assert sector(match, 0)["loading"][1] == after


def test_r9_neutral_bots_stay():
    crowd = {3: {"control": 1, "loading": [0, 3, 0, 1]}}
    match = scene(3, {0: {"programmed": "TIME", "time": 4}}, crowd)
    play(match, f"{ACT} 3 with TIME")
    assert list(sector(match, 3)["loading"]) == [0, 1, 0, 1]


def test_r9_card_d_counts_the_bots_of_others_that_leave():
    crowd = {0: {"control": 1, "loading": [2, 2, 0, 0]}}
    me = {"programmed": "TIME", "cards": ["LEAVE"]}
    match = play(scene(3, {0: me}, crowd), f"{ACT} 0 with TIME")
    assert seat(match, 0)["score"] == 2  # three of player 1 stood there, one stays; own: none


def test_r9_card_d_pays_its_points_for_each_bot(tmp_path):
    tables = copied_tables()
    tables["research_cards"]["rows"][card_id("LEAVE")]["points"] = 3
    path = write_set(tmp_path / "set.toml", tables)
    crowd = {0: {"control": 1, "loading": [2, 2, 0, 0]}}
    me = {"programmed": "TIME", "cards": ["LEAVE"]}
    match = play(scene(3, {0: me}, crowd, components=path), f"{ACT} 0 with TIME")
    assert seat(match, 0)["score"] == 6  # for two


def test_r9_card_d_does_not_pay_for_bots_that_others_drive_away():
    crowd = {0: {"control": 1, "loading": [2, 2, 0, 0]}}
    seats = {0: {"programmed": "TIME"}, 1: {"cards": ["LEAVE"]}}
    match = play(scene(3, seats, crowd), f"{ACT} 0 with TIME")
    assert [seat(match, p)["score"] for p in range(3)] == [0, 0, 0]


# ----------------------------------------------------------------------------------- AS-R10


def at_line(score=9, there=2, **me):
    """Player 0 stands on ``score`` and is about to gain for caught octopods."""
    return catching(there, **{"score": score, "programmed": "OCTOPOD", **me})


def test_r10_a_crystal_pays_for_the_line():
    match = play(at_line(crystals=1), "catch 2 octopods")
    assert legal(match) == {"pay a crystal", "stop at the line"}
    stock = int(match.state["stock_crystals"])
    play(match, "pay a crystal")
    assert (seat(match, 0)["score"], seat(match, 0)["crystals"]) == (12, 0)
    assert match.state["stock_crystals"] == stock + 1


def test_r10_a_bot_only_without_a_crystal():
    match = play(at_line(crystals=1, programmed="OCTOPOD LAB"), "catch 2 octopods")
    assert not legal(match, "return")
    match = play(at_line(programmed="OCTOPOD LAB"), "catch 2 octopods")
    assert legal(match) == {"return the bot on LAB", "stop at the line"}


def test_r10_no_time_for_a_bot_returned_at_the_line():
    match = play(at_line(programmed="OCTOPOD LAB"), "catch 2 octopods", "return the bot on LAB")
    me = seat(match, 0)
    assert (me["score"], me["time"], me["num_programmed"], me["supply"]) == (12, 0, 0, 14)


def test_r10_without_means_the_counter_stops():
    match = play(at_line(), "catch 2 octopods")
    assert forced(match) == ["stop at the line"]
    assert seat(match, 0)["score"] == 9


def test_r10_the_counter_stops_before_the_line():
    match = play(at_line(8, crystals=1), "catch 2 octopods")
    assert seat(match, 0)["score"] == 9
    play(match, "stop at the line")
    assert (seat(match, 0)["score"], seat(match, 0)["crystals"]) == (9, 1)


def test_r10_a_gain_up_to_the_line_asks_nothing():
    match = play(at_line(6, crystals=1), "catch 2 octopods")
    assert (seat(match, 0)["score"], match.player) == (9, 1)


@pytest.mark.parametrize("score", [9, 19, 39, 49, 59, 99])
def test_r10_a_line_before_every_multiple_of_ten(score):
    assert question(play(at_line(score, crystals=1), "catch 1 octopods")) == "RED_LINE"


def test_r10_each_line_asks_once():
    labs = ["A octopods", "B octopods", "C octopods", "D octopods", "A crystals"]
    match = at_line(9, 6, labs=labs, crystals=3)
    play(match, "catch 6 octopods")  # 21 points: 9 → 30 over three lines
    play(match, "pay a crystal")
    assert seat(match, 0)["score"] == 19
    play(match, "pay a crystal")
    assert seat(match, 0)["score"] == 29
    play(match, "pay a crystal")
    assert (seat(match, 0)["score"], seat(match, 0)["crystals"]) == (30, 0)
    assert match.player == 1


def test_r10_stopping_loses_the_rest_of_that_gain_only():
    match = at_line(9, 1, crystals=1, cards=["CATCH points"])
    play(match, "catch 1 octopods", "stop at the line")
    assert question(match) == "RED_LINE"  # the card's points are a gain of their own
    assert match.state["gains"][0] == 3
    play(match, "pay a crystal")
    assert seat(match, 0)["score"] == 12


def test_r10_action_first_then_card_b():
    match = play(at_line(9, 2, crystals=1, cards=["CATCH points"]), "catch 1 octopods")
    assert list(match.state["gains"][:2]) == [1, 3]


def test_r10_card_a_is_a_gain_of_its_own():
    me = {"programmed": "", "score": 9, "crystals": 1, "cards": ["ROOM LAB points"]}
    match = play(scene(2, {0: me}), "engineer to room 0")
    assert legal(match) == {"pay a crystal", "stop at the line"}


def test_r10_card_d_before_the_action():
    crowd = {0: {"control": 1, "loading": [0, 2, 0, 0], "time": 3}}
    me = {"programmed": "TIME", "cards": ["LEAVE"], "score": 9, "crystals": 1, "time": 0}
    match = play(scene(2, {0: me}, crowd), f"{ACT} 0 with TIME")
    assert question(match) == "RED_LINE"
    assert seat(match, 0)["time"] == 0  # the action is still to come
    play(match, "stop at the line")
    assert seat(match, 0)["time"] == 3


def test_r10_card_d_before_the_next_letter():
    crowd = {2: {"control": 1, "loading": [0, 2, 0, 0]}}
    match = expanding("CD time", crowd, cards=["LEAVE"], score=9, crystals=1)
    play(match, "letter yes")
    assert question(match) == "RED_LINE"
    play(match, "pay a crystal")
    assert question(match) == "LETTER"
    assert seat(match, 0)["score"] == 11


def test_ids_of_the_scenes_are_what_they_say():
    assert (card_id("ROOM LAB time"), card_id("HALF"), lab_id("AB time")) == (0, 27, 24)
    assert plain(2).state["current_player"] == 0

"""Turns, actions, cards and the rulebook's worked examples."""

import pytest

from aquasphere_env.core import loops

from .positions import (
    SYMBOLS,
    TABLES,
    forced,
    legal,
    play,
    programmed,
    question,
    scene,
    seat,
    sector,
)

ACT = "act in position"

# ------------------------------------------------------------------ turns, AS-T, AS-P, AS-B


def test_t1_turns_go_round_in_the_order_of_the_track():
    match = scene(
        3, {p: {"programmed": ""} for p in range(3)}, turn_order=[2, 0, 1, -1], current_player=2
    )
    movers = []
    for _ in range(4):
        movers.append(match.player)
        play(match, sorted(legal(match, "engineer"))[0])
    assert movers == [2, 0, 1, 2]


def test_t1_who_has_passed_is_left_out():
    seats = {0: {"programmed": ""}, 1: {"passed": True}, 2: {"programmed": ""}}
    match = scene(3, seats, num_passed=1, pass_order=[1, -1, -1, -1])
    assert play(match, "engineer to room 0").player == 2
    assert play(match, "engineer to room 0").player == 0


def test_t2_one_step_a_turn():
    for words in ("engineer to room 1", "pay 3 time to program TIME", f"{ACT} 0 with LAB"):
        match = scene(2, {0: {"programmed": "LAB", "time": 3}}, {0: {"labs": []}})
        assert play(match, words).player == 1


@pytest.mark.parametrize("room", range(8))
def test_t3_pass_only_from_an_exit(room):
    match = scene(2, {0: {"programmed": "LAB", "engineer": room}})
    assert ("pass" in legal(match)) == (room in (5, 6))


def test_t3_passing_ends_the_round_for_the_player():
    match = play(scene(3, {0: {"programmed": "LAB", "engineer": 5}}), "pass")
    assert bool(seat(match, 0)["passed"])
    assert (list(match.state["pass_order"]), match.state["num_passed"]) == ([0, -1, -1, -1], 1)


def test_p1_engineer_programs_the_tile_it_reaches():
    match = play(scene(2, {0: {"programmed": "", "engineer": 2}}), "engineer to room 5")
    assert programmed(match, 0) == {"SUBMARINE"}
    assert (seat(match, 0)["supply"], seat(match, 0)["engineer"]) == (14, 5)


@pytest.mark.parametrize("room", range(8))
def test_p1_two_arrows_from_every_room(room):
    match = scene(2, {0: {"programmed": "", "engineer": room, "time": 3}})
    hq = TABLES["headquarters"]
    expected = hq["start"] if room == 7 else hq["arrows"][room]
    assert legal(match, "engineer") == {f"engineer to room {r}" for r in expected}


def test_p2_paid_programming_costs_three_time_one_stays_in_the_corner():
    match = scene(2, {0: {"programmed": "", "time": 4}})
    stock = int(match.state["stock_time"])
    play(match, "pay 3 time to program OCTOPOD")
    me = seat(match, 0)
    assert (me["time"], bool(me["paid"]), me["supply"]) == (1, True, 14)
    assert programmed(match, 0) == {"OCTOPOD"}
    assert match.state["stock_time"] == stock + 2


def test_p2_needs_three_time_and_is_once_a_round():
    assert legal(scene(2, {0: {"programmed": "", "time": 3}}), "pay")
    assert not legal(scene(2, {0: {"programmed": "", "time": 2}}), "pay")
    assert not legal(scene(2, {0: {"programmed": "", "time": 4, "paid": True}}), "pay")


def test_p2_third_bot():
    match = scene(2, {0: {"programmed": "LAB TIME", "time": 3}})
    play(match, "pay 3 time to program OCTOPOD")
    assert question(match) == "THIRD_BOT"


def test_b1_bot_goes_from_its_symbol_to_the_control_space():
    match = scene(2, {0: {"programmed": "TIME LAB", "time": 1}}, {5: {"control": 1}})
    supply = int(seat(match, 0)["supply"])
    play(match, f"{ACT} 5 with TIME")
    assert programmed(match, 0) == {"LAB"}
    assert (sector(match, 5)["control"], list(sector(match, 5)["loading"])) == (0, [0, 1, 0, 0])
    assert seat(match, 0)["supply"] == supply


def test_b1_only_programmed_symbols_act():
    match = scene(2, {0: {"programmed": "CRYSTAL", "time": 4}})
    assert legal(match, ACT) == {f"{ACT} {p} with CRYSTAL" for p in range(6)}


# ---------------------------------------------------------- worked examples of the rulebook


def test_example_scientist_pays_for_the_lock():
    match = play(
        scene(2, {0: {"programmed": "TIME", "time": 1}}, {5: {"time": 0}}), f"{ACT} 5 with TIME"
    )
    assert seat(match, 0)["scientist"] == 5
    assert seat(match, 0)["time"] == 2  # 1 paid at the lock, 2 taken


def test_example_loading_station_of_three_players():
    """Red displaces yellow; the station is overcrowded; red and yellow each take one back."""
    red, yellow, blue = range(3)
    crowd = {0: {"control": yellow, "loading": [2, 1, 1, 0]}}
    match = scene(3, {red: {"programmed": "TIME"}}, crowd)
    before = [int(seat(match, p)["supply"]) for p in range(3)]
    play(match, f"{ACT} 0 with TIME")
    assert [seat(match, p)["supply"] - before[p] for p in range(3)] == [1, 1, 0]
    assert list(sector(match, 0)["loading"]) == [1, 1, 1, 0]
    assert (sector(match, 0)["control"], blue) == (red, 2)


def test_example_time():
    """Five lie there, the capacity is 4 and one is in hand: three are taken."""
    match = play(
        scene(2, {0: {"programmed": "TIME", "time": 1}}, {0: {"time": 5}}), f"{ACT} 0 with TIME"
    )
    assert (seat(match, 0)["time"], sector(match, 0)["time"]) == (4, 2)


def test_example_crystals():
    """Two lie there, the lab holds three and two are in hand: one is taken."""
    me = {"programmed": "CRYSTAL", "crystals": 2, "labs": ["C crystals"]}
    match = play(scene(2, {0: me}, {0: {"crystals": 2}}), f"{ACT} 0 with CRYSTAL")
    assert (seat(match, 0)["crystals"], sector(match, 0)["crystals"]) == (3, 1)


def test_example_octopods():
    """Three lie there, the lab catches two: 3 points, the third stays."""
    match = scene(2, {0: {"programmed": "OCTOPOD"}}, {0: {"octopods": 3}})
    stock = int(match.state["stock_octopods"])
    play(match, f"{ACT} 0 with OCTOPOD", "catch 2 octopods")
    assert (seat(match, 0)["score"], sector(match, 0)["octopods"]) == (3, 1)
    assert match.state["stock_octopods"] == stock + 2


def test_example_submarine():
    """The second space costs 2; the bulb of the second round brings 3."""
    me = {"programmed": "SUBMARINE", "time": 2}
    match = scene(2, {0: me}, {0: {"submarines": [1]}}, round_number=1)
    play(match, f"{ACT} 0 with SUBMARINE")
    assert (seat(match, 0)["time"], seat(match, 0)["score"], seat(match, 0)["submarines"]) == (
        0,
        3,
        5,
    )
    assert list(sector(match, 0)["submarines"]) == [1, 0, -1, -1]


def test_example_lab_expansion():
    """The crystals tile with a C: capacity 3, and a bot may go to sector C."""
    match = scene(2, {0: {"programmed": "LAB"}}, {0: {"labs": ["C crystals"]}})
    play(match, f"{ACT} 0 with LAB")
    assert list(seat(match, 0)["capacity"]) == [2, 3, 2, 4]
    assert legal(match) == {"letter yes", "letter no"}
    supply = int(seat(match, 0)["supply"])
    play(match, "letter yes")
    assert (sector(match, 2)["control"], seat(match, 0)["supply"]) == (0, supply - 1)


def test_example_program_a_bot():
    """The white area of sector A shows the lab."""
    match = play(scene(2, {0: {"programmed": "PROGRAM"}}), f"{ACT} 0 with PROGRAM")
    assert programmed(match, 0) == {"LAB"}


def test_example_a_crystal_for_the_red_tile():
    me = {"programmed": "", "engineer": 1, "cards": ["ROOM RESEARCH crystals"]}
    match = scene(2, {0: me})
    assert match.state["rooms"][4] == SYMBOLS.index("RESEARCH")
    assert seat(play(match, "engineer to room 4"), 0)["crystals"] == 1


# ------------------------------------------------------------------------- actions, AS-A


def test_a1_top_expansion_is_taken_and_stacks_shrink():
    stack = {"labs": ["A time", "crystals octopods"]}
    match = scene(2, {0: {"programmed": "LAB"}}, {0: stack}, round_number=1)
    play(match, f"{ACT} 0 with LAB")
    assert list(seat(match, 0)["capacity"]) == [2, 3, 3, 4]
    assert sector(match, 0)["num_labs"] == 1
    assert seat(match, 0)["num_labs"] == 1


@pytest.mark.parametrize(
    ("tile", "capacity"),
    [("B research", [3, 2, 2, 4]), ("B octopods", [2, 2, 3, 4]), ("B time", [2, 2, 2, 6])],
)
def test_a1_capacity_grows_by_what_the_tile_shows(tile, capacity):
    match = scene(2, {0: {"programmed": "LAB"}}, {0: {"labs": [tile]}})
    play(match, f"{ACT} 0 with LAB", "letter no")
    assert list(seat(match, 0)["capacity"]) == capacity
    assert list(seat(match, 0)["lab_letters"]) == [1, 1, 0, 0, 0, 0]


def test_a1_letter_bot_displaces_and_may_overcrowd():
    crowd = {2: {"control": 1, "loading": [0, 2, 0, 0]}}
    match = scene(2, {0: {"programmed": "LAB"}}, {0: {"labs": ["C crystals"]}, **crowd})
    before = int(seat(match, 1)["supply"])
    play(match, f"{ACT} 0 with LAB", "letter yes")
    assert list(sector(match, 2)["loading"]) == [0, 1, 0, 0]
    assert seat(match, 1)["supply"] == before + 2


@pytest.mark.parametrize(("number", "points"), list(enumerate([0, 1, 3, 6, 10, 15, 21, 21])))
def test_a4_points_for_caught_octopods(number, points):
    labs = [f"{letter} octopods" for letter in "ABCDE"]
    me = {"programmed": "OCTOPOD", "score": 20, "crystals": 2, "labs": labs}
    match = scene(2, {0: me}, {0: {"octopods": 7}})
    play(match, f"{ACT} 0 with OCTOPOD", f"catch {number} octopods")
    while question(match) == "RED_LINE":
        play(match, "pay a crystal")
    assert seat(match, 0)["score"] == 20 + points


@pytest.mark.parametrize("round_number", range(4))
def test_a5_a6_points_of_the_bulb(round_number):
    for symbol in ("SUBMARINE", "RESEARCH"):
        me = {"programmed": symbol, "time": 4}
        match = scene(2, {0: me}, {1: {"cards": ["CROSS"]}}, round_number=round_number)
        play(match, f"{ACT} 1 with {symbol}")
        assert seat(match, 0)["score"] == 2 + round_number


@pytest.mark.parametrize(("there", "cost"), [(0, 1), (1, 2), (2, 3), (3, 4)])
def test_a5_spaces_cost_more_and_more(there, cost):
    places = {0: {"submarines": [1, 2, 3][:there]}}
    match = scene(2, {0: {"programmed": "SUBMARINE", "time": 4}}, places)
    stock = int(match.state["stock_time"])
    play(match, f"{ACT} 0 with SUBMARINE")
    assert seat(match, 0)["time"] == 4 - cost
    assert match.state["stock_time"] == stock + cost
    short = scene(2, {0: {"programmed": "SUBMARINE", "time": cost - 1}}, places)
    assert f"{ACT} 0 with SUBMARINE" not in legal(short)


def test_a6_top_card_is_taken():
    stack = {"cards": ["CROSS", "LOCK"]}
    match = scene(2, {0: {"programmed": "RESEARCH"}}, {0: stack}, round_number=1)
    play(match, f"{ACT} 0 with RESEARCH")
    assert seat(match, 0)["kinds"][4] == 1
    assert (seat(match, 0)["num_cards"], sector(match, 0)["num_cards"]) == (1, 1)


@pytest.mark.parametrize("position", range(6))
def test_a7_white_area_of_each_sector(position):
    match = scene(2, {0: {"programmed": "PROGRAM", "time": 4}})
    play(match, f"{ACT} {position} with PROGRAM")
    white = ["LAB", "TIME", "CRYSTAL", "OCTOPOD", "SUBMARINE", "RESEARCH"][position]
    assert programmed(match, 0) == {white}


def test_a7_no_third_bot():
    """The bot that acts has left its symbol before another one is programmed."""
    match = play(scene(2, {0: {"programmed": "PROGRAM TIME"}}), f"{ACT} 0 with PROGRAM")
    assert programmed(match, 0) == {"TIME", "LAB"}
    assert match.player == 1


# --------------------------------------------------------------------------- cards, AS-C


@pytest.mark.parametrize("room", range(7))
@pytest.mark.parametrize(
    ("reward", "field", "amount"),
    [("time", "time", 2), ("crystals", "crystals", 1), ("points", "score", 4)],
)
def test_c1_room_card(room, reward, field, amount):
    """Every one of the 21 cards pays on its symbol and on no other."""
    symbols = ["LAB", "TIME", "CRYSTAL", "OCTOPOD", "RESEARCH", "SUBMARINE", "PROGRAM"]
    sources = {0: 7, 1: 7, 2: 0, 3: 1, 4: 1, 5: 2, 6: 4}
    for symbol in symbols:
        me = {
            "programmed": "",
            "time": 0,
            "engineer": sources[room],
            "cards": [f"ROOM {symbol} {reward}"],
        }
        match = play(scene(2, {0: me}), f"engineer to room {room}")
        assert seat(match, 0)[field] == (amount if symbol == symbols[room] else 0)


def test_c1_pays_again_each_time():
    seats = {0: {"programmed": "", "time": 0, "cards": ["ROOM LAB time"]}, 1: {"passed": True}}
    match = scene(2, seats, num_passed=1, pass_order=[1, -1, -1, -1])
    play(match, "engineer to room 0", "return the bot on LAB")
    match.state["players"][0]["engineer"] = 7
    match.state["players"][0]["time"] = 0
    loops.refresh(match.states, 0)
    play(match, "engineer to room 0")
    assert seat(match, 0)["time"] == 2


def test_c1_not_for_paid_programming():
    match = scene(2, {0: {"programmed": "", "time": 3, "cards": ["ROOM LAB time"]}})
    assert seat(play(match, "pay 3 time to program LAB"), 0)["time"] == 0


@pytest.mark.parametrize(
    ("reward", "field", "amount"),
    [("time", "time", 2), ("crystals", "crystals", 1), ("points", "score", 4)],
)
def test_c2_catch_card(reward, field, amount):
    me = {"programmed": "OCTOPOD", "time": 0, "cards": [f"CATCH {reward}"]}
    match = scene(2, {0: me}, {0: {"octopods": 1}})
    play(match, f"{ACT} 0 with OCTOPOD", "catch 1 octopods")
    assert seat(match, 0)[field] == amount  # the score: 1 for the octopod, 3 for the card


@pytest.mark.parametrize(("there", "cost"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_c6_half_price_rounded_down(there, cost):
    me = {"programmed": "SUBMARINE", "time": 2, "cards": ["HALF"]}
    match = scene(2, {0: me}, {0: {"submarines": [1, 2, 3][:there]}})
    play(match, f"{ACT} 0 with SUBMARINE")
    assert seat(match, 0)["time"] == 2 - cost


def test_c9_instant_card_works_once_when_taken():
    match = scene(2, {0: {"programmed": "RESEARCH", "time": 0}}, {0: {"cards": ["INSTANT LAB"]}})
    play(match, f"{ACT} 0 with RESEARCH")
    assert (seat(match, 0)["time"], programmed(match, 0)) == (2, {"LAB"})
    held = scene(
        2,
        {0: {"programmed": "RESEARCH", "time": 0, "cards": ["INSTANT LAB"]}},
        {0: {"cards": ["CROSS"]}},
    )
    play(held, f"{ACT} 0 with RESEARCH")
    assert (seat(held, 0)["time"], programmed(held, 0)) == (0, set())


def test_cards_stay_for_ever():
    """A used card still takes its room (two of two): no other card can be taken."""
    me = {"programmed": "RESEARCH", "cards": ["SIDEWAYS", "INSTANT LAB"], "sideways_used": 1}
    match = scene(2, {0: me})
    assert not legal(match, ACT)
    assert forced(match) == []


def test_every_decision_has_two_answers_at_least():
    """A player with nothing but one way out is not asked."""
    seats = {0: {"programmed": "LAB"}, 1: {"programmed": "", "engineer": 5, "time": 0}}
    match = play(scene(2, seats), "engineer to room 1")
    assert forced(match)[0] == "pass"
    assert match.player == 0

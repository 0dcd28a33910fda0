"""A test for every sentence of the rulings AS-R11 to AS-R13 that can be broken alone."""

import pytest

from .positions import (
    NOBODY,
    copied_tables,
    crowded_tables,
    last_pass,
    legal,
    play,
    programmed,
    question,
    scene,
    seat,
    sector,
    write_set,
)

ACT = "act in position"


# ----------------------------------------------------------------------------------- AS-R11


def test_r11_crystals_before_red_lines():
    """The crystal of card b may pay for the line that the catch runs into."""
    me = {"programmed": "OCTOPOD", "score": 9, "cards": ["CATCH crystals"]}
    match = scene(2, {0: me}, {0: {"octopods": 2}})
    play(match, f"{ACT} 0 with OCTOPOD", "catch 2 octopods")
    assert legal(match) == {"pay a crystal", "stop at the line"}


def test_r11_time_before_the_third_bot():
    me = {"programmed": "TIME CRYSTAL", "time": 0, "cards": ["ROOM LAB time"]}
    match = play(scene(2, {0: me}), "engineer to room 0")
    assert (question(match), seat(match, 0)["time"]) == ("THIRD_BOT", 2)
    assert match.state["num_gains"] == 0  # no points wait behind the question


def test_r11_third_bot_before_points():
    me = {"programmed": "TIME CRYSTAL", "score": 9, "crystals": 1, "cards": ["ROOM LAB points"]}
    match = play(scene(2, {0: me}), "engineer to room 0")
    assert (question(match), seat(match, 0)["score"]) == ("THIRD_BOT", 9)
    play(match, "return the bot on LAB")
    assert question(match) == "RED_LINE"


def test_r11_next_player_last():
    match = play(
        scene(3, {0: {"programmed": "LAB"}}, {0: {"labs": ["C time"]}}), f"{ACT} 0 with LAB"
    )
    assert (question(match), match.player) == ("LETTER", 0)
    assert play(match, "letter no").player == 1


# ----------------------------------------------------------------------------------- AS-R12

H_LAB = {"cards": ["SCORING LAB"], "time": 1}
H_TIME = {"cards": ["SCORING TIME"], "time": 1}


def test_r12_asked_in_the_play_order_of_the_round_just_ended():
    match = last_pass(2, {0: H_LAB, 1: H_TIME}, turn_order=[1, 0, -1, -1])
    assert (question(match), match.player) == ("SCORING", 1)
    play(match, "take scoring time", "scoring done")
    assert match.player == 0


def test_r12_corner_markers_go_back_first(tmp_path):
    """The only marker, of the second player, is in stock when the first takes its income."""
    tables = copied_tables()
    tables["setup"]["start_sector"]["time"] = 0
    tables["setup"] |= {"time_near_free_lock": 0, "time_elsewhere": 0}
    tables["stock"]["time"] = 1
    path = write_set(tmp_path / "poor.toml", tables)
    match = last_pass(2, {1: {"paid": True}}, components=path)
    assert not seat(match, 1)["paid"]
    assert [seat(match, p)["time"] for p in (0, 1)] == [1, 0]


def test_r12_corner_marker_counts_for_no_capacity():
    me = {"programmed": "TIME", "time": 3, "paid": True}
    match = play(scene(2, {0: me}), f"{ACT} 0 with TIME")
    assert seat(match, 0)["time"] == 4


def test_r12_one_time_for_each_own_submarine():
    places = {p: {"submarines": [0]} for p in range(3)} | {4: {"submarines": [1]}}
    match = last_pass(2, {0: {"time": 0}, 1: {"time": 1}}, places)
    assert [seat(match, p)["time"] for p in (0, 1)] == [3, 2]


def test_r12_each_card_h_at_most_once_a_scoring():
    """Its symbol is free again, another card is still usable, but this one is not."""
    me = {"programmed": "TIME CRYSTAL", "cards": ["SCORING LAB", "SCORING OCTOPOD"], "time": 2}
    match = play(last_pass(2, {0: me}), "scoring card for LAB", "return the bot on LAB")
    assert legal(match) == {"take scoring time", "scoring card for OCTOPOD"}


def test_r12_card_h_pays_one_time_for_a_bot():
    match = last_pass(2, {0: H_LAB | {"time": 3}, 1: H_TIME})
    before = int(match.state["stock_time"])
    play(match, "take scoring time", "scoring card for LAB")
    assert match.player == 1
    assert programmed(match, 0) == {"LAB"}
    assert seat(match, 0)["time"] == 3
    assert match.state["stock_time"] == before  # one of income, one paid
    assert seat(match, 0)["supply"] == 14


@pytest.mark.parametrize(
    "lack", [{"time": 0, "submarines": 6}, {"supply": 0}, {"programmed": "LAB"}, {"cards": []}]
)
def test_r12_card_h_needs_time_a_bot_and_its_symbol_free(lack):
    match = last_pass(2, {0: H_LAB | lack})
    assert "scoring card for LAB" not in legal(match)
    assert match.state["round_number"] == 1  # nothing was asked


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r12_every_player_has_income_once(players):
    """One submarine lies in the station for each."""
    match = last_pass(players, {p: {"time": 0} for p in range(players)})
    assert [seat(match, p)["time"] for p in range(players)] == [1] * players


def test_r12_a_card_of_an_earlier_scoring_is_usable_again():
    match = last_pass(2, {0: H_LAB}, cards_used=[1, 0, 0, 0, 0, 0, 0])
    assert "scoring card for LAB" in legal(match)


def test_r12_the_last_bot_of_the_supply_is_enough():
    assert "scoring card for LAB" in legal(last_pass(2, {0: H_LAB | {"supply": 1}}))


def test_r12_only_cards_of_that_kind_are_used():
    me = {"cards": ["SCORING TIME", "ROOM LAB time"], "time": 2}
    assert legal(last_pass(2, {0: me}), "scoring card") == {"scoring card for TIME"}


def test_r12_each_of_two_equal_cards_once(tmp_path):
    tables = crowded_tables()
    path = write_set(tmp_path / "set.toml", tables)
    wanted = {"kind": "SCORING", "symbol": "LAB"}
    cards = [k for k, row in enumerate(tables["research_cards"]["rows"]) if row == wanted]
    assert len(cards) == 2
    me = {"cards": cards, "time": 6, "programmed": "TIME CRYSTAL"}
    match = last_pass(2, {0: me}, components=path)
    play(match, *["scoring card for LAB", "return the bot on LAB"] * 2)
    assert match.state["round_number"] == 1  # nothing is left to ask


def test_r12_before_the_income_cards_and_time_after_it_cards_and_done():
    match = last_pass(2, {0: H_LAB})
    assert legal(match) == {"scoring card for LAB", "take scoring time"}
    play(match, "take scoring time")
    assert legal(match) == {"scoring card for LAB", "scoring done"}


def test_r12_third_bot_in_the_scoring():
    match = last_pass(2, {0: H_LAB | {"programmed": "TIME CRYSTAL"}})
    play(match, "scoring card for LAB")
    assert question(match) == "THIRD_BOT"
    play(match, "return the bot on LAB")
    assert (seat(match, 0)["time"], programmed(match, 0)) == (3, {"TIME", "CRYSTAL"})


def red_line_in_scoring(**table):
    seats = {0: {"score": 9, "crystals": 1}, 1: {"score": 8, "crystals": 2}}
    return last_pass(2, seats, {0: {"time": 4}}, **table)


def test_r12_counters_move_in_play_order_with_their_questions():
    match = red_line_in_scoring(turn_order=[1, 0, -1, -1])
    assert (question(match), match.player) == ("RED_LINE", 1)
    assert [seat(match, p)["score"] for p in (0, 1)] == [9, 9]
    play(match, "pay a crystal")
    assert (question(match), match.player, seat(match, 1)["score"]) == ("RED_LINE", 0, 11)


def test_r12_refill_after_the_last_counter():
    match = red_line_in_scoring()
    play(match, "pay a crystal")
    assert (match.state["round_number"], sector(match, 0)["num_cards"]) == (0, 1)
    play(match, "pay a crystal")
    assert (match.state["round_number"], sector(match, 0)["num_cards"]) == (1, 2)


def test_r12_new_order_is_the_order_of_passing():
    match = last_pass(3, last=0, pass_order=[2, 1, -1, -1])
    assert list(match.state["turn_order"]) == [2, 1, 0, NOBODY]
    assert match.player == 2


def test_r12_programmed_bots_and_scientists_stay():
    match = last_pass(2, {0: {"programmed": "LAB TIME", "scientist": 4}}, {3: {"control": 0}})
    assert programmed(match, 0) == {"LAB", "TIME"}
    assert (seat(match, 0)["scientist"], sector(match, 3)["control"]) == (4, 0)
    assert (seat(match, 0)["engineer"], bool(seat(match, 0)["passed"])) == (7, False)


# ----------------------------------------------------------------------------------- AS-R13


def gained(sectors=None, players=3, **me):
    """Points of the players in a scoring; without submarines, bots in play bring none."""
    calm = {"octopods": 0, "submarines": []}
    places = {p: {**calm, **(sectors or {}).get(p, {})} for p in range(6)}
    match = last_pass(players, {0: me}, places)
    return [int(seat(match, p)["score"]) for p in range(players)]


def held(*controls):
    return {p: {"control": player} for p, player in enumerate(controls)}


@pytest.mark.parametrize(
    ("controls", "points"),
    [
        ((0, 0, 1), [6, 0, 0]),
        ((0, 1), [3, 3, 0]),
        ((0, 1, 2), [3, 3, 3]),
        ((0, 0, 1, 1, 2), [3, 3, 0]),
        ((), [0, 0, 0]),
    ],
)
def test_r13_majority(controls, points):
    assert gained(held(*controls)) == points


@pytest.mark.parametrize(
    ("supply", "placed", "points"),
    [(15, 6, 0), (14, 6, 0), (13, 6, 1), (8, 6, 6), (0, 6, 9), (10, 1, 4), (9, 1, 4), (9, 2, 5)],
)
def test_r13_bots_in_play_capped_by_submarines(supply, placed, points):
    # the cap for six submarines is 14; the counter stops at 9 without means to cross
    assert gained(launched(placed), supply=supply)[0] == points


def launched(number):
    return {p: {"submarines": [0]} for p in range(number)}


@pytest.mark.parametrize(("placed", "cap"), list(enumerate([0, 4, 6, 8, 10, 12, 14])))
def test_r13_caps(placed, cap):
    me = {"supply": 0, "crystals": 1, "score": 20}
    assert gained(launched(placed), **me)[0] == (20 + cap + 1 if cap < 9 else 29)


@pytest.mark.parametrize(("crystals", "points"), list(enumerate([0, 1, 3, 6, 10, 15, 21, 21])))
def test_r13_crystals_count_before_any_is_paid(crystals, points):
    labs = [f"{letter} crystals" for letter in "ABCDE"]
    match = last_pass(2, {0: {"crystals": crystals, "labs": labs, "score": 30}})
    while question(match) == "RED_LINE":
        play(match, "pay a crystal")
    assert seat(match, 0)["score"] == 30 + points


def test_r13_a_fifteenth_bot_at_home_takes_nothing_off():
    assert gained(launched(6), supply=15, crystals=1)[0] == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r13_every_sum_is_moved_once(players):
    places = {p: {"octopods": 0, "submarines": []} for p in range(6)}
    seats = {p: {"crystals": 2, "score": 5} for p in range(players)}
    match = last_pass(players, seats, places)
    assert [seat(match, p)["score"] for p in range(players)] == [5 + 3] * players


@pytest.mark.parametrize("position", range(6))
def test_r13_every_control_space_counts(position):
    assert gained({position: {"control": 0}})[0] == 6
    assert gained({position: {"control": 0, "octopods": 2}})[0] == 6 - 3


def test_r13_fewer_control_spaces_cost_nothing():
    places = {p: {"octopods": 0, "submarines": []} for p in range(6)}
    places |= {p: places[p] | {"control": p // 2} for p in range(3)}
    match = last_pass(2, {1: {"score": 5}}, places)
    assert [seat(match, p)["score"] for p in range(2)] == [6, 5]


def octopods(*numbers):
    return {p: {"octopods": n, "control": 0} for p, n in enumerate(numbers)}


def test_r13_octopods_in_each_controlled_sector():
    # 6 for the majority, minus 3 and minus 1
    assert gained(octopods(2, 1))[0] == 6 - 3 - 1
    assert gained(octopods(0) | {1: {"octopods": 2}})[0] == 6
    assert gained({0: {"octopods": 2, "control": 0}, 1: {"octopods": 5, "control": 1}})[:2] == [
        0,
        0,
    ]


@pytest.mark.parametrize(("there", "lost"), list(enumerate([0, 1, 3, 6, 10, 15, 21, 21])))
def test_r13_table_of_octopods(there, lost):
    assert gained(octopods(there), score=29)[0] == max(20, min(29, 35 - lost))


def test_r13_negative_sum_never_crosses_back_over_a_line():
    assert gained(octopods(5), score=35)[0] == 30  # 6 - 15
    assert gained(octopods(5), score=39)[0] == 30
    assert gained(octopods(5), score=30)[0] == 30
    assert gained(octopods(3, 2, 0), score=35)[0] == 32  # 6 - 9


def test_r13_a_sum_of_one_less():
    places = {0: {"octopods": 1, "control": 0}, 1: {"control": 1}, 2: {"control": 1}}
    assert gained(places, score=5)[0] == 4


def test_r13_nor_below_zero():
    assert gained(octopods(5), score=4)[0] == 0


def test_r13_positive_sum_moves_with_red_lines():
    match = last_pass(2, {0: {"score": 9, "supply": 15, "crystals": 1}})
    assert question(match) == "RED_LINE"


def test_r13_a_bot_for_the_line_in_a_scoring():
    """It brings no time, and is home too late to take points for bots in play off."""
    me = {"score": 9, "programmed": "LAB", "supply": 12, "time": 0, "submarines": 4}
    match = last_pass(2, {0: me}, {0: {"control": -1}})
    assert match.state["gains"][0] == 2
    play(match, "return the bot on LAB")
    assert [seat(match, 0)[name] for name in ("score", "time", "supply")] == [11, 2, 13]


def test_r13_the_sum_is_one_gain():
    """Majority, crystals and bots in play meet the line together: one question, all is lost."""
    me = {"score": 9, "crystals": 1, "supply": 12}
    match = last_pass(2, {0: me}, {0: {"control": 0, "octopods": 0}})
    assert match.state["gains"][0] == 6 + 1 + 2
    play(match, "stop at the line")
    assert seat(match, 0)["score"] == 9

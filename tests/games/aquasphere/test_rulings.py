"""A test for every sentence of the rulings AS-R1 to AS-R6 that can be broken alone."""

import pytest

from .positions import (
    TABLES,
    catching,
    copied_tables,
    crowded_tables,
    legal,
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


def cost_of_walk(position, **me):
    """Time spent on the way of player 0 from sector A, the action itself brings nothing."""
    me = {"programmed": "LAB", "time": 4, **me}
    empty = {p: {"labs": []} for p in range(6)}
    match = play(scene(2, {0: me}, empty), f"{ACT} {position} with LAB")
    assert seat(match, 0)["scientist"] == position
    return me["time"] - seat(match, 0)["time"]


# ------------------------------------------------------------------------------------ AS-R1


def test_r1_shorter_way_round_the_ring():
    # A -0- B -1- C -1- D -2- E -1- F -1- A
    assert [cost_of_walk(p) for p in range(6)] == [0, 0, 1, 2, 2, 1]


def test_r1_card_cross_leads_to_the_opposite_side():
    assert [cost_of_walk(p, cards=["CROSS"]) for p in range(6)] == [0, 0, 1, 1, 1, 1]


def test_r1_card_cross_works_any_number_of_times(tmp_path):
    """D over the lock of 4, or across to A, free to B, across to E."""
    tables = copied_tables()
    tables["sectors"]["locks"] = [0, 9, 9, 4, 9, 9]
    path = write_set(tmp_path / "locks.toml", tables)
    for cards, left in ([], 0), (["CROSS"], 2):
        me = {"programmed": "LAB", "time": 4, "scientist": 3, "cards": cards}
        match = scene(2, {0: me}, {4: {"labs": []}}, components=path)
        assert seat(play(match, f"{ACT} 4 with LAB"), 0)["time"] == left


def test_r1_card_lock_opens_the_lock_of_two():
    match = {"programmed": "LAB", "time": 4, "scientist": 3}
    empty = {p: {"labs": []} for p in range(6)}
    for cards, left in ([], 2), (["LOCK"], 4), (["LOCK", "CROSS"], 4):
        after = play(scene(2, {0: match | {"cards": cards}}, empty), f"{ACT} 4 with LAB")
        assert seat(after, 0)["time"] == left


@pytest.mark.parametrize("lock", [0, 2])
@pytest.mark.parametrize("cross", [0, 1])
def test_r1_cheapest_ways_between_all_sectors(cross, lock):
    """Both ways round the ring; card CROSS leads across for 1, card LOCK opens locks of 2 only."""
    locks = [0 if lock and cost == 2 else cost for cost in TABLES["sectors"]["locks"]]
    steps = [(p, (p + 1) % 6, locks[p]) for p in range(6)]
    steps += [(p, p + 3, 1) for p in range(3 * cross)]
    steps += [(b, a, cost) for a, b, cost in steps]
    ways = [[0 if a == b else 99 for b in range(6)] for a in range(6)]
    for row in ways * 5:  # no cheapest way has more steps
        for a, b, cost in steps:
            row[b] = min(row[b], row[a] + cost)
    assert scene(2).state["travel"][cross + lock].tolist() == ways


def test_r1_walks_that_cost_more_than_there_is_are_illegal():
    assert walks(scene(2, {0: {"programmed": "LAB", "time": 1}}), "LAB") == {0, 1, 2, 5}
    assert walks(scene(2, {0: {"programmed": "LAB", "time": 0}}), "LAB") == {0, 1}


def test_r1_scientist_does_not_move_without_acting():
    match = scene(2, {0: {"programmed": "", "time": 4}})
    assert not legal(match, ACT)


# ------------------------------------------------------------------------------------ AS-R2


def test_r2_engineer_needs_a_free_symbol_even_without_a_bot():
    assert legal(scene(2, {0: {"programmed": "LAB"}}), "engineer") == {"engineer to room 1"}
    match = scene(2, {0: {"programmed": "LAB", "supply": 0}})
    assert legal(match, "engineer") == {"engineer to room 1"}


def test_r2_paid_programming_needs_a_free_symbol():
    match = scene(2, {0: {"programmed": "LAB TIME", "time": 3}})
    assert len(legal(match, "pay 3")) == 5
    assert "pay 3 time to program LAB" not in legal(match)


def test_r2_paid_programming_needs_a_supply_bot():
    assert not legal(scene(2, {0: {"programmed": "", "time": 3, "supply": 0}}), "pay 3")


def test_r2_engineer_without_a_supply_bot_places_nothing_but_card_a_pays():
    me = {"programmed": "", "supply": 0, "time": 1, "cards": ["ROOM LAB time"]}
    match = play(scene(2, {0: me}), "engineer to room 0")
    assert programmed(match, 0) == set()
    assert (seat(match, 0)["supply"], seat(match, 0)["time"]) == (0, 3)


def test_r2_engineer_places_the_last_bot():
    match = play(scene(2, {0: {"programmed": "", "supply": 1}}), "engineer to room 0")
    assert (programmed(match, 0), seat(match, 0)["supply"]) == ({"LAB"}, 0)


def test_r2_the_last_bot_may_be_paid_for():
    assert legal(scene(2, {0: {"programmed": "", "time": 3, "supply": 1}}), "pay 3")


def test_r2_three_arrow_moves_a_round():
    for room in range(5):
        assert legal(scene(2, {0: {"programmed": "", "engineer": room}}), "engineer")
    for room in (5, 6):
        assert not legal(scene(2, {0: {"programmed": "", "engineer": room}}), "engineer")


def rooms_from(room, **me):
    me = {"programmed": "", "engineer": room, **me}
    return {int(w.split()[-1]) for w in legal(scene(2, {0: me}), "engineer")}


def test_r2_card_g_moves_sideways():
    assert rooms_from(3) == {5, 6}
    assert rooms_from(3, cards=["SIDEWAYS"]) == {5, 6, 2, 4}
    assert rooms_from(0, cards=["SIDEWAYS"]) == {2, 3, 1}


def test_r2_card_g_not_from_the_start_space():
    assert rooms_from(7, cards=["SIDEWAYS"]) == {0, 1}


def test_r2_card_g_also_in_the_last_tier():
    assert rooms_from(5, cards=["SIDEWAYS"]) == {6}
    assert rooms_from(6, cards=["SIDEWAYS"]) == {5}


def test_r2_card_g_once_a_game():
    match = scene(2, {0: {"programmed": "", "engineer": 5, "cards": ["SIDEWAYS"]}})
    play(match, "engineer to room 6")
    assert seat(match, 0)["sideways_used"] == 1
    assert rooms_from(5, cards=["SIDEWAYS"], sideways_used=1) == set()


def test_r2_card_g_once_for_each_card(tmp_path):
    tables = crowded_tables()
    path = write_set(tmp_path / "set.toml", tables)
    cards = [k for k, c in enumerate(tables["research_cards"]["rows"]) if c["kind"] == "SIDEWAYS"]
    assert len(cards) == 2
    for used, rooms in ((1, {"engineer to room 6"}), (2, set())):
        me = {"programmed": "", "engineer": 5, "cards": cards, "sideways_used": used}
        match = scene(2, {0: me}, components=path)
        assert legal(match, "engineer") == rooms
        if rooms:
            assert seat(play(match, "engineer to room 6"), 0)["sideways_used"] == 2


def test_r2_card_g_is_an_additional_move():
    """Four moves in the round of the card, three of them along arrows."""
    seats = {0: {"programmed": "", "cards": ["SIDEWAYS"]}, 1: {"passed": True}}
    match = scene(2, seats, num_passed=1, pass_order=[1, -1, -1, -1])
    play(match, "engineer to room 0", "engineer to room 1", "return the bot on TIME")
    assert seat(match, 0)["sideways_used"] == 1
    play(match, "engineer to room 3", "return the bot on LAB", "engineer to room 5")
    assert seat(match, 0)["sideways_used"] == 1
    assert not legal(match, "engineer")


def test_r2_card_a_pays_on_a_sideways_move():
    me = {"programmed": "", "engineer": 5, "time": 0, "cards": ["SIDEWAYS", "ROOM PROGRAM time"]}
    match = play(scene(2, {0: me}), "engineer to room 6")
    assert seat(match, 0)["time"] == 2


def test_r2_bots_return_freely_any_number_before_the_step():
    match = scene(2, {0: {"programmed": "LAB TIME", "time": 0}})
    play(match, "return the bot on LAB", "return the bot on TIME")
    assert match.player == 0
    assert question(match) == "TURN"
    assert (seat(match, 0)["time"], seat(match, 0)["supply"]) == (4, 15)


def test_r2_a_returned_bot_brings_time_as_far_as_it_fits():
    match = play(scene(2, {0: {"programmed": "LAB", "time": 3}}), "return the bot on LAB")
    assert seat(match, 0)["time"] == 4
    poor = scene(2, {0: {"programmed": "LAB", "time": 0}}, stock_time=1)
    assert seat(play(poor, "return the bot on LAB"), 0)["time"] == 1


def test_r2_no_return_during_questions():
    match = scene(2, {0: {"programmed": "OCTOPOD LAB"}}, {0: {"octopods": 2}})
    play(match, f"{ACT} 0 with OCTOPOD")
    assert legal(match) == {"catch 0 octopods", "catch 1 octopods", "catch 2 octopods"}


def test_r2_no_return_after_the_step():
    match = play(scene(2, {0: {"programmed": "LAB"}}), "engineer to room 1")
    assert match.player == 1


# ------------------------------------------------------------------------------------ AS-R3


def third_bot(time=0):
    return scene(2, {0: {"programmed": "TIME OCTOPOD", "time": time}})


def test_r3_third_bot_asks_which_of_the_three_returns():
    match = play(third_bot(), "engineer to room 0")
    assert question(match) == "THIRD_BOT"
    assert legal(match) == {f"return the bot on {s}" for s in ("LAB", "TIME", "OCTOPOD")}


@pytest.mark.parametrize("symbol", ["LAB", "TIME", "OCTOPOD"])
def test_r3_any_of_the_three_returns_for_two_time(symbol):
    match = play(third_bot(), "engineer to room 0", f"return the bot on {symbol}")
    assert programmed(match, 0) == {"LAB", "TIME", "OCTOPOD"} - {symbol}
    assert (seat(match, 0)["time"], seat(match, 0)["supply"]) == (2, 13)
    assert match.player == 1


def test_r3_at_once_before_the_points():
    """A third bot returns before the points of card a reach a red line."""
    cards = ["ROOM LAB points"]
    me = {"programmed": "TIME OCTOPOD", "time": 0, "score": 9, "crystals": 1, "cards": cards}
    match = play(scene(2, {0: me}), "engineer to room 0")
    assert question(match) == "THIRD_BOT"
    play(match, "return the bot on LAB")
    assert question(match) == "RED_LINE"


# ------------------------------------------------------------------------------------ AS-R4


def test_r4_capacity_limits_time_and_the_rest_stays():
    match = scene(2, {0: {"programmed": "TIME", "time": 1}}, {0: {"time": 5}})
    play(match, f"{ACT} 0 with TIME")
    assert (seat(match, 0)["time"], sector(match, 0)["time"]) == (4, 2)


def test_r4_stock_limits_time():
    match = scene(2, {0: {"programmed": "TIME", "time": 0}}, {0: {"time": 0}}, stock_time=1)
    play(match, f"{ACT} 0 with TIME")
    assert (seat(match, 0)["time"], match.state["stock_time"]) == (1, 0)


@pytest.mark.parametrize(
    ("crystals", "stock", "after", "left"), [(0, 5, 1, 4), (2, 5, 2, 5), (0, 0, 0, 0)]
)
def test_r4_card_crystals_need_room_and_stock(crystals, stock, after, left):
    me = {"programmed": "", "crystals": crystals, "cards": ["ROOM LAB crystals"]}
    match = play(scene(2, {0: me}, stock_crystals=stock), "engineer to room 0")
    assert (seat(match, 0)["crystals"], match.state["stock_crystals"]) == (after, left)


def test_r4_card_crystals_fit_into_an_expansion_for_crystals_only():
    me = {"programmed": "", "crystals": 2, "cards": ["ROOM LAB crystals"]}
    for tile, after in ("C crystals", 3), ("C octopods", 2):
        match = play(scene(2, {0: me | {"labs": [tile]}}), "engineer to room 0")
        assert seat(match, 0)["crystals"] == after


@pytest.mark.parametrize(("time", "stock", "after"), [(1, 9, 3), (3, 9, 4), (4, 9, 4), (0, 1, 1)])
def test_r4_time_of_a_card_needs_room_and_stock(time, stock, after):
    me = {"programmed": "", "time": time, "cards": ["ROOM LAB time"]}
    match = play(scene(2, {0: me}, stock_time=stock), "engineer to room 0")
    assert seat(match, 0)["time"] == after
    assert match.state["stock_time"] == stock - (after - time)


def test_r4_cards_need_room():
    full = {"programmed": "RESEARCH", "cards": ["CROSS", "LOCK"]}
    assert not walks(scene(2, {0: full}), "RESEARCH")
    roomy = full | {"labs": ["A research"]}
    assert walks(scene(2, {0: roomy}), "RESEARCH")


def test_r4_gains_are_taken_one_after_the_other():
    """Two cards with room for one crystal: the second brings nothing, the first stays in hand."""
    me = {"programmed": "", "crystals": 1, "cards": ["ROOM LAB crystals", "ROOM LAB time"]}
    match = play(scene(2, {0: me | {"time": 0}}), "engineer to room 0")
    assert (seat(match, 0)["crystals"], seat(match, 0)["time"]) == (2, 2)


# ------------------------------------------------------------------------------------ AS-R5


@pytest.mark.parametrize(
    ("there", "mine", "after", "from_stock"),
    [(0, 0, 2, 2), (1, 0, 2, 1), (2, 0, 2, 0), (3, 0, 3, 0), (0, 3, 4, 1), (1, 3, 4, 0)],
)
def test_r5_time_from_the_sector_then_from_the_stock_up_to_two(there, mine, after, from_stock):
    match = scene(2, {0: {"programmed": "TIME", "time": mine}}, {0: {"time": there}})
    stock = int(match.state["stock_time"])
    play(match, f"{ACT} 0 with TIME")
    assert seat(match, 0)["time"] == after
    assert match.state["stock_time"] == stock - from_stock
    assert sector(match, 0)["time"] == there - (after - mine - from_stock)


def test_r5_crystals_as_many_as_fit():
    match = scene(2, {0: {"programmed": "CRYSTAL", "crystals": 1}}, {0: {"crystals": 3}})
    stock = int(match.state["stock_crystals"])
    play(match, f"{ACT} 0 with CRYSTAL")
    assert (seat(match, 0)["crystals"], sector(match, 0)["crystals"]) == (2, 2)
    assert match.state["stock_crystals"] == stock


# ------------------------------------------------------------------------------------ AS-R6


@pytest.mark.parametrize(("there", "most"), [(1, 1), (2, 2), (5, 2)])
def test_r6_owner_chooses_how_many_to_catch(there, most):
    assert legal(catching(there)) == {f"catch {k} octopods" for k in range(most + 1)}


def test_r6_card_b_pays_once_a_catch():
    match = play(catching(2, "CATCH time"), "catch 2 octopods")
    assert seat(match, 0)["time"] == 2


def test_r6_card_b_pays_for_at_least_one():
    assert seat(play(catching(2, "CATCH time"), "catch 0 octopods"), 0)["time"] == 0
    assert seat(play(catching(2, "CATCH time"), "catch 1 octopods"), 0)["time"] == 2

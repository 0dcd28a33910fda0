"""The course of the game: turns up to the last pass, rounds, and their preparation."""

import pytest

from aquasphere_env.games.aquasphere import GAME

from .positions import (
    PLAIN,
    SYMBOLS,
    TABLES,
    last_pass,
    legal,
    play,
    programmed,
    question,
    scene,
    seat,
    sector,
)

ACT = "act in position"


@pytest.mark.parametrize("round_number", range(4))
def test_n1_the_game_goes_over_four_rounds(round_number):
    match = last_pass(2, round_number=round_number)
    assert match.over == (round_number == 3)
    assert match.state["round_number"] == min(round_number + 1, 3)
    end = "the fourth round was scored" if match.over else None
    assert GAME.end_reason(match.state) == end


def on_top(match, pile):
    return [int(s[pile][s[f"num_{pile}"] - 1]) for s in match.state["sectors"]]


@pytest.mark.parametrize("round_number", range(3))
def test_n1_a_card_and_an_expansion_on_top_of_every_stack(round_number):
    match = last_pass(2, round_number=round_number)
    drawn = 6 * (round_number + 1)
    for pile in ("cards", "labs"):
        assert on_top(match, pile) == list(range(drawn, drawn + 6))


def test_n1_nothing_is_prepared_after_the_fourth_round():
    match = last_pass(3, None, {2: {"time": 5}}, round_number=3)
    assert sector(match, 2)["time"] == 5
    assert [s["num_labs"] for s in match.state["sectors"]] == [4] * 6
    assert match.state["research_drawn"] == 24
    assert list(match.state["turn_order"]) == [0, 1, 2, -1]


@pytest.mark.parametrize("round_number", range(3))
def test_n1_the_next_center_tile_is_on_top(round_number):
    """Its bulb is what a research card brings."""
    seats = {0: {"programmed": "RESEARCH"}}
    match = play(last_pass(2, seats, last=1, round_number=round_number), f"{ACT} 0 with RESEARCH")
    assert seat(match, 0)["score"] == TABLES["center_tiles"]["bulbs"][round_number + 1]


@pytest.mark.parametrize("round_number", range(3))
def test_n2_the_next_program_card_lays_out_the_rooms(round_number):
    match = last_pass(2, round_number=round_number)
    card, side = divmod(PLAIN["program_cards"][round_number + 1], 2)
    layout = TABLES["program_cards"]["rows"][card][side]
    assert [SYMBOLS[s] for s in match.state["rooms"]] == layout


def test_n2_the_first_to_pass_begins():
    match = last_pass(4, last=3, pass_order=[2, 0, 1, -1])
    assert (match.player, question(match)) == (2, "TURN")
    assert list(match.state["pass_order"]) == [-1] * 4
    assert match.state["num_passed"] == 0


def test_n2_paid_programming_is_there_again():
    seats = {0: {"paid": True, "time": 3}}
    assert "pay 3 time to program LAB" in legal(last_pass(2, seats))


def test_t1_the_last_player_plays_on_alone():
    me = {"programmed": "TIME CRYSTAL", "engineer": 5, "paid": True}
    match = scene(2, {0: me, 1: {"passed": True}}, num_passed=1, pass_order=[1, -1, -1, -1])
    play(match, f"{ACT} 0 with TIME")
    assert (match.player, question(match)) == (0, "TURN")
    play(match, "return the bot on CRYSTAL")  # then there is nothing to do but pass
    assert match.state["round_number"] == 1


def test_t3_the_order_of_passing_is_kept():
    seats = {p: {"programmed": "LAB", "engineer": 5} for p in range(3)}
    match = scene(3, seats, turn_order=[1, 2, 0, -1], current_player=1)
    play(match, "pass", f"{ACT} 0 with LAB")
    while question(match) == "LETTER":
        play(match, "letter no")
    play(match, "pass")
    assert list(match.state["pass_order"][: match.state["num_passed"]]) == [1, 0]


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_b1_every_symbol_has_its_action(symbol):
    """What player 0 has before and after acting with one symbol in sector B."""
    place = {"time": 2, "crystals": 1, "octopods": 1, "labs": ["research crystals"]}
    places = {1: {**place, "submarines": []}}
    match = play(scene(2, {0: {"programmed": symbol, "time": 1}}, places), f"{ACT} 1 with {symbol}")
    if symbol == "OCTOPOD":
        play(match, "catch 1 octopods")
    names = ("num_labs", "time", "crystals", "score", "submarines", "num_cards")
    assert (
        tuple(int(seat(match, 0)[name]) for name in names)
        == {
            "LAB": (1, 1, 0, 0, 5, 0),
            "TIME": (0, 3, 0, 0, 5, 0),
            "CRYSTAL": (0, 1, 1, 0, 5, 0),
            "OCTOPOD": (0, 1, 0, 1, 5, 0),
            "SUBMARINE": (0, 0, 0, 2, 4, 0),
            "RESEARCH": (0, 1, 0, 2, 5, 1),
            "PROGRAM": (0, 1, 0, 0, 5, 0),
        }[symbol]
    )
    assert programmed(match, 0) == ({"TIME"} if symbol == "PROGRAM" else set())

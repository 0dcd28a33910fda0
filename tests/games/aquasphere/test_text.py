"""Words: what ``to_text`` shows, and a reason for every kind of illegal action."""

import random
import re

import pytest

from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.core.position import from_position, to_position
from aquasphere_env.games.aquasphere import GAME

from .positions import last_pass, play, read, scene

ACT = "act in position"
FULL_LAB = ["A time", "B time", "C time", "D time", "E time"]


def reason(match, words):
    with pytest.raises(IllegalActionError) as error:
        play(match, words)
    found = re.fullmatch(r"illegal action \d+ \((.*)\) for player_\d: (.*)", str(error.value))
    assert found, error.value
    assert found[1] == words
    return found[2]


@pytest.mark.parametrize(
    ("me", "sectors", "words", "why"),
    [
        ({}, {}, "engineer to room 2", "no arrow leads there from the start"),
        ({"engineer": 2}, {}, "engineer to room 4", "no arrow leads there from room 2"),
        ({"programmed": "LAB"}, {}, "engineer to room 0", "LAB is occupied"),
        ({"engineer": 0}, {}, "engineer to room 1", "no arrow leads there from room 0"),
        (
            {"engineer": 0, "cards": ["SIDEWAYS"], "sideways_used": 1},
            {},
            "engineer to room 1",
            "the SIDEWAYS card has been used",
        ),
        (
            {"engineer": 0, "cards": ["SIDEWAYS"], "programmed": "TIME"},
            {},
            "engineer to room 1",
            "TIME is occupied",
        ),
        (
            {"paid": True, "time": 3},
            {},
            "pay 3 time to program LAB",
            "paid programming has been used this round",
        ),
        ({"programmed": "LAB", "time": 3}, {}, "pay 3 time to program LAB", "LAB is occupied"),
        ({"time": 2}, {}, "pay 3 time to program LAB", "it costs 3 time, the player has 2"),
        ({"time": 3, "supply": 0}, {}, "pay 3 time to program LAB", "no bot in the supply"),
        ({"programmed": "TIME"}, {}, f"{ACT} 0 with LAB", "no bot on LAB"),
        (
            {"programmed": "LAB", "time": 1},
            {},
            f"{ACT} 3 with LAB",
            "walking there costs 2 time, the player has 1",
        ),
        (
            {"programmed": "LAB", "labs": FULL_LAB},
            {},
            f"{ACT} 0 with LAB",
            "the lab has its 5 expansions",
        ),
        (
            {"programmed": "RESEARCH", "cards": ["HALF", "LOCK"]},
            {},
            f"{ACT} 0 with RESEARCH",
            "no room for another card",
        ),
        ({"programmed": "RESEARCH"}, {0: {"cards": []}}, f"{ACT} 0 with RESEARCH", "no card there"),
        (
            {"programmed": "SUBMARINE", "submarines": 0},
            {},
            f"{ACT} 1 with SUBMARINE",
            "no submarine left",
        ),
        (
            {"programmed": "SUBMARINE"},
            {},
            f"{ACT} 0 with SUBMARINE",
            "the player has a submarine there",
        ),
        (
            {"programmed": "SUBMARINE", "time": 1},
            {},
            f"{ACT} 2 with SUBMARINE",
            "not enough time to walk there and pay for the space",
        ),
        ({"programmed": "LAB"}, {}, "return the bot on TIME", "no bot on TIME"),
        ({"programmed": "LAB"}, {}, "pass", "the engineer can leave only from an exit room"),
        ({}, {}, "letter yes", "the open question is TURN"),
        ({}, {}, "scoring done", "the open question is TURN"),
    ],
)
def test_reasons_in_a_turn(me, sectors, words, why):
    assert reason(scene(2, {0: {"programmed": "", **me}}, sectors), words) == why


def red_line(**me):
    me = {"programmed": "OCTOPOD LAB", "score": 9, **me}
    match = scene(2, {0: me}, {0: {"octopods": 1}})
    return play(match, f"{ACT} 0 with OCTOPOD", "catch 1 octopods")


def test_reasons_at_other_questions():
    assert reason(red_line(crystals=1), "return the bot on LAB") == (
        "a bot may be returned only when there is no crystal to pay"
    )
    assert reason(red_line(), "pay a crystal") == "no crystal"
    assert reason(red_line(), "return the bot on TIME") == "no bot on TIME"
    assert reason(red_line(), "pass") == "the open question is RED_LINE"
    third = play(scene(2, {0: {"programmed": "TIME CRYSTAL"}}), "engineer to room 0")
    assert reason(third, "return the bot on PROGRAM") == "no bot on PROGRAM"
    catch = scene(2, {0: {"programmed": "OCTOPOD"}}, {0: {"octopods": 1}})
    play(catch, f"{ACT} 0 with OCTOPOD")
    assert reason(catch, "catch 2 octopods") == "more than are there or than the lab can hold"


@pytest.mark.parametrize(
    ("me", "words", "symbol", "why"),
    [
        ({}, [], "TIME", "no SCORING card for TIME"),
        ({}, ["scoring card for LAB"], "LAB", "the card has been used in this scoring"),
        ({"programmed": "TIME"}, [], "TIME", "TIME is occupied"),
    ],
)
def test_reasons_for_scoring_cards(me, words, symbol, why):
    cards = ["SCORING LAB", "SCORING TIME" if me else "SCORING OCTOPOD"]
    match = play(last_pass(2, {0: {"cards": cards, "time": 2, **me}}), *words)
    assert reason(match, f"scoring card for {symbol}") == why


def test_reasons_for_scoring_time():
    match = last_pass(2, {0: {"cards": ["SCORING LAB"], "time": 2}})
    assert reason(match, "scoring done") == "the time has not been taken yet"
    play(match, "take scoring time")
    assert reason(match, "take scoring time") == "the time has been taken"


def test_reasons_for_a_scoring_card_without_means():
    match = last_pass(2, {0: {"cards": ["SCORING LAB", "SCORING TIME"], "time": 2, "supply": 2}})
    match.state["players"][0]["supply"] = 0
    text = GAME.why_illegal(match.state, GAME.actions.parse("scoring card for LAB"))
    assert text == "no bot in the supply"
    match.state["players"][0]["time"] = 0
    text = GAME.why_illegal(match.state, GAME.actions.parse("scoring card for LAB"))
    assert text == "no time marker to pay"


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_illegal_action_of_random_games_has_a_reason(num_players):
    """And no reason is claimed of what is not so: each reason has been checked above."""
    match = Match(GAME.variant(num_players), num_players)
    rng = random.Random(num_players)
    while not match.over:
        legal = set(match.legal_actions())
        for action in set(range(len(GAME.actions))) - legal:
            assert GAME.why_illegal(match.state, action)
        match.step(rng.choice(sorted(legal)))


def test_text_shows_the_table():
    seats = {
        0: {
            "programmed": "LAB TIME",
            "cards": ["HALF", "ROOM LAB time"],
            "score": 12,
            "paid": True,
        },
        1: {"labs": ["CD time"], "engineer": 3},
    }
    places = {2: {"control": 1, "loading": [1, 0, 0, 0], "submarines": [1, 3], "octopods": 5}}
    text = GAME.to_text(scene(2, seats, places).state, 1)
    for part in (
        "round 1 of 4, order 0, 1; player_0 decides: turn",
        "0:LAB  1:TIME  2:CRYSTAL  3:OCTOPOD  4:RESEARCH  5:SUBMARINE  6:PROGRAM",
        "Next   0:TIME",
        "2 C  control player_1 | loading player_0 x1 | submarines player_1, neutral 3",
        "octopods 5 | white CRYSTAL | lock 1 >",
        "labs [C +1 research]",
        "Center tile: bulb 2, time 4 2 0 3 0 5",
        "neutral submarines at 0 3",
        "player_0: 12 points | programmed LAB TIME",
        "| paid programming used",
        "cards [HALF; ROOM LAB: 2 time]",
        "player_1 (you):",
        "engineer 3",
        "lab BCD (base B): research 2 crystals 2 octopods 2 time 5 | expansions [CD +1 time] cards",
        "Program cards by round, up to the next one: 1A 2A",
        "Stock: time 23, crystals 15, octopods 5; submarines left: neutral 2 x5, neutral 3 x4",
    ):
        assert part in text, part


def headline(match):
    return GAME.to_text(match.state, None).splitlines()[0]


def test_headline_shows_the_open_question():
    me = {"programmed": "TIME", "cards": ["LEAVE"], "score": 9, "crystals": 1}
    crowd = {0: {"control": 1, "loading": [0, 2, 0, 0]}}
    match = play(scene(2, {0: me}, crowd), f"{ACT} 0 with TIME")
    assert headline(match).endswith("red line, 2 points to move, acting in position 0 with TIME")
    seats = {0: {"cards": ["SCORING LAB", "SCORING TIME"], "time": 2}, 1: {"supply": 15}}
    match = last_pass(2, seats)
    assert headline(match).endswith("passed 1, 0; player_0 decides: scoring, time not yet taken")
    play(match, "scoring card for LAB", "take scoring time")
    assert headline(match).endswith("scoring, time taken, used cards for LAB")


def test_headline_shows_letters_gains_and_sums():
    match = scene(2, {0: {"programmed": "LAB"}}, {0: {"labs": ["CD time"]}})
    play(match, f"{ACT} 0 with LAB")
    assert headline(match).endswith("letter, letters C D")
    me = {"score": 9, "crystals": 1, "programmed": "OCTOPOD", "cards": ["CATCH points"]}
    match = scene(2, {0: me}, {0: {"octopods": 1}})
    play(match, f"{ACT} 0 with OCTOPOD", "catch 1 octopods")
    assert headline(match).endswith("red line, 1, then 3 points to move, action done")
    match = last_pass(2, {0: {"score": 9, "crystals": 1}, 1: {"crystals": 2, "supply": 15}})
    assert headline(match).endswith("red line, 1 point to move, then player_1 +3")


def test_text_of_what_is_gone():
    """Past program cards, expansions and INSTANT cards held, covered cards with the top first."""
    seats = {0: {"cards": ["INSTANT TIME"], "labs": ["AB time"]}}
    places = {4: {"cards": ["CROSS", "HALF"], "labs": ["A time", "B time"]}}
    match = scene(2, seats, places, program_cards=[3, 4, 9, 12], round_number=2)
    text = GAME.to_text(match.state, 1)
    assert "up to the next one: 2B 3A 5B 7A" in text
    assert "expansions [AB +1 time] cards [INSTANT TIME: 2 time]" in text
    assert "top first: labs [B +2 time; A +2 time] cards [HALF; CROSS]" in text


def test_headline_of_the_last_sum():
    match = last_pass(2, {1: {"score": 9, "crystals": 1}}, round_number=1)
    assert headline(match).endswith("point to move, the last sum")


def test_headline_at_the_end():
    assert headline(last_pass(2, round_number=3)) == "AquaSphere, round 4 of 4, finished"


def test_text_of_a_used_sideways_card():
    match = scene(2, {0: {"cards": ["SIDEWAYS"], "sideways_used": 1}})
    assert "SIDEWAYS used x1" in GAME.to_text(match.state, 0)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_positions_are_read_back(num_players):
    match = Match(GAME.variant(num_players), 3)
    rng = random.Random(3)
    while not match.over:
        for _ in range(10):
            if not match.over:
                match.step(rng.choice(match.legal_actions()))
        _, states = from_position(GAME, to_position(match.variant, match.state))
        assert states.tobytes() == match.states.tobytes()


def test_words_in_positions_are_those_of_the_field():
    match = scene(2, {0: {"programmed": "LAB"}}, {0: {"labs": ["CD time"]}})
    play(match, f"{ACT} 0 with LAB")
    text = to_position(match.variant, match.state)
    assert 'letters = ["C", "D"]' in text
    assert "lab_letters = [1, 0, 1, 1, 0, 0]" in text
    assert 'question = "LETTER"' in text
    assert read(text).legal_actions() == match.legal_actions()

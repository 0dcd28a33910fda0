"""Tile functions that serve once a turn, Octo-Sub and Octo-Catch (OD-R3)."""

import pytest

from .positions import FIRST, SECOND, legal, me, play, position, refused


def test_r3_flexi_lab_makes_yellow_any_colour_and_number():
    match = position(
        1,
        "crystal, submarine, research",
        "yellow 0, octopus, octopus",
        players={0: "markers = [0, -1, -1]\nresearch = 3"},
    )
    colours = ("yellow", "red", "blue", "green", "white")
    assert legal(match) == {
        "done",
        "research with black 1",
        *(f"crystal {n} with black 1" for n in range(3)),
        *(f"submarine {colour} with black 1" for colour in colours),
    }


def test_r3_flexi_lab_is_for_yellow_only():
    match = position(
        1, "bot, bot, crystal", "red 1, yellow 1, octopus", players={0: "markers = [0, -1, -1]"}
    )
    refused(match, "bot blue with black 1", "black 1 shows red 1")


def test_r3_flexi_lab_serves_once_a_turn():
    match = position(
        1, "bot, bot, crystal", "yellow 0, yellow 1, octopus", players={0: "markers = [0, -1, -1]"}
    )
    play(match, "bot red with black 1")
    refused(match, "bot red with black 2", "black 2 shows yellow 1")


@pytest.mark.parametrize(
    ("white", "words"),
    [
        ("crystal, bot, bot", "crystal 0 with black 1"),
        ("bot, bot, crystal", "bot yellow with black 1"),
        ("lab, bot, bot", "lab right with black 1"),
        ("research, bot, bot", "research with black 1"),
    ],
)
def test_r3_flexi_lab_is_not_used_up_when_the_face_does_anyway(white, words):
    match = position(1, white, "yellow 0, yellow 1, octopus", players={0: "markers = [0, -1, -1]"})
    play(match, words, "bot red with black 2")
    assert me(match)["bots"][1] == 1


def test_r3_flexi_lab_is_not_used_up_beside_flexi_level():
    match = position(
        1,
        "lab, bot, bot",
        "octopus, yellow 1, yellow 2",
        players={0: "markers = [0, 1, -1]"},
        lab=[["A1", "B1", "C1"], ["D1", "E2", "F1"], ["G1", "H1", "I1"]],
    )
    play(match, "lab right with black 3", "bot red with black 2")
    assert me(match)["bots"][1] == 1


def test_r3_flexi_lab_comes_back_next_turn_and_in_bonus_actions():
    match = position(
        2,
        "bot, bot, crystal",
        "yellow 0, yellow 1, octopus",
        players={0: "markers = [0, -1, -1]", 1: "markers = [0, -1, -1]"},
    )
    play(match, "bot red with black 1", "done")
    assert match.player == 1
    assert "bonus bot white" in legal(match)
    play(match, "done")
    assert not match.state["flexi_lab_used"]


def test_r3_flexi_tec_makes_research_a_bot_action():
    match = position(
        1,
        "research, research, crystal",
        "red 1, blue 0, green 2",
        players={0: "markers = [-1, 0, -1]"},
    )
    refused(match, "bot red with black 1", "no white die with bot is left")
    play(match, "bot red by Flexi-Tec with black 1")
    assert (match.scores(), me(match)["bots"].tolist()) == ([1], [0, 1, 0, 0, 0])
    refused(match, "bot blue by Flexi-Tec with black 2", "Flexi-Tec is used this turn")


def test_r3_flexi_sub_makes_a_submarine_a_bot_action_once_a_turn():
    match = position(
        1,
        "submarine, submarine, crystal",
        "red 1, blue 0, green 2",
        players={0: "markers = [-1, -1, 0]"},
        lab=SECOND,
    )
    play(match, "bot red by Flexi-Sub with black 1")
    assert (match.scores(), me(match)["bots"].tolist()) == ([1], [0, 1, 0, 0, 0])
    refused(match, "bot blue by Flexi-Sub with black 2", "Flexi-Sub is used this turn")


@pytest.mark.parametrize(
    ("white", "words", "field"),
    [
        ("crystal, bot, lab", "bot red with black 1", "flexi_lab_used"),
        ("crystal, research, lab", "bot yellow by Flexi-Tec with black 1", "flexi_tec_used"),
        ("crystal, submarine, lab", "bot yellow by Flexi-Sub with black 1", "flexi_sub_used"),
    ],
)
def test_r3_functions_serve_again_in_the_next_turn(white, words, field):
    lab = [["A1", "B1", "C2"], *FIRST[1:]]
    match = position(
        2, white, "yellow 0, red 2, blue 1", players={0: "markers = [0, 0, 0]"}, lab=lab
    )
    play(match, words)
    assert match.state[field]
    play(match, "done")
    assert match.player == 1
    assert not match.state[field]


def test_r3_flexi_tec_must_be_reached():
    match = position(1, "research, submarine, bot", "red 1, blue 0, green 2")
    refused(match, "bot red by Flexi-Tec with black 1", "Flexi-Tec is not reached")
    refused(match, "bot red by Flexi-Sub with black 1", "Flexi-Sub is not in this lab")


def test_r3_functions_work_together_in_one_action():
    match = position(
        1,
        "research, crystal, lab",
        "yellow 0, blue 0, green 2",
        players={0: "markers = [0, 0, -1]"},
    )
    play(match, "bot red by Flexi-Tec with black 1")
    assert me(match)["bots"].tolist() == [0, 1, 0, 0, 0]
    assert match.state["flexi_lab_used"]
    assert match.state["flexi_tec_used"]


def test_r3_bonus_actions_use_flexi_tec_and_flexi_sub():
    lab = [["A1", "B1", "C2"], *FIRST[1:]]
    match = position(
        3,
        "research, submarine, crystal",
        "red 1, blue 0, green 2",
        players={1: "markers = [-1, 0, -1]", 2: "markers = [-1, -1, 0]"},
        lab=lab,
    )
    play(match, "done")
    bots = {f"bonus bot {colour}" for colour in ("red", "blue", "green")}
    assert legal(match, "bonus bot") == bots
    play(match, "bonus bot red")
    assert match.player == 2
    assert legal(match, "bonus bot") == bots


@pytest.mark.parametrize(("submarines", "octopuses"), [(1, 1), (2, 2)])
def test_r3_a_symbol_spent_by_flexi_sub_does_not_feed_octo_sub(submarines, octopuses):
    white = ["submarine"] * submarines + ["crystal"] * (3 - submarines)
    match = position(
        1,
        ", ".join(white),
        "octopus, blue 0, red 0",
        players={0: "markers = [-1, -1, 1]"},
        lab=[["A1", "B1", "C2"], ["D1", "E1", "F1"], ["G1", "H1", "I1"]],
    )
    play(match, "bot blue by Flexi-Sub with black 2", "done")
    assert me(match)["octopuses"][0] == octopuses


def test_r3_a_submarine_action_still_feeds_octo_sub():
    match = position(
        1,
        "submarine, crystal, lab",
        "octopus, blue 0, red 0",
        players={0: "markers = [-1, -1, 1]"},
    )
    play(match, "submarine blue with black 2", "done")
    assert me(match)["octopuses"][0] == 2


def test_r3_octo_catch_always_counts_on_ones_own_turn():
    match = position(
        1,
        "crystal, bot, octopus",
        "red 1, blue 0, green 2",
        players={0: "markers = [-1, -1, 1]"},
        lab=SECOND,
    )
    play(match, "crystal 1 with black 1", "bot blue with black 2")
    assert me(match)["octopuses"][0] == 2
    assert match.state["players"]["earned"][0, 5] == 1


@pytest.mark.parametrize(
    ("white", "words"),
    [
        ("research, crystal, lab", "bot red by Flexi-Tec with black 1"),
        ("submarine, crystal, lab", "bot red by Flexi-Sub with black 1"),
    ],
)
def test_r3_plus_bot_pays_for_a_bot_by_another_symbol(white, words):
    match = position(
        1,
        white,
        "red 1, octopus, octopus",
        players={0: "markers = [1, 0, 0]"},
        lab=[["A1", "B1", "C2"], ["D2", "E1", "F1"], FIRST[2]],
    )
    assert play(match, words).scores()[0] - me(match)["earned"][5] == 1 + 1


def test_r3_flexi_lab_makes_no_octopus():
    """Two yellow faces beside one octopus: neither roll nor bonus action counts more."""
    match = position(
        2,
        "octopus, crystal, bot",
        "yellow 0, yellow 1, red 0",
        players={0: "markers = [0, -1, -1]", 1: "markers = [0, -1, -1]"},
    )
    play(match, "done")
    assert me(match)["octopuses"][0] == 1
    assert legal(match, "bonus octopus") == {"bonus octopus making 1"}


@pytest.mark.parametrize("submarines", [0, 1, 2, 3])
def test_r3_octo_sub_counts_once_for_all_submarines(submarines):
    white = ["submarine"] * submarines + ["crystal"] * (3 - submarines)
    match = position(
        1, ", ".join(white), "red 1, blue 0, green 2", players={0: "markers = [-1, -1, 1]"}
    )
    assert me(play(match, "done"))["octopuses"][0] == min(submarines, 1)

"""Main actions and the octopus action (OD-R2, R4)."""

import pytest

from aquasphere_env.games import get_game
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import PHASES

from .positions import FIRST, SECOND, legal, me, play, position, random_match, refused

FIRST_FACES = ["yellow 0", "red 1", "blue 2", "green 0", "white 1"]  # of the first black die


def test_r2_crystal_scores_the_number():
    match = position(1, "crystal, crystal, bot", "blue 2, yellow 1, octopus")
    play(match, "crystal 2 with black 1")
    assert (match.scores(), me(match)["crystals"]) == ([2], 1)
    refused(match, "crystal 2 with black 2", "black 2 shows yellow 1")
    play(match, "crystal 1 with black 2")
    assert (match.scores(), me(match)["crystals"]) == ([3], 2)


def test_r2_there_are_five_crystal_circles():
    match = position(
        1, "crystal, bot, bot", "blue 2, yellow 1, green 2", players={0: "crystals = 5"}
    )
    refused(match, "crystal 2 with black 1", "all crystals are marked")


def test_r2_research_goes_in_the_order_of_the_colours():
    match = position(1, "research, research, bot", "red 1, yellow 1, green 2")
    refused(match, "research with black 1", "black 1 shows red 1")
    play(match, "research with black 2", "research with black 1")
    assert match.scores() == [1 + 2]
    assert me(match)["research"] == 2


@pytest.mark.parametrize(
    ("research", "black"),
    [(0, "yellow 0"), (1, "red 1"), (2, "blue 2"), (3, "green 0"), (4, "white 1")],
)
def test_r2_research_values(research, black):
    match = position(
        1, "research, bot, bot", f"{black}, octopus, red 0", players={0: f"research = {research}"}
    )
    play(match, "research with black 1")
    assert match.scores() == [research + 1]


def test_r2_research_ends_with_white():
    match = position(1, "research, bot, bot", "white 1, red 2, red 0", players={0: "research = 5"})
    refused(match, "research with black 1", "all research is marked")


def test_r2_lab_needs_the_number_of_the_next_level():
    match = position(
        1, "lab, lab, bot", "green 0, green 1, green 2", players={0: "markers = [-1, 0, 2]"}
    )
    assert legal(match, "lab") == {"lab left with black 1", "lab middle with black 2"}
    refused(match, "lab right with black 3", "the right marker is on level 2")
    play(match, "lab left with black 1", "lab middle with black 2")
    assert me(match)["markers"].tolist() == [0, 1, 2]
    assert match.scores() == [0]


def test_r2_bots_score_one_then_two():
    match = position(1, "bot, bot, bot", "red 1, red 2, red 0")
    play(match, "bot red with black 1", "bot red with black 2")
    assert (match.scores(), me(match)["bots"].tolist()) == ([3], [0, 2, 0, 0, 0])


def test_r2_a_colour_has_two_bots_and_one_submarine():
    match = position(
        1,
        "bot, submarine, crystal",
        "red 1, blue 0, green 2",
        players={0: "bots = [0, 2, 0, 0, 0]\nsubmarines = [0, 0, 1, 0, 0]"},
    )
    refused(match, "bot red with black 1", "both red bots are marked")
    refused(match, "submarine blue with black 2", "the blue submarine is marked")


def test_r2_a_submarine_scores_nothing():
    match = play(
        position(1, "submarine, bot, crystal", "red 1, blue 0, green 2"),
        "submarine red with black 1",
    )
    assert (match.scores(), me(match)["submarines"].tolist()) == ([0], [0, 1, 0, 0, 0])


def test_r2_each_die_is_used_once():
    match = position(1, "crystal, bot, bot", "red 1, blue 0, green 2")
    play(match, "crystal 1 with black 1")
    refused(match, "bot red with black 1", "black 1 is used")
    refused(match, "crystal 0 with black 2", "no white die with crystal is left")
    play(match, "bot blue with black 2")
    assert PHASES[match.state["phase"]] == "first keep"  # two main actions at most


def test_r2_an_octopus_face_never_takes_part():
    match = position(
        1,
        "lab, crystal, bot",
        "octopus, octopus, yellow 2",
        players={0: "markers = [1, 1, 1]"},
        lab=[["A1", "B1", "C1"], ["D1", "E2", "F1"], ["G1", "H1", "I1"]],
    )
    assert not {text for text in legal(match) if text.endswith(("black 1", "black 2"))}
    refused(match, "lab left with black 1", "black 1 shows an octopus")


def test_r2_plus_lab_pays_from_the_next_move_on():
    match = position(
        1, "lab, lab, bot", "red 1, blue 0, green 2", players={0: "markers = [-1, 0, -1]"}
    )
    play(match, "lab middle with black 1")
    assert match.scores() == [0]  # its own move does not count
    play(match, "lab left with black 2")
    assert match.scores() == [1]


@pytest.mark.parametrize(
    ("markers", "white", "words", "points"),
    [
        ("-1, 0, -1", "research, bot, lab", "research with black 1", 1 + 1),  # B2 Plus-Tec
        ("1, -1, -1", "bot, crystal, lab", "bot yellow with black 1", 1 + 1),  # D2 Plus-Bot
    ],
)
def test_r2_plus_tiles_of_the_second_sides(markers, white, words, points):
    match = position(
        1, white, "yellow 0, red 2, blue 1", players={0: f"markers = [{markers}]"}, lab=SECOND
    )
    assert play(match, words).scores() == [points]


@pytest.mark.parametrize(
    ("markers", "white", "words", "points"),
    [
        ("-1, -1, 0", "submarine, bot, lab", "submarine red with black 2", 1),  # C1 Sub-Plus
        ("1, -1, -1", "crystal, bot, lab", "crystal 0 with black 1", 1),  # D1 Crystal-Plus
    ],
)
def test_r2_plus_tiles_of_the_first_sides(markers, white, words, points):
    match = position(
        1, white, "green 0, red 2, blue 1", players={0: f"markers = [{markers}]"}, lab=FIRST
    )
    assert play(match, words).scores() == [points]


def test_r2_flexi_level_takes_any_number():
    match = position(
        1,
        "lab, lab, bot",
        "green 0, green 1, octopus",
        players={0: "markers = [-1, 0, 0]"},
        lab=SECOND,
    )
    assert legal(match, "lab") == {
        "lab left with black 1",
        "lab middle with black 2",
        "lab right with black 2",
    }
    play(match, "lab middle with black 2")  # reaches Flexi-Level, which counts at once
    assert legal(match, "lab") == {
        f"lab {side} with black 1" for side in ("left", "middle", "right")
    }


@pytest.mark.parametrize(
    ("count", "points"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 6), (5, 10), (6, 15)]
)
def test_r4_bonus_by_the_number_of_octopuses(count, points):
    white = ["octopus"] * min(count, 3) + ["bot"] * (3 - min(count, 3))
    black = ["octopus"] * max(0, count - 3) + ["red 1", "red 2", "red 0"][max(0, count - 3) :]
    match = position(1, ", ".join(white), ", ".join(black))
    if PHASES[match.state["phase"]] == "main":
        play(match, "done")
    assert match.scores() == [points]
    assert me(match)["octopuses"].tolist() == [min(count, 2), 0, 0]


def test_r4_more_than_six_octopuses_count_as_six():
    match = position(
        1,
        "octopus, octopus, octopus",
        "octopus, octopus, octopus",
        players={0: "markers = [-1, -1, 1]"},
        lab=SECOND,
    )
    assert match.scores() == [15]


@pytest.mark.parametrize(("octopuses", "points"), [(1, 0), (2, 2)])
def test_r4_octo_plus_needs_a_bonus_point(octopuses, points):
    black = ["octopus"] * octopuses + ["red 1", "red 2", "red 0"][octopuses:]
    match = position(
        1, "bot, bot, bot", ", ".join(black), players={0: "markers = [0, -1, -1]"}, lab=SECOND
    )
    assert play(match, "done").scores() == [points]


@pytest.mark.parametrize(("lab", "white"), [(FIRST, "submarine"), (SECOND, "bot")])
def test_r4_functions_alone_make_an_octopus(lab, white):
    match = position(
        1,
        f"{white}, crystal, lab",
        "red 1, blue 0, green 2",
        players={0: "markers = [-1, -1, 1]"},
        lab=lab,
    )
    assert me(play(match, "done"))["octopuses"].tolist() == [1, 0, 0]


def test_r4_octopuses_are_marked_in_the_third_being_played():
    match = position(
        1,
        "octopus, bot, bot",
        "red 1, blue 0, green 2",
        fields="round_number = 4",
        players={0: "octopuses = [1, 1, 0]"},
    )
    assert me(play(match, "done"))["octopuses"].tolist() == [1, 2, 0]


def test_r4_a_lab_reached_in_the_turn_counts_for_the_octopus_action():
    match = position(
        1,
        "lab, submarine, crystal",
        "red 1, octopus, green 2",
        players={0: "markers = [-1, -1, 0]"},
    )
    play(match, "lab right with black 1", "done")
    assert me(match)["octopuses"][0] == 2


def test_example_turn_of_the_rulebook():
    match = position(
        2,
        "lab, crystal, octopus",
        "octopus, blue 0, blue 1",
        lab=[["A2", "B1", "C1"], *FIRST[1:]],
    )
    play(match, "lab left with black 2")
    assert match.scores() == [0, 0]
    play(match, "crystal 1 with black 3")
    assert match.scores() == [1 + 1 + 1, 0]  # crystal, two octopuses, Octo-Plus
    assert me(match)["octopuses"].tolist() == [2, 0, 0]
    play(match, "bonus lab middle")
    assert me(match, 1)["markers"].tolist() == [-1, 0, -1]
    assert match.scores() == [3, 0]


FACES = [
    *("yellow 0, yellow 1, yellow 2", "red 1, red 2, red 0", "blue 2, blue 0, blue 1"),
    *("green 0, green 1, green 2", "white 1, white 2, white 0"),
]


@pytest.mark.parametrize("black", FACES)
@pytest.mark.parametrize("symbol", ["crystal", "research", "lab", "bot", "submarine"])
def test_t2_the_symbol_says_which_action_and_colour_or_number_says_how(symbol, black):
    """Crystal and lab read the number alone, the others the colour alone."""
    match = position(
        1,
        f"{symbol}, bot, octopus",
        black,
        players={0: "research = 1\nmarkers = [-1, 0, 1]"},
        lab=[["A2", "B2", "C1"], ["D1", "E1", "F1"], ["G1", "H1", "I1"]],
    )
    expected = {"done"}
    for die, face in enumerate(black.split(", "), 1):
        colour, number = face.split()
        how = {
            "crystal": f"crystal {number}",
            "research": "research" if colour == "red" else None,
            "lab": f"lab {('left', 'middle', 'right')[int(number)]}",
            "bot": f"bot {colour}",
            "submarine": f"submarine {colour}",
        }[symbol]
        expected |= {f"{effect} with black {die}" for effect in (how, f"bot {colour}") if effect}
    assert legal(match) == expected


@pytest.mark.parametrize("kept", [[1, 1, 1, 1, 0, 0], [0, 0, 1, 1, 1, 1], [1, 0, 1, 0, 1, 1]])
def test_t1_all_six_dice_combine_freely_whenever_they_were_set_aside(kept):
    match = position(1, "crystal, bot, lab", "red 1, blue 0, octopus", fields=f"kept = {kept}")
    assert legal(match) == {
        *("crystal 1 with black 1", "crystal 0 with black 2", "done"),
        *("bot red with black 1", "bot blue with black 2"),
        *(f"lab {side} with black 2" for side in ("left", "middle", "right")),
    }


def test_t2_the_player_decides_the_order_of_the_main_actions():
    """The lab action before the crystal action reaches Crystal-Plus in time."""
    match = position(
        1, "lab, crystal, octopus", "red 1, blue 0, octopus", players={0: "markers = [0, -1, -1]"}
    )
    lab, crystal = "lab left with black 1", "crystal 0 with black 2"
    assert play(match.copy(), lab, crystal).scores() == [1 + 1]  # two octopuses pay a point
    assert play(match, crystal, lab).scores() == [0 + 1]


@pytest.mark.parametrize(("colour", "face"), list(enumerate(FIRST_FACES)))
def test_m4_m5_every_colour_has_two_bots_and_a_submarine(colour, face):
    name, _ = face.split()
    bots, submarines = [2] * 5, [1] * 5
    for circle, points in enumerate((1, 2)):
        bots[colour] = circle
        roll = "bot, octopus, crystal", f"{face}, octopus, octopus"
        match = position(1, *roll, players={0: f"bots = {bots}"})
        play(match, f"bot {name} with black 1")
        assert me(match)["bots"][colour] == circle + 1
        assert me(match)["earned"][3] == points
    submarines[colour] = 0
    roll = "submarine, bot, crystal", f"{face}, octopus, octopus"
    match = position(1, *roll, players={0: f"submarines = {submarines}"})
    play(match, f"submarine {name} with black 1")
    assert me(match)["submarines"].tolist() == [1] * 5


@pytest.mark.parametrize("level", [0, 1, 2])
def test_m3_a_function_lasts_while_its_marker_goes_on(level):
    match = position(
        1, "bot, octopus, crystal", "yellow 0, octopus, octopus",
        players={0: f"markers = [{level}, -1, -1]"},
    )  # fmt: skip
    assert "bot white with black 1" in legal(match)  # Flexi-Lab


def test_m3_a_tile_that_is_not_reached_does_nothing():
    match = position(1, "bot, octopus, crystal", "yellow 0, octopus, octopus")
    assert legal(match, "bot") == {"bot yellow with black 1"}


def test_example_of_three_octopuses():
    roll = "octopus, octopus, crystal", "octopus, red 2, red 0"
    match = play(position(1, *roll, fields="round_number = 2"), "done")
    assert me(match)["octopuses"].tolist() == [2, 0, 0]
    assert (me(match)["earned"][5], me(match)["earned"][7]) == (3, 0)


def test_t2_the_points_of_every_action_add_up():
    *_, match = random_match(3, 6)
    for seat in range(3):
        assert me(match, seat)["points"] == me(match, seat)["earned"].sum()
    assert match.scores() == [int(me(match, seat)["points"]) for seat in range(3)]


def test_the_game_is_registered():
    assert get_game("OctoDice-v1") is GAME
    assert len(GAME.actions) == 122

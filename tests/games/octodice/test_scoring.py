"""Interim and bonus scoring, and ties (OD-R7, R8, R9)."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.protocol import NUM_SCORE_KEYS
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import PHASES, SOURCES

from .positions import FIRST, decline, legal, play, position

NO_ROLL = "octopus, bot, crystal", "octopus, red 2, red 0"  # two octopuses: 1 point


def level_2(*tiles):
    return [*FIRST[:2], list(tiles)]


def after_last_turn(num_players, players, lab=None):
    """Return a match in the bonus scoring, or at its end; nothing was done in the last turn."""
    turns = 9 if num_players == 1 else 6
    last = num_players - 1
    fields = f"active_player = {last}\ncurrent_player = {last}\nround_number = {turns - 1}"
    options = {"lab": lab} if lab else {}
    return decline(position(num_players, *NO_ROLL, fields=fields, players=players, **options))


def earned(match, source):
    values = match.state["players"]["earned"][:, SOURCES.index(source)]
    return values.tolist()[: match.variant.num_players]


@pytest.mark.parametrize(
    ("bots", "submarines", "points"),
    [
        ("2, 0, 0, 0, 1", "1, 0, 0, 0, 1", 2 + 1),  # the rulebook's example
        ("2, 2, 2, 2, 2", "1, 1, 1, 1, 1", 10),
        ("2, 2, 2, 2, 2", "0, 0, 0, 0, 0", 0),
        ("0, 2, 1, 0, 0", "1, 0, 1, 1, 0", 1),
    ],
)
def test_r7_submarines_score_bots_of_their_colour(bots, submarines, points):
    match = position(
        1,
        *NO_ROLL,
        fields="round_number = 2",
        players={0: f"bots = [{bots}]\nsubmarines = [{submarines}]"},
    )
    play(match, "done")
    assert earned(match, "interim") == [points]
    assert earned(match, "missing octopuses") == [0]
    assert match.scores() == [1 + points]


@pytest.mark.parametrize(("marked", "penalty"), [(0, -2), (1, 0)])
def test_r7_two_points_are_lost_without_both_octopuses(marked, penalty):
    match = position(
        1,
        "octopus, bot, bot",
        "red 1, red 2, red 0",
        fields="round_number = 5",
        players={0: f"octopuses = [2, {marked}, 0]"},
    )
    assert play(match, "done").scores() == [penalty]  # scores can be negative


@pytest.mark.parametrize(
    ("num_players", "last_rounds"), [(1, [2, 5, 8]), (2, [1, 3, 5]), (4, [1, 3, 5])]
)
def test_r7_interim_scorings_come_after_each_third(num_players, last_rounds):
    last = num_players - 1
    for turn in range(9 if num_players == 1 else 6):
        match = position(
            num_players,
            "bot, bot, bot",
            "red 1, red 2, red 0",
            fields=f"active_player = {last}\ncurrent_player = {last}\nround_number = {turn}",
        )
        decline(match)
        expected = -2 if turn in last_rounds else 0
        assert earned(match, "missing octopuses") == [expected] * num_players


@pytest.mark.parametrize(
    ("crystals", "points"),
    [
        ([3, 2], [4, 2]),
        ([2, 2], [3, 3]),  # the rulebook's example
        ([2, 0], [4, 0]),  # no crystal, no points
        ([0, 0], [0, 0]),
        ([3, 2, 1], [4, 2, 0]),
        ([3, 2, 2], [4, 1, 1]),
        ([3, 3, 2], [3, 3, 0]),
        ([2, 2, 2], [2, 2, 2]),
        ([3, 1, 1, 1], [4, 1, 1, 1]),  # 2 for three players, rounded up
        ([2, 2, 2, 2], [2, 2, 2, 2]),  # 6 for four players, rounded up
        ([1, 5, 3, 5], [0, 3, 0, 3]),
    ],
)
def test_r8_crystal_places(crystals, points):
    players = {seat: f"crystals = {count}" for seat, count in enumerate(crystals)}
    match = after_last_turn(len(crystals), players)
    assert match.over
    assert earned(match, "crystal places") == points


def test_r8_no_crystal_places_in_solo():
    match = after_last_turn(1, {0: "crystals = 5"})
    assert match.over
    assert earned(match, "crystal places") == [0]


@pytest.mark.parametrize(
    ("tiles", "markers", "points"),
    [
        (("G1", "H1", "I2"), "2, 1, 1", 3),  # Super-Lab V: complete columns
        (("G1", "H2", "I2"), "2, 2, 1", 5 + 1),
        (("G2", "H2", "I2"), "2, 2, -1", 0 + 1),  # Super-Lab H, without a complete row
        (("G2", "H1", "I1"), "2, 0, 0", 4),
        (("G2", "H1", "I1"), "2, 1, 0", 4),
        (("G2", "H1", "I1"), "2, 1, 1", 6),
        (("H1", "G2", "I1"), "2, 1, 1", 1),
        (("H2", "G2", "I1"), "2, 1, 1", 1),  # Super-Sub: one submarine
        (("H2", "G1", "I1"), "1, 1, 1", 0),  # nothing reached
    ],
)
def test_r8_lab_tiles(tiles, markers, points):
    player = f"markers = [{markers}]\nsubmarines = [0, 0, 1, 0, 0]"
    match = after_last_turn(1, {0: player}, lab=level_2(*tiles))
    assert match.over
    assert earned(match, "lab tiles") == [points]


@pytest.mark.parametrize(("octopuses", "points"), [("0, 1", 1), ("2, 0", 2), ("2, 2", 4)])
def test_r8_super_octo(octopuses, points):
    player = f"markers = [2, -1, -1]\noctopuses = [{octopuses}, 0]"
    match = after_last_turn(1, {0: player}, lab=level_2("H1", "G1", "I1"))
    assert earned(match, "lab tiles") == [points]


@pytest.mark.parametrize("submarines", [0, 3, 5])
def test_r8_super_sub(submarines):
    circles = [1] * submarines + [0] * (5 - submarines)
    player = f"markers = [2, -1, -1]\nsubmarines = {circles}"
    match = after_last_turn(1, {0: player}, lab=level_2("H2", "G1", "I1"))
    assert earned(match, "lab tiles") == [submarines]


@pytest.mark.parametrize(("complete", "points"), [(1, 3), (2, 5), (3, 7)])
def test_r8_super_lab_v(complete, points):
    markers = [2] * complete + [1] * (3 - complete)
    match = after_last_turn(
        1, {0: f"markers = {markers}"}, lab=level_2("G1", "H2", "I1")
    )  # H2 scores nothing; a complete lab has Super-Level with nothing to move
    assert earned(match, "lab tiles") == [points]


@pytest.mark.parametrize(("lowest", "points"), [(-1, 0), (0, 4), (1, 6), (2, 7)])
def test_r8_super_lab_h(lowest, points):
    match = after_last_turn(1, {0: f"markers = [2, 2, {lowest}]"}, lab=level_2("G2", "H2", "I1"))
    assert earned(match, "lab tiles") == [points]


def test_r8_super_level_moves_a_marker_first():
    match = after_last_turn(
        1, {0: "markers = [-1, 0, 2]\nsubmarines = [1, 1, 0, 0, 0]"},
        lab=level_2("G1", "H2", "I1"),
    )  # fmt: skip
    assert PHASES[match.state["phase"]] == "super-level"
    assert legal(match) == {"Super-Level left", "Super-Level middle"}
    left = play(match.copy(), "Super-Level left")
    assert left.state["players"][0]["markers"].tolist() == [2, 0, 2]
    assert earned(left, "lab tiles") == [5]  # two columns, jumped levels included
    assert earned(left, "lab") == [0]  # no lab action, though Plus-Lab may lie on the way
    assert earned(play(match, "Super-Level middle"), "lab tiles") == [2]


@pytest.mark.parametrize(
    ("tiles", "markers", "column"),
    [
        (("G1", "H2", "I1"), "2, 1, 2", "middle"),
        (("G1", "H2", "I1"), "-1, 2, 2", "left"),
        (("G1", "I1", "H2"), "2, 2, 0", "right"),
    ],
)
def test_r8_super_level_with_one_marker_left_is_not_asked(tiles, markers, column):
    match = after_last_turn(1, {0: f"markers = [{markers}]"}, lab=level_2(*tiles))
    assert match.over
    assert match.forced[-1] == (1, GAME.actions.parse(f"Super-Level {column}"))
    assert earned(match, "lab tiles") == [7]


def test_r8_super_copy_scores_g_or_h_also_an_own_one():
    player = "markers = [2, 0, 2]\nsubmarines = [1, 1, 1, 1, 0]"
    match = after_last_turn(1, {0: player}, lab=level_2("G1", "H2", "I2"))
    assert legal(match) == {"Super-Copy of G", "Super-Copy of H"}
    own = play(match.copy(), "Super-Copy of G")
    assert earned(own, "lab tiles") == [5 + 5]
    assert earned(play(match, "Super-Copy of H"), "lab tiles") == [5 + 4]


@pytest.mark.parametrize(
    ("sides", "copies"),
    [(("G1", "H1", "I2"), {3, 2}), (("G2", "H2", "I2"), {4, 5})],
)
def test_r8_super_copy_scores_the_sides_that_are_laid(sides, copies):
    """One column and one row complete, two thirds with octopuses, five submarines."""
    player = "markers = [0, 1, 2]\nsubmarines = [1, 1, 1, 1, 1]\noctopuses = [2, 0, 0]"
    match = after_last_turn(1, {0: player}, lab=level_2(*sides))
    copied = [play(match.copy(), f"Super-Copy of {letter}") for letter in "GH"]
    assert {earned(copy, "lab tiles")[0] for copy in copied} == copies


def test_r8_super_tiles_are_asked_in_seat_order():
    players = {0: "markers = [-1, 0, 2]", 1: "markers = [2, 1, 1]", 2: "markers = [1, 1, 2]"}
    match = after_last_turn(3, players, lab=level_2("G1", "H2", "I1"))
    assert (match.player, PHASES[match.state["phase"]]) == (0, "super-level")
    play(match, "Super-Level left")
    assert match.player == 2
    play(match, "Super-Level middle")
    assert match.over
    assert earned(match, "lab tiles") == [5, 3, 0]  # player 2 has reached H2 without a submarine
    assert match.game.end_reason(match.state) == "all turns played"


def test_r8_tiles_of_level_2_pay_at_the_end_alone():
    match = position(
        1,
        *NO_ROLL,
        fields="round_number = 2",
        players={0: "markers = [2, 2, 0]\nsubmarines = [1, 1, 0, 0, 0]"},
        lab=level_2("G1", "H2", "I1"),
    )
    assert earned(play(match, "done"), "lab tiles") == [0]
    assert match.state["round_number"] == 3


def test_p2_the_bonus_scoring_comes_after_the_third_interim_scoring():
    player = "markers = [-1, 2, -1]\nbots = [1, 0, 0, 0, 0]\nsubmarines = [1, 0, 0, 0, 0]"
    match = after_last_turn(1, {0: player}, lab=level_2("H1", "I1", "G1"))
    assert PHASES[match.state["phase"]] == "super-level"
    assert earned(match, "interim") == [1]
    assert earned(match, "lab tiles") == [0]
    play(match, "Super-Level left")
    assert match.over
    assert earned(match, "lab tiles") == [1]  # Super-Octo counts the third just scored


def test_p1_a_bonus_action_of_the_last_turn_counts_in_the_interim_scoring():
    match = position(
        2,
        "submarine, bot, octopus",
        "octopus, red 2, octopus",
        fields="active_player = 1\ncurrent_player = 1\nround_number = 1",
        players={0: "bots = [0, 2, 0, 0, 0]"},
    )
    play(match, "done", "bonus submarine red")
    assert earned(match, "interim") == [2, 0]


def test_bonus_scoring_does_not_change_the_sheet():
    match = after_last_turn(2, {0: "crystals = 2", 1: "crystals = 1"})
    assert match.over
    assert match.scores() == [-2 + 4, 1 + 2]  # player 0 has no octopuses in this third


def test_r9_ties_go_to_the_player_with_more_submarines():
    match = position(
        3,
        players={
            seat: f"points = 9\nearned = [0, 0, 0, 0, 0, 9, 0, 0, 0, 0]\nsubmarines = {marked}"
            for seat, marked in enumerate(([1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 0, 0, 1]))
        },
        fields='phase = "first keep"\nround_number = 1',
    )
    assert match.ranks() == [2, 1, 2]


def test_r9_players_tied_in_submarines_too_share_the_rank():
    sheets = ("submarines = [1, 1, 0, 0, 0]", "submarines = [0, 0, 0, 1, 1]", "crystals = 5")
    match = position(3, players=dict(enumerate(sheets)), fields='phase = "first keep"')
    assert match.ranks() == [1, 1, 3]


def test_e1_scores_are_points_submarines_and_nothing_else():
    match = after_last_turn(2, {0: "submarines = [1, 0, 1, 0, 1]", 1: "crystals = 1"})
    out = np.full((2, NUM_SCORE_KEYS), 9, np.int32)  # as a game before has left it
    loops.read_scores(match.states, 0, out)
    assert out.tolist() == [[-2, 3, 0], [1 + 4, 0, 0]]


def test_e1_most_points_win():
    match = after_last_turn(2, {0: "crystals = 2", 1: "submarines = [1, 0, 0, 0, 0]"})
    assert match.scores() == [-2 + 4, 1]  # two octopuses of the last roll are player 1's
    assert match.ranks() == [1, 2]

"""Bonus actions and the two-player variant (OD-R5, R6)."""

from collections import Counter

import numpy as np
import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import PHASES

from .positions import FIRST, decline, legal, play, position, random_match

ROLL = "crystal, bot, lab", "yellow 0, green 1, blue 1"


def test_r5_fellow_players_are_asked_clockwise():
    match = position(4, *ROLL, fields="active_player = 2\ncurrent_player = 2")
    asked = []
    play(match, "done")
    while PHASES[match.state["phase"]] == "bonus":
        asked.append(match.player)
        play(match, "done")
    assert asked == [3, 0, 1]
    assert match.player == 3


def test_r5_one_bonus_action_a_turn_with_any_two_dice():
    match = play(position(2, *ROLL), "bot yellow with black 1", "crystal 1 with black 3")
    assert match.player == 1
    assert legal(match) == {  # the dice of player 0 are not spent
        *("bonus crystal 0", "bonus crystal 1", "bonus bot yellow", "bonus bot blue"),
        *("bonus bot green", "bonus lab left", "bonus lab middle", "bonus lab right", "done"),
    }
    play(match, "bonus crystal 1")
    assert match.scores() == [2, 1]
    assert PHASES[match.state["phase"]] == "first keep"
    assert match.state["players"][1]["bonus_used"] == 1


def test_r5_two_in_a_third_and_skipping_keeps_the_right():
    players = {1: "bonus_used = 2", 2: "bonus_used = 1"}
    match = position(3, *ROLL, fields="round_number = 1", players=players)
    play(match, "done")
    assert match.player == 2  # player 1 has used both
    play(match, "done")
    assert match.state["players"][2]["bonus_used"] == 1


def test_r5_rights_come_back_in_every_third():
    match = position(
        2,
        *ROLL,
        fields="active_player = 1\ncurrent_player = 1\nround_number = 1",
        players={0: "bonus_used = 1", 1: "bonus_used = 2"},
    )
    decline(match)
    assert match.state["round_number"] == 2
    assert match.state["players"]["bonus_used"].tolist()[:2] == [0, 0]


@pytest.mark.parametrize("options", [{}, {"virtual_player": True}])
def test_r5_r6_limits_hold_in_random_games(options):
    by_third, by_turn = Counter(), Counter()
    for seed in range(20):
        match = Match(GAME.variant(2, **options), seed)
        rng = np.random.default_rng(seed)
        while not match.over:
            turn = (seed, int(match.state["round_number"]), int(match.state["active_player"]))
            phase = PHASES[match.state["phase"]]
            player, action = match.player, int(rng.choice(match.legal_actions()))
            if GAME.actions.describe(action).startswith("bonus"):
                by_third[seed, turn[1] // 2, player] += 1
                by_turn[turn, phase, player] += 1
                assert player != turn[2] or phase == "virtual bonus"
            match.step(action)
    assert max(by_third.values()) == 2
    assert max(by_turn.values()) == 1


@pytest.mark.parametrize(
    ("white", "black", "levels", "counts"),
    [
        ("lab, bot, crystal", "octopus, red 2, red 0", "-1, -1, -1", {1}),
        ("octopus, bot, crystal", "octopus, octopus, red 0", "-1, -1, -1", {1, 2}),
        ("lab, bot, submarine", "blue 2, red 2, red 0", "-1, -1, 1", {1}),
        ("lab, bot, submarine", "octopus, red 2, red 0", "-1, -1, 1", {1, 2}),
        ("octopus, bot, submarine", "octopus, red 2, red 0", "-1, -1, 1", {1, 2}),
        ("lab, bot, crystal", "blue 2, red 2, red 0", "-1, -1, -1", set()),
    ],
)
def test_r5_bonus_octopus_counts_two_dice_with_octo_sub(white, black, levels, counts):
    match = position(2, white, black, players={1: f"markers = [{levels}]"})
    if PHASES[match.state["phase"]] == "main":
        play(match, "done")
    assert legal(match, "bonus octopus") == {f"bonus octopus making {n}" for n in counts}


LAB_F2 = [["A2", "B1", "C1"], ["D1", "E1", "F2"], ["G1", "H1", "I1"]]


@pytest.mark.parametrize(
    ("white", "black", "counts"),
    [
        ("lab, bot, crystal", "blue 2, red 2, red 0", {1}),
        ("lab, bot, crystal", "octopus, octopus, red 0", {1, 2}),
        ("octopus, bot, crystal", "octopus, red 2, red 0", {1, 2, 3}),
    ],
)
def test_r5_bonus_octopus_with_octo_catch_needs_a_white_die(white, black, counts):
    match = position(2, white, black, players={1: "markers = [-1, -1, 1]"}, lab=LAB_F2)
    play(match, "done")
    assert legal(match, "bonus octopus") == {f"bonus octopus making {n}" for n in counts}


def test_r5_bonus_octopus_action_marks_and_scores():
    match = position(
        2,
        "octopus, bot, crystal",
        "octopus, red 2, red 0",
        players={1: "markers = [0, -1, 1]"},
        lab=LAB_F2,
    )
    play(match, "done", "bonus octopus making 3")
    assert match.state["players"][1]["octopuses"].tolist() == [2, 0, 0]
    assert match.scores()[1] == 3 + 1  # Octo-Plus


def test_r5_a_bonus_action_of_no_points_counts():
    match = play(position(2, *ROLL), "done", "bonus lab left")
    assert match.state["players"][1]["earned"].tolist() == [0] * 10
    assert match.state["players"][1]["bonus_used"] == 1


def test_r5_bonus_actions_use_the_functions_of_the_own_lab():
    """Player 1 has Crystal-Plus, player 2 Plus-Lab; player 0 has nothing."""
    players = {1: "markers = [1, -1, -1]", 2: "markers = [-1, 1, -1]"}
    match = position(3, *ROLL, players=players, lab=[["A2", "B1", "C1"], *FIRST[1:]])
    play(match, "done", "bonus crystal 1", "bonus lab left")
    assert match.scores() == [0, 2, 1]


def test_r6_the_virtual_player_rolls_all_six_dice():
    seen = [set() for _ in range(6)]
    for seed in range(40):
        match = play(position(2, *ROLL, virtual_player=True, seed=seed), "done", "done")
        assert not match.state["kept"].any()
        for die in range(3):
            seen[die].add(int(match.state["white"][die]))
            seen[3 + die].add(int(match.state["colour"][die]))
    assert all(len(faces) == 6 for faces in seen)


def test_r6_the_virtual_roll_comes_after_the_bonus_actions():
    match = position(2, *ROLL, virtual_player=True)
    play(match, "done", "bonus crystal 0")
    assert PHASES[match.state["phase"]] == "virtual bonus"
    assert match.player == 0  # first the player whose turn it was
    play(match, "done")
    assert (PHASES[match.state["phase"]], match.player) == ("virtual bonus", 1)
    play(match, "done")
    assert (PHASES[match.state["phase"]], match.player) == ("first keep", 1)


def test_r6_the_limit_counts_both_kinds_together():
    fields, players = "round_number = 1", {1: "bonus_used = 1"}
    match = position(2, *ROLL, fields=fields, players=players, virtual_player=True)
    play(match, "done", "bonus crystal 0")
    assert match.player == 0
    play(match, "done")
    assert (PHASES[match.state["phase"]], match.player) == ("first keep", 1)


def test_r6_the_last_virtual_roll_comes_before_the_interim_scoring():
    fields = "active_player = 1\ncurrent_player = 1\nround_number = 1"
    match = position(2, *ROLL, fields=fields, virtual_player=True)
    play(match, "done", "done")
    assert PHASES[match.state["phase"]] == "virtual bonus"
    assert match.state["round_number"] == 1
    assert match.scores() == [0, 0]
    play(match, "done", "done")
    assert match.state["round_number"] == 2
    assert match.scores() == [-2, -2]


def test_r6_the_virtual_player_has_no_part_in_the_crystal_places():
    for seed in range(30):
        *_, match = random_match(2, seed, virtual_player=True)
        crystals = match.state["players"]["crystals"].tolist()[:2]
        places = match.state["players"]["earned"][:2, 8].tolist()
        if min(crystals) > 0 and crystals[0] != crystals[1]:
            assert sorted(places) == [2, 4]

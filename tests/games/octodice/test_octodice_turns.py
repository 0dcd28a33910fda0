"""Turns, keeping dice, bonus actions, the two-player variant (OD-R1, R5, R6, R9)."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.jit import flags
from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import PHASES, SYMBOLS

NO_ACTION = "octopus, octopus, octopus", "octopus, octopus, octopus"


def random_match(num_players, seed, **options):
    """Yield a match at every decision of a random game, and at its end."""
    match = Match(GAME.variant(num_players, **options), seed)
    rng = np.random.default_rng(seed)
    while not match.over:
        yield match
        match.step(int(rng.choice(match.legal_actions())))
    yield match


@pytest.mark.parametrize(("num_players", "turns"), [(1, 9), (2, 6), (3, 6), (4, 6)])
def test_r1_seat_0_begins_and_everyone_has_the_same_number_of_turns(num_players, turns):
    begun = []
    for match in random_match(num_players, 5):
        if PHASES[match.state["phase"]] == "first keep" and not match.over:
            begun.append((int(match.state["round_number"]), match.player))
    assert begun == [(turn, seat) for turn in range(turns) for seat in range(num_players)]


@pytest.mark.parametrize("first_kept", [(), (0, 3), (1, 2), (4, 5)])
def test_r1_white_dice_of_one_symbol_are_one(position, first_kept):
    kept = [int(die in first_kept) for die in range(6)]
    phase = "second keep" if first_kept else "first keep"
    for white in product(SYMBOLS[:3], repeat=3):
        match = position(
            1,
            fields=f'phase = "{phase}"\nwhite = {list(white)}\nkept = {kept}'.replace("'", '"'),
        )
        free = [die for die in range(6) if die not in first_kept]
        first_of = {}
        for action, pair in enumerate(combinations(range(6), 2)):
            if set(pair) <= set(free):
                symbols = sorted(white[die] for die in pair if die < 3)
                black = tuple(die for die in pair if die >= 3)
                first_of.setdefault((*symbols, black), action)
        assert match.legal_actions() == sorted(first_of.values())


def test_r1_kept_dice_lie_still_and_the_others_are_rolled_twice(position, play):
    seen = [Counter() for _ in range(6)]
    fields = (
        'phase = "first keep"\nwhite = ["crystal", "bot", "lab"]\n'
        'colour = ["red", "red", "red"]\nnumber = [1, 2, 0]'
    )
    for seed in range(100):
        match = position(1, fields=fields, seed=seed)
        play(match, "keep white 1 and black 2")
        assert match.state["kept"].tolist() == [1, 0, 0, 0, 1, 0]
        assert (match.state["white"][0], match.state["number"][1]) == (SYMBOLS.index("crystal"), 2)
        second = match.state["white"].tolist()
        seen[1][second[1]] += 1
        play(match, "keep black 1 and black 3")
        assert match.state["colour"][1] == 1  # crystal 2 can be done, so the turn goes on
        assert PHASES[match.state["phase"]] == "main"
        assert match.state["white"][0] == second[0]
        seen[2][int(match.state["white"][2]) * 6 + second[2]] += 1
    assert len(seen[1]) == 6
    assert len(seen[2]) > 25  # of 36: the last roll is independent of the second


def test_r1_a_die_that_is_set_aside_is_not_kept_again(position):
    fields = 'phase = "second keep"\nkept = [1, 0, 0, 1, 0, 0]\nwhite = ["lab", "bot", "research"]'
    match = position(1, fields=fields)
    with pytest.raises(IllegalActionError, match="lab is set aside already"):
        match.step(GAME.actions.parse("keep white 1 and white 2"))


def test_dice_are_fair():
    variant = GAME.variant(1)
    states = variant.new_states()
    shown = Counter()
    for seed in range(6000):
        variant.begin(states, 0, seed)
        shown.update(("white", die, int(s)) for die, s in enumerate(states[0]["white"]))
        shown.update(("black", die, int(c)) for die, c in enumerate(states[0]["colour"]))
    assert len(shown) == 36
    assert all(850 < count < 1150 for count in shown.values())  # 1000 +- 5 sigma


def test_a_decision_has_at_least_two_answers():
    for seed in range(20):
        for match in random_match(3, seed, lab="random"):
            assert match.over or len(match.legal_actions()) >= 2


def test_without_a_main_action_the_octopuses_are_taken_at_once(position):
    match = position(1, *NO_ACTION)
    assert match.scores() == [15]
    assert match.state["players"][0]["octopuses"][0] == 2
    assert PHASES[match.state["phase"]] == "first keep"
    assert match.forced[-1] == (0, GAME.actions.parse("done"))


ROLL = "crystal, bot, lab", "yellow 1, blue 0, green 1"


def test_r5_fellow_players_are_asked_clockwise(position, play):
    match = position(4, *ROLL, fields="active_player = 2\ncurrent_player = 2")
    asked = []
    play(match, "done")
    while PHASES[match.state["phase"]] == "bonus":
        asked.append(match.player)
        play(match, "done")
    assert asked == [3, 0, 1]
    assert match.player == 3


def test_r5_one_bonus_action_a_turn_with_any_two_dice(position, play, legal):
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


def test_r5_two_in_a_third_and_skipping_keeps_the_right(position, play):
    match = position(3, *ROLL, players={1: "bonus_used = 2", 2: "bonus_used = 1"})
    play(match, "done")
    assert match.player == 2  # player 1 has used both
    play(match, "done")
    assert match.state["players"][2]["bonus_used"] == 1


def test_r5_rights_come_back_in_every_third(position, play):
    match = position(
        2,
        *ROLL,
        fields="active_player = 1\ncurrent_player = 1\nround_number = 1",
        players={0: "bonus_used = 2", 1: "bonus_used = 1"},
    )
    play(match, "done")
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
        ("lab, bot, crystal", "octopus, red 1, red 2", "-1, -1, -1", {1}),
        ("octopus, bot, crystal", "octopus, octopus, red 2", "-1, -1, -1", {1, 2}),
        ("lab, bot, submarine", "blue 0, red 1, red 2", "-1, -1, 1", {1}),
        ("lab, bot, submarine", "octopus, red 1, red 2", "-1, -1, 1", {1, 2}),
        ("octopus, bot, submarine", "octopus, red 1, red 2", "-1, -1, 1", {1, 2}),
        ("lab, bot, crystal", "blue 0, red 1, red 2", "-1, -1, -1", set()),
    ],
)
def test_r5_bonus_octopus_counts_two_dice_with_octo_sub(
    position, play, legal, white, black, levels, counts
):
    match = position(2, white, black, players={1: f"markers = [{levels}]"})
    if PHASES[match.state["phase"]] == "main":
        play(match, "done")
    assert legal(match, "bonus octopus") == {f"bonus octopus making {n}" for n in counts}


LAB_F2 = [["A2", "B1", "C1"], ["D1", "E1", "F2"], ["G1", "H1", "I1"]]


@pytest.mark.parametrize(
    ("white", "black", "counts"),
    [
        ("lab, bot, crystal", "blue 0, red 1, red 2", {1}),
        ("lab, bot, crystal", "octopus, octopus, red 2", {1, 2}),
        ("octopus, bot, crystal", "octopus, red 1, red 2", {1, 2, 3}),
    ],
)
def test_r5_bonus_octopus_with_octo_catch_needs_a_white_die(
    position, play, legal, white, black, counts
):
    match = position(2, white, black, players={1: "markers = [-1, -1, 1]"}, lab=LAB_F2)
    play(match, "done")
    assert legal(match, "bonus octopus") == {f"bonus octopus making {n}" for n in counts}


def test_r5_bonus_octopus_action_marks_and_scores(position, play):
    match = position(
        2,
        "octopus, bot, crystal",
        "octopus, red 1, red 2",
        players={1: "markers = [0, -1, 1]"},
        lab=LAB_F2,
    )
    play(match, "done", "bonus octopus making 3")
    assert match.state["players"][1]["octopuses"].tolist() == [2, 0, 0]
    assert match.scores()[1] == 3 + 1  # Octo-Plus


def test_r6_the_virtual_roll_comes_after_the_bonus_actions(position, play):
    match = position(2, *ROLL, virtual_player=True)
    play(match, "done", "bonus crystal 0")
    assert PHASES[match.state["phase"]] == "virtual bonus"
    assert match.player == 0  # first the player whose turn it was
    play(match, "done")
    assert (PHASES[match.state["phase"]], match.player) == ("virtual bonus", 1)
    play(match, "done")
    assert (PHASES[match.state["phase"]], match.player) == ("first keep", 1)


def test_r6_the_limit_counts_both_kinds_together(position, play):
    match = position(2, *ROLL, players={1: "bonus_used = 1"}, virtual_player=True)
    play(match, "done", "bonus crystal 0")
    assert match.player == 0
    play(match, "done")
    assert (PHASES[match.state["phase"]], match.player) == ("first keep", 1)


def test_r6_the_last_virtual_roll_comes_before_the_interim_scoring(position, play):
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


@pytest.mark.parametrize("num_players", [1, 3, 4])
def test_r6_the_virtual_player_is_for_two(num_players):
    with pytest.raises(ValueError, match="virtual_player is for 2 players"):
        GAME.variant(num_players, virtual_player=True)


def test_r9_ties_go_to_the_player_with_more_submarines(position):
    match = position(
        3,
        players={
            0: "points = 9\nsubmarines = [1, 0, 0, 0, 0]",
            1: "points = 9\nsubmarines = [1, 1, 0, 0, 0]",
            2: "points = 9\nsubmarines = [0, 0, 0, 0, 1]",
        },
        fields='phase = "first keep"',
    )
    assert match.ranks() == [2, 1, 2]


@pytest.mark.parametrize("options", [{}, {"lab": "random"}])
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_census_after_every_step(num_players, options):
    for seed in range(15):
        for match in random_match(num_players, seed, **options):
            for me in match.state["players"][:num_players]:
                assert me["points"] == me["earned"].sum()
                assert 0 <= me["crystals"] <= 5
                assert 0 <= me["research"] <= 5
                assert set(me["markers"]) <= {-1, 0, 1, 2}
                assert set(me["bots"]) <= {0, 1, 2}
                assert set(me["submarines"]) <= {0, 1}
                assert set(me["octopuses"]) <= {0, 1, 2}
                assert 0 <= me["bonus_used"] <= 2
            used = match.state["used"]
            assert sum(used[:3]) == sum(used[3:]) <= 1  # a second pair ends the main actions


def test_compiled_games_end_without_dead_end():
    for num_players in range(1, 5):
        variant = GAME.variant(num_players, lab="random")
        states, sources = variant.new_states(), new_records(1, RNG_DTYPE)
        turns, games = 9 if num_players == 1 else 6, 2 if flags.DISABLE_JIT else 1000
        decisions = loops.playouts(states, variant.blank, np.uint64(0), games, sources)
        assert decisions >= games * num_players * turns * 2  # every turn asks twice what to keep

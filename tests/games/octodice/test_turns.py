"""Turns, keeping dice, and what holds after every step (OD-R1)."""

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

from .positions import me, play, position, random_match

NO_ACTION = "octopus, octopus, octopus", "octopus, octopus, octopus"


@pytest.mark.parametrize(("num_players", "turns"), [(1, 9), (2, 6), (3, 6), (4, 6)])
def test_r1_seat_0_begins_and_everyone_has_the_same_number_of_turns(num_players, turns):
    begun = []
    for match in random_match(num_players, 5):
        if PHASES[match.state["phase"]] == "first keep" and not match.over:
            begun.append((int(match.state["round_number"]), match.player))
    assert begun == [(turn, seat) for turn in range(turns) for seat in range(num_players)]


def test_s1_everyone_begins_with_an_empty_sheet_and_markers_above_the_lab():
    match = Match(GAME.variant(4), 7)
    for seat in range(4):
        sheet = me(match, seat)
        assert sheet["markers"].tolist() == [-1, -1, -1]
        for name in set(sheet.dtype.names) - {"markers"}:
            assert not sheet[name].any()


def test_t1_the_parts_of_a_turn_come_in_order():
    match = Match(
        GAME.variant(2), 4, {"white": [0, 3, 3], "colour": [1, 1, 1], "number": [1, 2, 0]}
    )
    seen = [PHASES[match.state["phase"]]]
    for words in ("keep white 1 and black 1", "keep white 2 and black 2", "done", "done"):
        play(match, words)
        seen.append(PHASES[match.state["phase"]])
    assert seen == ["first keep", "second keep", "main", "bonus", "first keep"]
    assert match.player == 1


def test_v1_alone_nobody_is_asked_for_bonus_actions():
    for match in random_match(1, 3):
        assert match.over or PHASES[match.state["phase"]] in ("first keep", "second keep", "main")


@pytest.mark.parametrize("first_kept", [(), (0, 3), (1, 2), (4, 5)])
def test_r1_white_dice_of_one_symbol_are_one(first_kept):
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


def test_r1_kept_dice_lie_still_and_the_others_are_rolled_twice():
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


def test_r1_a_die_that_is_set_aside_is_not_kept_again():
    fields = 'phase = "second keep"\nkept = [1, 0, 0, 1, 0, 0]\nwhite = ["lab", "bot", "research"]'
    match = position(1, fields=fields)
    with pytest.raises(IllegalActionError, match="lab is set aside already"):
        match.step(GAME.actions.parse("keep white 1 and white 2"))


def test_a_decision_has_at_least_two_answers():
    for seed in range(20):
        for match in random_match(3, seed, lab="random"):
            assert match.over or len(match.legal_actions()) >= 2


def test_without_a_main_action_the_octopuses_are_taken_at_once():
    match = position(1, *NO_ACTION)
    assert match.scores() == [15]
    assert match.state["players"][0]["octopuses"][0] == 2
    assert PHASES[match.state["phase"]] == "first keep"
    assert match.forced[-1] == (0, GAME.actions.parse("done"))


@pytest.mark.parametrize("options", [{}, {"lab": "random"}])
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_census_after_every_step(num_players, options):
    for seed in range(15):
        for match in random_match(num_players, seed, **options):
            for sheet in match.state["players"][:num_players]:
                assert sheet["points"] == sheet["earned"].sum()
                assert 0 <= sheet["crystals"] <= 5
                assert 0 <= sheet["research"] <= 5
                assert set(sheet["markers"]) <= {-1, 0, 1, 2}
                assert set(sheet["bots"]) <= {0, 1, 2}
                assert set(sheet["submarines"]) <= {0, 1}
                assert set(sheet["octopuses"]) <= {0, 1, 2}
                assert 0 <= sheet["bonus_used"] <= 2
            used = match.state["used"]
            assert sum(used[:3]) == sum(used[3:]) <= 1  # a second pair ends the main actions


def test_compiled_games_end_without_dead_end():
    for num_players in range(1, 5):
        variant = GAME.variant(num_players, lab="random")
        states, sources = variant.new_states(), new_records(1, RNG_DTYPE)
        turns, games = 9 if num_players == 1 else 6, 2 if flags.DISABLE_JIT else 1000
        decisions = loops.playouts(states, variant.blank, np.uint64(0), games, sources)
        assert decisions >= games * num_players * turns * 2  # every turn asks twice what to keep

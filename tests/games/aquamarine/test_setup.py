"""Reef A, reefs from the seed, the start die."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, state_to_dict, to_position
from aquasphere_env.core.state import new_records
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.reef import draw_square, put_wreck
from aquasphere_env.games.aquamarine.scoring import is_night
from aquasphere_env.games.aquamarine.state import KIND_LETTERS, NUM_COLUMNS, ROCK, WRECK

from .positions import (
    BOATS,
    EVERYWHERE,
    begin,
    do,
    score,
    sea,
    sheet,
    sheet_phase,
    squares_of,
)
from .reference_reef import COUNTS, Reef, draw_reef, is_one_piece


def letters_of(squares):
    return {(r, c): KIND_LETTERS[squares[r][c]] for r, c in EVERYWHERE}


def test_reef_a_has_the_published_counts():
    letters = list(letters_of(Match(GAME.variant(1)).state["squares"]).values())
    counts = {letter: letters.count(letter) for letter in KIND_LETTERS[1:]}
    assert counts == COUNTS


@pytest.mark.parametrize("seed", range(40))
def test_random_reefs_are_as_the_rules_page_says(seed):
    match = Match(GAME.variant(2, sheet="random"), seed)
    letters = letters_of(match.state["squares"])
    places = {letter: [s for s in EVERYWHERE if letters[s] == letter] for letter in KIND_LETTERS}
    assert {letter: len(places[letter]) for letter in KIND_LETTERS[1:]} == COUNTS
    assert is_one_piece(s for s in EVERYWHERE if letters[s] != "#")
    assert all(letters[0, column] == "." for column in BOATS)
    assert all(is_one_piece(places[wreck]) for wreck in "WXYZ")
    rows = [places[flag][0][0] for flag in "123456"]
    assert all(6 <= row <= 9 for row in rows[:3])
    assert all(12 <= row <= 16 for row in rows[3:5])
    assert 19 <= rows[5] <= 21


@pytest.mark.parametrize("seed", range(6))
def test_random_reefs_are_drawn_as_the_oracle_draws_them(seed):
    """Square by square, and the dice come after."""
    letters, dice = draw_reef(seed)
    chance = GAME.variant(1, sheet="random").dealt(seed)
    assert letters_of(chance["squares"]) == letters
    assert [chance["start_die"], *chance["dice"]] == dice


def test_a_wreck_that_cannot_grow_begins_elsewhere():
    """Below row 10, which is rock, every plain square is alone; above there is room.

    Elsewhere is where the oracle begins after as many squares.
    """
    rocks = [(r, c) for r, c in EVERYWHERE if r == 10 or (r > 10 and (r + c) % 2)]
    begun_below = 0
    for seed in (1, 2):
        reef = Reef(seed)
        reef.letters.update(dict.fromkeys(rocks, "#"))
        states = GAME.variant(1, sheet="random").new_states()
        states[0]["rng"] = reef.source.word
        states[0]["squares"] = sea(rocks=rocks)
        first = draw_square(states.copy()[0], WRECK + 1)
        begun_below += first // NUM_COLUMNS > 10
        put_wreck(states[0], WRECK + 1)
        reef.draw_wreck("X")
        wreck = squares_with(states, WRECK + 1)
        assert wreck == {s for s in EVERYWHERE if reef.letters[s] == "X"}
        assert len(wreck) == COUNTS["X"]
        assert is_one_piece(wreck)
        assert max(row for row, _ in wreck) <= 9
        assert not states[0]["patch"].any()
    assert begun_below == 1


@pytest.mark.parametrize("size", [0, 1, 2])
def test_a_wreck_has_as_many_squares_as_the_components_say(size):
    states = GAME.variant(1, sheet="random").new_states()
    states[0]["components"]["reef_counts"][WRECK] = size
    put_wreck(states[0], WRECK)
    assert len(squares_with(states, WRECK)) == size


def squares_with(states, kind):
    return {s for s in EVERYWHERE if states[0]["squares"][s] == kind}


def test_random_reefs_differ_by_seed_and_come_before_the_start_die():
    variant = GAME.variant(2, sheet="random")
    dealt = [variant.dealt(seed) for seed in range(20)]
    assert len({str(chance["squares"]) for chance in dealt}) == 20
    assert variant.dealt(3) == dealt[3]
    assert {chance["start_die"] for chance in dealt} == set(range(1, 7))


@pytest.mark.parametrize(
    ("start_die", "turns"),
    [(1, range(12, 24)), (3, range(4, 16)), (6, [*range(4), *range(16, 24)])],
)
def test_the_start_die_sets_the_hour(start_die, turns):
    """Turn t is at place 4 (k - 1) + t of the track, 12 to 23 are night."""
    match = begin(start_die=start_die)
    view = new_records(1, GAME.views["flat"].dtype)
    loops.observe_one(match.states, 0, 0, view, 0)
    nights = [turn for turn in range(24) if view[0]["nights"][turn] > 0]
    assert nights == list(turns)
    while not match.over:
        turn = int(match.state["round_number"])
        assert ("night" in GAME.to_text(match.state, 0).split(",")[1]) == (turn in nights)
        do(match, "draw nothing")


def test_a_start_die_is_rolled_for_all():
    """AM-T2: once, 1 to 6; every player's turns are by the same hour."""
    variant = GAME.variant(2)
    assert {variant.dealt(seed)["start_die"] for seed in range(60)} == set(range(1, 7))
    match = Match(variant, 3)
    start_die = int(match.state["start_die"])
    for _ in range(20):
        do(match, "draw nothing")
        assert match.state["start_die"] == start_die


@pytest.mark.parametrize("start_die", range(1, 7))
def test_half_of_the_turns_are_by_night_wherever_they_start(start_die):
    """AM-T2: the track is a circle."""
    state = begin(start_die=start_die).state
    nights = [bool(is_night(state, turn)) for turn in range(24)]
    assert nights == [(4 * (start_die - 1) + turn) % 24 >= 12 for turn in range(24)]
    assert sum(nights) == 12


def test_every_player_starts_with_the_sheet_and_a_full_tank():
    """AM-T1: nothing is drawn, no dive has begun."""
    match = Match(GAME.variant(4), 1)
    squares = np.array(match.state["squares"])
    for player in range(4):
        me = sheet(match, player)
        assert (me["air"], me["dive"], sheet_phase(match, player)) == (12, 0, "move")
        assert squares_of(me["free"]) == {s for s in EVERYWHERE if squares[s] != ROCK}
        assert not any(field.any() for field in (me["drawn"], me["anchor"]))
        assert score(match, player) == 0


def test_positions_as_text():
    """A game can be written down and read back at any time, the reef included."""
    match = Match(GAME.variant(2, sheet="random"), 2)
    for _ in range(9):
        match.step(match.legal_actions()[0])
    _, states = from_position(GAME, to_position(match.variant, match.state))
    assert state_to_dict(states[0]) == state_to_dict(match.state)

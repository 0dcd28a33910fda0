"""Reef A, reefs from the seed, the start die."""

import random

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, state_to_dict, to_position
from aquasphere_env.core.state import new_records
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.reef import (
    beside_rock,
    draw_square,
    parts_around,
    put_rock,
    put_wreck,
)
from aquasphere_env.games.aquamarine.scoring import is_night
from aquasphere_env.games.aquamarine.state import KIND_LETTERS, NUM_COLUMNS, ROCK, WRECK

from .positions import (
    BOATS,
    EVERYWHERE,
    around,
    begin,
    beside,
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


def parts_beside(place, sea_squares):
    """Return in how many pieces the squares around ``place`` are that lie beside it."""
    left = around(place) & sea_squares - {place}
    pieces = 0
    while rim := left & beside(place):
        edge = [rim.pop()]
        while edge:
            left -= {edge[-1]}
            edge += beside(edge.pop()) & left
        pieces += 1
    return pieces


@pytest.mark.parametrize("seed", [0, 1])
def test_a_rock_cuts_what_lies_in_parts_around_it(seed):
    """Squares beyond an edge of the sheet are no sea, whatever lies at the opposite edge."""
    choose = random.Random(seed)
    rocks = {square for square in EVERYWHERE if choose.random() < 0.3}
    state = begin(rocks=rocks - {(0, column) for column in BOATS}).states[0]
    sea_squares = squares_of(state["water"])
    cuts = {square for square in EVERYWHERE if parts_around(state, *square) > 1}
    assert cuts == {square for square in EVERYWHERE if parts_beside(square, sea_squares) > 1}


@pytest.mark.parametrize("seed", [0, 1])
def test_rocks_are_beside_a_square_up_to_the_edges(seed):
    choose = random.Random(seed)
    rocks = {square for square in EVERYWHERE if choose.random() < 0.3} - {(0, c) for c in BOATS}
    state = begin(rocks=rocks).states[0]
    close = {square for square in EVERYWHERE if beside_rock(state, *square)}
    assert close == {square for square in EVERYWHERE if beside(square) & rocks}


@pytest.mark.parametrize(
    ("place", "rocks"),
    [
        ((1, 1), [(0, 0), (2, 0), (2, 1)]),
        ((1, 1), [(2, 1)]),
        ((1, 0), [(0, 0), (2, 1), (3, 0)]),
        ((21, 1), [(20, 0), (20, 1)]),
        ((0, 7), [(0, 5), (1, 6), (1, 7)]),
        ((21, 20), [(20, 20)]),
        ((12, 0), [(11, 0), (13, 1)]),
        ((12, 0), [(12, 1), (14, 0), (13, 1)]),
    ],
)
def test_a_rock_leaves_the_sea_in_one_piece(place, rocks):
    """Where it would not, nothing changes; ``place`` is the only square that holds nothing."""
    states = begin(dict.fromkeys({*EVERYWHERE} - {place}, "f") | dict.fromkeys(rocks, "#")).states
    left = {*EVERYWHERE} - {*rocks, place}
    is_put = bool(put_rock(states[0], len(left)))
    assert is_put == is_one_piece(left)
    assert squares_of(states[0]["water"]) == (left if is_put else {*left, place})
    assert squares_with(states, ROCK) == {*rocks, *[place][: int(is_put)]}
    assert not states[0]["patch"].any()


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


def test_what_the_sheet_holds_is_noted():
    """AM-T1: where water and things are, and how large the wrecks."""
    state = begin({(0, 3): "b", (0, 5): "1", (4, 3): "W", (4, 4): "W", (21, 21): "Z"}).state
    assert squares_of(state["things"]) == {(0, 3), (0, 5), (4, 3), (4, 4), (21, 21)}
    assert state["wreck_sizes"].tolist() == [2, 0, 0, 1]
    state = begin(rocks=[(0, 0), (0, 21), (21, 3)]).state
    assert squares_of(state["water"]) == {*EVERYWHERE} - {(0, 0), (0, 21), (21, 3)}
    assert not state["things"].any()


def test_empty_seats_wait():
    match = begin(num_players=2)
    assert [sheet_phase(match, seat) for seat in range(4)] == ["move", "move", *["waiting"] * 2]


def test_positions_as_text():
    """A game can be written down and read back at any time, the reef included."""
    match = Match(GAME.variant(2, sheet="random"), 2)
    for _ in range(9):
        match.step(match.legal_actions()[0])
    _, states = from_position(GAME, to_position(match.variant, match.state))
    assert state_to_dict(states[0]) == state_to_dict(match.state)

"""Options, the lab, the first roll, and what is refused."""

from collections import Counter

import numpy as np
import pytest

from aquasphere_env.core.game import Variant
from aquasphere_env.core.match import Match
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.state import TILES


def test_lab_by_default_is_all_first_sides_in_order():
    match = Match(Variant(GAME, 2, {}), 3)
    names = [[TILES[tile] for tile in row] for row in match.state["lab"].tolist()]
    assert names == [["A1", "B1", "C1"], ["D1", "E1", "F1"], ["G1", "H1", "I1"]]


def test_lab_by_name():
    lab = [["B2", "A1", "C2"], ["F1", "D2", "E2"], ["I2", "G1", "H1"]]
    match = Match(GAME.variant(2, lab=lab), 3)
    assert [[TILES[tile] for tile in row] for row in match.state["lab"].tolist()] == lab
    columns = match.state["tile_column"].tolist()
    assert {TILES[t]: c for t, c in enumerate(columns) if c >= 0} == {
        name: column for row in lab for column, name in enumerate(row)
    }


def test_a_random_lab_is_one_side_of_every_tile_in_its_level():
    labs = set()
    for seed in range(20):
        lab = Match(GAME.variant(2, lab="random"), seed).state["lab"].tolist()
        for row, letters in zip(lab, ("ABC", "DEF", "GHI"), strict=True):
            assert sorted(TILES[tile][0] for tile in row) == sorted(letters)
        labs.add(str(lab))
    assert len(labs) == 20


@pytest.mark.slow
def test_random_lab_draws_sides_and_places_within_a_level():
    variant = GAME.variant(2, lab="random")
    seen = np.zeros((len(TILES), 3), int)
    for seed in range(900):
        lab = Match(variant, seed).state["lab"]
        for level, row in enumerate(lab.tolist()):
            assert sorted(TILES[tile][0] for tile in row) == sorted("ABCDEFGHI"[3 * level :][:3])
            for column, tile in enumerate(row):
                seen[tile, column] += 1
    assert seen.min() > 100  # 150 +- 4.5 sigma
    assert seen.max() < 200


@pytest.mark.parametrize(
    ("lab", "reason"),
    [
        ("radnom", 'lab is None, "random" or 3 rows of 3 tile names'),
        ([["A1", "B1", "C1"], ["D1", "E1", "F1"]], "3 rows of 3"),
        ([["A1", "B1", "C1"], ["D1", "E1", "F1"], ["G1", "H1", "J1"]], "'J1' is not one of A1"),
        ([["A1", "A2", "C1"], ["D1", "E1", "F1"], ["G1", "H1", "I1"]], "level 0 has one side each"),
        ([["A1", "B1", "D1"], ["C1", "E1", "F1"], ["G1", "H1", "I1"]], "level 0 has .* A B C, not"),
    ],
)
def test_impossible_labs_are_refused(lab, reason):
    with pytest.raises(ValueError, match=reason):
        GAME.variant(2, lab=lab)


def test_virtual_player_is_true_or_false():
    with pytest.raises(ValueError, match="virtual_player is True or False, not 'yes'"):
        GAME.variant(2, virtual_player="yes")


@pytest.mark.parametrize(
    ("chance", "reason"),
    [
        ({"lab": [[0, 2, 4], [6, 8, 10], [12, 14, 15]]}, "level 2 has one side each of G H I"),
        ({"white": [0, 1, 6]}, r"white\[2\]: no die has the symbol 6"),
        ({"colour": [1, 1, 1], "number": [2, 2, 0]}, "black die 0: no face has colour 1"),
    ],
)
def test_invalid_chance_is_refused(chance, reason):
    with pytest.raises(ValueError, match=reason):
        Match(GAME.variant(2), 0, chance)


def test_the_first_roll_can_be_injected():
    chance = {"white": [0, 5, 2], "colour": [5, 1, 0], "number": [-1, 2, 2]}
    match = Match(GAME.variant(2), 0, chance)
    assert {name: match.state[name].tolist() for name in chance} == chance


@pytest.mark.slow
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


@pytest.mark.parametrize("num_players", [1, 3, 4])
def test_r6_the_virtual_player_is_for_two(num_players):
    with pytest.raises(ValueError, match="virtual_player is for 2 players"):
        GAME.variant(num_players, virtual_player=True)

"""Options and component files: what is refused, and that tables reach the game."""

import re

import numpy as np
import pytest

from aquasphere_env.core.components import ComponentError
from aquasphere_env.core.match import Match
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.components import DEFAULT_FILE
from aquasphere_env.games.octodice.state import TILES

TEXT = DEFAULT_FILE.read_text(encoding="utf-8")


def changed(tmp_path, old, new):
    assert old in TEXT
    path = tmp_path / "set.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"lab", "bot", "sub', '"lap", "bot", "sub', "table white_die, row 2: 'lap' is not one of"),
        ('"yellow 0"', '"yellow 3"', r"table black_dice, row dice\[0\]\[1\]: 'yellow 3' is not"),
        ('"yellow 1"', '"pink 1"', r"row dice\[1\]\[1\]: 'pink' is not one of yellow, red"),
        ('"yellow 2", ', "", r"table black_dice, row dice\[2\]: not 6 faces"),
        ("circles = 5", "circles = 0", "table crystals, row circles: 0 is not an integer in 1..20"),
        ("[1, 2, 3, 4, 5]", "[1, 2, 3, 4]", "table research: points has 4 rows, not 5"),
        ("points = [1, 2]", "points = [1, -2]", r"table bots, row points\[1\]: -2 is not"),
        ("[super_octo]", "[super_otto]", "table super_octo: missing"),
        ('"reconstruction"', '"guess"', "table black_dice: provenance is none of stated"),
    ],
)
def test_broken_files_are_refused_by_table_row_and_reason(tmp_path, old, new, reason):
    path = changed(tmp_path, old, new)
    with pytest.raises(ComponentError, match=f"{re.escape(path)}: .*{reason}"):
        GAME.variant(2, components=path)


def test_every_pair_of_a_colour_and_a_number_lies_once_on_the_black_dice():
    tables = GAME.variant(1).blank[0]["components"]
    faces = zip(tables["black_colours"].flat, tables["black_numbers"].flat, strict=True)
    pairs = sorted((int(c), int(n)) for c, n in faces)
    octopuses = [(5, -1)] * 3
    assert pairs == [(c, n) for c in range(5) for n in range(3)] + octopuses


def test_tables_of_another_file_reach_the_game(tmp_path, position, play):
    path = changed(tmp_path, "points = [0, 0, 1, 3", "points = [0, 0, 9, 3")
    roll = "octopus, octopus, bot", "red 1, red 2, red 0"
    assert play(position(1, *roll, components=path), "done").scores() == [9]
    assert GAME.variant(1, components=path).digest != GAME.variant(1).digest


def test_lab_by_default_is_all_first_sides_in_order():
    match = Match(GAME.variant(2), 3)
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
def test_chance_that_cannot_be_is_refused(chance, reason):
    with pytest.raises(ValueError, match=reason):
        Match(GAME.variant(2), 0, chance)


def test_the_first_roll_can_be_injected():
    chance = {"white": [0, 5, 2], "colour": [5, 1, 0], "number": [-1, 2, 2]}
    match = Match(GAME.variant(2), 0, chance)
    assert {name: match.state[name].tolist() for name in chance} == chance

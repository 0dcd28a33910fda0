"""Component files: what is refused, and that tables reach the game."""

import re
from pathlib import Path

import pytest

from aquasphere_env.core.components import ComponentError
from aquasphere_env.games.octodice import GAME
from aquasphere_env.games.octodice.components import DEFAULT_FILE
from aquasphere_env.games.octodice.state import SYMBOLS

from .positions import play, position

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


def test_white_dice_show_every_symbol_once():
    faces = GAME.variant(1).blank[0]["components"]["white_faces"]
    assert [SYMBOLS[face] for face in faces] == list(SYMBOLS)


def test_tables_stated_by_the_rulebook():
    tables = GAME.variant(2).blank[0]["components"]
    assert tables["crystal_circles"] == 5
    assert tables["bot_points"].tolist() == [1, 2]
    assert tables["octopus_bonus"][2:4].tolist() == [1, 3]
    assert tables["crystal_places"].tolist() == [4, 2]
    assert tables["super_lab_v"].tolist() == [0, 3, 5, 7]
    assert tables["super_lab_h"].tolist() == [0, 4, 6, 7]
    assert tables["super_octo"].tolist() == [0, 1, 2, 4]


def test_every_pair_of_a_colour_and_a_number_lies_once_on_the_black_dice():
    tables = GAME.variant(1).blank[0]["components"]
    faces = zip(tables["black_colours"].flat, tables["black_numbers"].flat, strict=True)
    pairs = sorted((int(c), int(n)) for c, n in faces)
    octopuses = [(5, -1)] * 3
    assert pairs == [(c, n) for c in range(5) for n in range(3)] + octopuses


def test_tables_of_another_file_reach_the_game(tmp_path):
    path = changed(tmp_path, "points = [0, 0, 1, 3", "points = [0, 0, 9, 3")
    roll = "octopus, octopus, bot", "red 1, red 2, red 0"
    text = Path(path).read_text(encoding="utf-8")
    assert play(position(1, *roll, components=text), "done").scores() == [9]
    assert GAME.variant(1, components=path).digest != GAME.variant(1).digest

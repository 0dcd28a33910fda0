"""Component files and sheets as text: what is read and what is refused."""

import numpy as np
import pytest

from aquasphere_env.core.components import ComponentError
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquamarine import GAME
from aquasphere_env.games.aquamarine.components import STANDARD
from aquasphere_env.games.aquamarine.sheet import REEF_A, SheetError, parse_sheet, sheet_text

from .positions import BOATS, EVERYWHERE, sea

ROCKY = [(0, column) for column in BOATS]
NUMBERED_WRONG = [f"{row + 1} {'.' * 22}" for row in range(22)]


def write(tmp_path, squares):
    path = tmp_path / "my-reef.txt"
    path.write_text(sheet_text(np.array(squares)), encoding="utf-8")
    return path


def changed(things=None, rocks=(), lines=None):
    text = sheet_text(np.array(sea(things, rocks)))
    return "\n".join(lines(text.split("\n")) if lines else text.split("\n"))


def test_a_sheet_from_a_file_is_played(tmp_path):
    squares = sea({(0, 1): "f", (21, 21): "6"}, rocks=[(0, 0)])
    match = Match(GAME.variant(2, sheet=str(write(tmp_path, squares))))
    assert match.state["squares"].tolist() == squares


def test_both_forms_of_a_sheet_are_read():
    block = REEF_A.read_text(encoding="utf-8")
    squares = parse_sheet(block)
    assert (parse_sheet(sheet_text(squares)) == squares).all()
    assert block.splitlines()[0].split() == ["0123456789012345678901"]
    assert block.splitlines()[1].split()[0] == "0"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (changed(lines=lambda rows: [*rows[:3], "." * 5 + "?" + "." * 16, *rows[4:]]),
         "row 3, column 5: '?' is not one of"),
        (changed(lines=lambda rows: [*rows[:3], "." * 21, *rows[4:]]),
         "row 3, column 21: the row is too short; it has 22 squares"),
        (changed(lines=lambda rows: [*rows[:3], "." * 23, *rows[4:]]),
         "row 3, column 22: the row is too long; it has 22 squares"),
        (changed(lines=lambda rows: rows[:21]), "row 21, column 0: too few rows"),
        (changed(lines=lambda rows: [*rows, rows[0]]), "row 22, column 0: too many rows"),
        ("\n".join(NUMBERED_WRONG), "row 0, column 0: the row is numbered 1"),
        (changed({(4, 4): "W", (5, 5): "W"}), "row 5, column 5: wreck W is in more than one piece"),
        (changed(rocks=ROCKY), "row 0, column 1: rock under every boat"),
    ],
)  # fmt: skip
def test_bad_sheets_are_refused_with_row_column_and_reason(tmp_path, text, reason):
    path = tmp_path / "bad.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ComponentError) as error:
        GAME.variant(2, sheet=str(path))
    assert str(error.value).startswith(f"{path}: {reason}")


def test_a_missing_sheet_is_refused(tmp_path):
    with pytest.raises(ComponentError, match=r"none\.txt: .*No such file"):
        GAME.variant(2, sheet=str(tmp_path / "none.txt"))


def test_one_boat_square_of_water_and_lonely_squares_are_enough(tmp_path):
    """Counts are free and unreachable squares are allowed."""
    rocks = set(EVERYWHERE) - {(0, 1), (21, 21)}
    match = Match(GAME.variant(1, sheet=str(write(tmp_path, sea(rocks=rocks)))), 1)
    while not match.over:
        match.step(match.legal_actions()[0])


@pytest.mark.parametrize(
    ("chance", "reason"),
    [
        ({"dice": [0, 3]}, "dice show 1 to 6"),
        ({"start_die": 7}, "dice show 1 to 6"),
        ({"squares": sea({(4, 4): "W", (5, 5): "W"})}, "row 5, column 5: wreck W"),
        ({"squares": [[99] * 22] * 22}, "row 0, column 0: 99 is not a kind"),
    ],
)
def test_impossible_chance_is_refused(chance, reason):
    with pytest.raises(ValueError, match=reason):
        Match(GAME.variant(2), 0, chance)
    assert issubclass(SheetError, ValueError)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("dives = 3", "dives = 4", "table tanks, row dives: 4 is not an integer in 1..3"),
        ("air = 12", 'air = "x"', "table tanks, row air: 'x' is not an integer"),
        ("[[1, 4],", "[[4, 1],", r"table boats, row columns\[0\]: 1 is not an integer in 4..21"),
        ("[[1, 4],", "[[1],", r"table boats, row columns\[0\]: \[1\] is not \[first, last\]"),
        ("columns = [[1, 4], [9, 12], [17, 20]]", "columns = []", "has no boat"),
        ("first_row = 9", "first_row = 22", "table depths, row 0: 22 is not an integer in 0..21"),
        ("rows = [9, 12, 15]", "rows = [9, 9, 15]", r"table marks, row rows\[1\]: 9 is not above"),
        ("nights = [0,", "nights = [2,", r"table track, row nights\[0\]: 2 is not"),
        ("shoals = [0, 1,", "shoals = [", "table scores: shoals has 4 rows, not 6"),
        ("points = [4, 6,", "points = [6, 4,", r"table flags, row points\[1\]: 4 is not above"),
        ("rocks = 88", "rocks = 400", "table random_reef, row rocks: 400 is not"),
        ("[[6, 9],", "[[0, 9],", r"table random_reef, row flag_rows\[0\]: 0 is not"),
        ('"stated"', '"guessed"', "provenance is none of"),
    ],
)
def test_bad_component_files_are_refused(tmp_path, old, new, reason):
    text = STANDARD.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ComponentError, match=reason):
        GAME.variant(2, components=str(path))


def test_a_component_file_changes_the_game(tmp_path):
    text = STANDARD.read_text(encoding="utf-8").replace("air = 12", "air = 5", 1)
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('name = "standard"', 'name = "short"'), encoding="utf-8")
    variant = GAME.variant(2, components=str(path))
    assert variant.component_set == "short"
    assert Match(variant).state["now"]["players"][0]["air"] == 5

"""Errors in component files name the file, table, row and reason."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aquasphere_env.core.components import ComponentError, ComponentFile

GOOD = """
name = "Test"
[tiles]
provenance = "stated"
reason = "on page 1"
rows = [1, 2, 3]
[cards]
provenance = "reconstruction"
reason = "ours"
words = ["RED", "BLUE"]
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Path]:
    def to_file(text: str) -> Path:
        path = tmp_path / "set.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return to_file


def test_a_valid_file_is_read(write: Callable[[str], Path]) -> None:
    file = ComponentFile(write(GOOD))
    assert file.name == "Test"
    assert file.integers("tiles", "rows", 3, 0, 9) == [1, 2, 3]
    assert file.word("cards", 0, "BLUE", ("RED", "BLUE")) == 1
    assert file.provenances() == [
        ("tiles", "stated", "on page 1"),
        ("cards", "reconstruction", "ours"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('name = "Test"', "", "a top-level name"),
        ('name = "Test"', "name = 3", "a top-level name"),
        ('name = "Test"', "name = ", "Invalid value"),
        ("[tiles]", "[stones]", "table tiles: missing; the file has: stones, cards"),
        ('"stated"', '"guessed"', "table tiles: provenance is none of stated, inferred"),
        ('reason = "on page 1"', "", "table tiles: reason = .* is missing"),
        ("rows = [1, 2, 3]", "", r"table tiles: rows = \[…\] is missing"),
        ("rows = [1, 2, 3]", "rows = 3", r"table tiles: rows = \[…\] is missing"),
        ("[1, 2, 3]", "[1, 2]", "table tiles: rows has 2 rows, not 3"),
        ("[1, 2, 3]", "[1, 2, 10]", r"table tiles, row rows\[2\]: 10 is not an integer in 0\.\.9"),
        ("[1, 2, 3]", "[-1, 2, 3]", r"table tiles, row rows\[0\]: -1 is not an integer"),
        ("[1, 2, 3]", "[1, 2.0, 3]", r"table tiles, row rows\[1\]: 2.0 is not an integer"),
        ("[1, 2, 3]", "[1, 2, true]", r"table tiles, row rows\[2\]: True is not an integer"),
        ('"BLUE"', '"GREEN"', "table cards, row 1: 'GREEN' is not one of RED, BLUE"),
        ('"BLUE"', "4", "table cards, row 1: 4 is not one of RED, BLUE"),
    ],
)
def test_the_error_for_an_invalid_file_says_where(
    write: Callable[[str], Path], old: str, new: str, reason: str
) -> None:
    assert old in GOOD
    path = write(GOOD.replace(old, new))
    with pytest.raises(ComponentError, match=rf"set\.toml: {reason}"):
        read_all(path)


@pytest.mark.parametrize("word", ["", "AB", "ABC", "D"])
def test_words_of_one_letter_are_single_letters(write: Callable[[str], Path], word: str) -> None:
    file = ComponentFile(write(GOOD))
    with pytest.raises(ComponentError, match="is not one of A, B, C"):
        file.word("cards", 0, word, "ABC")
    assert file.word("cards", 0, "B", "ABC") == 1


def read_all(path: Path) -> Any:
    file = ComponentFile(path)
    words = enumerate(file.rows("cards", "words"))
    return (
        file.integers("tiles", "rows", 3, 0, 9),
        [file.word("cards", row, word, ("RED", "BLUE")) for row, word in words],
    )


def test_the_error_for_an_unreadable_file_names_it(tmp_path: Path) -> None:
    path = tmp_path / "set.toml"
    with pytest.raises(ComponentError, match=r"set\.toml"):
        ComponentFile(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ComponentError, match=r"set\.toml"):
        ComponentFile(path)

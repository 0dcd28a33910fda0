"""Rule ids such as ``AS-R7``: the code and the game page of each game name the same ones.

A page lists a rule as ``- **AS-R7** …`` (or in a table row ``| AS-R7 | …``); a range in the code,
``AS-S2 to AS-S6``, stands for every rule between.
"""

import re
import sys
from pathlib import Path

import pytest

from aquasphere_env.games import GAMES, get_game

from .spec import spec_of

STEM = r"[A-Z]{2}-[A-Z]"
PACKAGE = Path(sys.modules[get_game.__module__].__file__ or "").parent
FOLDERS = [PACKAGE / name for name in GAMES if (PACKAGE / name / "__init__.py").exists()]


def ids_in(text: str) -> set[str]:
    """Return all rule ids in ``text``, ranges filled in."""
    found = set(re.findall(rf"{STEM}\d+", text))
    for stem, first, last in re.findall(rf"({STEM})(\d+) to \1(\d+)", text):
        found |= {f"{stem}{number}" for number in range(int(first), int(last) + 1)}
    return found


def listed_in(page: str) -> list[str]:
    """Return the ids that ``page`` defines, in its order."""
    return re.findall(rf"^(?:[-*] |\| *)\**({STEM}\d+)\**", page, re.MULTILINE)


def sources(folder: Path) -> str:
    """Return all Python text under ``folder``."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))


def named_by_tests(folder: Path) -> set[str]:
    """Return the ids in a game's tests; ``def test_r7_…`` names the ruling 7 of its game."""
    text = sources(Path(__file__).parents[1] / "games" / folder.name)
    rules = re.findall(r"def test_([a-z]\d+)_", text)
    return ids_in(text) | {f"{spec_of(folder.name).rule_prefix}-{rule.upper()}" for rule in rules}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_code_and_page_name_the_same_rules(folder):
    page = (folder / "README.md").read_text(encoding="utf-8")
    listed = listed_in(page)
    quoted = ids_in(sources(folder))
    assert quoted, "the code quotes no rule"
    assert sorted(quoted - set(listed)) == [], "quoted in the code, not on the page"
    named = quoted | named_by_tests(folder)
    assert sorted(set(listed) - named) == [], "on the page, in neither code nor tests"
    assert len(listed) == len(set(listed)), "a rule is listed twice"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_ids_begin_with_the_letters_of_the_game(folder):
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert {rule[:2] for rule in listed_in(page)} == {spec_of(folder.name).rule_prefix}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_ruling_is_named_by_a_test(folder):
    page = (folder / "README.md").read_text(encoding="utf-8")
    rulings = {rule for rule in listed_in(page) if rule[3] == "R"}
    assert sorted(rulings - named_by_tests(folder)) == []


def test_ranges_are_filled_in():
    assert ids_in("AS-S2 to AS-S4, AS-R16") == {"AS-S2", "AS-S3", "AS-S4", "AS-R16"}
    assert listed_in("- **AS-A1** x\n| AS-B2 | y |\nsee AS-C3\n") == ["AS-A1", "AS-B2"]

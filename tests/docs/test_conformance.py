"""Every sentence of a rulebook has its code and tests, and the tests run the code."""

import ast
import functools
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from aquasphere_env.core.components import ComponentFile
from aquasphere_env.core.conformance import (
    FILE,
    ConformanceError,
    Sentence,
    conformance_page,
    read_sentences,
)
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.games.pages import folder_of, page_of
from tests.processes import told

ROOT = Path(__file__).parents[2]


@functools.cache
def traced(name: str) -> list[Sentence]:
    """Return the sentences of the game ``name``."""
    return read_sentences(folder_of(get_game(name)) / FILE)


def functions_in(path: Path) -> set[str]:
    """Return the names of the functions at the top of a Python file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("name", GAMES)
def test_sentences_name_rules_of_the_page(name: str) -> None:
    page = page_of(get_game(name)).read_text(encoding="utf-8")
    named = {rule for sentence in traced(name) for rule in sentence.rules}
    assert named
    assert sorted(rule for rule in named if not re.search(rf"\b{rule}\b", page)) == []


@pytest.mark.parametrize("name", GAMES)
def test_sentences_name_code_that_exists(name: str) -> None:
    package = get_game(name).rules.__name__.rpartition(".")[0]
    for sentence in traced(name):
        for code in sentence.kernels:
            file, colon, table = code.partition(":")
            if colon:
                ComponentFile(folder_of(get_game(name)) / file).table(table)
            else:
                module, _, function = code.rpartition(".")
                assert callable(getattr(import_module(f"{package}.{module}"), function)), code


@pytest.mark.parametrize("name", GAMES)
def test_sentences_name_tests_that_exist(name: str) -> None:
    """AlphaNLHoldem #9: every sentence of a rulebook has its tests."""
    folder = ROOT / "tests" / "games" / name
    known = {file.name: functions_in(file) for file in folder.glob("test_*.py")}
    for sentence in traced(name):
        for test in sentence.tests:
            file, _, function = test.partition("::")
            assert function in known.get(file, ()), f"sentence {sentence.number}: no test {test}"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_tests_of_a_sentence_run_its_code(name: str) -> None:
    said = told("-m", "tests.conformance.reached", name, NUMBA_DISABLE_JIT="1")
    assert json.loads(said.splitlines()[-1]) == {}


TRACED_ENTRY = (
    'number = 1\npart = "P"\nsays = "S."\nrules = ["A"]\nkernels = ["m.f"]\ntests = ["t"]'
)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (TRACED_ENTRY.replace('tests = ["t"]', ""), "tests: at least one"),
        (TRACED_ENTRY.replace('kernels = ["m.f"]', "kernels = []"), "kernels: at least one"),
        (TRACED_ENTRY.replace("number = 1", "number = 2"), "is numbered 2"),
        (TRACED_ENTRY.replace('says = "S."', ""), "says is missing"),
        (TRACED_ENTRY + '\nphysical = "pieces"', "rules: none"),
        (TRACED_ENTRY + "\nmore = 1", "unknown key 'more'"),
        (TRACED_ENTRY.replace('["m.f"]', "[1]"), "kernels is a list of words"),
    ],
)
def test_a_sentence_without_code_or_tests_is_refused(
    tmp_path: Path, entry: str, words: str
) -> None:
    path = tmp_path / FILE
    path.write_text(f"[[sentence]]\n{entry}\n", encoding="utf-8")
    with pytest.raises(ConformanceError, match=rf"sentence 1: {words}"):
        read_sentences(path)


def test_the_page_shows_parts_and_counts() -> None:
    sentences = [
        Sentence(1, "Set-up", "Deal.", ("AS-S1",), ("setup.deal",), ("test_setup.py::test_deal",)),
        Sentence(2, "Set-up", "Sort the pieces.", physical="handling"),
        Sentence(3, "Play", "Move.", ("AS-P1",), ("turns.move",), ("test_turns.py::test_move",)),
    ]
    page = conformance_page("Game", sentences)
    assert "3 sentences in our words: 2 are traced" in page
    assert page.count("## ") == 2
    assert "| 2 | Sort the pieces. | | *handling* | |" in page

"""Faults that people met elsewhere: each has its row on the page, and the row its tests."""

import ast
import functools
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "reports.md"
WITHOUT_TESTS = ("does not apply: ", "nothing is claimed")
Thread = tuple[str, int]  # a project and a number in its tracker

_THREADS = re.compile(r"([A-Za-z][\w.+/-]*)((?: #\d+)+)")
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")

# All reports that were looked at.
REPORTS = """
AgileRL #186 #201 #263, AlphaNLHoldem #2 #9, AlphaZero.jl #101, BenchMARL #76, Gymnasium #814
Gymnasium #1017 #1227 #1265 #1356 #1681 #1683, MicroRTS-Py #57 #58, PettingZoo #185 #211 #233
PettingZoo #345 #348 #422 #551 #558 #713 #863 #1085 #1117 #1130 #1147 #1176 #1186 #1204 #1223
PettingZoo #1233 #1260 #1271 #1273 #1298 #1302 #1307 #1321 #1331 #1424 #1462, RosettaStone #1064
SB3 #1317 #1643 #1793, Stoix #103, SuperSuit #96 #252, catanatron #49 #54 #322 #342 #359 #388
ctapipe #2837, envpool #411, football #98, gym #3177, kaggle-environments #999 #1003 #1121
ml-agents #1070 #1975, mobile-env #68, muzero-general #55 #108, numba #4032 #4807 #5566 #7646
numba #7798 #9348 #10128, open-mtg #4, open_spiel #88 #147 #234 #480 #641 #672 #792 #1277 #1396
open_spiel #1446 #1604, pgx #183 #461 #754 #1164, pytorch/rl #2473 #2990 #3215 #3702 #3882
ray #4139 #6991 #9029 #32382 #44452 #44780, rl-zoo #386 #399, rlcard #35 #36 #41 #125 #214 #297
sb3-contrib #49 #72 #74 #81 #154 #161 #212 #221 #226 #247 #250 #322
tianshou #786 #846 #900 #1244 #1281
"""


class Row(NamedTuple):
    """A row of the page: its threads, what happened, and what stands against it."""

    threads: list[Thread]
    symptom: str
    answer: str

    @property
    def tests(self) -> list[tuple[str, str]]:
        """The files and names of the tests."""
        return _TEST.findall(self.answer)


def threads_in(text: str) -> list[Thread]:
    """Return the reports that ``text`` names, as in ``PettingZoo #1307 #345, numba #4032``."""
    return [
        (project, int(number))
        for project, numbers in _THREADS.findall(text)
        for number in numbers.split(" #")[1:]
    ]


@functools.cache
def rows() -> list[Row]:
    """Return the rows of the page's tables."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    cells = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    body = [row for row in cells if row[0].strip() != "report" and not row[0].startswith("---")]
    assert {len(row) for row in body} == {3}
    return [Row(threads_in(row[0]), row[1].strip(), row[2].strip()) for row in body]


@functools.cache
def docstrings(file: Path) -> dict[str, str]:
    """Return the docstrings of the tests at the top of ``file``, by name."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {n.name: ast.get_docstring(n) or "" for n in found if n.name.startswith("test_")}


def test_every_report_is_there_once() -> None:
    on_page = Counter(thread for row in rows() for thread in row.threads)
    assert on_page == Counter(threads_in(REPORTS))


@pytest.mark.parametrize("row", rows(), ids=lambda row: "{} #{}".format(*row.threads[0]))
def test_a_row_has_tests_that_name_its_report_or_a_reason(row: Row) -> None:
    assert row.symptom
    assert bool(row.tests) != row.answer.startswith(WITHOUT_TESTS)
    assert _TEST.sub("", row.answer).strip(", ") == ("" if row.tests else row.answer)
    for file, name in row.tests:
        known = docstrings(ROOT / file)
        assert name in known, f"{file} has no {name}"
        assert set(threads_in(known[name])) & set(row.threads), f"{name} names no report of the row"


def test_what_is_not_to_be_had_is_not_claimed() -> None:
    unknown = [row for row in rows() if "nothing is claimed" in row.answer]
    assert {row.symptom for row in unknown} == {"not to be had"}


def test_every_report_that_a_test_names_has_it_in_its_row() -> None:
    held = {(thread, test) for row in rows() for thread in row.threads for test in row.tests}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, words in docstrings(file).items():
            for thread in threads_in(words):
                assert (thread, (file.relative_to(ROOT).as_posix(), name)) in held, thread

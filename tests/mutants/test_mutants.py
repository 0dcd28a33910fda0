"""The mutants of a kernel as small as ``toy``, what notices them, and what the command says."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from aquasphere_env.games import GAMES, get_game
from tests.processes import told

from . import toy
from .kernels import REACHED, Kernel, rule_kernels
from .mutations import Mutation, mutations
from .results import Results, explanations, new_lines
from .suite import KILLED, SURVIVED, Verdict, verdicts

ROOT = Path(__file__).parents[2]
CUT, KEPT = "test_the_rest_is_cut", "test_what_fits_is_kept"
CONDITION = {  # the first test that fails
    "total + taken > LIMIT -> False": CUT,
    "total + taken > LIMIT -> True": KEPT,
    "total + taken > LIMIT -> total + taken >= LIMIT": None,  # equivalent
    "total + taken > LIMIT -> total + taken <= LIMIT": KEPT,
    "total + taken -> total - taken": CUT,
    "LIMIT -> LIMIT + 1": None,  # no test takes one too many
    "LIMIT -> LIMIT - 1": None,  # equivalent
}
RESULT = {
    "return LIMIT - total -> pass": CUT,
    "LIMIT - total -> LIMIT + total": CUT,
    "LIMIT -> LIMIT + 1": CUT,
    "LIMIT -> LIMIT - 1": CUT,
}
TOY = Kernel(toy.bounded)


@pytest.fixture
def installed() -> Iterator[None]:
    """Put the toy's code back after the test."""
    code = toy.bounded.__code__
    yield
    toy.bounded.__code__ = code


def first_to_fail(mutation: Mutation) -> str | None:
    toy.bounded.__code__ = TOY.compiled(mutation.tree)
    for name in (KEPT, CUT, "test_the_limit_itself_fits"):
        try:
            getattr(toy, name)()
        except AssertionError:
            return name
    return None


def test_mutants_of_the_toy(installed: None) -> None:
    in_the_condition = [m for m in mutations(TOY) if m.place[2] == 2]
    in_the_result = [m for m in mutations(TOY) if m.place[2] == 3]
    assert {m.change: first_to_fail(m) for m in in_the_condition} == CONDITION
    assert {m.change: first_to_fail(m) for m in in_the_result} == RESULT


def test_marked_code_tells_which_statements_run(installed: None) -> None:
    places: list[tuple[str, str, int]] = []
    toy.bounded.__code__ = TOY.marked(places)
    reached: set[int] = set()
    toy.bounded.__globals__[REACHED] = reached
    assert toy.bounded(0, 1) == 1
    assert {places[k][2] for k in reached} == {1, 2, 4}  # docstring, condition, last line


SKETCH = """
def sketch(state, a, b):
    state.a = state.b[a, b]
    state.c += min(a, 2)
    call(state, a, b)
    if a and not b:
        return True
    while b:
        b = b << 1
        break
"""
CHANGES = {  # some of them, by kind
    "state.b[a, b] -> state.b[b, a]",
    "state.a = state.b[a, b] -> pass",
    "state.c += min(a, 2) -> state.c -= min(a, 2)",
    "state.c += min(a, 2) -> state.c = min(a, 2)",
    "min(a, 2) -> max(a, 2)",
    "min(a, 2) -> a",
    "2 -> 3",
    "call(state, a, b) -> call(state, b, a)",
    "call(state, a, b) -> pass",
    "a and (not b) -> a or not b",
    "a and (not b) -> a",
    "a and (not b) -> False",
    "not b -> b",
    "return True -> pass",
    "True -> False",
    "b -> not b",
    "b << 1 -> b >> 1",
    "break -> continue",
}


def test_kinds_of_changes(tmp_path: Path) -> None:
    path = tmp_path / "sketch.py"
    path.write_text(SKETCH)
    space: dict[str, Any] = {"__name__": "sketch"}
    exec(compile(SKETCH, str(path), "exec"), space)
    made = mutations(Kernel(space["sketch"]))
    assert {m.change for m in made} >= CHANGES
    assert len({m.key for m in made}) == len(made)
    assert not any("call(a, state" in m.change for m in made)  # a plain error, no mistake


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_explained_mutant_exists(name: str) -> None:
    """The command finds out whether it still survives."""
    reasons = explanations(ROOT / "tests" / "games" / name / "equivalent.toml")
    functions = {key[:2] for key in reasons}
    kernels = rule_kernels(get_game(name))
    made = [m for k in kernels if (k.module, k.name) in functions for m in mutations(k)]
    assert reasons.keys() <= {m.key for m in made}


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_found_and_nothing_else(name: str) -> None:
    modules = {kernel.module for kernel in rule_kernels(get_game(name))}
    assert {"rules", "scoring"} <= modules
    assert not modules & {"evaluation", "potential", "observation", "entities", "text", "bits"}


def test_a_later_run_goes_on_from_the_file(tmp_path: Path) -> None:
    first, second, *_ = mutations(TOY)
    results = Results(tmp_path / "new" / "toy.jsonl")
    assert results.read() == {}
    results.add(first, Verdict(SURVIVED), ["b", "a"])
    results.add(second, Verdict(SURVIVED), ["a"])
    results.add(second, Verdict(KILLED, "test"), ["a", "c"])
    past = {key[3]: past for (key, _), past in results.read().items()}
    assert past[first.change].tests == {"a", "b"}
    assert past[second.change].verdict == Verdict(KILLED, "test")


def test_mutants_without_tests_left_survive() -> None:
    """So it is when a later run finds no test that they have not survived."""
    made = mutations(TOY)
    found = verdicts(((mutation, []) for mutation in made), 4)
    assert dict(found) == dict.fromkeys(made, Verdict(SURVIVED))


def test_changed_lines() -> None:
    """Two lines in place of one, one changed, one taken away, which leaves none."""
    diff = "@@ -3 +3,2 @@ def f\n-a\n+b\n+c\n@@ -9 +10 @@\n-d\n+e\n@@ -20 +20,0 @@\n-f\n"
    assert new_lines(diff) == {3, 4, 10}


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('module = "m"\nfunction = "f"\nline = "l"\nmutation = "c"', "no reason"),
        ('module = "m"\nfunction = "f"\nline = "l"\nmutation = "c"\nreason = " "', "no reason"),
    ],
)
def test_an_explanation_has_a_reason(tmp_path: Path, entry: str, message: str) -> None:
    path = tmp_path / "equivalent.toml"
    path.write_text(f"[[equivalent]]\n{entry}\n")
    with pytest.raises(ValueError, match=message):
        explanations(path)


@pytest.mark.slow
def test_the_command_on_a_toy_game() -> None:
    """The core's tests of Pebbles play it by hand: no change of what a roll gives is noticed."""
    words = ("-m", "tests.mutants", "pebbles", "--function", "setup")
    tests = "tests/core/test_toy.py::test_perft_by_hand"
    said = told(*words, "--tests", tests, "--jobs", "1")
    assert re.search(r"rules: 1 killed$", said, re.MULTILINE), said

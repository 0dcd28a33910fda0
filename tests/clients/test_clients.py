"""Examples for client libraries run against the real ones, in environments that are made for them.

python -m pytest -m clients
"""

import ast

import pytest

from benchmarks.clients import CLIENTS, ENVIRONMENTS, EXAMPLES, run_example

MOST_LINES = 40


@pytest.mark.clients
@pytest.mark.parametrize("name", CLIENTS)
def test_example_runs(name: str) -> None:
    ran = run_example(name)
    assert ran.decisions_per_s > 0
    assert all(ran.versions.values())


def test_every_example_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(CLIENTS)
    assert {client.environment for client in CLIENTS.values()} == set(ENVIRONMENTS)


@pytest.mark.parametrize("name", CLIENTS)
def test_example_is_short_and_says_what_it_shows(name: str) -> None:
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert sum(bool(line.strip()) for line in text.splitlines()) <= MOST_LINES
    assert ast.get_docstring(ast.parse(text))

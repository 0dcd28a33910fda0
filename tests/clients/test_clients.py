"""Examples for client libraries run against the real ones, in environments that are made for them.

python -m pytest -m clients
"""

import ast
import subprocess
from pathlib import Path

import pytest

from benchmarks.clients import (
    CLIENTS,
    ENVIRONMENTS,
    EXAMPLES,
    interpreter,
    run_example,
)
from benchmarks.environments import ROOT, InstallError

MOST_LINES = 40


def needs(environment: str) -> Path:
    """Return the Python of ``environment``; skip the test where it cannot be installed."""
    try:
        return interpreter(environment)
    except InstallError as error:
        pytest.skip(f"{environment} cannot be installed here: {error}")


@pytest.mark.clients
@pytest.mark.parametrize("name", CLIENTS)
def test_example_runs(name: str) -> None:
    """sb3-contrib #72, PettingZoo #211 #551, ray #32382, tianshou #1244: recipes that run."""
    needs(CLIENTS[name].environment)
    ran = run_example(name)
    assert ran.decisions_per_s > 0
    assert all(ran.versions.values())


@pytest.mark.clients
def test_textarena_plays_by_its_own_rules() -> None:
    words = ["-m", "pytest", "-q", "-n0", "-m", "clients", "tests/clients/test_textarena.py"]
    done = subprocess.run([needs("textarena"), *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert " skipped" not in done.stdout


def test_every_example_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(CLIENTS)
    assert {client.environment for client in CLIENTS.values()} == set(ENVIRONMENTS)


@pytest.mark.parametrize("name", CLIENTS)
def test_example_is_short_and_says_what_it_shows(name: str) -> None:
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert sum(bool(line.strip()) for line in text.splitlines()) <= MOST_LINES
    assert ast.get_docstring(ast.parse(text))

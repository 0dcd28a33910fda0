"""The README: its examples run, its lines are complete; see ``test_pages`` for the rest."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.split("\n")[0])
def test_example_runs_and_is_short(source, capsys):
    lines = [line for line in source.splitlines() if line.strip()]
    assert len(lines) <= 15
    exec(compile(source, "README.md", "exec"), {"__name__": "__main__"})


def test_the_two_lines():
    install = "python3 -m venv .venv && .venv/bin/pip install -e"
    assert f'{install} ".[train]" && .venv/bin/python -m training.ppo --players 2' in TEXT
    assert f'{install} ".[train,test]" && .venv/bin/python -m pytest' in TEXT

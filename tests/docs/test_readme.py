"""The README: its examples run, its tables are what was measured, its lines are complete."""

import re
from pathlib import Path

import pytest

from benchmarks import readme

pytestmark = pytest.mark.slow


ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.split("\n")[0])
def test_example_runs_and_is_short(source, capsys):
    lines = [line for line in source.splitlines() if line.strip()]
    assert len(lines) <= 15
    exec(compile(source, "README.md", "exec"), {"__name__": "__main__"})


def test_there_is_an_example_per_interface():
    for name in (
        "aquasphere_v1.env",
        "gym.make(",
        "make_vec",
        "make_batch",
        "GameVecEnv",
        "Match(",
    ):
        assert any(name in source for source in EXAMPLES), name


def test_tables_are_made_from_the_results():
    assert readme.filled(TEXT) == TEXT, "run python -m benchmarks.readme"
    protocol = readme.PROTOCOL.read_text(encoding="utf-8")
    assert readme.protocol(protocol) == protocol, "run python -m benchmarks.readme"


def test_the_two_lines():
    install = "python3 -m venv .venv && .venv/bin/pip install -e"
    assert f'{install} ".[train]" && .venv/bin/python -m training.ppo --players 2' in TEXT
    assert f'{install} ".[train,test]" && .venv/bin/python -m pytest' in TEXT


def test_links_lead_somewhere():
    for page in (readme.README, readme.PROTOCOL):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), target

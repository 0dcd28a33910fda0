"""A game is added by the steps of CONTRIBUTING.md and by nothing else: Pebbles becomes one.

The steps are carried out in a copy of the checkout, whose contract tests must find the game.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PEBBLES = ROOT / "tests" / "toy" / "pebbles"
COPIED = ("aquasphere_env", "tests", "README.md", "pyproject.toml", "CONTRIBUTING.md")
ENVIRONMENTS = """
import gymnasium, aquasphere_env
from aquasphere_env import pebbles_v0
env = gymnasium.make("Pebbles-v0", opponents="greedy")
env.reset(seed=0)
pebbles_v0.env(num_players=3).reset(seed=0)
assert "peek at the card" in str(aquasphere_env.get_game("pebbles").actions.describe(3))
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout with one game more."""
    root = tmp_path_factory.mktemp("checkout")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, root / name)
    catalog = root / "aquasphere_env" / "catalog.py"  # step 1
    line = '    Entry("pebbles", "Pebbles", 0),\n'
    catalog.write_text(catalog.read_text().replace(")\nGAMES = ", f"{line})\nGAMES = "))
    game = root / "aquasphere_env" / "games" / "pebbles"  # steps 2 to 7
    shutil.copytree(PEBBLES, game, ignore=shutil.ignore_patterns("contract.py", "__pycache__"))
    door = game / "__init__.py"
    text = door.read_text().replace('*("pebbles", "Pebbles", 0)', '*entry("pebbles")')
    door.write_text(
        text.replace("from . import expert", "from ...catalog import entry\nfrom . import expert")
    )
    run(root, "-m", "aquasphere_env.games.pages")
    tests = root / "tests" / "games" / "pebbles"  # step 8
    tests.mkdir()
    (tests / "__init__.py").touch()
    shutil.copy(PEBBLES / "contract.py", tests)
    shutil.rmtree(root / "tests" / "toy")  # no two games may have the same state layout
    (root / "tests" / "conftest.py").unlink()  # imports the toys
    run(root, "-m", "tests.contract.test_actions")
    run(root, "-m", "tests.golden.playthroughs", "pebbles")
    return root


def run(root: Path, *arguments: str) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_the_contract_tests_find_the_game(checkout: Path) -> None:
    tests = ("-q", "tests/contract", "tests/golden")
    out = run(
        checkout, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *tests, "-k", "pebbles"
    )
    passed = re.search(r"(\d+) passed", out)
    assert passed is not None
    assert int(passed[1]) > 100
    assert "failed" not in out


def test_the_environments_know_the_game(checkout: Path) -> None:
    run(checkout, "-c", ENVIRONMENTS)
    assert "pebbles" in run(checkout, "-m", "aquasphere_env", "games")


def test_its_files_are_those_that_contributing_names() -> None:
    steps = (ROOT / "CONTRIBUTING.md").read_text().split("## Add a game")[1].split("\n## ")[0]
    named = set(re.findall(r"`(?:[\w/<>]*/)?(\w+\.(?:py|toml|md))`", steps))
    files = {path.name for path in PEBBLES.iterdir() if path.is_file()}
    assert files <= named

"""The notebooks run from top to bottom in their own folder and are stored without outputs."""

import os
import subprocess
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tests.processes import python

pytestmark = pytest.mark.slow


ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
FOUND = "\nimport aquasphere_env; print(root, aquasphere_env.__file__)"


def code(path: Path) -> list[str]:
    """Return the code cells of a notebook."""
    cells = nbformat.read(path, as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


def found(cwd: Path, head: str) -> list[str]:
    """Return where the first cell finds the checkout and the package, run in the folder ``cwd``."""
    done = python("-c", head + FOUND, cwd=cwd, PYTHONPATH="")
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_there_are_notebooks_from_the_first_to_the_last():
    numbers = [int(path.stem.partition("_")[0]) for path in NOTEBOOKS]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 6


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path, monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": os.fspath(path.parent)}}
    )
    client.execute()
    errors = [out for cell in notebook.cells for out in cell.get("outputs", [])]
    assert not [out for out in errors if "Warning" in out.get("text", "")]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_stored_without_outputs(path):
    cells = nbformat.read(path, as_version=4).cells
    assert all(not cell.get("outputs") for cell in cells)
    assert all(cell.get("execution_count") is None for cell in cells if cell.cell_type == "code")


def test_all_begin_with_the_same_cell():
    assert len({code(path)[0] for path in NOTEBOOKS}) == 1


@pytest.mark.parametrize("folder", [ROOT, ROOT / "notebooks"], ids=["root", "own folder"])
def test_the_first_cell_finds_the_checkout(folder):
    root, package = found(folder, code(NOTEBOOKS[0])[0])
    assert Path(root) == ROOT
    assert Path(package) == ROOT / "aquasphere_env" / "__init__.py"


def test_the_first_cell_gets_a_checkout_where_there_is_none(tmp_path):
    origin, elsewhere = tmp_path / "origin", tmp_path / "content"
    (origin / "aquasphere_env").mkdir(parents=True)
    (origin / "aquasphere_env" / "__init__.py").touch()
    elsewhere.mkdir()
    names = ("-c", "user.name=a", "-c", "user.email=a@b")
    for words in (("init", "-q"), ("add", "."), (*names, "commit", "-qm", "all")):
        subprocess.run(["git", *words], cwd=origin, check=True)
    head = code(NOTEBOOKS[0])[0]
    told = head.replace('REPOSITORY = ""', f"REPOSITORY = {origin.as_uri()!r}")
    assert told != head
    for _ in range(2):  # the second time it is there
        root, package = found(elsewhere, told)
        assert Path(root) == elsewhere / "aquasphere-env"
        assert Path(package).parents[1] == Path(root)


def test_links_lead_somewhere():
    for path in NOTEBOOKS:
        for cell in nbformat.read(path, as_version=4).cells:
            for target in cell.source.split("](")[1:] if cell.cell_type == "markdown" else ():
                assert (path.parent / target.partition(")")[0]).exists(), target

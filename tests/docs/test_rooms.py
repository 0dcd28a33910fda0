"""The rooms of CONTRIBUTING.md: all of the code is in one, and a forbidden import is noticed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from . import rooms

pytestmark = pytest.mark.slow


NO_ROOM = {"__init__", "__main__", "version"}  # a door, a command's other name, a number


def test_every_module_belongs_to_a_room() -> None:
    package = rooms.ROOT / rooms.PACKAGE
    inside = {path.stem for path in package.iterdir() if path.suffix == ".py" or is_package(path)}
    listed = {room.module for room in rooms.rooms()}
    assert {f"{rooms.PACKAGE}.{name}" for name in inside - NO_ROOM} <= listed
    assert set(rooms.TOP_LEVEL[1:]) <= listed


def is_package(folder: Path) -> bool:
    return (folder / "__init__.py").exists()


def test_every_room_names_rooms() -> None:
    names = {rooms.short(room.module) for room in rooms.rooms()}
    assert all(set(room.may_import) <= names for room in rooms.rooms())


def test_a_forbidden_import_is_noticed(tmp_path: Path) -> None:
    for name in (*rooms.TOP_LEVEL, "tests/docs", "CONTRIBUTING.md"):
        source, target = rooms.ROOT / name, tmp_path / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.ttf"))
        else:
            shutil.copy(source, target)
    (tmp_path / "tests" / "__init__.py").touch()
    command = [sys.executable, "-m", "tests.docs.rooms"]
    clean = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert clean.returncode == 0, clean.stdout
    rules = tmp_path / "aquasphere_env/games/octodice/rules.py"
    rules.write_text(rules.read_text() + "\nfrom ...drawing import svg  # noqa\n")
    broken = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert broken.returncode != 0
    assert "octodice.rules -> aquasphere_env.drawing.svg" in broken.stdout

"""The kernel cache: named after the sources, and nothing stops where no folder can be written."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import aquasphere_env

PACKAGE = Path(aquasphere_env.__file__).parent
RULES = "games/aquasphere/rules.py"
TOML = "games/aquasphere/components.toml"
FINGERPRINT = "from aquasphere_env.core.jit import source_fingerprint as f; print(f())"
CACHE_FOLDER = "from aquasphere_env.core.jit import cache_folder as f; print(f())"
# A kernel runs after the cache folder was looked for with ``tempfile`` as ``NO_TEMP`` leaves it.
RUN_A_KERNEL = (
    "import numpy as np; from aquasphere_env.core import bits, jit;"
    "assert bits.popcount(np.uint64(7)) == 3; print(jit.cache_folder())"
)
NO_TEMP = "import tempfile; tempfile.tempdir = {folder!r};"
NO_TEMP_AT_ALL = (
    "import tempfile\n"
    "def nowhere(): raise FileNotFoundError('no usable temporary directory found')\n"
    "tempfile.gettempdir = nowhere\n"
)
SETTINGS = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP")

Run = Callable[..., str]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package."""
    target = tmp_path / "site"
    shutil.copytree(
        PACKAGE, target / "aquasphere_env", ignore=shutil.ignore_patterns("__pycache__")
    )
    return target


@pytest.fixture
def run(copied: Path) -> Run:
    """Return a function that runs code with the copy, given nothing but ``settings``."""

    def call(code: str, **settings: str) -> str:
        environment = {k: v for k, v in os.environ.items() if k not in SETTINGS}
        environment |= {"PYTHONPATH": str(copied), "PYTHONDONTWRITEBYTECODE": "1"} | settings
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            cwd=copied,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return call


def test_the_name_changes_with_any_kernel_source_and_with_flags(copied: Path, run: Run) -> None:
    first = run(FINGERPRINT)
    assert len(first) == 16
    assert run(FINGERPRINT) == first
    assert run(FINGERPRINT, NUMBA_BOUNDSCHECK="1") != first
    source = copied / "aquasphere_env" / RULES
    source.write_text(source.read_text(encoding="utf-8") + "\n# a change\n", encoding="utf-8")
    assert run(FINGERPRINT) != first


def test_the_name_ignores_component_files_which_kernels_read_from_the_state(
    copied: Path, run: Run
) -> None:
    first = run(FINGERPRINT)
    tables = copied / "aquasphere_env" / TOML
    tables.write_text(tables.read_text(encoding="utf-8") + "\n# a change\n", encoding="utf-8")
    assert run(FINGERPRINT) == first


def test_the_first_writable_folder_is_taken(tmp_path: Path, run: Run) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    temp = tmp_path / "TMPDIR"
    temp.mkdir()
    order = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "TMPDIR")
    settings = {name: str(tmp_path / name) for name in order}
    assert Path(run(CACHE_FOLDER, **settings)).is_relative_to(tmp_path / "NUMBA_CACHE_DIR")
    settings["NUMBA_CACHE_DIR"] = str(blocked)
    assert Path(run(CACHE_FOLDER, **settings)).is_relative_to(tmp_path / "XDG_CACHE_HOME")
    del settings["XDG_CACHE_HOME"]  # ``HOME`` counts only without it
    assert Path(run(CACHE_FOLDER, **settings)).is_relative_to(tmp_path / "HOME" / ".cache")
    settings["HOME"] = str(blocked)
    assert Path(run(CACHE_FOLDER, **settings)).is_relative_to(temp)


def test_without_a_writable_folder_kernels_run_uncached(tmp_path: Path, run: Run) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    settings = {"NUMBA_CACHE_DIR": str(blocked), "HOME": str(blocked)}
    code = NO_TEMP.format(folder=str(blocked)) + RUN_A_KERNEL
    assert run(code, **settings) == "None"
    assert run(NO_TEMP_AT_ALL + RUN_A_KERNEL, **settings) == "None"


def test_a_package_without_write_permission_works(copied: Path, tmp_path: Path, run: Run) -> None:
    for path in [copied, *copied.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        found = run(RUN_A_KERNEL, HOME=str(tmp_path / "home"))
    finally:
        for path in [copied, *copied.rglob("*")]:
            path.chmod(0o755)
    assert Path(found).is_relative_to(tmp_path / "home")
    assert not list(copied.rglob("__pycache__"))

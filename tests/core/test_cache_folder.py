"""The folder of the kernel cache: the first that can be written and is safe, or none."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .caching import (
    COMPILED,
    FOLDER,
    RUN_A_KERNEL,
    compiled_only,
    entries,
    evil,
    posix_only,
    run_in,
    write_sealed,
)

pytestmark = pytest.mark.slow


# Where entries cannot be written


DISK_IS_FULL = (
    "import resource, signal\n"
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
)
FOLDER_VANISHES = (
    "import shutil, os, aquasphere_env.core.bits\n"
    "shutil.rmtree(os.environ['NUMBA_CACHE_DIR']); open(os.environ['NUMBA_CACHE_DIR'], 'w')\n"
)


@pytest.mark.parametrize(
    "first", [pytest.param(DISK_IS_FULL, marks=posix_only), FOLDER_VANISHES], ids=["full", "gone"]
)
@compiled_only
def test_an_entry_that_cannot_be_written_is_left_out(
    site: Path, tmp_path: Path, first: str
) -> None:
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert run_in(site, first + RUN_A_KERNEL, **settings) == COMPILED
    assert [path for path in tmp_path.rglob("*") if path.is_file()] in ([], [tmp_path / "cache"])


@posix_only
@compiled_only
def test_a_read_only_cache_is_passed_over(site: Path, cache: Path, tmp_path: Path) -> None:
    folders = [path for path in (cache, *cache.rglob("*")) if path.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    try:
        if os.access(cache, os.W_OK):
            pytest.skip("root may write everywhere")
        settings = {"NUMBA_CACHE_DIR": str(cache), "HOME": str(tmp_path / "home")}
        assert run_in(site, RUN_A_KERNEL, **settings) == COMPILED
    finally:
        for folder in folders:
            folder.chmod(0o755)


def test_a_package_without_write_permission_works(site: Path, tmp_path: Path) -> None:
    """numba #5566 #4032."""
    for path in [site, *site.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        found = run_in(site, FOLDER, HOME=str(tmp_path / "home"))
    finally:
        for path in [site, *site.rglob("*")]:
            path.chmod(0o755)
    assert Path(found).is_relative_to(tmp_path / "home")
    assert not list(site.rglob("__pycache__"))


# The choice of the folder


def test_the_first_writable_folder_is_taken(site: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    temp = tmp_path / "TMPDIR"
    temp.mkdir()
    order = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "TMPDIR")
    settings = {name: str(tmp_path / name) for name in order}

    def chosen() -> Path:
        return Path(run_in(site, FOLDER, **settings))

    assert chosen().is_relative_to(tmp_path / "NUMBA_CACHE_DIR")
    settings["NUMBA_CACHE_DIR"] = str(blocked)
    assert chosen().is_relative_to(tmp_path / "XDG_CACHE_HOME")
    del settings["XDG_CACHE_HOME"]  # ``HOME`` counts only without it
    assert chosen().is_relative_to(tmp_path / "HOME" / ".cache")
    settings["HOME"] = str(blocked)
    assert chosen().is_relative_to(temp)


NO_TEMP_AT_ALL = (
    "import tempfile\n"
    "def nowhere(): raise FileNotFoundError('no usable temporary directory found')\n"
    "tempfile.gettempdir = nowhere\n"
)


@pytest.mark.parametrize(
    "no_temp", ["import tempfile; tempfile.tempdir = '/no such folder'\n", NO_TEMP_AT_ALL]
)
def test_without_a_writable_folder_kernels_run_uncached(
    site: Path, tmp_path: Path, no_temp: str
) -> None:
    """numba #5566 #4032, ctapipe #2837: no locator is no error."""
    blocked = tmp_path / "a file"
    blocked.touch()
    settings = {"NUMBA_CACHE_DIR": str(blocked), "HOME": str(blocked)}
    assert run_in(site, no_temp + FOLDER, **settings) == "None"
    assert run_in(site, no_temp + RUN_A_KERNEL, **settings) == COMPILED


@posix_only
def test_the_temporary_folder_is_closed_to_others(site: Path, tmp_path: Path) -> None:
    folder = Path(run_in(site, "import os; os.umask(0)\n" + FOLDER, TMPDIR=str(tmp_path)))
    own = tmp_path / f"aquasphere-env-{os.getuid()}"
    assert folder.parent == own
    assert own.stat().st_mode & 0o777 == 0o700
    assert run_in(site, FOLDER, TMPDIR=str(tmp_path)) == str(folder)


def _open_to_all(folder: Path) -> None:
    folder.chmod(0o777)


def _open_to_the_group(folder: Path) -> None:
    folder.chmod(0o710)


def _a_link(folder: Path) -> None:
    folder.symlink_to(folder.rename(folder.with_name("elsewhere")))


def _of_another_owner(folder: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root gives folders away")
    os.chown(folder, 12345, -1)


def _a_file(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.touch(0o600)


@pytest.mark.parametrize(
    "plant", [_open_to_all, _open_to_the_group, _a_link, _of_another_owner, _a_file]
)
@posix_only
@compiled_only
def test_code_planted_in_the_temporary_folder_does_not_run(
    site: Path, filled: Path, tmp_path: Path, plant: Callable[[Path], None]
) -> None:
    own = tmp_path / f"aquasphere-env-{os.getuid()}"
    shutil.copytree(filled, own)
    marker = tmp_path / "the planted code ran"
    payload = evil(marker)
    for path in entries(own):
        write_sealed(path, payload)
    own.chmod(0o700)
    plant(own)
    assert run_in(site, RUN_A_KERNEL, TMPDIR=str(tmp_path)) == COMPILED
    assert run_in(site, FOLDER, TMPDIR=str(tmp_path)) == "None"
    assert not marker.exists()
    own_again = tmp_path / "private"  # the same code in a folder that is trusted does run
    shutil.copytree(filled, own_again / own.name).chmod(0o700)
    for path in entries(own_again):
        write_sealed(path, payload)
    run_in(site, RUN_A_KERNEL, TMPDIR=str(own_again))
    assert marker.exists()

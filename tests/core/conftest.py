"""Hypothesis without deadlines, for kernels may have to compile; a copy of the package."""

import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from .caching import COMPILED, PACKAGE, RUN_A_KERNEL, run_in

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package, which tests leave as it is."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(
        PACKAGE, folder / "aquasphere_env", ignore=shutil.ignore_patterns("__pycache__")
    )
    return folder


@pytest.fixture(scope="session")
def filled(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache that holds the entries of ``RUN_A_KERNEL``; tests copy it."""
    folder = tmp_path_factory.mktemp("filled")
    assert run_in(site, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(folder)) == COMPILED
    return folder


@pytest.fixture
def cache(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filled, tmp_path / "cache"))

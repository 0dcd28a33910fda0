"""Every kernel is compiled once for each game: a copy costs up to seconds of cold start."""

from pathlib import Path

import pytest

from aquasphere_env.core.jit import flags
from aquasphere_env.games import GAMES
from tests.processes import told

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(flags.DISABLE_JIT), reason="nothing is compiled"),
]


def offenders_in(*names: str) -> str:
    """Return the offenders in a process where no test has called kernels in ways of its own."""
    return told("-m", "tests.core.usual_run", *names).strip()


def test_kernels_that_python_calls_have_one_signature_for_each_record() -> None:
    assert offenders_in(*GAMES) == ""


def test_kernels_that_kernels_call_have_one_signature_for_each_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A toy is compiled from nothing, so that every signature comes into being."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert offenders_in("sealed") == ""

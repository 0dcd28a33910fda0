"""Virtual environments that a benchmark makes for libraries which this one lacks."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 900.0  # seconds for a command


class CommandError(RuntimeError):
    """A command that fails or takes too long; the message tells what it said."""


class InstallError(CommandError):
    """Libraries that cannot be installed here, as without a network."""


def python_with(folder: Path, requirements: Sequence[str]) -> Path:
    """Return the Python of an environment with ``requirements``, made unless it is there.

    It sees the packages of this one too: pip finds what is installed here, and installs what it has
    to replace beside it.

    Raises:
        InstallError: the libraries cannot be installed.
    """
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    made_of = folder / "made_of.json"
    wanted = json.dumps([sys.version, sys.prefix, *requirements])
    if made_of.is_file() and made_of.read_text(encoding="utf-8") == wanted:
        return python
    shutil.rmtree(folder, ignore_errors=True)
    run([sys.executable, "-m", "venv", str(folder)])
    (site,) = folder.glob("**/site-packages")
    (site / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    try:
        run([str(python), "-m", "pip", "install", "-q", *requirements])
    except CommandError as error:
        raise InstallError(str(error)) from None
    made_of.write_text(wanted, encoding="utf-8")
    return python


def versions(python: Path, libraries: Sequence[str]) -> dict[str, str]:
    """Return the versions of installed ``libraries``; raise ``CommandError`` if one is missing."""
    asked = "import sys, importlib.metadata as m; print(*map(m.version, sys.argv[1:]))"
    found = run([str(python), "-c", asked, *libraries]).split()
    return dict(zip(libraries, found, strict=True))


def run(words: Sequence[str]) -> str:
    """Run a command in the project's folder and return what it prints.

    Raises:
        CommandError: it fails, or takes longer than ``PATIENCE``.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(
            words, cwd=ROOT, env=environment, timeout=PATIENCE, capture_output=True, text=True
        )
    except subprocess.TimeoutExpired:
        raise CommandError(f"{' '.join(words)} takes more than {PATIENCE:.0f} s") from None
    if done.returncode:
        raise CommandError(f"{' '.join(words)} fails:\n{done.stdout}{done.stderr}")
    return done.stdout

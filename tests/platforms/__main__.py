"""Run the tests that need no particular system as on Windows, under a narrow encoding.

python -m tests.platforms
"""

import os
import subprocess
import sys

TESTS = (
    *("tests/core/test_actions.py", "tests/core/test_console.py", "tests/core/test_state.py"),
    *("tests/envs/test_aec.py", "tests/envs/test_batch.py", "tests/envs/test_single.py"),
    "tests/players/test_playing.py",
    *("tests/viewer/test_options.py", "tests/viewer/test_server.py"),
    *("tests/viewer/test_game_files.py", "tests/viewer/test_sessions.py"),
    "tests/platforms/commands.py",  # only here: they take half a minute
)
WORKERS = "tests/envs/test_single.py::test_workers"  # multiprocessing would look for Windows itself
ENCODING = "cp1252"  # of a terminal on Windows: no arrows
OURS = "(aquasphere_env|agents|training|benchmarks)"


def main() -> int:
    """Run the tests; return pytest's status."""
    words = [sys.executable, "-m", "pytest", "-q", "-n0", "-m", "not slow"]
    words += ["-p", "tests.platforms.elsewhere", "--deselect", WORKERS]
    words += [
        "-o",
        f"filterwarnings=error::EncodingWarning:{OURS}",
    ]  # a file opened in any encoding
    environment = {
        **os.environ,
        "PYTHONIOENCODING": ENCODING,
        "PYTHONWARNDEFAULTENCODING": "1",
    }
    return subprocess.run([*words, *TESTS, *sys.argv[1:]], env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())

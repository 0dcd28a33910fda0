"""The command ``aquasphere`` in this process: what it printed, and its status."""

import contextlib
import io
from dataclasses import dataclass

from aquasphere_env.viewer import cli


@dataclass(frozen=True)
class Done:
    status: int
    stdout: str
    stderr: str

    @property
    def output(self) -> str:
        return self.stdout + self.stderr

    def told(self) -> str:
        """Return the one line on stderr that says why the command failed."""
        (line,) = self.stderr.splitlines()
        assert line.startswith("aquasphere: ")
        return line


def run(*words: str) -> Done:
    out, errors = io.StringIO(), io.StringIO()
    status: object = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            cli.main(words)
        except SystemExit as end:
            status = end.code
    if isinstance(status, str):  # Python prints it
        status, errors = 1, io.StringIO(f"{errors.getvalue()}{status}\n")
    assert isinstance(status, int)
    return Done(status, out.getvalue(), errors.getvalue())

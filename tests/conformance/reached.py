"""Runs the tests that a game's sentences name, interpreted, and notes the functions they enter.

    NUMBA_DISABLE_JIT=1 python -m tests.conformance.reached octodice

prints a JSON object: the functions, as ``module.function``, by test, as ``file.py::function``.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from aquasphere_env.core.conformance import FILE, read_sentences
from aquasphere_env.games import get_game
from aquasphere_env.games.pages import folder_of

TESTS = Path(__file__).parents[1] / "games"


class Calls:
    """Notes which functions of a game's package each test enters."""

    def __init__(self, package: Path) -> None:
        self._package = str(package)
        self.by_test: dict[str, set[str]] = defaultdict(set)
        self._names: dict[CodeType, str | None] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Profile the test."""
        test = f"{item.path.name}::{getattr(item, 'originalname', item.name)}"
        found = self.by_test[test]

        def note(frame: Any, event: str, argument: Any) -> None:
            if event == "call" and (name := self._name(frame.f_code)) is not None:
                found.add(name)

        sys.setprofile(note)
        try:
            return (yield)
        finally:
            sys.setprofile(None)

    def _name(self, code: CodeType) -> str | None:
        if code not in self._names:
            inside = code.co_filename.startswith(self._package)
            name = f"{Path(code.co_filename).stem}.{code.co_name}"
            self._names[code] = name if inside else None
        return self._names[code]


def main(name: str) -> int:
    """Run the tests that the sentences of the game ``name`` name."""
    folder = folder_of(get_game(name))
    tests = {test for s in read_sentences(folder / FILE) for test in s.tests}
    calls = Calls(folder)
    words = [str(TESTS / name / test) for test in sorted(tests)]
    status = pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-o", "addopts=", *words], [calls])
    print(json.dumps({test: sorted(found) for test, found in calls.by_test.items()}))
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

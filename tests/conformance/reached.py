"""Runs the tests that a game's sentences name, interpreted, and tells the code they never enter.

    NUMBA_DISABLE_JIT=1 python -m tests.conformance.reached octodice

prints a JSON object: by sentence, the kernels that none of its tests enters. Of a test with
parameters no more are run than it takes to enter the kernels of its sentences.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from aquasphere_env.core.conformance import FILE, Sentence, read_sentences
from aquasphere_env.games import get_game
from aquasphere_env.games.pages import folder_of

TESTS = Path(__file__).parents[1] / "games"


class Calls:
    """Notes which functions of a game's package each test enters."""

    def __init__(self, package: Path, sentences: list[Sentence]) -> None:
        self._package = str(package)
        self._sentences = sentences
        self._entered: dict[str, set[str]] = defaultdict(set)
        self._names: dict[CodeType, str | None] = {}

    def idle(self, sentence: Sentence) -> list[str]:
        """Return the kernels of ``sentence`` that none of its tests has entered."""
        entered = set().union(*(self._entered[test] for test in sentence.tests))
        kernels = [kernel for kernel in sentence.kernels if ":" not in kernel]
        return [kernel for kernel in kernels if short(kernel) not in entered]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Skip a test if its sentences miss nothing."""
        mine = [sentence for sentence in self._sentences if name_of(item) in sentence.tests]
        if not any(map(self.idle, mine)):
            pytest.skip("all kernels of its sentences were entered")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Profile the test."""
        found = self._entered[name_of(item)]

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


def name_of(item: pytest.Item) -> str:
    """Return the test as sentences name it, ``file.py::function``."""
    return f"{item.path.name}::{getattr(item, 'originalname', item.name)}"


def short(kernel: str) -> str:
    """Return the last module and the function of ``kernel``."""
    return ".".join(kernel.split(".")[-2:])


def main(name: str) -> int:
    """Run the tests that the sentences of the game ``name`` name."""
    folder = folder_of(get_game(name))
    sentences = read_sentences(folder / FILE)
    calls = Calls(folder, sentences)
    tests = sorted({test for sentence in sentences for test in sentence.tests})
    words = [str(TESTS / name / test) for test in tests]
    status = pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-o", "addopts=", *words], [calls])
    idle = {each.number: calls.idle(each) for each in sentences}
    print(json.dumps({number: kernels for number, kernels in idle.items() if kernels}))
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

"""What became of mutants, in a file that a later run goes on from; explanations of survivors."""

import hashlib
import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from .kernels import Kernel
from .mutations import Mutation
from .suite import SURVIVED, Timed, Verdict, test_digest

Key = tuple[str, str, str, str]  # of a mutation: module, function, line, change
_KEYS = ("module", "function", "line", "mutation", "reason")  # of an explanation


@dataclass(frozen=True)
class Past:
    """The verdict of an earlier run, and the tests that a survivor has survived."""

    verdict: Verdict
    tests: frozenset[str]  # digests


class Results:
    """A file of verdicts, one a line, that hold for a function as it was."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[tuple[Key, str], Past]:
        """Return what is known, by mutation and digest of its function."""
        if not self.path.exists():
            return {}
        found = {}
        for line in self.path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            name = tuple(record["mutation"]), record["function"]
            found[name] = Past(
                Verdict(record["status"], record["test"]), frozenset(record["tests"])
            )
        return found

    def add(self, mutation: Mutation, verdict: Verdict, tests: Iterable[str]) -> None:
        """Write what became of ``mutation`` in ``tests``, which are digests."""
        record = {
            "mutation": mutation.key,
            "function": source_digest(mutation.kernel),
            "tests": sorted(tests) if verdict.status == SURVIVED else [],
            "status": verdict.status,
            "test": verdict.test,
        }
        self.path.parent.mkdir(exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")


class Measurements:
    """A file of what tests execute and how long they take, for kernels as they were."""

    def __init__(self, path: Path, kernels: Iterable[Kernel]) -> None:
        self.path = path
        self.kernels = "".join(map(source_digest, kernels))

    def read(self, items: Iterable[pytest.Item]) -> dict[pytest.Item, Timed]:
        """Return what is known of ``items`` as they are written now."""
        if not self.path.exists():
            return {}
        record = json.loads(self.path.read_text(encoding="utf-8"))
        if record["kernels"] != self.kernels:
            return {}
        known = record["tests"]
        return {
            item: Timed(item, seconds, frozenset(map(tuple, lines)), failure)
            for item in items
            if (name := test_digest(item)) in known
            for seconds, lines, failure in [known[name]]
        }

    def write(self, tests: Iterable[Timed]) -> None:
        """Keep the measurements of ``tests``, and no others."""
        known = {test.digest: (test.seconds, sorted(test.lines), test.failure) for test in tests}
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text(
            json.dumps({"kernels": self.kernels, "tests": known}), encoding="utf-8"
        )


def source_digest(kernel: Kernel) -> str:
    """Return what identifies the source of ``kernel``."""
    tree = kernel.tree
    lines = kernel.lines[tree.lineno - 1 : tree.end_lineno]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def new_lines(diff: str) -> set[int]:
    """Return the lines that a difference of one file, without context, adds or changes."""
    lines: set[int] = set()
    for hunk in (line for line in diff.splitlines() if line.startswith("@@")):
        first, _, count = hunk.split()[2].lstrip("+").partition(",")
        lines |= set(range(int(first), int(first) + int(count or 1)))
    return lines


def explanations(path: Path) -> dict[Key, str]:
    """Return the reasons of a file ``equivalent.toml``, if there is one, by mutation.

    Raises:
        ValueError: an entry lacks a key, or there is one twice.
    """
    if not path.exists():
        return {}
    found: dict[Key, str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("equivalent", []):
        missing = [name for name in _KEYS if not str(entry.get(name, "")).strip()]
        if missing:
            raise ValueError(f"{path.name}: {entry} has no {' and no '.join(missing)}; write it")
        key = entry["module"], entry["function"], entry["line"], entry["mutation"]
        if key in found:
            raise ValueError(f"{path.name}: {key} is there twice")
        found[key] = entry["reason"]
    return found

"""Every sentence of a rulebook that states a rule, with the code that plays it and its tests.

A game keeps its sentences in ``conformance.toml``, in the rulebook's order and our words; the page
``CONFORMANCE.md`` beside it is written from them.
"""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import groupby
from pathlib import Path
from typing import Any

FILE, PAGE = "conformance.toml", "CONFORMANCE.md"
_LISTS = ("rules", "kernels", "tests")


class ConformanceError(ValueError):
    """A broken list of sentences; the message names file, sentence and reason."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of a rulebook.

    Attributes:
        number: from 1, without gaps.
        part: the rulebook's section.
        says: the rule in our words.
        rules: ids of the game's page that cover it.
        kernels: ``module.function`` in the game's package, or ``file.toml:table``.
        tests: ``file.py::function`` in the game's tests.
        physical: why it plays no part in a program; then it has no kernels and tests.
    """

    number: int
    part: str
    says: str
    rules: tuple[str, ...] = ()
    kernels: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    physical: str = ""


def read_sentences(path: Path) -> list[Sentence]:
    """Return the sentences in the file ``path``.

    Raises:
        ConformanceError: an entry is malformed, out of order, or neither traced nor physical.
    """
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("sentence", [])
    return [_sentence(path, number, entry) for number, entry in enumerate(entries, 1)]


def _sentence(path: Path, number: int, entry: dict[str, Any]) -> Sentence:
    where = f"{path}, sentence {number}"
    known = {field.name for field in fields(Sentence)}
    if odd := sorted(set(entry) - known):
        raise ConformanceError(f"{where}: unknown key {odd[0]!r}")
    if entry.get("number") != number:
        raise ConformanceError(f"{where}: is numbered {entry.get('number')!r}")
    for name in ("part", "says"):
        if not isinstance(entry.get(name), str) or not entry[name]:
            raise ConformanceError(f"{where}: {name} is missing")
    physical = entry.get("physical", "")
    for name in _LISTS:
        found = entry.get(name, [])
        if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
            raise ConformanceError(f"{where}: {name} is a list of words, not {found!r}")
        if bool(found) == bool(physical):
            reason = "none, for it plays no part" if physical else "at least one"
            raise ConformanceError(f"{where}: {name}: {reason}")
    lists = {name: tuple(entry.get(name, ())) for name in _LISTS}
    return Sentence(number, entry["part"], entry["says"], **lists, physical=physical)


def conformance_page(title: str, sentences: Iterable[Sentence]) -> str:
    """Return the page of a game called ``title`` in Markdown."""
    return "\n".join(_lines(title, list(sentences))) + "\n"


def _lines(title: str, sentences: list[Sentence]) -> Iterator[str]:
    physical = sum(bool(sentence.physical) for sentence in sentences)
    yield f"# {title}: the rulebook, sentence by sentence"
    yield ""
    yield f"{len(sentences)} sentences in our words: {len(sentences) - physical} are traced to code"
    yield f"and tests, {physical} are about pieces and people and play no part in a program."
    yield "Written by `python -m aquasphere_env.games.pages` from `conformance.toml`; a test fails"
    yield "for a sentence whose tests are missing or do not run its code."
    for part, group in groupby(sentences, lambda sentence: sentence.part):
        yield f"\n## {part}\n"
        yield "| | rule | ids | code | tests |\n|---|---|---|---|---|"
        yield from map(_row, group)


def _row(sentence: Sentence) -> str:
    if sentence.physical:
        return f"| {sentence.number} | {sentence.says} | | *{sentence.physical}* | |"
    code = ", ".join(f"`{kernel}`" for kernel in sentence.kernels)
    tests = ", ".join(f"`{test}`" for test in sentence.tests)
    return (
        f"| {sentence.number} | {sentence.says} | {', '.join(sentence.rules)} | {code} | {tests} |"
    )

"""A game's flat action space as a table of named groups, with a description of every action."""

import difflib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from .integers import shown, whole_number

_LINE = re.compile(r"([0-9]{1,18})(?:\s*:\s*(.*))?", re.DOTALL)  # of a text observation
_OFFERS = 3  # actions that the error for unknown words names


@dataclass(frozen=True)
class ActionGroup:
    """Consecutive action ids, numbered along named axes with the last axis fastest.

    ``text`` is a format string over the names of the axes; an axis lists the words of its values.
    """

    name: str
    text: str
    axes: Mapping[str, Sequence[str]] | None = None
    rules: str = ""  # ids of the rules that these actions follow

    @property
    def size(self) -> int:
        """Number of actions."""
        return math.prod(len(labels) for labels in (self.axes or {}).values())

    def texts(self) -> Iterator[str]:
        """Yield the description of every action in id order."""
        axes = self.axes or {}
        for words in product(*axes.values()):
            yield self.text.format(**dict(zip(axes, words, strict=True)))


class ActionTable:
    """All actions of a game, ``len(table)`` of them; a version of the game never renumbers them."""

    def __init__(self, groups: Sequence[ActionGroup]) -> None:
        """Number the actions of ``groups``; raise ``ValueError`` if two read the same."""
        self.groups = tuple(groups)
        self._texts = [text for group in groups for text in group.texts()]
        if len(self.by_words) != len(self._texts):
            raise ValueError("two actions have the same words")

    def __len__(self) -> int:
        """Return the number of actions."""
        return len(self._texts)

    @cached_property
    def by_words(self) -> dict[str, int]:
        """The ids by their words, as ``normal`` returns them."""
        return {normal(text): action for action, text in enumerate(self._texts)}

    def start(self, name: str) -> int:
        """Return the first id of the group ``name``; raise ``KeyError`` if it is unknown."""
        first = 0
        for group in self.groups:
            if group.name == name:
                return first
            first += group.size
        raise KeyError(f"no action group {name!r}; there are {[g.name for g in self.groups]}")

    def locate(self, action: int) -> tuple[ActionGroup, int]:
        """Return the group of ``action`` and its index in it; raise ``ValueError`` for a bad id."""
        index = self._checked(action)
        for group in self.groups:
            if index < group.size:
                return group, index
            index -= group.size
        raise AssertionError("unreachable: the id was checked")

    def describe(self, action: int) -> str:
        """Return the description of ``action``, e.g. ``act in position 2 with CRYSTAL``."""
        return self._texts[self._checked(action)]

    def read(self, given: Any) -> int:
        """Return the integer or the id of the words ``given``; the one rule of every API.

        An integer of any kind counts, and an array with exactly one integer, even if it is no id:
        what becomes of an illegal action is up to the caller.

        Raises:
            TypeError: neither an integer nor words.
            ValueError: words that no action reads.
        """
        if isinstance(given, str):
            return self.parse(given)
        return whole_number(given, "an action is an integer or its words")

    def parse(self, text: str) -> int:
        """Return the id for a description, a decimal id or both as in a text observation.

        Case, further spaces and a full stop make no difference: ``61``, ``61: Peek at the card.``

        Raises:
            ValueError: no action reads so, or the number and the words are two actions'.
        """
        words = normal(text)
        if words in self.by_words:
            return self.by_words[words]
        line = _LINE.fullmatch(words)
        if line is None:
            raise self._unknown(text, words)
        action = self._checked(int(line[1]))
        if not line[2]:
            return action
        if line[2] not in self.by_words:
            raise self._unknown(text, line[2])
        if self.by_words[line[2]] != action:
            other = f"{self.by_words[line[2]]}: {line[2]}"
            raise ValueError(
                f"{shown(text)} are two actions, {action}: {self._texts[action]} and {other}; "
                "give one of them"
            )
        return action

    def _unknown(self, text: str, words: str) -> ValueError:
        """Return the error about ``text``, naming the actions nearest to ``words``."""
        near: list[str] = []
        if len(words) <= 2 * max(map(len, self.by_words)):
            near = difflib.get_close_matches(words, self.by_words, _OFFERS)
        offers = [f"{self.by_words[other]}: {self._texts[self.by_words[other]]}" for other in near]
        if near:
            return ValueError(f"no action reads {shown(text)}; the nearest are {'; '.join(offers)}")
        examples = "; ".join(next(iter(group.texts())) for group in self.groups)
        return ValueError(f"no action reads {shown(text)}; actions read like: {examples}")

    def __contains__(self, action: object) -> bool:
        """Return whether the integer ``action`` is an id."""
        return isinstance(action, int) and 0 <= action < len(self._texts)

    def _checked(self, action: int) -> int:
        if not 0 <= action < len(self._texts):
            raise ValueError(f"action {action} is not in 0..{len(self._texts) - 1}")
        return int(action)


def normal(text: str) -> str:
    """Return ``text`` in lower case with single spaces and no full stop, as ``by_words`` has it."""
    return " ".join(text.lower().split()).removesuffix(".").rstrip()

"""A game's flat action space as a table of named groups, with a description of every action."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product


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
        if len(self._by_text) != len(self._texts):
            raise ValueError("two actions have the same words")

    def __len__(self) -> int:
        """Return the number of actions."""
        return len(self._texts)

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {_normal(text): action for action, text in enumerate(self._texts)}

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

    def parse(self, text: str) -> int:
        """Return the id for a description or decimal id; raise ``ValueError`` if it is unknown."""
        text = text.strip()
        if text.isdecimal():
            return self._checked(int(text))
        try:
            return self._by_text[_normal(text)]
        except KeyError:
            examples = "; ".join(next(iter(group.texts())) for group in self.groups)
            raise ValueError(f"no action reads {text!r}; actions read like: {examples}") from None

    def _checked(self, action: int) -> int:
        if not 0 <= action < len(self._texts):
            raise ValueError(f"action {action} is not in 0..{len(self._texts) - 1}")
        return int(action)


def _normal(text: str) -> str:
    return " ".join(text.lower().split())

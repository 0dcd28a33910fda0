"""What a short phrase of a model names: an action's id, its words, or both; nothing is guessed."""

import re
from typing import NamedTuple

from ..core.actions import ActionTable, normal
from ..core.integers import shown

_QUOTES = "'\"\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}" + (
    "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
)
_EDGES = f" \t{_QUOTES}*_`~#[](){{}}<>|.,;:!"
_MOST_CHARACTERS = 600  # of a phrase with a remark
_NUMBER = re.compile(r"(?:(?:action|id|number|no\.?)\s*)?#?\s*([0-9]{1,9})", re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"(?:id\s*)?#?([0-9]{1,9})\s*[\])]?\s*(?:[:.,=|(\u2013-]|\s)\s*(.+)")
_NUMBER_LAST = re.compile(r"(.+?)\s*[\[(:,=-]\s*(?:(?:action|id)\s*)?#?([0-9]{1,9})[\])]?")
_SEVERAL = re.compile(r"[0-9]{1,9}(?:\s*(?:,|;|/|\||\bor\b|\band\b|&)\s*[0-9]{1,9})+")
_DIGIT = re.compile("[0-9]")


class Named(NamedTuple):
    """What a phrase names: ``actions`` by id, several if it is ambiguous, none if it is no name."""

    actions: tuple[int, ...]
    conflict: str = ""  # a number and words that are two actions', in a sentence


NOTHING = Named(())


def named_by(phrase: str, table: ActionTable) -> Named:
    """Return what ``phrase`` names as a whole.

    ``17``, ``#17``, ``[17]``, ``17: pass``, ``17 (pass)``, ``pass [17]``, ``"Pass."``; ids need not
    be in the table. A sentence that only mentions an action names nothing.
    """
    phrase = " ".join(phrase.split())
    bare = phrase.strip(_EDGES)
    if len(bare) > _MOST_CHARACTERS:
        return NOTHING
    words = _words(bare, table)
    if words is not None:
        return Named((words,))
    if number := _NUMBER.fullmatch(bare):
        return NOTHING if _is_signed(phrase) else Named((int(number[1]),))
    if _SEVERAL.fullmatch(bare):
        ids = dict.fromkeys(int(each) for each in re.findall("[0-9]+", bare))
        return Named(tuple(ids))
    return _number_and_words(bare, table)


def _is_signed(phrase: str) -> bool:
    """Return whether the number in ``phrase`` is negative or a part of a fraction."""
    return bool(re.search(r"[-+\N{MINUS SIGN}.]\s*[0-9]", phrase))


def _number_and_words(bare: str, table: ActionTable) -> Named:
    if first := _NUMBER_FIRST.fullmatch(bare):
        action, words = int(first[1]), first[2].strip(_EDGES)
        other = _words(words, table)
        if other is not None:
            return _agreeing(action, other, table)
        return Named((action,)) if _explains(action, words, table) else NOTHING
    if last := _NUMBER_LAST.fullmatch(bare):
        words, action = last[1].strip(_EDGES), int(last[2])
        other = _words(words, table)
        if other is not None:
            return _agreeing(action, other, table)
    return NOTHING


def _agreeing(action: int, other: int, table: ActionTable) -> Named:
    if action == other:
        return Named((action,))
    conflict = f"{action} and {shown(table.describe(other))} (which is {other}) are two actions"
    return Named((), conflict)


def _explains(action: int, words: str, table: ActionTable) -> bool:
    """Return whether ``words`` are those of ``action`` and a remark without another number."""
    if action not in table:
        return False
    own, given = normal(table.describe(action)), normal(words)
    if not given.startswith(own):
        return False
    remark = given[len(own) :]
    return not remark[:1].isalnum() and not _DIGIT.search(remark) and not _names_any(remark, table)


def _names_any(remark: str, table: ActionTable) -> bool:
    return any(normal(table.describe(action)) in remark for action in range(len(table)))


def _words(text: str, table: ActionTable) -> int | None:
    """Return the action whose words ``text`` is, or ``None``."""
    if not text or text.isdecimal():
        return None
    return table.by_words.get(normal(text))

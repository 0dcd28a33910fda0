r"""What a language model answers: the one action that it names, or what was wrong in a sentence.

An answer counts if it stands by itself:

- as JSON, ``{"action": 17}``, or behind a label, ``Action: 17``, anywhere;
- in brackets, ``[17]`` or ``\boxed{17}``, at the end of the last line, or as a line of its own: the
  last line, or the first if no other names one.

The last of these is meant. Instead of the id its words do, and both together, in any case, quoted
or in Markdown. What stands in ``<think>``…``</think>`` is no answer. Prose that only mentions
actions names none, and of several different ones at the same place none is chosen: the problem says
so, and can be sent back.
"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from ..core.actions import ActionTable
from ..core.game import Variant, legal_ids
from ..core.integers import shown
from ..core.match import explain_illegal
from .phrases import NOTHING, Named, named_by

MOST_READ = 20_000  # characters, the last ones
_MOST_LINE = 2_000  # characters of the last line, the last ones
_MOST_OBJECTS = 200  # of JSON that are tried
FORMAT = 'End your answer with a line like "Action: 17", with the id of one legal action.'

_TAGS = r"think|thinking|thought|reasoning|analysis|scratchpad"
_THOUGHT = re.compile(rf"<({_TAGS})>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_OPENED = re.compile(rf"<(?:{_TAGS})>", re.IGNORECASE)
_CLOSED = re.compile(rf"</(?:{_TAGS})\s*>", re.IGNORECASE)
_BOXED = re.compile(r"\\boxed\{([^{}\n]*)\}", re.IGNORECASE)
_LABEL = re.compile(
    r"\b(?:action|answer|move|choice|decision)(?:\s+(?:id|number))?[\"']?\s*(?:([:=])|\bis\b\s*:?)",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\[([^\[\]\n]{1,200})\]")
_BRACKETS_LAST = re.compile(r"^(?!.*(?:\bnot\b|\bnever\b|n['\u2019]t\b)).*\][\W_]*$", re.IGNORECASE)
_OBJECT = "\x00"  # stands for a JSON object
_NUMBERING = re.compile(r"[0-9]+[.)]")  # of a list
_BULLET = re.compile(r"^\s*(?:[-*+>#\N{BULLET}]+\s+)*")
_NEGATION = re.compile(
    r"\b(?:not|never|avoid|instead of|rather than|without|unless|neither|nor|no)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_RETRACTED = re.compile(
    r"\b(?:wait|correction|scratch that|on second thought|never ?mind|my mistake)\b", re.IGNORECASE
)
_KEYS = frozenset({"action", "action_id", "answer", "move", "choice"})


class Answer(NamedTuple):
    """The action that an answer names, or ``None`` and the problem in a sentence."""

    action: int | None
    problem: str = ""


class _Mention(NamedTuple):
    line: int  # its number among those that are not blank
    named: Named
    text: str


def read_answer(text: str, variant: Variant, state: np.void) -> Answer:
    """Return the legal action of ``state`` that the answer ``text`` names, or what is wrong."""
    answer = named_in(text, variant.game.actions)
    if answer.action is None or answer.action in legal_ids(state):
        return answer
    reason = explain_illegal(variant, state, answer.action)
    return Answer(None, f"{reason[:1].upper()}{reason[1:]}. Choose one of the legal actions.")


def named_in(text: str, table: ActionTable) -> Answer:
    """Return the id that the answer ``text`` names, legal or not, or what is wrong with it."""
    said = _without_thoughts(text[-MOST_READ:].replace(_OBJECT, " "))
    if said is None:
        return Answer(None, f"The answer ends in the middle of a thought. {FORMAT}")
    said = _BOXED.sub(r"[\1]", said.replace("\N{FULLWIDTH COLON}", ":").replace("\xa0", " "))
    mentions, rest = _objects(said, table)
    lines = [line for line in rest.split("\n") if line.strip()]
    mentions = sorted([*mentions, *_labelled(lines, table)], key=lambda mention: mention.line)
    alone = _alone(lines, table)
    if not mentions:
        mentions = _at_an_end(alone, len(lines) - 1)
    else:  # a last line by itself counts beside them
        mentions += [each for each in alone if each.line == len(lines) - 1 != mentions[-1].line]
    if not mentions:
        return Answer(None, f"The answer names no action. {FORMAT}")
    after = "\n".join(lines[mentions[-1].line + 1 :])
    if _RETRACTED.search(after):
        return Answer(None, f"The answer takes back what it named. {FORMAT}")
    return _decided(_last_together(mentions))


def _without_thoughts(text: str) -> str | None:
    """Return what is left without thoughts; ``None`` if it is nothing, but for an open thought."""
    text = _THOUGHT.sub("\n", text)
    text = _CLOSED.split(text)[-1]  # some models leave out the opening tag
    said, *open_thoughts = _OPENED.split(text, maxsplit=1)
    return None if open_thoughts and not said.strip() else said


def _objects(text: str, table: ActionTable) -> tuple[list[_Mention], str]:
    """Return the actions that JSON objects name, and the text with ``_OBJECT`` in their places."""
    decoder = json.JSONDecoder(object_pairs_hook=list)
    mentions, rest, at = [], "", 0
    for _ in range(_MOST_OBJECTS):
        start = text.find("{", at)
        if start < 0:
            break
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            rest, at = rest + text[at : start + 1], start + 1
            continue
        rest, at = rest + text[at:start] + _OBJECT, end
        for given in _values(value):
            line = sum(1 for each in rest.split("\n") if each.strip()) - 1
            mentions.append(_Mention(line, _named_by_value(given, table), shown(given)))
    return mentions, rest + text[at:]


def _values(value: Any) -> Iterator[Any]:
    """Yield what stands under the keys of actions in JSON whose objects are lists of pairs."""
    for pair in value if isinstance(value, list) else ():
        if isinstance(pair, tuple):
            if pair[0].lower() in _KEYS and not _is_object(pair[1]):
                yield pair[1]
            else:
                yield from _values(pair[1])
        else:
            yield from _values(pair)


def _is_object(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], tuple)


def _named_by_value(given: Any, table: ActionTable) -> Named:
    if isinstance(given, str):
        return named_by(given, table)
    if isinstance(given, list):
        ids = [action for each in given for action in _named_by_value(each, table).actions]
        return Named(tuple(dict.fromkeys(ids)))
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    is_id = isinstance(given, int) and not isinstance(given, bool) and given >= 0
    return Named((given,)) if is_id else NOTHING


def _labelled(lines: Sequence[str], table: ActionTable) -> Iterator[_Mention]:
    """Yield what stands behind labels, up to the next label or the end of the line."""
    for number, line in enumerate(lines):
        found = list(_LABEL.finditer(line))
        for label, following in zip_longest(found, found[1:]):
            phrase = line[label.end() : following.start() if following else len(line)]
            at = number
            if not phrase.strip(" *_`") and number + 1 < len(lines):
                at, phrase = number + 1, lines[number + 1]
            denied = _NEGATION.search(line[: label.start()]) is not None
            named = NOTHING if denied else named_by(phrase, table)
            if phrase.strip() == _OBJECT:
                continue
            if label[1] or named != NOTHING:  # "my move is" may go on as prose
                yield _Mention(at, named, phrase.strip())


def _alone(lines: Sequence[str], table: ActionTable) -> list[_Mention]:
    """Return lines that name an action as a whole, and brackets at the end of the last line."""
    mentions: list[_Mention] = []
    last = len(lines) - 1
    each = [named_by(_BULLET.sub("", line), table) for line in lines]
    for number, (line, named) in enumerate(zip(lines, each, strict=True)):
        is_numbering = _NUMBERING.fullmatch(line.strip()) and number < last
        if named != NOTHING and not (is_numbering and each[number + 1] == NOTHING):
            mentions.append(_Mention(number, named, line.strip()))
        elif number == last and _BRACKETS_LAST.search(line[-_MOST_LINE:]):
            inside = (
                named_by(bracket[1], table) for bracket in _BRACKETS.finditer(line[-_MOST_LINE:])
            )
            mentions += [_Mention(number, other, line) for other in inside if other != NOTHING]
    return mentions


def _at_an_end(mentions: list[_Mention], last: int) -> list[_Mention]:
    """Return ``mentions`` if the first or the last line is among them.

    If the first line and a later one differ they count as one place.
    """
    if not mentions or (mentions[0].line > 0 and mentions[-1].line < last):
        return []
    if mentions[0].line == 0 and len({each.named for each in mentions}) > 1:
        return [each._replace(line=0) for each in mentions]
    return mentions


def _last_together(mentions: Sequence[_Mention]) -> list[_Mention]:
    """Return the last mention and those before it that no other line parts from it.

    Earlier lines that name nothing are left out.
    """
    last = mentions[-1]
    together = [last]
    for mention in reversed(mentions[:-1]):
        if together[-1].line - mention.line > 1:
            break
        if mention.line == last.line or mention.named != NOTHING:
            together.append(mention)
    return together


def _decided(together: Sequence[_Mention]) -> Answer:
    """Return the one action that all of ``together`` name."""
    for mention in together:
        if mention.named.conflict:
            return Answer(None, f"The answer is ambiguous: {mention.named.conflict}. {FORMAT}")
        if not mention.named.actions:
            return Answer(None, f"No action reads {shown(mention.text)}. {FORMAT}")
    ids = sorted({action for mention in together for action in mention.named.actions})
    if len(ids) > 1:
        listed = f"{', '.join(map(str, ids[:-1]))} and {ids[-1]}"
        return Answer(None, f"The answer names several actions, {shown(listed)[1:-1]}. {FORMAT}")
    return Answer(ids[0])

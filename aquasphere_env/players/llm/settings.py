"""The text ``llm:<model>,option=value,…``: where a model is, how it is asked, what it may cost."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any
from urllib.parse import urlsplit

from ...core.integers import shown
from ...language.telling import Telling

PREFIX = "llm"
KEY = "OPENAI_API_KEY"  # the only place that a key is read from
BASE_URL = "OPENAI_BASE_URL"
USUAL_URL = "https://api.openai.com/v1"

_OPTION = re.compile(r",(?=[a-z_]+=)")
_MOST = 10**9


class ModelSettingsError(ValueError):
    """A text that names no model; the message says what is allowed."""


@dataclass(frozen=True)
class ModelSettings:
    """How to ask a model.

    Attributes:
        model: its name at the server.
        url: the base address, up to and with ``/v1``.
        temperature: 0 to 2; not sent if it is ``None``.
        max_tokens: of one answer; not sent if it is ``None``.
        budget: tokens in all, of questions and answers; no call begins after them.
        calls: requests in all, repeated ones too.
        price_in: dollars for a million tokens of questions.
        price_out: dollars for a million tokens of answers.
        tries: how often a decision is asked for, until an answer names a legal action.
        retries: how often a request is repeated that fails for reasons that may pass.
        timeout: seconds for one request.
        parallel: requests at a time, for different games.
        rules: ``short``, ``full`` or ``none``.
        news: whether it is told what has happened, where that is known.
        hints: whether it is told what each action does.
        transcript: a file that every exchange is added to, a line of JSON each.
    """

    model: str
    url: str
    temperature: float | None = None
    max_tokens: int | None = None
    budget: int | None = None
    calls: int | None = None
    price_in: float | None = None
    price_out: float | None = None
    tries: int = 3
    retries: int = 5
    timeout: float = 120.0
    parallel: int = 8
    rules: str = "short"
    news: bool = True
    hints: bool = True
    transcript: str | None = None

    @property
    def telling(self) -> Telling:
        """What the model is told."""
        return Telling(None if self.rules == "none" else self.rules, self.news, self.hints)


def _number(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        number = float(text)
        if not least <= number <= most:
            raise ValueError
        return number

    return read


def _count(least: int, most: int = _MOST) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > len(str(most)):
            raise ValueError
        return int(_number(least, most)(text))

    return read


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        return words[words.index(text)]

    return read


def _file(text: str) -> str:
    if not text:
        raise ValueError
    return text


_YES_OR_NO = {"yes": True, "no": False}
_OPTIONS: dict[str, tuple[str, Callable[[str], Any]]] = {  # by name: what is allowed, and a reader
    "url": ("an address such as http://localhost:8000/v1, without a password or query", _file),
    "temperature": ("a number from 0 to 2", _number(0, 2)),
    "max_tokens": ("a positive integer", _count(1)),
    "budget": ("a positive integer of tokens", _count(1)),
    "calls": ("a positive integer", _count(1)),
    "price_in": ("dollars for a million tokens", _number(0, _MOST)),
    "price_out": ("dollars for a million tokens", _number(0, _MOST)),
    "tries": ("1 to 20", _count(1, 20)),
    "retries": ("0 to 20", _count(0, 20)),
    "timeout": ("seconds, more than 0 and up to 3600", _number(1e-3, 3600)),
    "parallel": ("1 to 256", _count(1, 256)),
    "rules": ("short, full or none", _one_of("short", "full", "none")),
    "news": ("yes or no", lambda text: _YES_OR_NO[text]),
    "hints": ("yes or no", lambda text: _YES_OR_NO[text]),
    "transcript": ("a file", _file),
}
assert set(_OPTIONS) == {field.name for field in fields(ModelSettings)} - {"model"}


def read_settings(argument: str) -> ModelSettings:
    """Return what the text behind ``llm:`` says; the address may come from the environment.

    Raises:
        ModelSettingsError: no model, an unknown option, or a value that is not allowed.
    """
    model, *options = _OPTION.split(argument)
    if not model.strip() or "=" in model:
        raise ModelSettingsError(
            f"{PREFIX}:{argument} names no model; write {PREFIX}:<model>, e.g. "
            f"{PREFIX}:gpt-4o-mini,temperature=0"
        )
    given: dict[str, Any] = {"url": os.environ.get(BASE_URL) or USUAL_URL}
    for option in options:
        name, _, text = option.partition("=")
        if name not in _OPTIONS:
            allowed = ", ".join(_OPTIONS)
            raise ModelSettingsError(f"{PREFIX} has no option {shown(name)}; it has: {allowed}")
        given[name] = _read(name, text)
    given["url"] = _checked_url(given["url"])
    return ModelSettings(model.strip(), **given)


def _read(name: str, text: str) -> Any:
    allowed, read = _OPTIONS[name]
    try:
        return read(text)
    except (ValueError, KeyError):
        raise ModelSettingsError(f"{PREFIX}: {name} is {allowed}, not {shown(text)}") from None


def _checked_url(url: str) -> str:
    """Return ``url`` without a slash at its end.

    Raises:
        ModelSettingsError: no HTTP, or one that would carry a secret into names and transcripts.
    """
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # of a port
        good = False
    if not good or parts.username or parts.password or parts.query or parts.fragment:
        raise ModelSettingsError(
            f"{PREFIX}: url is {_OPTIONS['url'][0]}; keys go into the environment as {KEY}"
        )
    return url.rstrip("/")

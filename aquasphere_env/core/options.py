"""Options of a game: what users give, and the plain values that logs and networks record of it.

An option that takes a file is recorded as the file's text, so that what is recorded stands for
itself: whoever reads it opens no path that comes from there.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import strict_json
from .components import MOST_BYTES, ComponentError
from .integers import shown
from .reading import FileError, FileText, is_text, text_of


class UnknownOptionError(ValueError, TypeError):
    """An option that the game does not have.

    It is a ``TypeError`` worded like Python's, too: TorchRL's ``GymEnv`` always passes
    ``frameskip`` and drops it when such an error names it.
    """


@dataclass(frozen=True)
class FileOption:
    """An option that takes the path of a file, or the file's text: a string of several lines.

    ``words`` are values that are neither.
    """

    most_bytes: int
    words: tuple[str, ...] = ()

    def read(self, name: str, given: Any) -> Any:
        """Return ``given`` if it is a word, else the text that it is or names.

        Raises:
            ComponentError: the file cannot be read.
        """
        if given in self.words:
            return given
        if not isinstance(given, str):
            words = "".join(f", {word!r}" for word in self.words)
            raise ComponentError(f"{name} is a file's path or text{words}, not {shown(given)}")
        try:
            return text_of(given, self.most_bytes, name)
        except FileError as error:
            raise ComponentError(str(error)) from None

    def refuse_path(self, name: str, recorded: Any) -> None:
        """Raise ``ComponentError`` if ``recorded`` names a file, which must not be opened."""
        if isinstance(recorded, str) and recorded not in self.words and not is_text(recorded):
            raise ComponentError(
                f"option {name!r} names the file {shown(recorded)}, which is not opened because "
                "the name comes from a file; give the reader a variant made with it"
            )


COMPONENTS_FILE = FileOption(MOST_BYTES)  # the option ``components`` of every game that has one


def given_options(words: Sequence[str]) -> dict[str, Any]:
    """Return the options that the ``words`` of a command line give, each as ``name=value``.

    A value is what JSON reads in it (numbers, lists, ``true``), else the text, such as a path.

    Raises:
        ValueError: a word without a value.
    """
    given = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"--option is name=value, as in max_rounds=10, not {shown(word)}")
        given[name] = _read(value)
    return given


def option_words(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the words from which ``given_options`` makes ``options``."""
    return tuple(f"{name}={json.dumps(value)}" for name, value in options.items())


def _read(text: str) -> Any:
    try:
        return strict_json.loads(text)
    except (ValueError, RecursionError):
        return text


def refuse_unknown(title: str, defaults: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Raise ``UnknownOptionError`` if ``given`` has an option that ``defaults`` does not."""
    unknown = sorted(set(given) - set(defaults))
    if unknown:
        raise UnknownOptionError(
            f"{title} has no option {shown(unknown[0])} (unexpected keyword argument "
            f"{shown(unknown[0])}); its options are: {', '.join(sorted(defaults)) or 'none'}"
        )


def changed(defaults: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of ``given`` that differ from their default, as plain values."""
    values = {name: plain(value) for name, value in given.items()}
    return {name: value for name, value in values.items() if not _same(value, defaults[name])}


def _same(value: Any, default: Any) -> bool:
    """Return whether ``value`` is the default, and not only equal as 1 is to ``True``."""
    return type(value) is type(default) and bool(value == default)


def plain(value: Any) -> Any:
    """Return an option's ``value`` in the form that logs, network files and specs write."""
    if isinstance(value, FileText):
        return value
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return os.fspath(value) if isinstance(value, os.PathLike) else value

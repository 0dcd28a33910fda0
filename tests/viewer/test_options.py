"""Every number of every command has a range, which its help shows and its errors name."""

import inspect
import re
from typing import Any, get_args, get_type_hints

import pytest

from aquasphere_env.viewer import cli

from .command import run


def numbers() -> list[tuple[str, str]]:
    """Return command and option of every parameter that is a number."""
    found = []
    for entry in cli.app.registered_commands:
        callback: Any = entry.callback
        hints = get_type_hints(callback)
        for name in inspect.signature(callback).parameters:
            kinds = get_args(hints[name]) or (hints[name],)
            if int in kinds or float in kinds:
                found.append((callback.__name__, f"--{name}"))
    return found


NUMBERS = numbers()


def limits(command: str, option: str) -> tuple[int, int]:
    """Return the least and the most that the help allows."""
    found = re.search(rf"  {option} (\d+)\.\.(\d+) ", run(command, "--help").stdout)
    assert found, f"aquasphere {command} --help tells no range of {option}"
    return int(found[1]), int(found[2])


def test_all_numbers_are_found() -> None:
    assert ("simulate", "--games") in NUMBERS
    assert ("replay", "--seat") in NUMBERS
    assert len(NUMBERS) >= 9


@pytest.mark.parametrize(("command", "option"), NUMBERS)
def test_a_number_out_of_range_is_refused_in_a_line(command: str, option: str) -> None:
    least, most = limits(command, option)
    file = ["games.jsonl"] if command == "replay" else []
    for value in (least - 1, most + 1, -(2**70), 2**70, "nan", "inf", "1.5", "many", "", "1e3"):
        done = run(command, *file, option, str(value))
        assert done.status == 2, value
        assert done.stdout == ""
        line = done.told()
        assert option in line
        assert repr(str(value)) in line
        assert f"{least} to {most}" in line


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("simulate", "--nonsense"),
        ("simulate", "--games"),
        ("replay",),
        ("simulate", "aquasphere", "octodice"),
        ("rules", "chess\x1b[31m"),
    ],
)
def test_wrong_words_are_told_in_a_line(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.status in (1, 2)
    assert done.told().isprintable()


def test_without_words_the_help_is_shown() -> None:
    done = run()
    assert (done.status, done.stderr) == (0, "")
    assert "Usage: aquasphere" in done.stdout

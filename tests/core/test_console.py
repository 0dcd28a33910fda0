"""Commands print what any terminal takes, and end in one line."""

import io
import os
import subprocess
import sys
from typing import Any

import pytest

from aquasphere_env.core.console import (
    accept_all_text,
    command,
    say,
    visible,
    visible_lines,
)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain ä → 6", "plain ä → 6"),
        ("\x1b[31mred\x07", r"\x1b[31mred\x07"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("left\u202eright\u2066", r"left\u202eright\u2066"),
        ("\ud800\x9b\u2028", r"\ud800\x9b\u2028"),
    ],
)
def test_what_controls_a_terminal_becomes_visible(text: str, seen: str) -> None:
    assert visible(text) == seen
    assert visible_lines(f"{text.replace(chr(10), ' ')}\nnext").endswith("\nnext")


def test_all_text_goes_through_any_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(buffer, "cp1252"))
    accept_all_text()
    say("6 → 7, ≤ 3, Σ, ő, 漢, é, \ud800")
    assert buffer.getvalue().decode("cp1252").rstrip() == r"6 -> 7, <= 3, sum, o, ?, é, \ud800"


def ended(error: BaseException, capsys: pytest.CaptureFixture[str]) -> tuple[Any, str]:
    with pytest.raises(SystemExit) as end, command("aqua"):
        raise error
    return end.value.code, capsys.readouterr().err


def test_an_end_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    full = OSError(28, "No space left on device", "games\n.jsonl")
    assert ended(full, capsys) == ("aqua: games\\n.jsonl: No space left on device", "")
    assert ended(BrokenPipeError(), capsys) == (1, "")


@pytest.mark.parametrize("fault", [ZeroDivisionError, KeyboardInterrupt])
def test_faults_of_the_program_and_interrupts_go_on(fault: type[BaseException]) -> None:
    with pytest.raises(fault), command("aqua"):
        raise fault


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has it")
def test_a_full_disk_behind_stdout_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code = "from aquasphere_env.core.console import command\nwith command('aqua'): print('x')"
    with open("/dev/full", "w") as full:
        words = [sys.executable, "-c", code]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, "aqua: No space left on device\n")

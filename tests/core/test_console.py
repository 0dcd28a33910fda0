"""Commands print what any terminal takes, and end in one line."""

import io
import os
import signal
import sys
from typing import Any

import pytest

from aquasphere_env.core.console import (
    accept_all_text,
    command,
    interrupts_held,
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
    assert ended(KeyboardInterrupt(), capsys) == (130, "aqua: interrupted\n")
    full = OSError(28, "No space left on device", "games\n.jsonl")
    told = "aqua: games\\n.jsonl: No space left on device\n"
    assert ended(full, capsys) == (1, told)
    assert ended(BrokenPipeError(), capsys) == (1, "")


def test_faults_of_the_program_keep_their_traceback() -> None:
    with pytest.raises(ZeroDivisionError), command("aqua"):
        raise ZeroDivisionError


def interrupted(times: int) -> list[int]:
    """Return which of so many interrupts did not end a block that holds them."""
    done = []

    def block() -> None:
        with interrupts_held():
            for k in range(times):
                signal.raise_signal(signal.SIGINT)
                done.append(k)

    with pytest.raises(KeyboardInterrupt):
        block()
    return done


def test_an_interrupt_waits_for_the_end_of_the_block() -> None:
    assert interrupted(1) == [0]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_second_interrupt_does_not_wait() -> None:
    assert interrupted(2) == [0]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has it")
def test_a_full_disk_behind_stdout_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    import subprocess

    code = "from aquasphere_env.core.console import command\nwith command('aqua'): print('x')"
    with open("/dev/full", "w") as full:
        words = [sys.executable, "-c", code]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (1, "aqua: No space left on device\n")

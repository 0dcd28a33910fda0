"""A signal ends a command with one line and the shell's status, and waits where it must."""

import os

import pytest

from tests.processes import python

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")

BEGIN = (
    "import os, signal, sys\n"
    "from aquasphere_env.core.signals import catch_signals, check_stopped, Stopped, uninterrupted\n"
    "def send(name): os.kill(os.getpid(), getattr(signal, name))\n"
)


def ended(code: str, begin: str = BEGIN + "catch_signals('aqua')\n") -> tuple[int, str, str]:
    done = python("-c", begin + code)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_is_told_in_a_line(name: str, status: int) -> None:
    told = f"aqua: stopped by {name}\n"
    assert ended(f"send('{name}'); print('never')") == (status, "", told)


def test_an_ignored_signal_stays_ignored() -> None:
    code = "signal.signal(signal.SIGHUP, signal.SIG_IGN)\ncatch_signals('aqua')\n"
    assert ended(f"{code}send('SIGHUP'); print('goes on')", BEGIN) == (0, "goes on\n", "")


def test_a_lost_exception_is_raised_again() -> None:
    code = (
        "class Loses:\n"
        "    def __del__(self): send('SIGTERM')\n"
        "Loses()\n"
        "check_stopped()\n"
        "print('never')\n"
    )
    assert ended(code)[:2] == (143, "")


def test_a_signal_waits_for_the_end_of_the_block() -> None:
    code = "with uninterrupted(): send('SIGTERM'); print('done')\nprint('never')"
    assert ended(code) == (143, "done\n", "aqua: stopped by SIGTERM\n")


def test_a_second_signal_in_the_block_does_not_wait() -> None:
    code = "with uninterrupted(): send('SIGTERM'); print('one'); send('SIGINT'); print('two')"
    assert ended(code) == (143, "one\n", "aqua: stopped by SIGTERM\n")


def test_what_comes_while_the_command_ends_waits_and_is_dropped() -> None:
    code = (
        "try: send('SIGTERM')\n"
        "except Stopped: pass\n"
        "with uninterrupted(): send('SIGINT'); print('saved')\n"
        "print('told')\n"
    )
    assert ended(code) == (0, "saved\ntold\n", "aqua: stopped by SIGTERM\n")


def test_nobody_has_to_listen() -> None:
    assert ended("os.close(2); send('SIGHUP')")[0] == 129

"""Signals, full disks, missing folders: a line, the old file whole, no work in vain."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

from aquasphere_env.core import signals
from aquasphere_env.core.log import read_logs
from aquasphere_env.players.compiled_player import CompiledPlayer
from aquasphere_env.players.registry import register_player
from aquasphere_env.viewer import export, simulation
from tests.processes import piped, python

from .command import run

OLD = "old\n"
STOPS = ("SIGINT", "SIGTERM", "SIGHUP")
posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has neither limits nor signals")


class Acting(CompiledPlayer):
    """A random player that does something before it decides."""

    def __init__(self, variant: Any, act: Callable[[int], None]) -> None:
        super().__init__("random", variant)
        self.act = act

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        self.act(len(states))
        return super().act_on_states(states)


@pytest.fixture
def acting() -> Callable[[Callable[[int], None]], str]:
    """Return a function that names the player which calls ``act`` with the games that go on."""

    def named(act: Callable[[int], None]) -> str:
        register_player("acting", lambda argument, variant: Acting(variant, act))
        return "acting:"

    return named


def simulate(*words: str, games: int = 40) -> Any:
    return run("simulate", "octodice", "--players", "1", "--games", str(games), *words)


def stop_below(wanted: int, name: str = "SIGINT") -> Callable[[int], None]:
    def act(going: int) -> None:
        if going < wanted:
            signal.raise_signal(getattr(signal, name))

    return act


@pytest.fixture
def caught(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Catch signals as the command does, until the test is over."""
    before = {name: signal.getsignal(getattr(signal, name)) for name in STOPS}
    monkeypatch.setattr(signals._Asked, "by", None)
    signals.catch_signals("aquasphere")
    yield
    for name, handler in before.items():
        signal.signal(getattr(signal, name), handler)


@posix_only
@pytest.mark.usefixtures("caught")
@pytest.mark.parametrize("name", STOPS)
def test_games_that_are_finished_are_kept(
    name: str, tmp_path: Path, acting: Callable[..., str], capfd: pytest.CaptureFixture[str]
) -> None:
    log, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    simulate("--agents", acting(lambda going: None), "--log", str(whole))
    done = simulate("--agents", acting(stop_below(30, name)), "--log", str(log))
    assert (done.status, done.stderr) == (128 + getattr(signal, name), "")
    assert capfd.readouterr().err == f"aquasphere: stopped by {name}\n"
    kept = log.read_text().splitlines()
    assert 10 < len(kept) < 40
    assert f"{len(kept)} games, " in done.stdout
    assert f"interrupted; {len(kept)} of 40 games are counted and logged in {log}\n" in done.stdout
    assert set(kept) <= set(whole.read_text().splitlines())
    assert all(entry.end_reason for entry in read_logs(log))


@posix_only
@pytest.mark.usefixtures("caught")
def test_what_is_finished_is_told_in_json(acting: Callable[..., str]) -> None:
    done = simulate("--agents", acting(stop_below(30)), "--json")
    told = json.loads(done.stdout)
    assert (done.status, told["interrupted"]) == (130, True)
    assert 10 < told["games"] < 40


@posix_only
@pytest.mark.usefixtures("caught")
def test_batches_before_the_signal_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, acting: Callable[..., str]
) -> None:
    monkeypatch.setattr(simulation, "BATCH", 10)
    calls: list[int] = []

    def act(going: int) -> None:
        calls.append(going)
        if calls.count(10) > 1 and len(calls) > 400:
            signal.raise_signal(signal.SIGINT)

    log = tmp_path / "games.jsonl"
    done = simulate("--agents", acting(act), "--log", str(log), games=1000)
    assert done.status == 130
    seeds = [entry.seed for entry in read_logs(log)]
    assert seeds[:10] == list(range(10))
    assert len(seeds) < 1000


@posix_only
@pytest.mark.usefixtures("caught")
def test_a_signal_before_the_first_end_leaves_the_old_log(
    tmp_path: Path, acting: Callable[..., str], capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "games.jsonl"
    log.write_text(OLD)
    done = simulate("--agents", acting(stop_below(1000)), "--log", str(log))
    assert (done.status, done.output) == (130, "")
    assert capfd.readouterr().err == "aquasphere: stopped by SIGINT\n"
    assert log.read_text() == OLD
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_a_vanished_folder_is_told(tmp_path: Path, acting: Callable[..., str]) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    log = folder / "games.jsonl"

    def act(going: int) -> None:
        for path in folder.glob(".*"):
            path.unlink()
            folder.rmdir()

    done = simulate("--agents", acting(act), "--log", str(log))
    assert (done.status, done.stdout) == (1, "")
    assert f"{log}: No such file" in done.told()


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail as soon as a command begins its work."""

    def fail(*arguments: object, **keywords: object) -> None:
        raise AssertionError("this is work")

    monkeypatch.setattr(simulation, "play_games", fail)
    monkeypatch.setattr(export, "image", fail)
    monkeypatch.setattr(export, "as_text", fail)
    monkeypatch.setattr(export, "middle_of_game", fail)
    monkeypatch.setattr(export, "write_svgs", fail)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "games.jsonl"
    assert run("simulate", "octodice", "--players", "1", "--log", str(path)).status == 0
    return path


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize(
    "option", ["simulate --log", "replay --gif", "replay --svg", "screenshots"]
)
def test_targets_are_tried_before_the_work(option: str, log: Path, tmp_path: Path) -> None:
    command, *words = option.split()
    (tmp_path / "file").touch()
    target = tmp_path / "file" / "target"  # no folder
    words = ["octodice", *words] if command == "simulate" else words
    words = [str(log), "--text", *words] if command == "replay" else words
    done = run(command, *words, str(target))
    assert (done.status, done.stdout) == (1, "")
    assert "target: Not a directory" in done.told()


CHILD = (
    "import sys; from aquasphere_env.__main__ import main\n"
    "import resource, signal\n"
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
    "main()"
)


@posix_only
@pytest.mark.slow
@pytest.mark.parametrize("option", ["simulate --log", "replay --gif", "replay --svg"])
def test_a_full_disk_is_told_and_leaves_the_old_file(
    option: str, log: Path, tmp_path: Path
) -> None:
    command, word = option.split()
    target = tmp_path / ("octodice-00.svg" if word == "--svg" else "target")
    target.write_text(OLD)
    what = ["octodice", "--players", "1"] if command == "simulate" else [str(log)]
    words = [command, *what, word, str(tmp_path if word == "--svg" else target)]
    done = python("-c", CHILD, *words, NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="ignore")
    assert done.returncode == 1
    assert [done.stderr.count("\n"), f"{target}: File too large" in done.stderr] == [1, True], (
        done.stderr
    )
    assert target.read_text() == OLD
    assert os.listdir(tmp_path) == [target.name]


@posix_only
@pytest.mark.slow
@pytest.mark.parametrize("library", ["numpy", "typer"])  # the first, and one of the last
def test_a_signal_while_the_program_loads_is_told(library: str, tmp_path: Path) -> None:
    (tmp_path / f"{library}.py").write_text("import os\nos.kill(os.getpid(), 15)\n")
    done = python("-m", "aquasphere_env", "games", first=tmp_path)
    assert (done.returncode, done.stderr) == (143, "aquasphere: stopped by SIGTERM\n")


@posix_only
@pytest.mark.slow
@pytest.mark.parametrize("name", STOPS)
@pytest.mark.parametrize("up", [False, True], ids=["at once", "when it is up"])
def test_a_signal_ends_the_server(name: str, up: bool, log: Path) -> None:
    words = [sys.executable, "-m", "aquasphere_env", "replay", str(log), "--port", "0"]
    number = getattr(signal, name)
    with subprocess.Popen([*words, "--no-browser"], **piped()) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[0]
        assert address.startswith("http://127.0.0.1:")
        if up:
            assert httpx.get(address, trust_env=False, timeout=60).status_code == 200
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    told = f"aquasphere: stopped by {name}\n"
    assert (process.returncode, errors) == (128 + number, told)


@posix_only
def test_files_follow_the_umask(log: Path, tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        svg, gif = tmp_path / "svg", tmp_path / "game.gif"
        assert run("replay", str(log), "--svg", str(svg), "--gif", str(gif)).status == 0
    finally:
        os.umask(before)
    assert svg.stat().st_mode & 0o777 == 0o750
    assert {path.stat().st_mode & 0o777 for path in (gif, *svg.iterdir())} == {0o640}

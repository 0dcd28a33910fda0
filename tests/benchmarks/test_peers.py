"""Other libraries' random play is timed by their own workers; what cannot be is told."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.environments import InstallError
from benchmarks.peers import __main__ as peers
from benchmarks.peers import measuring, report
from benchmarks.peers.measuring import Mode, Worker
from benchmarks.peers.registry import OURS, PEERS, REFERENCE, Entry

pytestmark = pytest.mark.slow


def test_a_library_and_ours_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyspiel")
    for name, game in ((OURS, REFERENCE), ("openspiel-cpp", "hearts, C++ loop")):
        one = PEERS[name]._replace(games=(Entry(game),), seen=())
        monkeypatch.setitem(PEERS, name, one)
    words = ["--names", "openspiel-cpp", "--rounds", "1", "--seconds", "0.01", "--json"]
    peers.main(words)
    results = json.loads(capsys.readouterr().out)
    assert set(results["versions"]) == {OURS, "openspiel-cpp"}
    assert not results["missing"]
    modes = {(row["peer"], row["game"], row["batch"], row["seen"]) for row in results["rows"]}
    assert modes == {mode for name in results["versions"] for mode in measuring.modes_of(name)}
    assert all(row["decisions_per_s"] > 0 for row in results["rows"])
    assert "| OpenSpiel, in C++ | hearts, C++ loop |" in report.peers_table(results)
    assert "AquaSphere" in report.lead_table(results)


def test_a_worker_tells_what_it_cannot_play() -> None:
    with Worker(Path(sys.executable), PEERS[OURS].worker) as worker:
        told = worker.time(Mode(OURS, "no such game", 1, False), 0.01)
        assert "no such game" in told["error"]
        assert worker.time(Mode(OURS, REFERENCE, 1, False), 0.01)["decisions_per_s"] > 0


@pytest.mark.parametrize("game", ["hearts", "go(board_size=9)"])
def test_only_decisions_with_a_choice_count(game: str) -> None:
    """The mean of a game's decisions: not its chance, not its forced actions."""
    pyspiel = pytest.importorskip("pyspiel")
    script = (
        "import json, sys; from benchmarks.peers.workers import spiel; "
        "run = spiel.compiled_run(spiel.pyspiel.load_game(sys.argv[1])); print(run(1))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, game], capture_output=True, text=True, check=True
    )
    assert 10 < float(done.stdout) < pyspiel.load_game(game).max_game_length()


def rows(*figures: tuple[str, str, int, bool, float]) -> dict[str, Any]:
    """Return results with these figures, by peer, game, batch, what is seen and rate."""
    names = ("peer", "game", "batch", "seen", "decisions_per_s")
    return {"rows": [dict(zip(names, figure, strict=True)) for figure in figures]}


def test_the_fastest_comparable_game_counts() -> None:
    results = rows(
        (OURS, REFERENCE, 1, False, 4e6),
        (OURS, REFERENCE, 64, True, 1e6),
        (OURS, "octodice", 1, False, 9e6),
        ("pgx", "backgammon", 64, True, 2e4),
        ("pgx", "chess", 64, True, 1e4),
        ("pgx", "connect_four", 64, True, 9e5),
        ("openspiel-cpp", "hearts, C++ loop", 1, False, 2e6),
    )
    assert report.lead_table(results).splitlines()[2:] == [
        "| OpenSpiel, in C++, hearts | rules alone | 2.0 M | 4.0 M | 2.0 |",
        "| Pgx on the CPU, backgammon | with observation and mask | 20 k | 1.0 M | 50.0 |",
    ]


def test_peers_take_turns() -> None:
    one, two = measuring.modes_of("openspiel"), measuring.modes_of("envpool")
    turns = measuring.interleaved([one, two])
    assert [mode.peer for mode in turns[:4]] == ["openspiel", "envpool"] * 2
    assert sorted(turns) == sorted(one + two)


def test_what_cannot_be_installed_is_told() -> None:
    error = InstallError(
        "pip install x fails:\n\nWARNING: y\nERROR: no matching x for Python 3.11."
    )
    assert measuring.missing_reason(error) == "no matching x for Python 3.11"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--rounds", "0"), "--rounds 0 is outside its range, 1 to 1,000"),
        (("--names", "chess"), "no library 'chess'; there are: ours, openspiel"),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(SystemExit, match=re.escape(told)):
        peers.main(list(words))

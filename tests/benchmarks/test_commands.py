"""The commands that measure: numbers out of range are refused in a line, files replaced whole."""

import json
import re
import signal
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from aquasphere_env.core.signals import Stopped
from benchmarks import readme, throughput
from training.options import ranges_of

OLD = "old\n"


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the words in which a command line is refused."""
    with pytest.raises(SystemExit) as end:
        throughput.main(list(words))
    assert end.value.code not in (0, None)
    printed = capsys.readouterr()
    assert printed.out == ""
    return end.value.code if isinstance(end.value.code, str) else printed.err


RANGES = dict(ranges_of(throughput.Options))


@pytest.mark.parametrize("name", RANGES)
def test_a_number_out_of_range_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    limits = RANGES[name]
    values = ["nan", "inf"] if isinstance(limits.least, float) else []
    for value in (*values, limits.least - 1, limits.most + 1, -(2**70), 2**70):
        told = refused(capsys, f"--{name}", str(value))
        assert told.isprintable()
        assert f"--{name} " in told
        assert told.endswith(f"is outside its range, {limits}")
    assert f"--{name}" in refused(capsys, f"--{name}", "many")


def test_every_number_has_a_range_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        throughput.main(["--help"])
    shown = capsys.readouterr().out
    numbers = [
        name
        for name, hint in throughput.Options.__annotations__.items()
        if re.search(r"\b(int|float)\b", str(hint))
    ]
    assert sorted(numbers) == sorted(RANGES)
    for name in numbers:
        assert "{}..{}".format(*RANGES[name]) in shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--games", "chess"), "no game 'chess'"),
        (("--games", "aquasphere", "--players", "1"), "is for 2 to 4 players"),
    ],
)
def test_what_no_game_is_is_refused_first(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told in refused(capsys, *words)


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Measure nothing; return a list of what was."""
    done: list[str] = []

    def measured(options: throughput.Options) -> list[throughput.Row]:
        done.append("measured")
        return [throughput.Row("octodice", 1, "playout", 1e6, 100.0, 0.1)]

    monkeypatch.setattr(throughput, "measured", measured)
    return done


def test_results_are_valid_json(
    rows: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.json"
    throughput.main(["--file", str(file), "--json"])
    assert json.loads(file.read_text()) == json.loads(capsys.readouterr().out)
    with pytest.raises(ValueError, match="not JSON compliant"):
        throughput.in_json([throughput.Row("octodice", 1, "playout", float("nan"), 1.0, 0.1)])


def test_a_file_that_cannot_be_written_is_told_before_the_work(
    rows: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "nowhere" / "results.json"
    assert "results.json: No such file" in refused(capsys, "--file", str(missing))
    assert rows == []


def test_a_signal_leaves_the_old_results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text(OLD)

    def measured(options: throughput.Options) -> None:
        raise Stopped.by(signal.SIGTERM)

    monkeypatch.setattr(throughput, "measured", measured)
    with pytest.raises(Stopped):
        throughput.main(["--file", str(file)])
    assert file.read_text() == OLD


def test_a_page_is_replaced_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    copy = tmp_path / "README.md"
    copy.write_bytes(readme.README.read_bytes())
    monkeypatch.setattr(readme, "PAGES", (copy,))
    monkeypatch.setattr(readme, "filled", lambda text: f"{text}more\n")
    with pytest.raises(SystemExit, match=r"run python -m benchmarks\.readme"):
        readme.main(["--check"])
    readme.main([])
    assert copy.read_bytes() == readme.ROOT.joinpath("README.md").read_bytes() + b"more\n"
    assert list(tmp_path.iterdir()) == [copy]


@pytest.mark.parametrize(
    ("tensors", "agent"), [(("trust", "value"), "net"), (("value",), "net, views alone")]
)
def test_a_run_is_taken_over_without_its_path(
    tensors: tuple[str, ...], agent: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A network without trust in an adviser sees views alone, and is another agent."""
    run, results = tmp_path / "runs" / "one", tmp_path / "results"
    run.mkdir(parents=True)
    results.mkdir()
    (results / "training.json").write_text("[]")
    save_file({name: np.zeros(1, np.float32) for name in tensors}, run / "player.safetensors")
    standings = [{"agent": f"net:{run}/player.safetensors"}, {"agent": "greedy"}]
    found = [{"game": "octodice", "num_players": 2, "standings": standings}]
    (run / "evaluation.json").write_text(json.dumps(found))
    monkeypatch.setattr(readme, "RESULTS", results)
    readme.collect(tmp_path / "runs")
    ((evaluation,),) = json.loads((results / "training.json").read_text())
    assert [standing["agent"] for standing in evaluation["standings"]] == [agent, "greedy"]

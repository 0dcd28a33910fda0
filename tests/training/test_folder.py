"""Which folder a run writes into, what is in it, and what happens when it cannot be written."""

import errno
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from agents.checkpoint import Checkpoint
from aquasphere_env.core import files
from training import ppo, saving
from training.board import Board
from training.learner import Learner
from training.table import Table, rows_until

from .short_runs import PEBBLES, UPDATE, at, resume, rows, short, train, use

pytestmark = pytest.mark.slow


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_second_run_takes_the_next_number(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("pebbles-2p", "pebbles-2p-2", "pebbles-2p-3"):
        before = {path: content(path) for path in (tmp_path / "runs").glob("*")}
        train(None, monkeypatch, steps=0)
        assert (tmp_path / "runs" / name / "model.pt").exists()
        assert all(content(path) == old for path, old in before.items())


def test_a_folder_with_a_run_is_refused_and_stays(tmp_path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=UPDATE)
    before = content(tmp_path)
    with pytest.raises(ValueError, match=r"holds a run; go on from it with --resume .*model\.pt"):
        train(tmp_path, monkeypatch, steps=UPDATE)
    assert content(tmp_path) == before


def test_an_empty_folder_is_taken(tmp_path, monkeypatch) -> None:
    assert train(tmp_path, monkeypatch, steps=0) == 0


def test_a_branch_goes_into_no_other_run(tmp_path, monkeypatch) -> None:
    train(tmp_path / "a", monkeypatch, steps=0)
    train(tmp_path / "b", monkeypatch, steps=0)
    before = content(tmp_path / "b")
    with pytest.raises(ValueError, match="holds a run other than that of --resume"):
        resume(tmp_path / "a" / "model.pt", "--folder", str(tmp_path / "b"))
    (tmp_path / "a" / "old.pt").write_bytes((tmp_path / "a" / "model.pt").read_bytes())
    with pytest.raises(ValueError, match="holds a run other than that of --resume"):
        resume(tmp_path / "a" / "old.pt")
    assert content(tmp_path / "b") == before


def test_naming_the_own_folder_is_no_branch(tmp_path, monkeypatch) -> None:
    train(tmp_path, monkeypatch, steps=UPDATE)
    resume(tmp_path / "model.pt", "--folder", str(tmp_path), "--steps", str(2 * UPDATE))
    assert len(rows(tmp_path)) == 2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"steps": -5}, "--steps -5"),
        ({"players": 9}, "players"),
        ({"game": "chess", "players": None}, "no game 'chess'"),
    ],
)
def test_a_refused_run_touches_nothing(settings, message, tmp_path, monkeypatch) -> None:
    if "game" not in settings:
        use(PEBBLES, monkeypatch)
    with pytest.raises(ValueError, match=message):
        ppo.train(short(tmp_path / "new", **settings))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_every_file_follows_the_umask(tmp_path, monkeypatch) -> None:
    before = os.umask(0o027)
    try:
        train(tmp_path, monkeypatch, steps=UPDATE, eval_games=2)
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    names = {"model.pt", "player.safetensors", "progress.csv", "evaluation.json"}
    assert names | {"learning_curve.png"} <= set(modes)
    assert set(modes.values()) == {0o640}


def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every file that is written anew meet a full disk."""

    def failing(*words):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, "fsync", failing)


def test_a_save_that_fails_is_tried_again(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(saving, "SAVE_EVERY", 0.0)
    with monkeypatch.context() as inner:
        at(2, "between", lambda: full(inner), monkeypatch)
        at(4, "between", inner.undo, monkeypatch)
        train(tmp_path / "a", monkeypatch, steps=6 * UPDATE)
    errors = capsys.readouterr().err
    assert errors.count("cannot save the run: ") == 2
    path = tmp_path / "a" / "model.pt"
    assert f"save the run: {path}: No space left on device; trying again later\n" in errors
    assert Checkpoint.load(tmp_path / "a" / "model.pt").steps == 6 * UPDATE
    assert len(rows(tmp_path / "a")) == 6


def test_a_disk_that_stays_full_leaves_the_old_files_and_a_sentence(
    tmp_path, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(saving, "SAVE_EVERY", 0.0)
    at(2, "between", lambda: full(monkeypatch), monkeypatch)
    assert train(tmp_path, monkeypatch, steps=4 * UPDATE) == 1
    captured = capsys.readouterr()
    assert "training.ppo: cannot save the run" in captured.err.splitlines()[-1]
    assert "saved" not in captured.out
    assert Checkpoint.load(tmp_path / "model.pt").steps == UPDATE
    assert not list(tmp_path.glob(".*.part"))


def test_a_disk_that_is_full_at_the_start_is_an_error(tmp_path, monkeypatch) -> None:
    full(monkeypatch)
    with pytest.raises(OSError, match=r"No space left on device: .*model\.pt"):
        train(tmp_path, monkeypatch, steps=UPDATE)


def test_a_folder_that_is_a_file_is_an_error(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        train(tmp_path / "file", monkeypatch, steps=UPDATE)
    assert (tmp_path / "file").read_bytes() == b""


def test_a_folder_that_vanishes_is_made_again(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "run"
    at(3, "between", lambda: shutil.rmtree(folder), monkeypatch)
    monkeypatch.setattr(saving, "SAVE_EVERY", 0.0)
    assert train(folder, monkeypatch, steps=5 * UPDATE) == 0
    assert Checkpoint.load(folder / "model.pt").steps == 5 * UPDATE
    assert len(rows(folder)) == 5


def test_a_table_mends_itself(tmp_path) -> None:
    path = tmp_path / "progress.csv"
    table = Table(path, [])
    table.add({"time/total_timesteps": 1, "b": 0.5})
    table.add({"time/total_timesteps": 2, "a": 1e-9})
    expected = "b,time/total_timesteps,a\n0.5,1,\n,2,1e-09\n"
    assert path.read_text() == expected
    path.write_text("torn")
    table.add({"time/total_timesteps": 3})
    assert path.read_text() == f"{expected},3,\n"
    path.unlink()
    table.add({"time/total_timesteps": 4})
    assert path.read_text() == f"{expected},3,\n,4,\n"


def test_a_column_may_have_the_name_of_any_player(tmp_path) -> None:
    table = Table(tmp_path / "progress.csv", [])
    table.add({"time/total_timesteps": 1, "games/win_rate_net:a b.c,temperature=1": 0.5})
    (row,) = rows_until(tmp_path / "progress.csv", 1)
    assert row["games/win_rate_net:a_b.c_temperature=1"] == "0.5"


def test_a_table_that_could_not_be_written_is_written_at_the_end(tmp_path, monkeypatch) -> None:
    table = Table(tmp_path / "progress.csv", [])
    with monkeypatch.context() as inner:
        full(inner)
        table.add({"a": 1})
    assert table.failure == f"cannot write {tmp_path / 'progress.csv'}: No space left on device"
    table.close()
    assert table.failure is None
    assert (tmp_path / "progress.csv").read_text() == "a\n1\n"


def test_events_that_could_not_be_written_are_written_later(tmp_path) -> None:
    board = Board(tmp_path / "run", 0)
    board.add({"x": 1.0, "time/total_timesteps": 1})
    assert "No such file or directory" in board.failure
    (tmp_path / "run").mkdir()
    board.add({"x": 2.0, "time/total_timesteps": 2})
    assert board.failure is None
    (path,) = (tmp_path / "run").iterdir()
    with open(path, "ab") as stream:
        stream.write(b"torn")
    board.add({"x": 3.0, "time/total_timesteps": 3})
    events = EventAccumulator(str(tmp_path / "run"))
    events.Reload()
    assert [event.value for event in events.Scalars("x")] == [1, 2, 3]


@pytest.mark.parametrize("tail", ["", "0.5,3", "0.5,3,7,8\n", "0.5,3\nx,\n", "0.5\n0.5,9\n", "\n"])
def test_rows_are_read_up_to_the_steps_or_what_is_torn(tail: str, tmp_path) -> None:
    path = tmp_path / "progress.csv"
    path.write_text("b,time/total_timesteps\n0.25,1\n0.5,2\n" + tail)
    assert [row["time/total_timesteps"] for row in rows_until(path, 2)] == ["1", "2"]
    assert rows_until(path, 1) == [{"b": "0.25", "time/total_timesteps": "1"}]
    assert rows_until(tmp_path / "none.csv", 9) == []


def test_a_save_is_due_every_half_minute(tmp_path, monkeypatch) -> None:
    clock, saved = [0.0], []
    monkeypatch.setattr(saving, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    def twenty_seconds(*arguments) -> dict[str, float]:
        clock[0] += 20.0
        return {}

    monkeypatch.setattr(Learner, "learn", twenty_seconds)
    save = Checkpoint.save
    monkeypatch.setattr(
        Checkpoint, "save", lambda self, path: saved.append(self.steps) or save(self, path)
    )
    train(tmp_path, monkeypatch, steps=6 * UPDATE)
    assert saved == [0, 2 * UPDATE, 4 * UPDATE, 6 * UPDATE]

"""Files are written whole or not at all."""

import errno
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from aquasphere_env.core import files
from aquasphere_env.core.files import replacing
from tests.processes import python

OLD, NEW = "old\n", "new: ä\n"
posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has neither modes nor signals")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "target.txt"
    target.write_bytes(OLD.encode())
    return target


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def permissions(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_the_new_content_appears_at_the_end(path: Path) -> None:
    with replacing(path) as stream:
        stream.write(NEW)
        stream.flush()
        assert path.read_text(encoding="utf-8") == OLD
        hidden, _ = names(path.parent)
        assert hidden.startswith(f".target.txt.{os.getpid()}-")
    assert path.read_bytes() == NEW.encode()
    assert names(path.parent) == ["target.txt"]


def test_bytes_and_a_new_file(tmp_path: Path) -> None:
    with replacing(str(tmp_path / "image.gif"), "wb", durable=False) as stream:
        stream.write(b"\0\xff\n")
    assert (tmp_path / "image.gif").read_bytes() == b"\0\xff\n"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_exception_midway_leaves_the_old_file(path: Path, error: type[BaseException]) -> None:
    def write_and_fail() -> None:
        with replacing(path) as stream:
            stream.write(NEW)
            raise error

    with pytest.raises(error):
        write_and_fail()
    assert path.read_text(encoding="utf-8") == OLD
    assert names(path.parent) == ["target.txt"]


def test_a_full_disk_leaves_the_old_file(path: Path) -> None:
    code = (
        "import resource, signal, sys; from aquasphere_env.core.files import replacing\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
        "with replacing(sys.argv[1]) as stream: stream.write('x' * 20)\n"
    )
    done = python("-c", code, path)
    assert f"File too large: '{path}'" in done.stderr
    assert path.read_text(encoding="utf-8") == OLD
    assert names(path.parent) == ["target.txt"]


def test_an_error_while_writing_names_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    message = r"No space left on device: '.*target\.txt'"
    with pytest.raises(OSError, match=message), replacing(path) as stream:
        stream.write(NEW)
    assert path.read_text(encoding="utf-8") == OLD


def test_a_missing_folder_is_named_by_the_file_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "target.txt"
    with pytest.raises(FileNotFoundError, match=r"nowhere.target\.txt'"), replacing(path):
        pass


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises((IsADirectoryError, PermissionError)), replacing(tmp_path):
        pass


@posix_only
def test_an_unwritable_folder_is_an_error_and_leaves_the_old_file(path: Path) -> None:
    path.parent.chmod(0o555)
    try:
        if os.access(path.parent, os.W_OK):
            pytest.skip("root may write everywhere")
        with pytest.raises(PermissionError, match=r"target\.txt'"), replacing(path):
            pass
    finally:
        path.parent.chmod(0o755)
    assert path.read_text(encoding="utf-8") == OLD


@posix_only
@pytest.mark.usefixtures("umask")
def test_a_new_file_has_the_permissions_of_the_umask(tmp_path: Path) -> None:
    with replacing(tmp_path / "new.txt"):
        pass
    assert permissions(tmp_path / "new.txt") == 0o640


@posix_only
@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o444])
def test_a_replaced_file_keeps_its_permissions(path: Path, mode: int) -> None:
    path.chmod(mode)
    with replacing(path):
        pass
    assert permissions(path) == mode


@posix_only
def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(path)
    with replacing(link) as stream:
        stream.write(NEW)
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == NEW


@posix_only
def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with replacing(pipe) as stream:
        stream.write(NEW)
    assert os.read(reader, 100) == NEW.encode()
    os.close(reader)
    assert pipe.is_fifo()


def write_often(path: Path, content: str) -> None:
    for _ in range(100):
        with replacing(path, durable=False) as stream:
            stream.write(content)


def test_concurrent_writers_do_not_disturb_each_other(path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    contents = [letter * 10_000 for letter in "abc"]
    writers = [context.Process(target=write_often, args=(path, text)) for text in contents]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert path.read_text(encoding="utf-8") in (OLD, *contents)
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    assert path.read_text(encoding="utf-8") in contents
    assert names(path.parent) == ["target.txt"]


KILLED = (
    "import os, sys; from aquasphere_env.core.files import replacing\n"
    "with replacing(sys.argv[1]) as stream: os.kill(os.getpid(), 9)\n"
)


@posix_only
def test_leftovers_of_killed_processes_go_and_those_of_running_ones_stay(path: Path) -> None:
    python("-c", KILLED, path)
    assert path.read_text(encoding="utf-8") == OLD
    (leftover,) = path.parent.glob(".target.txt.*.part")
    stranger = path.with_name(".target.txt.backup.part")
    stranger.touch()
    with replacing(path) as outer:
        assert not leftover.exists()
        with replacing(path) as inner:
            inner.write("inner")
        outer.write("outer")
    assert path.read_text(encoding="utf-8") == "outer"
    assert names(path.parent) == [stranger.name, "target.txt"]

"""``aquasphere replay`` on files of any kind: a sentence each, never a hang, good games shown."""

import json
import os
from pathlib import Path

import pytest

from aquasphere_env.core import log
from aquasphere_env.core.log import GameLog
from aquasphere_env.core.match import Match
from aquasphere_env.games import get_game
from aquasphere_env.viewer.replay import MAX_GAMES, MAX_PROBLEMS, load_replays

from .command import Done, run

EVIL = "\x1b[2J\u202eanna\nplayer_1 won"


def line(seed: int = 3, **changes: object) -> str:
    """Return the log of a game of two decisions, with keys changed."""
    match = Match(get_game("octodice").variant(1), seed)
    for _ in range(2):
        match.step(match.legal_actions()[-1])
    fields = json.loads(GameLog.of(match, ["random"]).to_json())
    return json.dumps({**fields, **changes})


GOOD = line()


def text_of(path: Path, *words: str) -> Done:
    return run("replay", str(path), "--text", *words)


def test_a_device_a_folder_and_a_missing_file_are_no_games(tmp_path: Path) -> None:
    for path, words in [
        (Path(os.devnull), "not a regular file"),
        (tmp_path, "not a regular file"),
        (tmp_path / "missing.jsonl", "No such file"),
    ]:
        done = text_of(path)
        assert (done.status, done.stdout) == (1, "")
        assert words in done.told()
        assert str(path) in done.told()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_without_a_writer_does_not_hang(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "not a regular file" in text_of(pipe).told()


BAD_LINES = {
    "binary junk": b"\x00\xff\xfe\x1b[2J" * 50,
    "deep JSON": b"[" * 100_000,
    "deep objects": b'{"schema":' * 100_000,
    "no JSON": b"{" + b"x" * 10_000,
    "another object": b'{"schema": 1}',
    "another version": line(version=99).encode(),
    "an illegal action": line(actions=[10**6]).encode(),
    "a wrong result": line(scores=[77]).encode(),
    "control characters": line(game=EVIL).encode(),
    "a long name": line(game="x" * 100_000).encode(),
}


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES)
def test_one_bad_game_is_told_and_hides_no_good_one(tmp_path: Path, bad: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(bad + b"\n\n" + GOOD.encode())
    done = text_of(path)
    assert done.status == 0
    assert "OctoDice, 1 players, seed 3: random" in done.stdout
    assert f"{path}, line 1" in done.told()
    assert done.told().isprintable()
    assert len(done.told()) < 1000
    alone = text_of(path, "--game", "1")
    assert (alone.status, alone.stdout) == (1, "")
    assert f"{path}, line 1" in alone.told()
    found, problems = load_replays(path)
    assert (len(found), len(problems)) == (1, 1)


def test_a_huge_line_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_BYTES", len(GOOD) + 1)
    for length in (len(GOOD) + 1, len(GOOD) + 2, 5 * len(GOOD)):
        path = tmp_path / "games.jsonl"
        path.write_text("x" * length + "\n" + GOOD)
        found, (problem,) = load_replays(path)
        assert len(found) == 1
        assert "line 1: longer than" in problem


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    os.truncate(path, log.MOST_FILE_BYTES + 1)  # takes no place on the disk
    assert "bytes; up to" in text_of(path).told()


def test_of_many_games_the_first_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{GOOD}\n" for _ in range(10_000)))
    found, (problem,) = load_replays(path)
    assert len(found) == MAX_GAMES
    assert f"line {MAX_GAMES + 1}: not looked at, nor what follows" in problem
    assert len(load_replays(path, only=10_000)[0]) == 1
    assert load_replays(path, only=10_001)[1] == [f"{path}: no game 10001"]
    assert text_of(path).status == 0


def test_of_many_problems_the_first_are_told(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("x\n" * 1000)
    assert len(load_replays(path)[1]) == MAX_PROBLEMS + 1


def test_all_exports_are_of_the_first_good_game(tmp_path: Path) -> None:
    path, svg, gif = tmp_path / "games.jsonl", tmp_path / "svg", tmp_path / "game.gif"
    path.write_text(f"junk\n{GOOD}\n{line(seed=4)}\n")
    done = text_of(path, "--svg", str(svg), "--gif", str(gif))
    assert done.status == 0
    assert "seed 3" in done.stdout
    assert len(list(svg.iterdir())) == 3
    assert gif.read_bytes().startswith(b"GIF")


def test_names_in_a_log_control_no_terminal(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(line(agents=[EVIL]))
    done = text_of(path)
    assert done.status == 0
    assert all(part.isprintable() for part in done.stdout.splitlines())
    assert not [part for part in done.stdout.splitlines() if part.startswith("player_1 won")]


def test_a_log_is_not_replaced_by_its_picture(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(GOOD)
    assert "is the log itself" in run("replay", str(path), "--gif", str(path)).told()
    assert path.read_text() == GOOD


def test_a_seat_that_the_game_has_not_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(GOOD)
    assert "--seat 2: seats of this game go from 0 to 0" in text_of(path, "--seat", "2").told()

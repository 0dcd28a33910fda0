"""Log files that are no logs: one sentence that names file, line and key, and good games stay."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aquasphere_env.core.game import Game, digest
from aquasphere_env.core.log import MOST_BYTES, GameLog, LogError, read_logs, write_logs
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, to_position
from tests.contract.setups import finish
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.pebbles.components import STANDARD

LOG = GameLog.of(finish(Match(PEBBLES.variant(2), 1)), ["ann", "bob"])
LINE = LOG.to_json()
NUMBER = f'"seed":{LOG.seed}'

BAD_LINES = {
    "torn": (LINE[:-9], "not a complete JSON line"),
    "deep": ("[" * 100_000, "nested too deeply"),
    "deep inside": (LINE.replace('"options":{}', f'"options":{"[" * 10**5}'), "nested too deeply"),
    "digits": (LINE.replace(NUMBER, f'"seed":{"9" * 5000}'), "not a game log"),
    "NaN": (LINE.replace(NUMBER, '"seed":NaN'), "NaN is no number of JSON"),
    "infinite": (LINE.replace('"options":{}', '"options":{"heap":1e999}'), "heap is 2 to 99"),
    "twice": (LINE.replace(NUMBER, f"{NUMBER},{NUMBER}"), "key 'seed' stands twice"),
    "UTF-16": (LINE.encode("utf-16"), "not UTF-8 at byte 0"),
    "bytes": (LINE.encode().replace(b"ann", b"\xff"), "not UTF-8 at byte"),
    "huge": (LINE.replace("ann", "a" * MOST_BYTES), "longer than 4,000,000 bytes"),
}


def write(path: Path, *lines: str | bytes) -> Path:
    encoded = [line.encode() if isinstance(line, str) else line for line in lines]
    path.write_bytes(b"\n".join(encoded))
    return path


def is_one_sentence(error: BaseException) -> bool:
    return len(str(error)) < 500 and "\n" not in str(error)


def read_and_replay(path: Path) -> None:
    for log in read_logs(path):
        list(log.replay(PEBBLES, str(path)))


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_is_refused_and_hides_no_good_one(name: str, tmp_path: Path) -> None:
    line, reason = BAD_LINES[name]
    path = write(tmp_path / "games.jsonl", LINE, "", line, LINE)
    with pytest.raises(LogError, match=reason) as raised:
        read_and_replay(path)
    assert is_one_sentence(raised.value)
    refused: list[LogError] = []
    good = list(read_logs(path, refused))
    assert good[:1] + good[-1:] == [LOG, LOG]
    if len(good) == 2:
        assert f"{path}, line 3: " in str(raised.value)
        assert [str(error) for error in refused] == [str(raised.value)]


@pytest.mark.parametrize(
    "content",
    [LINE, f"{LINE}\n", f"\ufeff{LINE}\n", f"{LINE}\r\n", f"\r\n \n{LINE}\r\n\r\n"],
    ids=["no line end", "usual", "byte order mark", "CRLF", "blank lines"],
)
def test_files_as_other_programs_write_them_are_read(content: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content.encode())
    assert list(read_logs(path)) == list(read_logs(str(path))) == [LOG]


@pytest.mark.parametrize(
    ("key", "value", "place"),
    [
        ("actions", ["x"], r"actions\[0\]"),
        ("actions", [0, 1.5], r"actions\[1\]"),
        ("actions", [True], r"actions\[0\]"),
        ("actions", [[0]], r"actions\[0\]"),
        ("forced", [[1]], r"forced\[0\]"),
        ("forced", [[1, 2, 3]], r"forced\[0\]"),
        ("forced", [[1, None]], r"forced\[0\]\[1\]"),
        ("forced", [1], r"forced\[0\]"),
        ("scores", [1, "2"], r"scores\[1\]"),
        ("ranks", [1, False], r"ranks\[1\]"),
        ("agents", ["ann", 3], r"agents\[1\]"),
        ("num_players", True, "num_players"),
        ("num_players", 2.0, "num_players"),
        ("version", False, "version"),
        ("seed", 1.0, "seed"),
        ("seed", False, "seed"),
        ("end_reason", ["x"], "end_reason"),
        ("options", None, "options"),
        ("component_hash", 5, "component_hash"),
    ],
)
def test_wrong_types_are_refused_by_their_place(key: str, value: Any, place: str) -> None:
    data = json.dumps({**json.loads(LINE), key: value})
    with pytest.raises(LogError, match=f"^here: {place} cannot be ") as error:
        GameLog.from_json(data, "here")
    assert is_one_sentence(error.value)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("actions", [2**70], "action number 0: illegal action"),
        ("actions", [-1], "action number 0: illegal action -1"),
        ("seed", -1, "a seed is 0 or a positive integer"),
        ("num_players", 10**30, "is for 1 to 4 players"),
        ("agents", ["ann"], "1 agents for 2 players"),
        ("options", {"num_players": 3}, "no option 'num_players'"),
        ("options", {"self": 3}, "no option 'self'"),
        ("options", {"heap": "x" * 10**5}, "heap"),
        ("options", {"components": 3}, "components is a file's path or text, not 3"),
        ("options", {"components": "a\nb"}, "components: "),
        ("chance", {"card": "1"}, r"chance\['card'\]"),
        ("chance", {"card": 1.0}, r"chance\['card'\]"),
        ("chance", {"card": True}, r"chance\['card'\]"),
        ("chance", {"card": None}, r"chance\['card'\]"),
        ("chance", {"card": {"a": 1}}, r"chance\['card'\]"),
        ("chance", {"card": [[1], [1, 2]]}, r"chance\['card'\]"),
        ("chance", {"card": 2**70}, r"chance\['card'\]"),
        ("chance", {"card": 300}, r"chance\['card'\]"),
        ("chance", {"card": 4}, "card"),
        ("chance", {"c" * 10**5: 4}, "chance has no field"),
        ("component_hash", "é" * 10**5, "component set"),
        ("game", "x" * 10**5, "a game of"),
    ],
)
def test_wrong_values_are_refused_when_the_game_is_replayed(
    key: str, value: Any, reason: str
) -> None:
    data = json.dumps({**json.loads(LINE), "agents": [], key: value})
    with pytest.raises(LogError, match=f"^here.*{reason}") as error:
        list(GameLog.from_json(data, "here").replay(PEBBLES, "here"))
    assert is_one_sentence(error.value)


def special_files(folder: Path) -> dict[str, str]:
    fifo = folder / "fifo"
    os.mkfifo(fifo)
    return {
        "zero": "/dev/zero",
        "fifo": str(fifo),
        "folder": str(folder),
        "none": str(folder / "x"),
    }


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_log_is_a_regular_file(tmp_path: Path) -> None:
    for path in special_files(tmp_path).values():
        with pytest.raises(LogError, match=r"not a regular file|No such file"):
            list(read_logs(path))


def readers(game: Game) -> dict[str, Callable[[str], Any]]:
    """Return what reads options that a file recorded, given the value of ``components``."""

    def log(value: str) -> None:
        line = json.dumps({**json.loads(LINE), "options": {"components": value}})
        list(GameLog.from_json(line).replay(game))

    def position(value: str) -> None:
        lines = [f'game = "{game.id}"', "[options]", f"components = {json.dumps(value)}"]
        from_position(game, "\n".join(lines))

    return {"log": log, "position": position}


@pytest.mark.parametrize("reader", ["log", "position"])
def test_no_path_that_a_file_names_is_opened(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []
    genuine = os.open
    monkeypatch.setattr(os, "open", lambda path, *rest: opened.append(path) or genuine(path, *rest))
    own = tmp_path / "components.toml"
    own.write_bytes(STANDARD.read_bytes())
    for path in ("/dev/zero", "/etc/passwd", str(own)):
        with pytest.raises(ValueError, match=r"names the file .* which is not opened"):
            readers(PEBBLES)[reader](path)
    assert opened == []


def other_components(folder: Path) -> Path:
    path = folder / "components.toml"
    text = STANDARD.read_text(encoding="utf-8")
    path.write_text(text.replace("sides = 6", "sides = 5"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    return path


def test_an_old_log_that_names_a_file_replays_on_the_variant_of_the_reader(tmp_path: Path) -> None:
    variant = PEBBLES.variant(2, components=other_components(tmp_path))
    log = GameLog.of(finish(Match(variant, 4)))
    old = replace(log, options={"components": "components.toml"})
    with pytest.raises(LogError, match="give the reader a variant made with it"):
        list(old.replay(PEBBLES))
    *_, last = old.replay(PEBBLES, variant=variant)
    assert last.history == log.actions
    with pytest.raises(LogError, match="component set"):
        list(old.replay(PEBBLES, variant=PEBBLES.variant(2)))
    with pytest.raises(LogError, match="2 players, not 3"):
        list(old.replay(PEBBLES, variant=PEBBLES.variant(3)))


def test_logs_and_positions_carry_their_components(tmp_path: Path) -> None:
    path = other_components(tmp_path)
    variant = PEBBLES.variant(2, components=path)
    match = finish(Match(variant, 4))
    write_logs(tmp_path / "games.jsonl", [GameLog.of(match)])
    position = to_position(variant, match.state)
    path.unlink()
    (log,) = read_logs(tmp_path / "games.jsonl")
    *_, last = log.replay(PEBBLES)
    assert digest(last.state) == digest(match.state)
    again, states = from_position(PEBBLES, position)
    assert digest(states[0]) == digest(match.state)
    assert again.options == variant.options


def test_text_of_any_characters_survives_in_a_position() -> None:
    """TOML knows neither JSON's surrogates nor a bare DEL."""
    text = STANDARD.read_text(encoding="utf-8") + "# 🐙 \x1b".replace("\x1b", "é") + "\n"
    variant = PEBBLES.variant(2, components=text)
    again, _ = from_position(PEBBLES, to_position(variant, Match(variant).state))
    assert again.options == variant.options

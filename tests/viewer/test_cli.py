"""The command line: what it says, what it writes, and how it fails."""

from importlib import resources
from pathlib import Path

import pytest

from aquasphere_env.core.log import read_logs
from aquasphere_env.games import get_game
from aquasphere_env.viewer import cli, serve
from aquasphere_env.viewer.serve import is_loopback
from aquasphere_env.viewer.setting import Setting
from tests.processes import told

from .command import run
from .own_files import MY_DICE

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "games.jsonl"
    words = ("simulate", "aquasphere", "--games", "2", "--seed", "4", "--log", str(path))
    result = run(*words, "--players", "3", "--agents", "random", "greedy")
    assert result.status == 0, result.output
    assert "player_2  greedy" in result.output
    return path


def test_help_teaches_by_examples() -> None:
    text = run("--help").output
    for command in ("games", "simulate", "play", "replay", "warmup", "rules"):
        assert f"  {command} " in text
    assert "aquasphere play --players 3 --opponents greedy random" in text


@pytest.mark.parametrize("command", ["games", "simulate", "play", "replay", "warmup", "rules"])
def test_every_command_has_help(command: str) -> None:
    assert run(command, "--help").status == 0


def test_module_is_the_command() -> None:
    text = told("-m", "aquasphere_env", "games")
    assert "AquaSphere-v1" in text
    assert "2 to 4 players, 85 actions" in text


def test_options_with_several_words() -> None:
    words = cli.spread(["simulate", "x", "--agents", "a", "b", "--games", "2", "--agents", "c"])
    wanted = ["simulate", "x", "--agents", "a", "--agents", "b", "--games", "2", "--agents", "c"]
    assert words == wanted


def test_simulate_writes_logs_that_replay(log: Path) -> None:
    logs = list(read_logs(log))
    assert [entry.seed for entry in logs] == [4, 5]
    assert logs[0].agents == ["random", "greedy", "greedy"]


def test_replay_exports(log: Path, tmp_path: Path) -> None:
    length = len(next(read_logs(log)).actions) + 1
    svgs, gif = tmp_path / "pictures", tmp_path / "game.gif"
    result = run("replay", str(log), "--game", "1", "--svg", str(svgs), "--text")
    assert result.status == 0, result.output
    assert "AquaSphere, 3 players, seed 4: random, greedy, greedy" in result.output
    assert "[AS-P1]" in result.output
    files = sorted(svgs.iterdir())
    assert len(files) == length
    assert files[0].read_text().startswith("<svg")
    run("replay", str(log), "--game", "1", "--gif", str(gif))
    from PIL import Image

    with Image.open(gif) as film:
        assert film.n_frames > length / 2  # equal pictures in a row are joined
        assert film.size == (960, 600)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rules", "chess"), "no game 'chess'"),
        (("simulate", "aquasphere", "--players", "1"), "is for 2 to 4 players"),
        (("simulate", "aquasphere", "--agents", "nobody"), "nobody"),
        (("play", "aquasphere", "--opponents", "nobody"), "nobody"),
        (("replay", "missing.jsonl"), "missing.jsonl"),
    ],
)
def test_errors_are_one_line(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.status == 1
    assert message in result.told()


def test_broken_log(tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text('{"schema": 1}\n')
    result = run("replay", str(path), "--text")
    assert result.status == 1
    assert "line 1: not a game log" in result.output


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_play_says_where_and_warns_when_open(
    host: str, warned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    import uvicorn

    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: None)
    result = run("play", "--host", host, "--port", "0", "--no-browser")
    assert result.status == 0, result.output
    assert f"http://{host}:" in result.output
    assert ("warning" in result.output) is warned


def test_port_in_use_is_told() -> None:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        result = run("play", "--port", port, "--no-browser")
    assert result.status == 1
    assert "--port 0" in result.output


def test_loopback_is_the_default() -> None:
    assert "127.0.0.1" in run("play", "--help").output
    assert is_loopback("127.0.0.1")


def test_players_beyond_the_seats_are_refused() -> None:
    done = run("simulate", "octodice", "--players", "1", "--agents", "random", "greedy")
    assert done.status == 1
    assert "2 players are named for 1 seats: random, greedy" in done.output


def test_own_sheets_and_components(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    done = run("simulate", "aquamarine", "--sheet", "random", "--log", str(log))
    assert done.status == 0, done.stderr
    assert '"sheet":"random"' in log.read_text()
    standard = resources.files("aquasphere_env.games") / "octodice" / "components.toml"
    done = run("simulate", "octodice", "--components", str(standard), "--log", str(log))
    assert done.status == 0, done.stderr
    done = run("simulate", "octodice", "--sheet", "random")
    assert done.status != 0
    assert "OctoDice has no option 'sheet'" in done.stderr
    done = run("play", "octodice", "--components", str(tmp_path / "none.toml"), "--no-browser")
    assert done.status != 0
    assert "none.toml" in done.told()


def test_replay_as_one_page(tmp_path: Path) -> None:
    log, page = tmp_path / "games.jsonl", tmp_path / "game.html"
    assert run("simulate", "octodice", "--log", str(log)).status == 0
    done = run("replay", str(log), "--html", str(page))
    assert done.status == 0, done.stderr
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    done = run("replay", str(log), "--html", str(log))
    assert "is the log itself" in done.stderr
    done = run("replay", str(log), "--html", str(tmp_path / "no" / "folder.html"))
    assert done.status != 0


def test_what_is_played_has_the_options_of_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files were read, checked and forgotten once."""
    served: list[Setting] = []
    monkeypatch.setattr(serve, "serve", lambda setting, *_: served.append(setting))
    file = tmp_path / "mine.toml"
    file.write_text(MY_DICE, encoding="utf-8")
    words = ("play", "octodice", "--components", str(file), "--option", "virtual_player=true")
    assert run(*words).status == 0
    variant = get_game("octodice").recorded_variant(2, served[0].options)
    assert variant.component_set == "my dice"
    assert variant.blank[0]["virtual_player"]
    assert run("play", "aquamarine", "--sheet", "random").status == 0
    assert served[1].options == {"sheet": "random"}


def test_games_are_simulated_with_options(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    done = run("simulate", "aquanauts", "--option", "max_rounds=2", "--log", str(log))
    assert done.status == 0, done.stderr
    assert '"options":{"max_rounds":2}' in log.read_text()
    for wrong, words in (("max_rounds", "--option is name=value"), ("heap=2", "no option 'heap'")):
        done = run("simulate", "aquanauts", "--option", wrong, "--log", str(tmp_path / "none"))
        assert done.status == 1
        assert words in done.told()
    assert not (tmp_path / "none").exists()

"""Games are kept as they are played: a new server goes on where the old one ended."""

import stat
import sys
from pathlib import Path

import pytest

from aquasphere_env.core.log import GameLog
from aquasphere_env.games import get_game
from aquasphere_env.viewer.people import HUMAN
from aquasphere_env.viewer.session import GameSession
from aquasphere_env.viewer.setting import Setting
from aquasphere_env.viewer.store import MOST_KEPT, Store, data_folder, resumed

from .test_server import Client


def kept_setting(path: Path) -> Setting:
    return Setting("octodice", 2, ("random",), seed=1, store=path)


def test_another_server_goes_on_with_the_game(tmp_path: Path) -> None:
    path = tmp_path / "data" / "games.sqlite"
    one = Client(kept_setting(path))
    reply = one.post("/api/new", name="Eva").json()
    token, view = reply["token"], reply["view"]
    action = view["legal"][2]["id"]
    body = {"action": action, "position": view["position"]}
    view = one.post(f"/api/session/{token}/act", **body).json()["view"]
    other = Client(kept_setting(path))
    again = other.post("/api/resume", token=token).json()["view"]
    assert again == view
    assert again["people"][0]["name"] == "Eva"
    (listed,) = other.ask("GET", "/api/games").json()["games"]
    assert listed["token"] == token
    assert listed["title"] == "OctoDice"
    assert listed["people"] == ["Eva", "Bo"]
    view = other.post(f"/api/session/{token}/undo").json()["view"]
    assert not view["can_undo"]


def test_tokens_are_secrets_of_the_user(tmp_path: Path) -> None:
    Store(tmp_path / "games.sqlite")
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "games.sqlite").stat().st_mode) == 0o600


def session() -> GameSession:
    """Return a game with a decision in it."""
    begun = GameSession(get_game("octodice").variant(2), [HUMAN, "random"], 3)
    begun.match.step(begun.match.legal_actions()[0])
    return begun


def test_only_so_many_are_kept_and_each_machine_sees_its_own() -> None:
    store = Store()
    for k in range(MOST_KEPT + 3):
        store.keep(f"token {k}", "far" if k % 2 else "here", session())
    assert len(store.listed(None)) == MOST_KEPT
    assert store.load("token 0") is None
    assert store.load("token 5") is not None
    assert len(store.listed("far")) < MOST_KEPT
    assert not store.listed("elsewhere")


def test_a_game_that_nobody_has_begun_is_not_listed() -> None:
    store = Store()
    store.keep("token", "", GameSession(get_game("octodice").variant(2), [HUMAN, "random"], 3))
    assert not store.listed(None)
    assert store.load("token") is not None


def test_a_game_of_another_version_is_listed_but_does_not_go_on() -> None:
    store = Store()
    store.keep("token", "", session())
    store._base.execute("update games set log = replace(log, '\"version\":', '\"version\":9')")
    assert store.load("token") is None
    assert [kept.token for kept in store.listed(None)] == ["token"]


def test_a_resumed_game_has_the_same_future() -> None:
    one = session()
    for _ in range(3):
        one.act(one.match.legal_actions()[0], one.position())
        while not one.humans_turn:
            one.advance()
    other = resumed(GameLog.of(one.match, one.names), {})
    assert other.view() == one.view() | {"opinion": None}
    for game in (one, other):
        game.act(game.match.legal_actions()[-1], game.position())
    assert other.match.state.tobytes() == one.match.state.tobytes()


@pytest.mark.parametrize(
    ("environment", "end"),
    [
        ({"AQUASPHERE_DATA": "/tmp/own"}, "own"),
        ({"XDG_DATA_HOME": "/tmp/xdg"}, "aquasphere-env"),
        ({}, "aquasphere-env"),
    ],
)
def test_where_data_lie(environment: dict[str, str], end: str) -> None:
    assert data_folder(environment).name == end

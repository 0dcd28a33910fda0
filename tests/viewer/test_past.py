"""Looking back at games: positions, analysis, other moves, log files; never what is not over."""

import json
from typing import Any

import pytest

from aquasphere_env.core.log import GameLog
from aquasphere_env.core.match import replayed
from aquasphere_env.games import get_game
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from aquasphere_env.viewer.analysis import analysed
from aquasphere_env.viewer.html_replay import as_html
from aquasphere_env.viewer.replay import Replay
from aquasphere_env.viewer.setting import Setting

from .test_server import Client

SEED = 5


def recorded(name: str, *players: str) -> Replay:
    variant = get_game(name).variant(len(players))
    seats = [make_player(player, variant, SEED) for player in players]
    history = play_games(variant, seats, [SEED]).histories[0]
    match = replayed(variant, SEED, history)
    return Replay(GameLog.of(match, players), "test", None)


def whole_analysis(replay: Replay, agent: str, seat: int | None = None) -> list[dict[str, Any]]:
    found, start = [], 0
    while start is not None:
        reply = analysed(replay, agent, seat, start)
        found += reply["decisions"]
        start = reply["next"]
    return found


def test_a_player_finds_no_mistake_of_its_own() -> None:
    replay = recorded("aquasphere", "greedy", "random")
    found = whole_analysis(replay, "greedy")
    assert [decision["at"] for decision in found] == list(range(len(replay)))
    own = [d["loss"] for d in found if d["player"] == 0]
    assert max(own) == pytest.approx(0, abs=1e-9)
    assert max(d["loss"] for d in found if d["player"] == 1) > 1
    assert all(d["value"] is not None and d["best"] for d in found)


def test_a_player_without_values_draws_no_line() -> None:
    found = whole_analysis(recorded("octodice", "random", "random"), "random")
    assert all(decision["value"] is None and decision["loss"] == 0 for decision in found)


def test_the_analysis_of_an_interrupted_turn_tells_a_seat_only_its_own() -> None:
    match = replayed(get_game("aquamarine").variant(2), SEED, [])
    while match.player == 0:
        match.step(match.legal_actions()[0])
    replay = Replay(GameLog.of(match), "test", None)
    assert {d["player"] for d in whole_analysis(replay, "greedy", 1)} <= {1}
    assert {d["player"] for d in whole_analysis(replay, "greedy", 0)} == {0}


@pytest.fixture
def client() -> Client:
    return Client(Setting("aquasphere", 2, ("greedy",), seed=1, replays=[recorded_once()]))


def recorded_once() -> Replay:
    return recorded("octodice", "greedy", "random")


def test_try_another_move_and_come_back(client: Client) -> None:
    reply = client.post("/api/branch", game="0", at=4).json()
    assert reply["view"]["decisions"] == 4
    assert "human" in reply["view"]["names"]
    assert reply["view"]["legal"]
    back = client.ask("GET", "/api/replay?game=0&at=4&agent=greedy").json()["view"]
    assert back["at"] == 4
    assert back["opinion"]["agent"] == "greedy"
    late = client.post("/api/branch", game="0", at=10_000)
    assert late.status_code == 409
    assert "positions 0 to" in late.json()["error"]


def test_a_game_that_goes_on_is_looked_at_but_not_tried_out(client: Client) -> None:
    begun = client.post("/api/new", seed=1, opponents=["human"]).json()
    token, view = begun["token"], begun["view"]
    legal = view["legal"][0]["id"]
    client.post(f"/api/session/{token}/act", action=legal, position=view["position"])
    look = client.ask("GET", f"/api/replay?game={token}&at=0")
    assert look.json()["view"]["goes_on"]
    reply = client.post("/api/branch", game=token, at=0)
    assert reply.status_code == 409
    assert "when the game is over" in reply.json()["error"]


def test_a_person_looks_back_at_its_own_seat_of_a_simultaneous_game(client: Client) -> None:
    begun = client.post("/api/new", game="aquamarine", opponents=["greedy"]).json()
    token = begun["token"]
    assert client.ask("GET", f"/api/replay?game={token}&at=0").json()["view"]["viewer"] == 0
    other = client.ask("GET", f"/api/replay?game={token}&at=0&seat=1")
    assert other.status_code == 400
    assert "one's own seat" in other.json()["error"]


def test_a_log_file_goes_on_and_runs_no_code_that_it_names(client: Client) -> None:
    log = json.loads(recorded_once().log.to_json())
    cut = log | {"actions": log["actions"][:6], "agents": ["os.path:join", "greedy"]}
    whole = json.dumps(log | {"agents": ["os.path:join", "greedy"]})
    reply = client.post("/api/open", line=whole)
    assert reply.json()["view"]["names"] == ["human", "greedy"]
    assert reply.json()["view"]["result"]
    assert client.post("/api/open", line=json.dumps(cut)).status_code == 400, (
        "its result is another"
    )
    assert "not a complete JSON line" in client.post("/api/open", line="{").json()["error"]


def test_unknown_players_are_refused(client: Client) -> None:
    for path in ("/api/replay?agent=net:x", "/api/analysis?agent=net:x"):
        assert client.ask("GET", path).status_code == 400


@pytest.mark.parametrize("seat", [None, 0])
def test_the_html_replay_puts_every_position_together(seat: int | None) -> None:
    replay = recorded_once()
    page = as_html(replay, seat)
    text = page.split('id="data">')[1].split("</script>")[0]
    data = json.loads(text)
    assert len(data["frames"]) == len(replay) + 1
    for at in (0, 3, len(replay)):
        parts = "".join(data["parts"][k] for k in data["frames"][at])
        expected = replay.svg(at, seat).replace("player_0", "Ada").replace("player_1", "Bo")
        assert data["head"] + parts + "</svg>\n" == expected
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "src=" not in page
    assert len(page) < 2_000_000


def test_the_html_replay_of_hostile_names_stays_text() -> None:
    replay = recorded_once()
    replay.log.agents[:] = ["</script><script>alert(1)", "<b>&"]
    page = as_html(replay, None)
    assert page.count("<script") == 2
    assert "alert(1)" in page
    assert "<b>" not in page

"""The server answers its own page only, takes no path, limits sizes, and tells errors in words."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.players.registry import make_player
from aquasphere_env.viewer import session
from aquasphere_env.viewer.middleware import MAX_BODY, MAX_FILE, RequestGuard, host_allowed
from aquasphere_env.viewer.people import HUMAN
from aquasphere_env.viewer.serve import is_loopback
from aquasphere_env.viewer.server import make_app
from aquasphere_env.viewer.session import GameSession
from aquasphere_env.viewer.sessions import MAX_SESSIONS
from aquasphere_env.viewer.setting import LEVELS, Setting

from .own_files import MY_DICE

HOME = "http://127.0.0.1:8000"
JSON = {"origin": HOME, "content-type": "application/json"}


class Client:
    """Asks the application directly, without a socket."""

    def __init__(self, setting: Setting | None = None) -> None:
        self._app = make_app(setting or Setting("aquasphere", 2, ("random",), seed=1))

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def run() -> httpx.Response:
            transport = httpx.ASGITransport(app=self._app)
            async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
                return await client.request(method, path, **options)

        with ThreadPoolExecutor(1) as thread:  # playwright keeps a loop running in this one
            return thread.submit(lambda: asyncio.run(run())).result()

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.ask("POST", path, headers=JSON, content=json.dumps(body))


def test_levels_are_players_of_every_game():
    setting = Setting(opponents=("mcts:5",))
    assert set(LEVELS) < set(setting.players_offered())
    assert all(
        make_player(name, get_game(game).variant()).name == name
        for game in GAMES
        for name in LEVELS
    )


@pytest.mark.parametrize(
    "path", ["/", "/page.js", "/base.js", "/page.css", "/theme.css", "/api/setting"]
)
def test_pages_come_with_strict_headers(path: str) -> None:
    reply = Client().ask("GET", path)
    assert reply.status_code == 200
    assert "script-src 'self'" in reply.headers["content-security-policy"]
    assert "unsafe" not in reply.headers["content-security-policy"]
    assert reply.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "", "127.0.0.1.nip.io"),
        *("[::1", "::1]", "[", "[x]", "\u2100", "127.0.0.1@evil.example"),
    ],
)
def test_other_hosts_are_refused(host: str) -> None:
    reply = Client().ask("GET", "/", headers=[(b"host", host.encode())])
    assert reply.status_code == 421


def test_two_hosts_are_refused() -> None:
    headers = [(b"host", b"127.0.0.1:8000"), (b"host", b"evil.example")]
    assert Client().ask("GET", "/", headers=headers).status_code == 400


def test_hosts_that_are_ours() -> None:
    assert host_allowed("localhost:1", frozenset())
    assert host_allowed("[::1]:8000", frozenset())
    assert host_allowed("lab.example:8000", frozenset({"lab.example"}))
    assert not host_allowed("lab.example", frozenset())


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:9000"}, 403),
        ({"content-type": "text/plain"}, 415),
    ],
)
def test_posts_of_other_pages_are_refused(changes: dict[str, str], status: int) -> None:
    reply = Client().ask("POST", "/api/new", headers={**JSON, **changes}, content=b"{}")
    assert reply.status_code == status


def test_post_without_origin_is_refused() -> None:
    headers = {"content-type": "application/json"}
    assert Client().ask("POST", "/api/new", headers=headers, content=b"{}").status_code == 403


def test_sizes_are_limited() -> None:
    for address, most in (("/api/resume", MAX_BODY), ("/api/new", MAX_FILE)):
        big = b'{"game":"' + b"a" * most + b'"}'
        assert Client().ask("POST", address, headers=JSON, content=big).status_code == 413
    assert Client().ask("GET", f"/api/replay?at={'1' * 1000}").status_code == 414


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/%2e%2e/cli.py", "/index.html", "/page/"])
def test_no_path_of_a_request_is_opened(path: str) -> None:
    assert Client().ask("GET", path).status_code == 404


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"players": 9}, "is for 2 to 4 players"),
        ({"players": "2"}, "not a whole number"),
        ({"seed": -1}, "a seed is a whole number from 0 to"),
        ({"seed": 2**53}, "a seed is a whole number from 0 to"),
        ({"game": "\ud800\x1b[2J\u202e"}, r"no game '\ud800\x1b[2J\u202e'"),
        ({"players": {"a": []}}, "not a whole number"),
        ({"opponents": "random"}, "opponents are a list of players"),
        ({"opponents": [["random"]]}, "no player ['random'] at this server"),
        ({"opponents": ["net:/etc/passwd"]}, "no player 'net:/etc/passwd' at this server"),
    ],
)
def test_bad_bodyes_are_told(body: dict[str, Any], words: str) -> None:
    reply = Client().post("/api/new", **body)
    assert reply.status_code == 400
    assert words in reply.json()["error"]


@pytest.mark.parametrize(
    "content", [b"[]", b"{", b"\xff", b"[" * MAX_BODY, b'{"a":' * 800, b"NaN", b"", b"9" * MAX_BODY]
)
def test_broken_json_is_told(content: bytes) -> None:
    reply = Client().ask("POST", "/api/new", headers=JSON, content=content)
    assert reply.status_code == 400
    assert reply.json()["error"]


def begun(client: Client) -> tuple[str, dict[str, Any]]:
    """Start a game and return its token and the view when the person is to move."""
    reply = client.post("/api/new").json()
    token, view = reply["token"], reply["view"]
    while view["waiting"]:
        view = client.post(f"/api/session/{token}/advance").json()["view"]
    return token, view


def test_a_view_says_what_a_page_needs() -> None:
    token, view = begun(Client())
    assert len(token) > 20
    assert view["pictures"][0]["svg"].startswith("<svg")
    assert view["names"] == ["human", "random"]
    assert {"id", "words", "kind", "rules", "effect"} == set(view["legal"][0])


def test_illegal_stale_and_foreign_commands_are_refused_and_change_nothing() -> None:
    client = Client()
    token, view = begun(client)
    legal = {entry["id"] for entry in view["legal"]}
    illegal = next(a for a in range(85) if a not in legal)
    commands = [
        ("act", {"action": illegal, "position": view["position"]}, 400, "illegal action"),
        ("act", {"action": min(legal), "position": "0/77"}, 409, "gone on"),
        ("advance", {}, 409, "no agent is to move"),
        ("undo", {}, 409, "no decision of yours"),
        ("explain", {"agent": "nobody"}, 400, "no player"),
        ("steal", {}, 404, "does not have that game"),
    ]
    for command, body, status, words in commands:
        reply = client.post(f"/api/session/{token}/{command}", **body)
        assert (reply.status_code, words in reply.json()["error"]) == (status, True), command
    assert client.post("/api/resume", token=token).json()["view"] == view


def test_sessions_are_told_apart_and_limited() -> None:
    client = Client()
    first, _ = begun(client)
    assert client.post("/api/resume", token="guess").json() == {"view": None}
    replies = [client.post("/api/new", game="octodice", players=1) for _ in range(MAX_SESSIONS)]
    assert [reply.status_code for reply in replies] == [200] * (MAX_SESSIONS - 1) + [429]
    assert "try again later" in replies[-1].json()["error"]
    assert client.post("/api/resume", token=first).json()["view"] is not None


def test_log_of_a_session_replays() -> None:
    from aquasphere_env.core.log import GameLog
    from aquasphere_env.games import get_game

    client = Client()
    token, view = begun(client)
    body = {"action": view["legal"][0]["id"], "position": view["position"]}
    client.post(f"/api/session/{token}/act", **body)
    log = GameLog.from_json(client.ask("GET", f"/api/session/{token}/log").json()["line"])
    assert log.agents == ["human", "random"]
    assert sum(1 for _ in log.replay(get_game("aquasphere"))) == len(log.actions) + 1


@pytest.mark.parametrize("evil", ["\x1b[2J", "\u202eanna", "\ud800", "a\u2028b\x00"])
def test_names_of_players_and_files_control_no_page(evil: str) -> None:
    from aquasphere_env.core.log import GameLog
    from aquasphere_env.core.match import Match
    from aquasphere_env.games import get_game
    from aquasphere_env.viewer.replay import Replay

    log = GameLog.of(Match(get_game("octodice").variant(1), 2**63), [evil])
    client = Client(Setting(replays=[Replay(log, "log", None)], problems=[evil]))
    view = client.ask("GET", "/api/replay?game=0&at=0&seat=").json()["view"]
    assert view["seed"] == str(2**63)
    (problem,) = client.ask("GET", "/api/setting").json()["problems"]
    assert view["names"] == [problem]
    assert problem.isprintable()
    assert view["pictures"][0]["svg"].startswith("<svg")


def test_a_client_that_goes_in_mid_request_starts_nothing() -> None:
    sent: list[object] = []
    begun = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        begun.append(scope)

    parts = [
        {"type": "http.request", "body": b"{}", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Any:
        return parts.pop(0)

    async def send(message: object) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "raw_path": b"/api/new", "query_string": b""}
    scope["headers"] = [(b"host", b"127.0.0.1:8000")]
    scope["headers"] += [(name.encode(), value.encode()) for name, value in JSON.items()]
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, RequestGuard(application)(scope, receive, send)).result()
    assert (begun, sent, parts) == ([], [], [])


def test_loopback() -> None:
    assert is_loopback("127.0.0.1")
    assert is_loopback("::1")
    assert is_loopback("localhost")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("lab.example")


def test_a_person_chooses_name_seat_and_options() -> None:
    client = Client()
    body = {"game": "octodice", "players": 3, "opponents": ["random", "greedy"], "seat": 2}
    view = client.post("/api/new", **body, name=" Eva ", options=["lab"]).json()["view"]
    assert view["names"] == ["random", "greedy", "human"]
    assert [person["name"] for person in view["people"]] == ["Ada", "Bo", "Eva"]
    usual = client.post("/api/new", **body, seed=1).json()["view"]
    drawn = client.post("/api/new", **body, seed=1, options=["lab"]).json()["view"]
    assert usual["pictures"] != drawn["pictures"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"seat": 2}, "seats of this game go from 0 to 1"),
        ({"seat": "x"}, "is not a whole number"),
        ({"name": "x" * 13}, "a name has up to 12 characters"),
        ({"name": 5}, "a name has up to 12 characters"),
        ({"options": ["components"]}, "offers no option 'components' here"),
        ({"options": "lab"}, "options are a list of names"),
        ({"game": "octodice", "options": [["lab"]]}, "offers no option"),
        ({"files": ["components"]}, "files are texts by the names of options"),
        ({"files": {"sheet": "a\nb"}}, "aquasphere takes no file 'sheet'"),
        ({"files": {"components": "/etc/passwd"}}, "components: a file has several lines"),
        ({"files": {"components": 5}}, "components: a file has several lines"),
        ({"files": {"components": "a = \n"}}, "components: Invalid value (at line 1, column 5)"),
        (
            {"game": "aquamarine", "options": ["sheet"], "files": {"sheet": "a\nb"}},
            "sheet: a file of your own, or what is ticked; not both",
        ),
    ],
)
def test_what_a_person_cannot_choose(body: dict[str, Any], words: str) -> None:
    reply = Client().post("/api/new", **body)
    assert reply.status_code == 400
    assert words in reply.json()["error"]


def test_only_players_that_can_play_the_game_are_offered() -> None:
    setting = Setting("aquasphere", 2, ("zoo:aquasphere-2p", "tests.nothing:Here"), seed=1)
    client = Client(setting)
    able = client.post("/api/players", game="aquasphere", players=2).json()["players"]
    other = client.post("/api/players", game="octodice", players=2).json()["players"]
    assert "zoo:aquasphere-2p" in able
    assert "zoo:aquasphere-2p" not in other
    assert "tests.nothing:Here" not in able
    assert set(LEVELS) <= set(other)


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_signs_of_every_game(game: str) -> None:
    told = Client().ask("GET", f"/api/rules?game={game}").json()
    assert "## Rules" in told["page"]
    assert all(entry["words"] for entry in told["legend"])
    assert all("icon" in entry or entry["sign"] for entry in told["legend"])
    assert told["tour"]


def test_options_of_the_command_are_those_of_the_first_game(tmp_path: Any) -> None:
    variant = get_game("aquamarine").variant(1, sheet="random")
    setting = Setting("aquamarine", 1, ("greedy",), 4, variant.options)
    client = Client(setting)
    mine = client.post("/api/new", seed=4).json()["view"]["pictures"]
    assert mine[0]["svg"] == get_game("aquamarine").draw(Match(variant, 4).state, 0)
    assert client.post("/api/new", game="octodice").status_code == 200


def test_the_options_of_the_command_can_be_left_out() -> None:
    client = Client(Setting("octodice", 1, ("greedy",), 4, {"components": MY_DICE}))
    assert client.ask("GET", "/api/setting").json()["given"] == ["components"]
    of = client.post("/api/players", game="octodice").json()["component_set"]
    assert of == "my dice"
    usual = client.post("/api/players", game="octodice", given=False).json()["component_set"]
    assert usual != of


def test_own_files_are_played_kept_and_gone_on_with(tmp_path: Any) -> None:
    setting = Setting("octodice", 2, ("random",), 4, store=tmp_path / "games.sqlite")
    files = {"components": MY_DICE}
    token = Client(setting).post("/api/new", files=files).json()["token"]
    line = Client(setting).ask("GET", f"/api/session/{token}/log").json()["line"]
    assert json.loads(line)["component_set"] == "my dice"
    opened = Client(setting).post("/api/open", line=line)
    assert opened.status_code == 200, "a log stands for itself"


def test_a_store_that_cannot_be_opened_costs_no_game(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("not a folder")
    client = Client(Setting("octodice", 2, ("random",), store=tmp_path / "file" / "games.sqlite"))
    assert client.post("/api/new").status_code == 200
    assert "games are not kept" in capsys.readouterr().err


@pytest.mark.parametrize("player", ["greedy", "mcts:1"])
def test_the_wait_for_kernels_is_told_once(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_compiled", set())
    game = GameSession(get_game("octodice").variant(2), [player, HUMAN], 1)
    assert "compiles kernels" in game.view()["compiling"]
    game.advance()
    assert game.view()["compiling"] == ""

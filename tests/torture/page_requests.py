"""Requests to the viewer's server, damaged: refused in a sentence, or answered; never a 500."""

import asyncio
import json
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import httpx

from aquasphere_env.core.game import Game
from aquasphere_env.core.log import GameLog
from aquasphere_env.core.match import Match
from aquasphere_env.players.registry import PLAIN_PLAYERS
from aquasphere_env.viewer.replay import Replay
from aquasphere_env.viewer.server import make_app
from aquasphere_env.viewer.setting import Setting

from . import Report
from .trials import last_line, numbers

HOME = "http://127.0.0.1:8000"
EVIL = "\x1b[2J\u202eanna\x00\u2028"
JUNK = (
    *(None, True, False, 0, -1, 1, 3, 2**31, 2**53, 2**63, 2**64, -(2**70), 10**300),
    *(0.0, 1.5, -0.0, float("nan"), float("inf"), 1e308),
    *("", "0", "x", EVIL, "\ud800", "\udfff\ud800", "a" * 3000, "net:/etc/passwd", "os:system"),
    *([], {}, [[]], [None], {"": {}}, [1, "2"], ["random"] * 300, [["random"]], [float("nan")]),
)
WORDS = ("", "nan", "1e9", "-", "--1", "1.5", "٣", "²", "%00", "%ff", "'", "9" * 400, "0x1", " 1 ")
PATHS = (
    *("/", "/page.js", "/favicon.svg", "/theme.css", "/api/setting", "/api/replay", "/api/new"),
    *("/api/resume", "/api/session/x/log", "/api/session//act", "/api", "//", "/..", "/%2e%2e/"),
    *("/%00", "/%ff%fe", "/api/session/%ed%a0%80/log", "/api/session/x/%0d%0a", "/" + "a" * 600),
)
HOSTS = (
    *("[::1", "::1]", "[", "[]", "[::1]:8000", "[v1.x]:1", "127.0.0.1:x", "127.0.0.1:99999999"),
    *("", " ", "@", "a@127.0.0.1", "127.0.0.1/", "127.0.0.1#", "localhost\xff", "\u2100", "1.1"),
    *("%00", "evil.example", "localhost:", "127.0.0.1\t", "[127.0.0.1]", "[fe80::1%25x]"),
)
KEYS = (
    *("seed", "players", "opponents", "game", "token", "agent", "at", "line", "seat", "name"),
    "options",
)
TYPES = ("", "text/plain", "application/json;", "application/json; charset=utf-16", "\xff", ";")


@dataclass
class Request:
    """What is sent; a trial damages one thing of it."""

    method: str
    path: str
    body: Any = None  # an object, or bytes as they are
    headers: dict[str, str] = field(default_factory=dict)

    def content(self) -> bytes:
        """Return the body as bytes."""
        if isinstance(self.body, bytes) or self.body is None:
            return self.body or b""
        return json.dumps(self.body).encode()


class Trials:
    """Requests to one server, which plays games meanwhile."""

    def __init__(self, seed: int, games: Sequence[Game]) -> None:
        """Let a browser play ``games`` and look at recorded ones."""
        self.chooser = random.Random(seed)
        self.games = games
        self.token = "none"
        self.view: dict[str, Any] = {}
        replays = [Replay(_recorded(game, seed), "log", None) for game in games]
        self.line = replays[0].log.to_json()
        self.app = make_app(Setting(games[0].name, replays=replays, problems=[EVIL]))

    def valid(self) -> Request:
        """Return a request as the page makes it."""
        here, view = f"/api/session/{self.token}", self.view
        if not view or view["result"] or self.chooser.random() < 0.05:
            game = self.chooser.choice(self.games)
            players = self.chooser.randint(game.min_players, game.max_players)
            body = {"game": game.name, "players": players, "opponents": ["random"]}
            body |= {"seed": self.chooser.randrange(100), "instead": self.token}
            return Request("POST", "/api/new", body)
        if view["waiting"]:
            return Request("POST", f"{here}/advance", {})
        action = self.chooser.choice(view["legal"])["id"]
        act = Request("POST", f"{here}/act", {"action": action, "position": view["position"]})
        others = [
            Request("POST", f"{here}/undo", {}),
            Request("POST", f"{here}/explain", {"agent": self.chooser.choice(PLAIN_PLAYERS)}),
            Request("POST", "/api/resume", {"token": self.token}),
            Request("GET", f"{here}/log"),
            Request("GET", "/api/setting"),
            Request("GET", f"/api/replay?game=0&at={self.chooser.randrange(3)}&seat=0"),
            Request("GET", f"/api/replay?game={self.token}&at=0&agent=greedy"),
            Request("GET", f"/api/analysis?game=0&agent=random&start={self.chooser.randrange(3)}"),
            Request("GET", f"/api/rules?game={self.chooser.choice(self.games).name}"),
            Request("POST", "/api/players", {"game": self.chooser.choice(self.games).name}),
            Request("GET", "/api/games"),
            Request("POST", "/api/branch", {"game": "0", "at": self.chooser.randrange(3)}),
            Request("POST", "/api/open", {"line": self.line}),
        ]
        return self.chooser.choice([act] * len(others) + others)

    def note(self, data: dict[str, Any]) -> None:
        """Remember what a good answer says about the game."""
        self.token = data.get("token", self.token)
        view = data.get("view")
        if view and view["kind"] == "play":
            self.view = view


def _recorded(game: Game, seed: int) -> GameLog:
    match = Match(game.variant(), seed)
    for _ in range(3):
        match.step(match.legal_actions()[0])
    return GameLog.of(match, [EVIL] * match.variant.num_players)


def _body(request: Request, chooser: random.Random) -> None:
    request.method = "POST"
    body = dict(request.body or {})
    key = chooser.choice([*body, *KEYS])
    body[key] = chooser.choice(JUNK)
    request.body = body


def _bytes(request: Request, chooser: random.Random) -> None:
    request.method = "POST"
    good = request.content() or b"{}"
    at = chooser.randrange(len(good))
    request.body = chooser.choice(
        [
            good[:at],
            good[:at] + bytes([chooser.randrange(256)]) + good[at + 1 :],
            good + good,
            b"\xef\xbb\xbf" + good,
            json.dumps(chooser.choice(JUNK)).encode(),
            b"[" * chooser.randrange(1, 4096),
            b'{"a":' * chooser.randrange(1, 800),
            b'{"seed":' + b"9" * chooser.randrange(4000) + b"}",
            bytes(chooser.randrange(256) for _ in range(50)),
            b" " * chooser.randrange(5000),
        ]
    )


def _path(request: Request, chooser: random.Random) -> None:
    parts = request.path.split("/")
    parts[chooser.randrange(1, len(parts))] = chooser.choice(WORDS)
    request.path = chooser.choice([chooser.choice(PATHS), "/".join(parts)])


def _query(request: Request, chooser: random.Random) -> None:
    values = {name: chooser.choice(["0", "1", *WORDS]) for name in ("game", "at", "seat")}
    query = "&".join(f"{name}={value}" for name, value in values.items())
    request.method, request.path = "GET", f"/api/replay?{query}"


def _method(request: Request, chooser: random.Random) -> None:
    methods = ("GET", "HEAD", "POST", "PUT", "OPTIONS", "DELETE", "TRACE", "BREW", "get")
    request.method = chooser.choice(methods)


def _headers(request: Request, chooser: random.Random) -> None:
    name, values = chooser.choice(
        [("host", HOSTS), ("origin", (*HOSTS, "null", "http://[::1")), ("content-type", TYPES)]
    )
    request.headers[name] = chooser.choice(values)


def _nothing(request: Request, chooser: random.Random) -> None:
    """Send it as it is: the game goes on."""


DAMAGES: tuple[Callable[[Request, random.Random], None], ...] = (
    *(_nothing, _nothing, _body, _body, _bytes, _path, _query, _method, _headers),
)


def run(budget_seconds: float, seed: int, games: Sequence[Game]) -> Report:
    """Send damaged requests for ``budget_seconds``."""
    return _sent(numbers(budget_seconds, 0), seed, games)


def trials(count: int, seed: int, games: Sequence[Game]) -> Report:
    """Send ``count`` damaged requests."""
    return _sent(iter(range(count)), seed, games)


def _sent(chosen: Iterator[int], seed: int, games: Sequence[Game]) -> Report:
    with ThreadPoolExecutor(1) as thread:  # a loop may be running in this one
        return thread.submit(asyncio.run, _send_all(chosen, seed, games)).result()


async def _send_all(chosen: Iterator[int], seed: int, games: Sequence[Game]) -> Report:
    report, play = Report("requests"), Trials(seed, games)
    transport = httpx.ASGITransport(app=play.app)
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
        for number in chosen:
            request, damage = play.valid(), play.chooser.choice(DAMAGES)
            damage(request, play.chooser)
            report.tried[damage.__name__.removeprefix("_")] += 1
            try:
                problem = await _send(client, play, request, report)
            except Exception:
                problem = last_line()
            if problem:
                report.faults.append(f"seed {seed} number {number}, {request}: {problem}")
    return report


async def _send(
    client: httpx.AsyncClient, play: Trials, request: Request, report: Report
) -> str | None:
    """Send ``request`` and return what is wrong with the answer."""
    headers = {"origin": HOME, "content-type": "application/json", **request.headers}
    raw = [(name.encode(), value.encode("utf-8", "replace")) for name, value in headers.items()]
    reply = await client.request(
        request.method, request.path, content=request.content(), headers=raw
    )
    if reply.status_code >= 500:
        return f"status {reply.status_code}: {reply.text}"
    is_json = reply.headers.get("content-type") == "application/json" and request.method != "HEAD"
    data = json.loads(reply.content, parse_constant=_no_json) if is_json else {}
    if reply.status_code < 400:
        play.note(data)
        report.worked += 1
        return None
    report.refused += 1
    words = data["error"] if is_json else reply.text
    if request.method != "HEAD" and not (0 < len(words) < 500 and words.isprintable()):
        return f"not a sentence: {words!r}"
    return None


def _no_json(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")

"""The local server of the web UI: game sessions by secret tokens, one for each browser tab."""

import secrets
import traceback
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..drawing.svg import dark_css
from ..games import GAMES, get_game
from ..players.policies import POLICIES
from .middleware import RequestGuard
from .replay import Replay
from .session import HUMAN, GameSession, SessionError

MAX_SESSIONS = 64  # the least recently used makes room
_PAGE = resources.files(__package__) / "page"
_MAX_SEED = 2**53  # what JavaScript can write exactly


@dataclass
class Setting:
    """What the web UI offers: the first game, possible opponents, games to replay."""

    game: str = "aquasphere"
    players: int | None = None
    opponents: Sequence[str] = ("greedy",)
    seed: int | None = None
    replays: Sequence[Replay] = ()
    problems: Sequence[str] = ()  # with other recorded games

    def players_offered(self) -> list[str]:
        """Return the players that a browser may choose."""
        return list(dict.fromkeys([*POLICIES, *self.opponents]))


class NoSessionError(LookupError):
    """A token or command that this server does not know."""


class Sessions:
    """All running sessions by their tokens."""

    def __init__(self, setting: Setting) -> None:
        """Offer what ``setting`` says."""
        self.setting = setting
        self._sessions: OrderedDict[str, GameSession] = OrderedDict()

    def open(self, body: dict[str, Any]) -> tuple[str, GameSession]:
        """Start the game that a browser asks for; raise ``ValueError`` for an invalid request."""
        setting = self.setting
        name = str(body.get("game") or setting.game)
        game = get_game(name)
        usual = setting.players if name == setting.game else None
        players = _whole(body.get("players") or usual)
        variant = game.variant(players)
        seed = body.get("seed")
        seed = secrets.randbelow(1_000_000) if seed is None else _whole(seed)
        if seed is None or not 0 <= seed < _MAX_SEED:
            raise ValueError("a seed is 0 or a positive integer")
        seats = self._seats(body.get("opponents"), variant.num_players)
        session = GameSession(variant, seats, seed)
        token = secrets.token_urlsafe(16)
        self._sessions[token] = session
        while len(self._sessions) > MAX_SESSIONS:
            self._sessions.popitem(last=False)
        return token, session

    def _seats(self, opponents: Any, num_players: int) -> list[str]:
        """Return who sits where: a person first, then the opponents, the last one repeated."""
        chosen = list(opponents) if isinstance(opponents, list) else list(self.setting.opponents)
        for name in chosen:
            if name not in (*self.setting.players_offered(), HUMAN):
                raise ValueError(f"no player {name!r} at this server")
        chosen = chosen or [POLICIES[-1]]
        chosen += chosen[-1:] * num_players
        return [HUMAN, *chosen][:num_players]

    def find(self, token: str) -> GameSession:
        """Return the session of ``token``; raise ``NoSessionError`` if there is none."""
        if token not in self._sessions:
            raise NoSessionError(token)
        self._sessions.move_to_end(token)
        return self._sessions[token]


def _whole(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value


def make_app(setting: Setting, names: frozenset[str] = frozenset()) -> RequestGuard:
    """Return the ASGI application for ``setting``, which answers to ``names`` as well."""
    sessions = Sessions(setting)
    routes = [
        *(_file(*spec) for spec in _FILES),
        Route("/theme.css", lambda _: Response(dark_css("[data-theme=dark]"), media_type=_CSS)),
        Route("/api/setting", _answer(lambda request, body: _offered(setting))),
        Route("/api/new", _answer(lambda request, body: _new(sessions, body)), methods=["POST"]),
        Route("/api/replay", _answer(lambda request, body: _replayed(setting, request))),
        Route(
            "/api/resume", _answer(lambda request, body: _resumed(sessions, body)), methods=["POST"]
        ),
        Route(
            "/api/session/{token}/log", _answer(lambda request, body: _logged(sessions, request))
        ),
        Route(
            "/api/session/{token}/{command}",
            _answer(lambda request, body: _commanded(sessions, request, body)),
            methods=["POST"],
        ),
    ]
    return RequestGuard(Starlette(routes=routes), names)


_CSS = "text/css; charset=utf-8"
_JAVASCRIPT = "text/javascript; charset=utf-8"
_FILES = (  # address, file, type: all that can be asked for
    ("/", "index.html", "text/html; charset=utf-8"),
    ("/page.css", "page.css", _CSS),
    ("/page.js", "page.js", _JAVASCRIPT),
    ("/base.js", "base.js", _JAVASCRIPT),
    ("/favicon.svg", "favicon.svg", "image/svg+xml"),
)


def _file(address: str, name: str, media_type: str) -> Route:
    content = (_PAGE / name).read_bytes()
    return Route(address, lambda _: Response(content, media_type=media_type))


def _answer(command: Callable[[Request, dict[str, Any]], dict[str, Any]]) -> Any:
    """Return an endpoint that runs ``command`` in a thread and answers errors with a sentence."""

    async def endpoint(request: Request) -> JSONResponse:
        from starlette.concurrency import run_in_threadpool

        try:
            body = await request.json() if request.method == "POST" else {}
            if not isinstance(body, dict):
                raise ValueError("a request is a JSON object")
            return JSONResponse(await run_in_threadpool(command, request, body))
        except SessionError as error:
            return JSONResponse({"error": str(error)}, 409)
        except NoSessionError:
            return JSONResponse({"error": "this server does not have that game (any more)"}, 404)
        except (ValueError, TypeError) as error:
            return JSONResponse({"error": str(error)}, 400)
        except Exception as error:  # of a player, say
            traceback.print_exception(error)
            return JSONResponse({"error": f"{type(error).__name__}: {error}"}, 500)

    return endpoint


def _offered(setting: Setting) -> dict[str, Any]:
    games = []
    for name in GAMES:
        game = get_game(name)
        if game.draw_module is not None:
            counts = list(range(game.min_players, game.max_players + 1))
            games.append({"name": name, "title": game.title, "players": counts})
    return {
        "games": games,
        "game": setting.game,
        "players": setting.players,
        "opponents": list(setting.opponents),
        "agents": [*setting.players_offered(), HUMAN],
        "seed": setting.seed,
        "problems": list(setting.problems),
        "replays": [
            f"{k + 1}: {replay.log.game}, seed {replay.log.seed}"
            for k, replay in enumerate(setting.replays)
        ],
    }


def _new(sessions: Sessions, body: dict[str, Any]) -> dict[str, Any]:
    token, session = sessions.open(body)
    return {"token": token, "view": session.view()}


def _resumed(sessions: Sessions, body: dict[str, Any]) -> dict[str, Any]:
    """Return the session that a tab had before it was reloaded, if it is still there."""
    try:
        session = sessions.find(str(body.get("token")))
    except NoSessionError:
        return {"view": None}
    with session.lock:
        return {"view": session.view()}


def _logged(sessions: Sessions, request: Request) -> dict[str, Any]:
    session = sessions.find(request.path_params["token"])
    with session.lock:
        return {"line": session.log().to_json()}


def _commanded(sessions: Sessions, request: Request, body: dict[str, Any]) -> dict[str, Any]:
    """Carry out a command in a session and return the new view."""
    session = sessions.find(request.path_params["token"])
    command = request.path_params["command"]
    with session.lock:
        if command == "explain":
            name = str(body.get("agent"))
            if name not in sessions.setting.players_offered():
                raise ValueError(f"no player {name!r} at this server")
            return {"opinion": session.advice(name)}
        if command == "act":
            action = _whole(body.get("action"))
            session.act(-1 if action is None else action, str(body.get("position")))
        elif command == "advance":
            session.advance()
        elif command == "undo":
            session.undo()
        else:
            raise NoSessionError(command)
        return {"view": session.view()}


def _replayed(setting: Setting, request: Request) -> dict[str, Any]:
    query = request.query_params
    number, at = int(query.get("game", "0")), int(query.get("at", "0"))
    seat = int(query["seat"]) if query.get("seat") else None
    if not 0 <= number < len(setting.replays):
        raise ValueError(f"there are {len(setting.replays)} recorded games")
    replay = setting.replays[number]
    with replay.lock:
        return {"view": replay.view(at, seat)}

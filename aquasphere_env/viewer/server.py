"""The local server of the web UI: game sessions by secret tokens, one for each browser tab."""

import sqlite3
import traceback
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..core.console import say, visible, visible_lines
from ..core.game import Variant
from ..drawing.icons import icon_path
from ..drawing.raster import FONT_FILES, FONTS
from ..drawing.svg import dark_css, seats_css
from ..games import GAMES, get_game
from ..players.registry import make_player
from .limits import shortened
from .middleware import RequestGuard
from .new_game import game_asked_for, variant_asked_for
from .past import Past
from .people import HUMAN
from .requests import client, is_narrow, json_object, whole
from .session import COMPILING, SessionError
from .sessions import NoPlaceError, NoSessionError, Sessions
from .setting import CHOICES, FILES, LEVELS, Setting
from .store import Store
from .words import texts

_PAGE = resources.files(__package__) / "page"
_SMALL, _PACKING = 2000, 4  # bytes of an answer that is sent as it is; how hard to pack others


def make_app(setting: Setting, names: frozenset[str] = frozenset()) -> RequestGuard:
    """Return the ASGI application for ``setting``, which answers to ``names`` as well."""
    sessions = Sessions(store=_opened(setting.store))
    past = Past(setting, sessions)
    routes = [
        *_files(),
        Route("/theme.css", lambda _: Response(_THEME, media_type=_CSS)),
        Route("/api/setting", _answer(lambda request, body: _offered(setting))),
        Route(
            "/api/new",
            _answer(lambda request, body: _new(setting, sessions, request, body)),
            methods=["POST"],
        ),
        Route("/api/rules", _answer(lambda request, body: _rules(request))),
        Route(
            "/api/players",
            _answer(lambda request, body: _players(setting, body)),
            methods=["POST"],
        ),
        Route("/api/replay", _answer(lambda request, body: past.view(request))),
        Route("/api/analysis", _answer(lambda request, body: past.analysis(request))),
        Route("/api/branch", _answer(past.branch), methods=["POST"]),
        Route("/api/open", _answer(past.open_log), methods=["POST"]),
        Route(
            "/api/resume",
            _answer(lambda request, body: _resumed(sessions, request, body)),
            methods=["POST"],
        ),
        Route("/api/games", _answer(lambda request, body: _listed(sessions, request))),
        Route(
            "/api/session/{token}/log", _answer(lambda request, body: _logged(sessions, request))
        ),
        Route(
            "/api/session/{token}/{command}",
            _answer(lambda request, body: _commanded(setting, sessions, request, body)),
            methods=["POST"],
        ),
    ]
    packed = Middleware(GZipMiddleware, minimum_size=_SMALL, compresslevel=_PACKING)
    return RequestGuard(Starlette(routes=routes, middleware=[packed]), names)


def _opened(path: Path | None) -> Store:
    """Return the store at ``path``; where that is impossible, one that lasts as long as we do."""
    try:
        return Store(path)
    except (OSError, sqlite3.Error) as error:
        say(f"warning: games are not kept: {path}: {error}", error=True)
        return Store()


_CSS = "text/css; charset=utf-8"
_THEME = seats_css() + dark_css("[data-theme=dark]")
_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": _CSS,
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
}


def _files() -> list[Route]:
    """Return routes for the page's files and its fonts, all that can be asked for."""
    found = [*_PAGE.iterdir(), *(FONTS / f"{name}.ttf" for name in FONT_FILES)]
    return [_file(f"/{path.name}".replace("/index.html", "/"), path) for path in found]


def _file(address: str, path: Any) -> Route:
    content, media_type = path.read_bytes(), _MEDIA_TYPES["." + path.name.rpartition(".")[2]]
    return Route(address, lambda _: Response(content, media_type=media_type))


class _VisibleJSON(JSONResponse):
    """JSON whose texts, which may come from files and requests, control no page and no terminal."""

    def render(self, content: Any) -> bytes:
        return super().render(_visible(content))


def _visible(value: Any) -> Any:
    if isinstance(value, str):
        return visible_lines(value)
    if isinstance(value, dict):
        return {key: _visible(item) for key, item in value.items()}
    return [_visible(item) for item in value] if isinstance(value, list | tuple) else value


def _answer(command: Callable[[Request, dict[str, Any]], dict[str, Any]]) -> Any:
    """Return an endpoint that runs ``command`` in a thread and answers errors with a sentence."""

    async def endpoint(request: Request) -> JSONResponse:
        try:
            body = json_object(await request.body()) if request.method == "POST" else {}
            return _VisibleJSON(await run_in_threadpool(command, request, body))
        except SessionError as error:
            return _error(error, 409)
        except NoSessionError:
            return _error("this server does not have that game (any more)", 404)
        except NoPlaceError as error:
            return _error(error, 429)
        except (ValueError, TypeError) as error:
            return _error(error, 400)
        except Exception as error:  # of a player, say
            say("".join(traceback.format_exception(error)), error=True)
            return _error(f"{type(error).__name__}: {error}", 500)

    return endpoint


def _error(error: object, status: int) -> JSONResponse:
    return _VisibleJSON({"error": shortened(visible(str(error)))}, status)


def _offered(setting: Setting) -> dict[str, Any]:
    drawn = [game for game in map(get_game, GAMES) if game.draw_module is not None]
    games = [
        {
            "name": game.name,
            "title": game.title,
            "players": list(range(game.min_players, game.max_players + 1)),
            "options": CHOICES.get(game.name, []),
            "files": [{"name": name, "words": FILES[name]} for name in game.files],
        }
        for game in drawn
    ]
    return {
        "games": games,
        "game": setting.game,
        "players": setting.players,
        "opponents": list(setting.opponents),
        "agents": [*setting.players_offered(), HUMAN],
        "levels": LEVELS,
        "adviser": setting.adviser(),
        "seed": setting.seed,
        "given": list(setting.options),
        "compiling": COMPILING,
        "problems": list(setting.problems),
        "replays": [
            f"{k + 1}: {replay.log.game}, seed {replay.log.seed}"
            for k, replay in enumerate(setting.replays)
        ],
    }


def _rules(request: Request) -> dict[str, Any]:
    """Return a game's page, which tells its rules, and the texts that depend on no state."""
    game = get_game(request.query_params.get("game", ""))
    page = resources.files("aquasphere_env.games") / game.name / "README.md"
    found = texts(game)
    legend = [
        {**entry, "icon": icon_path(entry["icon"]) if "icon" in entry else None}
        for entry in found["legend"]
    ]
    return {"page": page.read_text(encoding="utf-8"), "legend": legend, "tour": found["tour"]}


def _players(setting: Setting, body: dict[str, Any]) -> dict[str, Any]:
    """Return the players of this server that can play the game asked for, and its component set."""
    variant = variant_asked_for(setting, body)
    able = [name for name in setting.players_offered() if _can_play(name, variant)]
    return {
        "players": [name for name in able if name != HUMAN],
        "component_set": variant.component_set,
    }


def _can_play(name: str, variant: Variant) -> bool:
    if name in LEVELS or name == HUMAN:  # they play every game
        return True
    try:
        make_player(name, variant)
    except Exception:  # whatever a player of somebody else raises
        return False
    return True


def _new(
    setting: Setting, sessions: Sessions, request: Request, body: dict[str, Any]
) -> dict[str, Any]:
    """Begin the game that is asked for; ``instead`` is the token that the tab had before."""
    session = game_asked_for(setting, body)
    token = sessions.open(session, client(request), str(body.get("instead")))
    return {"token": token, "view": session.view(is_narrow(request))}


def _listed(sessions: Sessions, request: Request) -> dict[str, Any]:
    return {"games": [kept.to_dict() for kept in sessions.listed(client(request))]}


def _resumed(sessions: Sessions, request: Request, body: dict[str, Any]) -> dict[str, Any]:
    """Return the session that a tab had before, of this server or of one before it."""
    try:
        session = sessions.find(str(body.get("token")), client(request))
    except NoSessionError:
        return {"view": None}
    with session.lock:
        return {"view": session.view(is_narrow(request))}


def _logged(sessions: Sessions, request: Request) -> dict[str, Any]:
    session = sessions.find(request.path_params["token"])
    with session.lock:
        return {"line": session.log().to_json()}


def _commanded(
    setting: Setting, sessions: Sessions, request: Request, body: dict[str, Any]
) -> dict[str, Any]:
    """Carry out a command in a session and return the new view."""
    session = sessions.find(request.path_params["token"], client(request))
    command = request.path_params["command"]
    with session.lock:
        if command == "explain":
            name = str(body.get("agent"))
            setting.check_offered(name)
            return {"opinion": session.advice(name)}
        if command == "act":
            action = whole(body.get("action"))
            session.act(-1 if action is None else action, str(body.get("position")))
        elif command == "advance":
            session.advance()
        elif command == "undo":
            session.undo()
        else:
            raise NoSessionError(command)
        sessions.keep(request.path_params["token"])
        return {"view": session.view(is_narrow(request))}

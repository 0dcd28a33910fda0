"""The local server behind the page: tables by secret tokens, one for each browser tab."""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..drawing.svg import dark_css
from ..games import GAMES, get_game
from ..players.policies import POLICIES
from .middleware import Guard
from .session import HUMAN, Replay, Table, TableError

MAX_TABLES = 64  # the one not used for longest makes room
_PAGE = resources.files(__package__) / "page"
_MAX_SEED = 2**53  # what JavaScript can write exactly


@dataclass
class Setting:
    """What the page offers: the first game, who may be an opponent, games to replay."""

    game: str = "aquasphere"
    players: int | None = None
    opponents: Sequence[str] = ("greedy",)
    seed: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    replays: Sequence[Replay] = ()
    problems: Sequence[str] = ()  # why other recorded games are not there

    def agents(self) -> list[str]:
        """Return the names that the page may seat."""
        return list(dict.fromkeys([*POLICIES, *self.opponents]))


class Tables:
    """All tables in use."""

    def __init__(self, setting: Setting) -> None:
        """Offer what ``setting`` says."""
        self.setting = setting
        self._tables: OrderedDict[str, Table] = OrderedDict()

    def open(self, wish: dict[str, Any]) -> tuple[str, Table]:
        """Start the game that a page asks for; raise ``ValueError`` for what cannot be."""
        setting = self.setting
        name = str(wish.get("game") or setting.game)
        game = get_game(name)
        same = name == setting.game
        players = _whole(wish.get("players") or (setting.players if same else None))
        variant = game.variant(players, **(setting.options if same else {}))
        seed = wish.get("seed")
        seed = secrets.randbelow(1_000_000) if seed is None else _whole(seed)
        if seed is None or not 0 <= seed < _MAX_SEED:
            raise ValueError("a seed is 0 or a positive integer")
        seats = self._seats(wish.get("opponents"), variant.num_players)
        table = Table(variant, seats, seed)
        token = secrets.token_urlsafe(16)
        self._tables[token] = table
        while len(self._tables) > MAX_TABLES:
            self._tables.popitem(last=False)
        return token, table

    def _seats(self, opponents: Any, num_players: int) -> list[str]:
        """Return who sits where: a person first, then the opponents, the last one repeated."""
        chosen = list(opponents) if isinstance(opponents, list) else list(self.setting.opponents)
        for name in chosen:
            if name not in (*self.setting.agents(), HUMAN):
                raise ValueError(f"no player {name!r} at this server")
        chosen = chosen or [POLICIES[-1]]
        chosen += chosen[-1:] * num_players
        return [HUMAN, *chosen][:num_players]

    def find(self, token: str) -> Table:
        """Return the table ``token``; raise ``KeyError`` if it is not there (any more)."""
        self._tables.move_to_end(token)
        return self._tables[token]


def _whole(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is not a whole number")
    return value


def make_app(setting: Setting, names: frozenset[str] = frozenset()) -> Guard:
    """Return the ASGI application for ``setting``, which answers to ``names`` as well."""
    tables = Tables(setting)
    routes = [
        *(_file(*spec) for spec in _FILES),
        Route("/theme.css", lambda _: Response(dark_css("[data-theme=dark]"), media_type=_CSS)),
        Route("/api/setting", _answer(lambda request, wish: _offer(setting))),
        Route("/api/new", _answer(lambda request, wish: _new(tables, wish)), methods=["POST"]),
        Route("/api/replay", _answer(lambda request, wish: _replayed(setting, request))),
        Route("/api/kept", _answer(lambda request, wish: _kept(tables, wish)), methods=["POST"]),
        Route("/api/table/{token}/log", _answer(lambda request, wish: _logged(tables, request))),
        Route(
            "/api/table/{token}/{deed}",
            _answer(lambda request, wish: _done(tables, request, wish)),
            methods=["POST"],
        ),
    ]
    return Guard(Starlette(routes=routes), names)


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


def _answer(deed: Callable[[Request, dict[str, Any]], dict[str, Any]]) -> Any:
    """Return an endpoint that runs ``deed`` in a thread and tells errors in words."""

    async def endpoint(request: Request) -> JSONResponse:
        from starlette.concurrency import run_in_threadpool

        try:
            wish = await request.json() if request.method == "POST" else {}
            if not isinstance(wish, dict):
                raise ValueError("a request is a JSON object")
            return JSONResponse(await run_in_threadpool(deed, request, wish))
        except TableError as error:
            return JSONResponse({"error": str(error)}, 409)
        except KeyError:
            return JSONResponse({"error": "this game is not at this server (any more)"}, 404)
        except (ValueError, TypeError) as error:
            return JSONResponse({"error": str(error)}, 400)

    return endpoint


def _offer(setting: Setting) -> dict[str, Any]:
    games = []
    for name in GAMES:
        try:
            game = get_game(name)
        except ImportError:
            continue
        if game.draw_module is not None:
            counts = list(range(game.min_players, game.max_players + 1))
            games.append({"name": name, "title": game.title, "players": counts})
    return {
        "games": games,
        "game": setting.game,
        "players": setting.players,
        "opponents": list(setting.opponents),
        "agents": [*setting.agents(), HUMAN],
        "seed": setting.seed,
        "problems": list(setting.problems),
        "replays": [
            f"{k + 1}: {replay.log.game}, seed {replay.log.seed}"
            for k, replay in enumerate(setting.replays)
        ],
    }


def _new(tables: Tables, wish: dict[str, Any]) -> dict[str, Any]:
    token, table = tables.open(wish)
    return {"token": token, "view": table.view()}


def _kept(tables: Tables, wish: dict[str, Any]) -> dict[str, Any]:
    """Return the table that a tab had before it was loaded again, if it is still there."""
    try:
        table = tables.find(str(wish.get("token")))
    except KeyError:
        return {"view": None}
    with table.lock:
        return {"view": table.view()}


def _logged(tables: Tables, request: Request) -> dict[str, Any]:
    table = tables.find(request.path_params["token"])
    with table.lock:
        return {"line": table.log().to_json()}


def _done(tables: Tables, request: Request, wish: dict[str, Any]) -> dict[str, Any]:
    """Do what the page asks for at a table and return what is to be seen then."""
    table = tables.find(request.path_params["token"])
    deed = request.path_params["deed"]
    with table.lock:
        if deed == "explain":
            name = str(wish.get("agent"))
            if name not in tables.setting.agents():
                raise ValueError(f"no player {name!r} at this server")
            return {"opinion": table.advice(name)}
        if deed == "act":
            table.act(_whole(wish.get("action")) or 0, _whole(wish.get("decisions")) or 0)
        elif deed == "advance":
            table.advance()
        elif deed == "undo":
            table.undo()
        else:
            raise KeyError(deed)
        return {"view": table.view()}


def _replayed(setting: Setting, request: Request) -> dict[str, Any]:
    query = request.query_params
    number, at = int(query.get("game", "0")), int(query.get("at", "0"))
    seat = int(query["seat"]) if query.get("seat") else None
    if not 0 <= number < len(setting.replays):
        raise ValueError(f"there are {len(setting.replays)} recorded games")
    replay = setting.replays[number]
    with replay.lock:
        return {"view": replay.view(at, seat)}

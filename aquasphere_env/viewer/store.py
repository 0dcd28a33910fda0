"""The games that people play, kept in a file beside the user's other data as they are played."""

import json
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.log import GameLog, LogError
from ..drawing.guide import plural
from ..games import get_game
from .people import HUMAN, people
from .session import GameSession

MOST_KEPT = 200  # games; the oldest make room
_TABLE = """
create table if not exists games (
  token text primary key, client text, log text, own_names text, title text, is_over integer,
  changed real
)
"""


@dataclass(frozen=True)
class Kept:
    """A game of the list."""

    token: str
    title: str
    people: list[str]
    state: str
    is_over: bool
    when: str

    def to_dict(self) -> dict[str, Any]:
        """Return what the web UI shows."""
        return dict(vars(self))


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where the user's data lie; a folder that ``AQUASPHERE_DATA`` names comes first."""
    if named := environment.get("AQUASPHERE_DATA"):
        return Path(named)
    if sys.platform == "win32":
        base = environment.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "aquasphere-env"


class Store:
    """Games by their tokens in an SQLite file; without a path they are kept in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        """Open or make the file; raise ``OSError`` or ``sqlite3.Error`` where that fails."""
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._base = sqlite3.connect(path or ":memory:", check_same_thread=False)
        with self._base:
            self._base.execute(_TABLE)
        if path is not None and os.name == "posix":
            path.chmod(0o600)  # who knows a token can play on in its game

    def keep(self, token: str, client: str, session: GameSession) -> None:
        """Write the game of ``session`` as it stands."""
        log = GameLog.of(session.match, session.names).to_json()
        row = (
            *(token, client, log, json.dumps(session.own_names)),
            *(session.match.game.title, int(session.match.over), time.time()),
        )
        with self._lock, self._base as base:
            base.execute("insert or replace into games values (?, ?, ?, ?, ?, ?, ?)", row)
            base.execute(
                "delete from games where token not in "
                "(select token from games order by changed desc limit ?)",
                (MOST_KEPT,),
            )

    def load(self, token: str) -> GameSession | None:
        """Return the game of ``token``; ``None`` if there is none that can go on here."""
        with self._lock:
            found = self._base.execute(
                "select log, own_names from games where token = ?", (token,)
            ).fetchone()
        if found is None:
            return None
        try:
            log = GameLog.from_json(found[0])
            return resumed(log, {int(seat): n for seat, n in json.loads(found[1]).items()})
        except (LogError, ValueError):  # of another version of the game
            return None

    def listed(self, client: str | None) -> list[Kept]:
        """Return the games of the machine ``client``, of all for ``None``, the newest first.

        Games without a decision are left out.
        """
        with self._lock:
            rows = self._base.execute(
                "select token, title, log, own_names, is_over, changed from games "
                "where ? is null or client = ? order by changed desc",
                (client, client),
            ).fetchall()
        return [_kept(*row) for row in rows if json.loads(row[2])["actions"]]


def _kept(token: str, title: str, log: str, own_names: str, is_over: int, changed: float) -> Kept:
    recorded = json.loads(log)
    own = {int(seat): name for seat, name in json.loads(own_names).items()}
    called = [entry["name"] for entry in people(recorded["agents"], own)]
    scores = " : ".join(map(str, recorded["scores"]))
    decisions = plural(len(recorded["actions"]), "decisions")
    state = f"over, {scores}" if is_over else f"{decisions}, {scores}"
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(changed))
    return Kept(token, title, called, state, bool(is_over), when)


def resumed(log: GameLog, own_names: Mapping[int, str]) -> GameSession:
    """Return a session that goes on where ``log`` ends; seats without a name are persons'.

    Raises:
        LogError: it does not replay here.
        ValueError: a player of it does not exist here.
    """
    game = get_game(log.game)
    *_, match = log.replay(game)
    names = list(log.agents) or [HUMAN] * match.variant.num_players
    session = GameSession(match.variant, names, log.seed, own_names)
    session.match = match
    return session

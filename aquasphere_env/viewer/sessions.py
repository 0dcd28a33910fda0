"""The running games of a server by their secret tokens: who may have how many, and how long."""

import ipaddress
import math
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from ..core.console import say
from .session import GameSession
from .store import Kept, Store

MAX_SESSIONS = 64  # running games
MAX_OF_CLIENT = 16  # of one other machine
KEPT_SECONDS = 1800.0  # that a game keeps its place after its last command

_TOKEN_BYTES = 16


class NoSessionError(LookupError):
    """A token or command that this server does not know."""


class NoPlaceError(Exception):
    """There is no place for another game; the message says when there is."""


@dataclass
class _Place:
    session: GameSession
    client: str
    used: float  # when its last command came; -inf if it was left


class Sessions:
    """All running sessions by their tokens.

    A new game never takes the place of one that is being played: only games that are over, or had
    no command for ``KEPT_SECONDS``, make room for it. A tab that begins a new game has left its old
    one, unless that is asked for again.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, store: Store | None = None
    ) -> None:
        """Keep the time by ``clock``, in seconds, and keep the games in ``store``, if any."""
        self._clock = clock
        self._store = store
        self._told = False  # that games are not kept
        self._lock = threading.Lock()
        self._places: dict[str, _Place] = {}

    def open(self, session: GameSession, client: str = "", instead: str = "") -> str:
        """Give ``session`` of the machine ``client`` a place and return its token.

        ``instead`` is the token of the game that it follows in the same tab, if any, which from now
        on has been left. Raises ``NoPlaceError`` if all places are taken.
        """
        with self._lock:
            if instead in self._places:
                self._places[instead].used = -math.inf
            self._make_room(client)
            token = secrets.token_urlsafe(_TOKEN_BYTES)
            self._places[token] = _Place(session, client, self._clock())
        self.keep(token)
        return token

    def keep(self, token: str) -> None:
        """Write down how the game of ``token`` stands."""
        place = self._places.get(token)
        if place is None or self._store is None:
            return
        try:
            self._store.keep(token, place.client, place.session)
        except sqlite3.Error as error:  # a full disk, say: the game goes on all the same
            if not self._told:
                say(f"warning: games are not kept any more: {error}", error=True)
            self._told = True

    def listed(self, client: str) -> list[Kept]:
        """Return the games that ``client`` may go on with: its own, or all at this machine."""
        if self._store is None:
            return []
        return self._store.listed(None if _is_this_machine(client) else client)

    def find(self, token: str, client: str = "") -> GameSession:
        """Return the session of ``token``, from the store if it is not under way.

        Raises:
            NoSessionError: there is none.
            NoPlaceError: it is only in the store, and all places are taken.
        """
        with self._lock:
            if token not in self._places:
                session = self._store.load(token) if self._store else None
                if session is None:
                    raise NoSessionError(token)
                self._make_room(client)
                self._places[token] = _Place(session, client, self._clock())
            self._places[token].used = self._clock()
            return self._places[token].session

    def _make_room(self, client: str) -> None:
        own = [token for token, place in self._places.items() if place.client == client]
        if not _is_this_machine(client) and len(own) >= MAX_OF_CLIENT:
            self._drop_one(own, f"you have {len(own)} games here")
        if len(self._places) >= MAX_SESSIONS:
            self._drop_one(list(self._places), f"this server has {len(self._places)} games")

    def _drop_one(self, tokens: list[str], trouble: str) -> None:
        """Drop a game that is over, otherwise the one that was left longest ago."""
        over = [t for t in tokens if self._places[t].session.match.over]
        left = [t for t in tokens if self._clock() - self._places[t].used >= KEPT_SECONDS]
        if not over + left:
            minutes = f"{KEPT_SECONDS / 60:.0f} minutes"
            raise NoPlaceError(
                f"{trouble} that were played in the last {minutes}: end one, or try again later"
            )
        del self._places[min(over or left, key=lambda token: self._places[token].used)]


def _is_this_machine(client: str) -> bool:
    try:
        return ipaddress.ip_address(client).is_loopback
    except ValueError:
        return not client  # a socket without an address

"""HTTP connections with a place for everyone who asks: those that keep silent make room."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 64
MAX_BUSY = 2 * MAX_CONNECTIONS  # while none of them waits for its client
PATIENCE = 10.0  # seconds for a request to arrive, or for a part of an answer to be taken
_LOOK_EVERY = 1.0  # seconds


class PatientProtocol(H11Protocol):
    """uvicorn's HTTP/1.1, which by itself waits for the first request for ever.

    A connection whose client lets us wait for ``PATIENCE`` is closed. When there are more than
    ``MAX_CONNECTIONS``, the one that let us wait longest is closed at once. A request that is being
    answered is never given up; beyond ``MAX_BUSY`` of them a new connection is closed instead.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, and make room for this connection."""
        super().connection_made(transport)
        self._waiting_since = self.loop.time()
        self._look_again()
        self._make_room()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._waiting_since = self.loop.time()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Look no more."""
        self._look.cancel()
        super().connection_lost(exc)

    @property
    def waits(self) -> bool:
        """Whether nothing can go on here until the client does something."""
        cycle: Any = self.cycle
        if cycle is None or cycle.response_complete or self.flow.write_paused:
            return True
        return bool(cycle.more_body and not cycle.response_started)

    def _look_again(self) -> None:
        self._look = self.loop.call_later(_LOOK_EVERY, self._check)

    def _check(self) -> None:
        now = self.loop.time()
        if not self.waits:
            self._waiting_since = now
        if now - self._waiting_since >= PATIENCE:
            self.transport.abort()
        else:
            self._look_again()

    def _make_room(self) -> None:
        alive: list[Any] = [c for c in self.connections if not c.transport.is_closing()]
        waiting = [c for c in alive if c is not self and c.waits]
        if len(alive) > MAX_CONNECTIONS and waiting:
            min(waiting, key=lambda c: c._waiting_since).transport.abort()
        elif len(alive) > MAX_BUSY:
            self.transport.abort()

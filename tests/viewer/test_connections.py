"""Real sockets: whoever keeps silent, dawdles or floods does not keep others from playing."""

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from aquasphere_env.viewer import connections, middleware
from aquasphere_env.viewer.connections import MAX_CONNECTIONS
from aquasphere_env.viewer.serve import server
from aquasphere_env.viewer.server import make_app
from aquasphere_env.viewer.setting import Setting

FLOOD = MAX_CONNECTIONS + 20
PATIENT = 60.0  # seconds after which a test has failed
HEAD = b"POST /api/new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


class Served:
    """A server in a thread, and sockets to it."""

    def __init__(self) -> None:
        self._listener = socket.socket()
        self._listener.bind(("127.0.0.1", 0))
        self._listener.listen(256)
        self.port = self._listener.getsockname()[1]
        self.server = server(make_app(Setting("octodice", 1)))
        words: Any = {"sockets": [self._listener]}
        self._thread = threading.Thread(target=self.server.run, kwargs=words, daemon=True)
        self._thread.start()
        self.sockets: list[socket.socket] = []

    def connect(self, first: bytes = b"") -> socket.socket:
        made = socket.create_connection(("127.0.0.1", self.port), PATIENT)
        made.sendall(first)
        self.sockets.append(made)
        return made

    def ask(self) -> httpx.Response:
        address = f"http://127.0.0.1:{self.port}"
        return httpx.get(f"{address}/api/setting", timeout=PATIENT, trust_env=False)

    def stop(self) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENT)
        for made in self.sockets:
            made.close()


@pytest.fixture
def served() -> Iterator[Served]:
    running = Served()
    assert running.ask().status_code == 200  # it is up
    yield running
    running.stop()


def until_closed(made: socket.socket) -> bytes:
    """Return what the server still sends before it closes the connection."""
    received = b""
    made.settimeout(PATIENT)
    try:
        while part := made.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


BEGINNINGS = {
    "nothing": b"",
    "half a line": b"GET /api/set",
    "half a head": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "half a body": HEAD + b"Origin: http://127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
    "a whole request": b"GET /favicon.svg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
}


@pytest.mark.parametrize("first", BEGINNINGS.values(), ids=BEGINNINGS)
def test_idle_connections_lock_nobody_out(served: Served, first: bytes) -> None:
    for _ in range(FLOOD):
        served.connect(first)
    for _ in range(3):
        assert served.ask().status_code == 200
    assert len(served.server.server_state.connections) <= MAX_CONNECTIONS + 1


def test_clients_that_do_not_read_lock_nobody_out(served: Served) -> None:
    whole = b"GET /page.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 500  # megabytes of answers
    for _ in range(FLOOD):
        served.connect(whole)
    assert served.ask().status_code == 200


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    monkeypatch.setattr(connections, "_LOOK_EVERY", 0.05)
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.1)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("name", ["nothing", "half a line", "half a head", "half a body"])
def test_a_request_that_does_not_come_ends_the_connection(served: Served, name: str) -> None:
    answer = until_closed(served.connect(BEGINNINGS[name]))
    assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")


@pytest.mark.usefixtures("hasty")
def test_a_request_that_drips_ends_too(served: Served) -> None:
    dripping = served.connect(b"GET / HTTP/1.1\r\n")

    def drip() -> None:
        while True:
            dripping.sendall(b"X: y\r\n")
            time.sleep(0.01)

    with pytest.raises(ConnectionError):  # though something always comes
        drip()


def test_the_server_ends_though_clients_are_connected(served: Served) -> None:
    for first in BEGINNINGS.values():
        served.connect(first)
    served.server.should_exit = True
    served._thread.join(PATIENT)
    assert not served._thread.is_alive()

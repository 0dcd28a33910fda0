"""Refuses requests that are large, name another host, or come from the pages of another one."""

import asyncio
import ipaddress
from typing import Any
from urllib.parse import urlsplit

MAX_BODY = 4096
MAX_FILE = 400_000  # of the addresses that take a file: a recorded game, components
FILE_ADDRESSES = frozenset({b"/api/open", b"/api/new", b"/api/players"})
MAX_TARGET = 512
BODY_SECONDS = 10.0  # for a body to arrive

_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; "
        b"img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; "
        b"form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]


def host_allowed(host: str, names: frozenset[str]) -> bool:
    """Return whether the Host header ``host`` names us.

    Anyone can point a DNS name at this machine; ``localhost``, addresses and the names that the
    server was given are safe.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:  # "[::1"
        return False
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class RequestGuard:
    """ASGI middleware: checks Host, Origin, type and size before the application sees anything."""

    def __init__(self, app: Any, names: frozenset[str] = frozenset()) -> None:
        """Protect ``app``, which answers to ``names`` as well."""
        self._app = app
        self._names = names

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a bad request here, pass a good one on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        problem = self._problem(scope)
        if problem is not None:
            await _refuse(send, *problem)
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                most = MAX_FILE if scope["raw_path"] in FILE_ADDRESSES else MAX_BODY
                body = await _body(receive, most) if scope["method"] == "POST" else b""
        except TimeoutError:
            await _refuse(send, 408, "the request took too long to arrive")
            return
        except _GoneError:
            return
        if body is None:
            await _refuse(send, 413, "the request is too large")
            return

        async def receive_body() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send_with_headers(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        await self._app(scope, receive_body, send_with_headers)

    def _problem(self, scope: Any) -> tuple[int, str] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if sum(name == b"host" for name, _ in scope["headers"]) > 1:
            return 400, "a request names one host"
        host = headers.get(b"host", "")
        if not host_allowed(host, self._names):
            return 421, "this server answers only to its own address"
        if len(scope["raw_path"] or b"") + len(scope["query_string"]) > MAX_TARGET:
            return 414, "the address is too long"
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "GET and POST only"
        origin = headers.get(b"origin")
        if scope["method"] == "POST":
            if origin != f"http://{host}":
                return 403, "only this server's own page may do that"
            if headers.get(b"content-type", "").partition(";")[0] != "application/json":
                return 415, "JSON only"
        return None


class _GoneError(Exception):
    """The client has gone before its request was whole."""


async def _body(receive: Any, most: int) -> bytes | None:
    """Return the whole body, or ``None`` as soon as it is too large."""
    body: bytes = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _GoneError
        body += bytes(message.get("body", b""))
        if len(body) > most:
            return None
        if not message.get("more_body", False):
            return body


async def _refuse(send: Any, status: int, reason: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": reason.encode()})

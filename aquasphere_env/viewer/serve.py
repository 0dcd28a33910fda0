"""Starts the local server and the browser."""

import ipaddress
import os
import socket
import threading
import webbrowser
from typing import Any

from ..core.console import say
from ..core.signals import stop_asked, uninterrupted
from ..drawing.optional_imports import need
from .server import make_app
from .setting import Setting

_BROWSER_DELAY = 0.5  # seconds, until the server is up
_PARTING_SECONDS = 2  # for answers under way when the server ends


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches ``host``."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(setting: Setting, host: str, port: int, browser: bool) -> None:
    """Serve the web UI until interrupted, and say where.

    Raises:
        OSError: the address is not available.
        ValueError: ``host`` is empty, or no name of a host.
    """
    if not host:
        raise ValueError("an address has a name or a number")
    running = server(make_app(setting, frozenset({host})))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        if os.name == "posix":  # elsewhere it lets others take a port that is in use
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()  # who reads the address below may connect at once
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listener.getsockname()[1]}/"
        say(f"{address}  (Ctrl+C ends)")
        if not is_loopback(host):
            say(f"warning: with --host {host} anyone who reaches this machine can play here")
        if browser:
            opener = threading.Timer(_BROWSER_DELAY, webbrowser.open, (address,))
            opener.daemon = True
            opener.start()
        with uninterrupted():  # a signal in uvicorn's loop would leave traces
            running.run(sockets=[listener])


def server(app: Any) -> Any:
    """Return uvicorn's server for ``app`` as we run it: it ends when a signal has asked for it."""
    uvicorn = need("uvicorn")
    from .connections import PatientProtocol

    async def look() -> None:  # once a second; of the signals uvicorn itself knows two
        served.should_exit |= stop_asked()

    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_PARTING_SECONDS,
        callback_notify=look,
        timeout_notify=0,
    )
    served = uvicorn.Server(config)
    return served

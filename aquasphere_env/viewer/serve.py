"""Starts the local server and the browser."""

import ipaddress
import socket
import threading
import webbrowser
from collections.abc import Callable

from ..drawing.optional_imports import need
from .server import Setting, make_app

_BROWSER_DELAY = 0.5  # seconds, until the server is up


def is_loopback(host: str) -> bool:
    """Return whether only this machine reaches ``host``."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def serve(
    setting: Setting, host: str, port: int, browser: bool, say: Callable[[str], None]
) -> None:
    """Serve the web UI until interrupted; raise ``OSError`` if the address is not available."""
    uvicorn = need("uvicorn")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
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
    app = make_app(setting, frozenset({host}))
    config = uvicorn.Config(
        app, log_level="warning", ws="none", limit_concurrency=64, server_header=False
    )
    with listener:
        uvicorn.Server(config).run(sockets=[listener])

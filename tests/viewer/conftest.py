"""A server in a thread and a headless Chromium for the tests of the page."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from aquasphere_env.viewer.serve import server
from aquasphere_env.viewer.server import make_app
from aquasphere_env.viewer.setting import Setting
from benchmarks.chromium import ARGUMENTS, chromium_path


def browser_path() -> str:
    """Return the browser to test with; where there is none, skip outside CI and fail in it."""
    found = chromium_path()
    if found is not None:
        return found
    if os.environ.get("CI"):
        pytest.fail("CI has no Chromium: apt-get install chromium")
    pytest.skip("no Chromium here")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = browser_path()
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


class Serving:
    """Serves settings on ports of this machine, and ends servers."""

    def __init__(self) -> None:
        self._running: dict[str, tuple[Any, threading.Thread]] = {}

    def __call__(self, setting: Setting, port: int = 0) -> str:
        """Serve ``setting`` and return the address."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        served = server(make_app(setting))
        thread = threading.Thread(target=served.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        self._running[address] = served, thread
        return address

    def end(self, address: str) -> None:
        """End the server at ``address``."""
        served, thread = self._running.pop(address)
        served.should_exit = True
        thread.join(timeout=10)

    def end_all(self) -> None:
        """End all servers."""
        for address in list(self._running):
            self.end(address)


@pytest.fixture
def serve() -> Iterator[Serving]:
    """Return what serves a setting and returns its address."""
    serving = Serving()
    yield serving
    serving.end_all()


class Tab:
    """A page under test; it remembers every console error and every address asked for."""

    def __init__(self, context: Any, address: str) -> None:
        self.errors: list[str] = []
        self.hosts: set[str] = set()
        self.page = context.new_page()
        self.page.set_default_timeout(120_000)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))
        self.page.add_init_script(
            "addEventListener('DOMContentLoaded', () => document.body.dataset.fast = '1')"
        )
        self.page.goto(address)
        self.ready()

    def _on_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def ready(self) -> str:
        """Wait until nothing is under way; return the page's state."""
        self.page.wait_for_selector("body[data-state=ready], body[data-state=over]")
        return str(self.page.get_attribute("body", "data-state"))

    @property
    def position(self) -> str:
        return str(self.page.get_attribute("body", "data-position"))

    @property
    def board(self) -> str:
        """The picture, without the arrows that show what has just moved."""
        drawn = "svg => { const all = svg.cloneNode(true); "
        drawn += "all.querySelector('.moves')?.remove(); return all.innerHTML; }"
        return str(self.page.eval_on_selector("#board svg", drawn))

    def ids(self) -> set[str]:
        """Return the ids of the board's pieces."""
        return set(self.page.eval_on_selector_all("#board [id]", "all => all.map(e => e.id)"))


@pytest.fixture
def open_tab(browser: Any) -> Iterator[Callable[[str], Tab]]:
    contexts = []

    def start(address: str, **options: Any) -> Tab:
        options = {"viewport": {"width": 1280, "height": 800}, **options}
        contexts.append(browser.new_context(**options))
        return Tab(contexts[-1], address)

    yield start
    for context in contexts:
        context.close()

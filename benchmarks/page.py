"""How quick the web UI is in a real browser, against a server of its own, and how quick pictures.

    python -m benchmarks.page
    python -m benchmarks.page --games aquasphere --json
    python -m benchmarks.page --file benchmarks/results/page.json

For each game, two players, in a window of 1280 x 800:

- ``kilobytes``: what the browser loads for the page and its first board, without the fonts;
- ``first_board_ms``: from asking for the page to its first board painted, the server running;
- ``answer_ms``: from asking for greedy's move to its board painted, greedy's thinking included;
- ``shown_ms``: the part of it after the answer has come;
- ``rgb_array_ms``: ``render()`` of an environment with that ``render_mode``.

Times are medians, with the value that nineteen in twenty stay below.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("benchmarks.page")
    explain_missing("benchmarks.page", "test")

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro

from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.envs.pettingzoo_api import game_module
from aquasphere_env.games import GAMES, pages
from training.options import Range, check, shown

from .chromium import ARGUMENTS, chromium_path
from .machine import machine

PLAYERS = 2
_WINDOW = {"width": 1280, "height": 800}
_PATIENCE = 120.0  # seconds, for a server to begin or a page to show something
_LOADS = Range(1, 1000)
_DECISIONS = Range(1, 1000)
_UNUSUAL = 95  # percent that stay below

# Notes when the first board and when each position has been painted.
_WATCH = """
window.painted = [];
performance.setResourceTimingBufferSize(10000);
const painted = (note) => requestAnimationFrame(() => setTimeout(() => note(performance.now())));
addEventListener('DOMContentLoaded', () => {
  document.body.dataset.fast = '1';
  const board = new MutationObserver(() => {
    if (!document.querySelector('#board svg')) return;
    board.disconnect();
    painted((now) => { document.body.dataset.firstBoard = now; });
  });
  board.observe(document.body, { childList: true, subtree: true });
  new MutationObserver(() => painted((now) => window.painted.push(now)))
    .observe(document.body, { attributeFilter: ['data-position'] });
});
"""
_LOADED = """() => {
  const all = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
  return all.filter((e) => !e.name.endsWith('.ttf')).reduce((sum, e) => sum + e.transferSize, 0);
}"""
_ANSWERS = """() => performance.getEntriesByType('resource')
  .filter((e) => e.name.endsWith('/advance'))
  .map((e) => [e.startTime, e.responseEnd, window.painted.find((at) => at > e.responseEnd)])
  .filter(([, , shown]) => shown)"""


@dataclass(frozen=True)
class Time:
    """Milliseconds: the median, and what 95 % stay below."""

    median: float
    most: float

    @classmethod
    def of(cls, milliseconds: Sequence[float]) -> "Time":
        """Summarise what was measured."""
        return cls(float(np.median(milliseconds)), float(np.percentile(milliseconds, _UNUSUAL)))


@dataclass(frozen=True)
class Figures:
    """What was measured for a game."""

    game: str
    kilobytes: float
    first_board_ms: Time
    answer_ms: Time
    shown_ms: Time
    rgb_array_ms: Time


@dataclass
class Options:
    """Measure the web UI in a browser."""

    games: tuple[str, ...] = GAMES
    """Which games."""
    loads: Annotated[int, _LOADS, shown(_LOADS)] = 10
    """How often each page is loaded."""
    decisions: Annotated[int, _DECISIONS, shown(_DECISIONS)] = 40
    """How many decisions are played and pictures drawn."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print JSON."""
    file: Path | None = None
    """Write the results to this file, too."""


@contextlib.contextmanager
def served(game: str) -> Iterator[str]:
    """Run ``aquasphere play`` for ``game`` against greedy; yield the address."""
    words = [sys.executable, "-m", "aquasphere_env", "play", game, "--players", str(PLAYERS)]
    words += ["--seed", "3", "--port", "0", "--no-browser"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "AQUASPHERE_DATA": folder}
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            found = re.match(r"http://\S+", server.stdout.readline())
            if found is None:
                raise RuntimeError(f"{' '.join(words)} tells no address")
            yield found[0]
        finally:
            server.terminate()
            server.wait(_PATIENCE)


def measured(browser: Any, game: str, loads: int, decisions: int) -> Figures:
    """Return the figures of a game."""
    with served(game) as address:
        _opened(browser, address).close()  # the server's first game reads its kernels
        first, sizes = [], []
        for _ in range(loads):
            page = _opened(browser, address)
            first.append(float(page.get_attribute("body", "data-first-board")))
            sizes.append(page.evaluate(_LOADED) / 1000)
            page.context.close()
        page = _opened(browser, address)
        for _ in range(decisions):
            if page.get_attribute("body", "data-state") == "over":
                break
            page.keyboard.press("1")
            page.wait_for_selector("body[data-state=ready], body[data-state=over]")
        answers = page.evaluate(_ANSWERS)
        page.context.close()
    return Figures(
        game=game,
        kilobytes=float(np.median(sizes)),
        first_board_ms=Time.of(first),
        answer_ms=Time.of([at - asked for asked, _, at in answers]),
        shown_ms=Time.of([at - answered for _, answered, at in answers]),
        rgb_array_ms=Time.of(pictures(game, decisions)),
    )


def _opened(browser: Any, address: str) -> Any:
    """Return a page that has shown its first board, with nothing kept from before."""
    page = browser.new_context(viewport=_WINDOW, reduced_motion="reduce").new_page()
    page.set_default_timeout(1000 * _PATIENCE)
    page.add_init_script(_WATCH)
    page.goto(address)
    page.wait_for_selector("body[data-first-board]")
    page.wait_for_selector("body[data-state=ready]")
    return page


def pictures(game: str, decisions: int) -> list[float]:
    """Return the milliseconds of ``render()`` in the positions of a random game."""
    env = game_module(game).env(num_players=PLAYERS, render_mode="rgb_array")
    env.reset(seed=0)
    env.render()  # reads the fonts
    chance = np.random.default_rng(0)
    found = []
    for _, _agent in zip(range(decisions), env.agent_iter(), strict=False):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        begun = time.perf_counter()
        env.render()
        found.append(1000 * (time.perf_counter() - begun))
    env.close()
    return found


def page_table(results: dict[str, Any]) -> str:
    """Return the figures of all games."""
    rows = []
    for figures in results["games"]:
        times = [
            f"{figures[name]['median']:.0f} ms (95 %: {figures[name]['most']:.0f})"
            for name in ("first_board_ms", "answer_ms", "shown_ms", "rgb_array_ms")
        ]
        rows.append((figures["game"], f"{figures['kilobytes']:.0f} kB", *times))
    head = ("game", "page", "first board", "greedy's move", "of it after the answer", "`rgb_array`")
    told = results["machine"]
    return f"{pages.table(head, rows)}\n\n({told['processor']}, {told['browser']})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    name = "benchmarks.page"
    with command(name):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        try:
            check(options)
            if unknown := sorted(set(options.games) - set(GAMES)):
                raise ValueError(f"no game {unknown[0]!r}; there are: {', '.join(GAMES)}")
            path = chromium_path()
            if path is None:
                raise ValueError("no Chromium here; install one, or name it in CHROMIUM")
        except ValueError as error:
            fail(name, error)
        results = _results(options, path)
        if options.file is not None:
            with replacing(options.file) as stream:
                stream.write(json.dumps(results, indent=1) + "\n")
        say(json.dumps(results, allow_nan=False) if options.json else page_table(results))


def _results(options: Options, path: str) -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    games = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        told = {**machine(), "browser": f"Chromium {browser.version}"}
        for number, game in enumerate(options.games, 1):
            say(f"{game}, {number} of {len(options.games)}", error=True)
            games.append(asdict(measured(browser, game, options.loads, options.decisions)))
        browser.close()
    return {"machine": told, "games": games}


if __name__ == "__main__":
    main()

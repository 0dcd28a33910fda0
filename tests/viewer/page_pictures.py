"""Writes the pictures of the web UI that stand in the README.

    python -m tests.viewer.page_pictures FOLDER

A game of AquaSphere with the analysis open, its end with the breakdown, and Aquamarine on a phone.
"""

import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from aquasphere_env.viewer.setting import Setting
from benchmarks.chromium import ARGUMENTS

from .conftest import Serving, Tab, browser_path
from .playing import PHONE, press_keys

_WINDOW = {"viewport": {"width": 1280, "height": 800}}
_MIDDLE, _BEGINNING = 24, 9  # decisions
_COLORS = 96


def _play(tab: Tab, decisions: int) -> None:
    chance = np.random.default_rng(4)
    for _ in range(decisions):
        if tab.ready() == "over":
            return
        press_keys(tab, chance)
    tab.ready()


def _picture(tab: Tab, path: Path) -> None:
    """Write the page as it is, in few colours: the file stays small."""
    shot = Image.open(io.BytesIO(tab.page.screenshot())).convert("RGB")
    shot.quantize(_COLORS, dither=Image.Dither.NONE).save(path, optimize=True)


def _analysis(tab: Tab, folder: Path) -> None:
    _play(tab, _MIDDLE)
    tab.page.click("#tab-opinion")
    tab.page.select_option("#adviser", "greedy")
    tab.page.click("#explain")
    tab.page.wait_for_selector("#opinion table")
    tab.page.click("#analyse")
    tab.page.wait_for_selector(".graph")
    tab.page.locator(".graph").scroll_into_view_if_needed()
    _picture(tab, folder / "page-analysis.png")


def _end(tab: Tab, folder: Path) -> None:
    _play(tab, 1000)
    _picture(tab, folder / "page-end.png")


def _phone(tab: Tab, folder: Path) -> None:
    _play(tab, _BEGINNING)
    _picture(tab, folder / "page-phone.png")


def main(folder: Path) -> None:
    """Write the pictures into ``folder``."""
    from playwright.sync_api import sync_playwright

    serve = Serving()
    taken: tuple[tuple[Any, str, dict[str, Any]], ...] = (
        (_analysis, "aquasphere", _WINDOW),
        (_end, "aquasphere", _WINDOW),
        (_phone, "aquamarine", PHONE),
    )
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=browser_path(), args=list(ARGUMENTS))
        for take, game, window in taken:
            address = serve(Setting(game, 2, ("greedy",), seed=3))
            take(Tab(chromium.new_context(**window), address), folder)
        chromium.close()
    serve.end_all()


if __name__ == "__main__":
    main(Path(sys.argv[1]))

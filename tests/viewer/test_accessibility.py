"""Every screen for everyone: axe-core finds nothing, a phone is for fingers and eyes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from aquasphere_env.viewer.setting import Setting

from .test_page import PHONE, press_keys, tap_a_line
from .test_pictures import drawn_games

pytestmark = pytest.mark.slow

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LEAST_TEXT, LEAST_TARGET = 11, 40  # pixels on a phone


def violations(page: Any) -> list[str]:
    """Return what axe-core finds on the page as it is shown."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options={"runOnly": STANDARDS}).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found]


def screens(page: Any) -> dict[str, Callable[[], Any]]:
    """Return how to get to each screen from the one before."""
    return {
        "board": lambda: None,
        "rules": lambda: (page.keyboard.press("r"), page.wait_for_selector("#drawer[open]")),
        "new game": lambda: (
            page.keyboard.press("Escape"),
            page.click("#new"),
            page.wait_for_selector("#new-opponents select"),
        ),
        "games": lambda: (
            page.keyboard.press("Escape"),
            page.click("#games"),
            page.wait_for_selector("#saved[open]"),
        ),
        "tour": lambda: (
            page.keyboard.press("Escape"),
            page.click("#tour"),
            page.wait_for_selector("#guide:visible"),
        ),
        "points": lambda: (page.click("#guide-end"), page.click("#tab-scores")),
        "advice": lambda: (
            page.click("#tab-opinion"),
            page.click("#explain"),
            page.wait_for_selector("#opinion table"),
        ),
        "look back": lambda: (page.click("#look"), page.wait_for_selector("#scrubber:visible")),
    }


@pytest.mark.parametrize(
    ("name", "scheme", "screen"),
    [
        ("aquasphere", "light", {}),
        ("octodice", "dark", PHONE),
        ("aquanauts", "dark", {}),
        ("aquamarine", "light", PHONE),
    ],
)
def test_axe_finds_nothing(name: str, scheme: str, screen: Any, serve: Any, open_tab: Any) -> None:
    address = serve(Setting(name, 2, ("greedy",), seed=3))
    tab = open_tab(address, color_scheme=scheme, reduced_motion="reduce", **screen)
    chance = np.random.default_rng(2)
    for _ in range(4):
        press_keys(tab, chance)
        tab.ready()
    for what, go in screens(tab.page).items():
        go()
        assert violations(tab.page) == [], what
    ids = tab.page.eval_on_selector_all("[id]", "all => all.map(e => e.id)")
    assert len(ids) == len(set(ids))


MEASURE = """([text, target]) => {
  const all = (what) => [...document.querySelectorAll(what)];
  const size = (t) => parseFloat(t.getAttribute('font-size')) * t.getScreenCTM().a;
  const small = all('#board svg text').filter((t) => t.checkVisibility() && size(t) < text);
  const narrow = all('#board .playable[id], button, select, input').filter((e) => {
    const box = e.getBoundingClientRect();
    return box.width && Math.min(box.width, box.height) < target - 0.5;
  });
  const named = (e) => e.id || e.textContent;
  return [small.map(named), narrow.map(named), document.documentElement.scrollWidth];
}"""


@pytest.mark.parametrize("name", drawn_games())
def test_a_phone_shows_texts_and_targets_large_enough(name: str, serve: Any, open_tab: Any) -> None:
    tab = open_tab(serve(Setting(name, 2, ("greedy",), seed=4)), **PHONE)
    chance = np.random.default_rng(2)
    for _ in range(8):
        assert tab.page.evaluate(MEASURE, [LEAST_TEXT, LEAST_TARGET]) == [[], [], 390]
        tap_a_line(tab, chance)
        if tab.ready() == "over":
            break


def test_a_phone_goes_to_the_parts_of_the_table(serve: Any, open_tab: Any) -> None:
    page = open_tab(serve(Setting("aquasphere", 2, ("greedy",), seed=4)), **PHONE).page
    places = []
    for button in page.locator("#regions button").all():
        button.tap()
        places.append(page.eval_on_selector("#board", "e => [e.scrollLeft, e.scrollTop]"))
    assert len({tuple(place) for place in places}) >= 4
    assert page.locator("#board svg").bounding_box()["width"] <= 390, "the whole table fits"

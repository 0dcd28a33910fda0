"""Every screen for everyone: axe-core finds nothing, a phone is for fingers and eyes."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from aquasphere_env.viewer.setting import Setting

from .playing import PHONE, play_to_the_end, press, press_keys, tap_a_line
from .test_pictures import drawn_games

pytestmark = pytest.mark.slow

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NO_COMPONENTS = {"name": "none.toml", "mimeType": "text/plain", "buffer": b"a = \n"}
SIZES: list[tuple[str, dict[str, Any]]] = [("wide", {}), ("phone", PHONE)]
LEAST_TEXT, LEAST_TARGET = 11, 40  # pixels on a phone


def violations(page: Any) -> list[str]:
    """Return what axe-core finds on the page as it is shown."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options={"runOnly": STANDARDS}).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in found]


def screens(page: Any) -> dict[str, Callable[[], Any]]:
    """Return how to get to each screen from the one before, in the middle of a game."""
    return {
        "board": lambda: None,
        "rules": lambda: (page.keyboard.press("r"), page.wait_for_selector("#drawer[open]")),
        "new game": lambda: (
            page.keyboard.press("Escape"),
            page.click("#new"),
            page.wait_for_selector("#new-opponents select"),
        ),
        "a new game that cannot be": lambda: (
            page.set_input_files("#dialog [type=file] >> nth=0", [NO_COMPONENTS]),
            page.wait_for_selector("#new-problem:visible"),
        ),
        "games": lambda: (
            page.keyboard.press("Escape"),
            page.click("#games"),
            page.wait_for_selector("#saved[open]"),
        ),
        "an error": lambda: (
            page.set_input_files("#saved-file", [NO_COMPONENTS]),
            page.wait_for_selector("#error:visible"),
        ),
        "tour": lambda: (
            page.click("#error-close"),
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
        "analysis": lambda: (
            page.click("#tab-opinion"),
            page.click("#analyse"),
            page.wait_for_selector(".graph"),
        ),
    }


def combinations() -> Iterator[Any]:
    """Yield every game in light and dark, on a wide and a narrow screen; most are left to CI."""
    for j, name in enumerate(drawn_games()):
        for k, scheme in enumerate(("light", "dark")):
            size, screen = SIZES[(j // 2 + k) % 2]
            marks = [] if j == k else [pytest.mark.thorough]
            yield pytest.param(name, scheme, screen, marks=marks, id=f"{name}-{scheme}-{size}")


@pytest.mark.parametrize(("name", "scheme", "screen"), [*combinations()])
def test_axe_finds_nothing(name: str, scheme: str, screen: Any, serve: Any, open_tab: Any) -> None:
    address = serve(Setting(name, 2, ("greedy",), seed=3))
    tab = open_tab(address, color_scheme=scheme, reduced_motion="reduce", **screen)
    page, chance = tab.page, np.random.default_rng(2)
    while page.locator("#log .round").count() < 2:
        press_keys(tab, chance)
        tab.ready()
    for what, go in screens(page).items():
        go()
        assert violations(page) == [], what
    ids = page.eval_on_selector_all("[id]", "all => all.map(e => e.id)")
    assert len(ids) == len(set(ids))
    page.click("#resume")
    tab.ready()
    play_to_the_end(tab, press, chance)
    assert violations(page) == [], "the end"
    serve.end(address)
    page.click("#games")
    page.wait_for_selector("#error:visible")
    assert violations(page) == [], "a lost server"


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
    names = page.locator("#board h2").all_inner_texts()
    assert names == ["Station", "Programs", "You", "Bo", "Points"]
    for name in names[:-1]:
        page.locator("#regions").get_by_text(name, exact=True).tap()
        place = page.locator(f"#board h2:text-is('{name}')").bounding_box()
        covered = page.locator("#ask").bounding_box()
        assert covered["y"] + covered["height"] <= place["y"] < 400, name


def test_a_phone_pans_the_sea_and_keeps_its_place(serve: Any, open_tab: Any) -> None:
    tab = open_tab(serve(Setting("aquamarine", 1, (), seed=4)), **PHONE)
    page = tab.page
    sea = page.locator(".pans")
    assert sea.count() == 1
    assert sea.evaluate("e => e.scrollWidth > 2 * e.clientWidth")
    sea.evaluate("e => { e.scrollLeft = 300; e.scrollTop = 200; }")
    tap_a_line(tab, np.random.default_rng(2))
    tab.ready()
    assert sea.evaluate("e => [e.scrollLeft, e.scrollTop]") == [300, 200]


def test_a_window_that_becomes_narrow_shows_the_stack(serve: Any, open_tab: Any) -> None:
    page = open_tab(serve(Setting("octodice", 2, ("greedy",), seed=4))).page
    assert page.locator("#board svg").count() == 1
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_selector("#board h2:text-is('Lab')")
    assert page.locator("#board svg").count() == 4
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector("#board h2", state="detached")
    assert page.locator("#board svg").count() == 1

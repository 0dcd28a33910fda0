"""Whole games in a browser by mouse, touch or keyboard, as fast as the page answers."""

from collections.abc import Callable
from typing import Any

import numpy as np

WIDE = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_MOST_NUMBERS = 9  # lines that have a key of their own

# Waits until nothing is under way; returns the state, the position and where to press next: on the
# board, or in the list where the board cannot tell the actions apart.
_LOOK = """async (chance) => {
  const { dataset } = document.body;
  while (dataset.state === 'busy') await new Promise((done) => requestAnimationFrame(done));
  const all = (what) => [...document.querySelectorAll(what)];
  const lines = all('#choices button[data-action]');
  const seen = { state: dataset.state, position: dataset.position, lines: lines.length,
    asked: document.getElementById('ask').offsetHeight };
  const lit = all('#board .playable').filter((piece) => piece.dataset.playable);
  const pieces = lit.filter((piece) => piece.getBoundingClientRect().width > 0);
  const picked = all('#board .picked').length;
  const from = pieces.length && picked < 3 ? pieces : lines;
  if (!from.length) return seen;
  const place = from[Math.floor(chance * from.length)];
  place.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = place.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = document.elementFromPoint(x, y);
  const name = place.id || place.textContent;
  const isHit = Boolean(hit && hit.closest('[data-playable], button'));
  return { ...seen, x, y, board: from === pieces, name, hit: isHit };
}"""


def look(tab: Any, chance: np.random.Generator) -> dict[str, Any]:
    """Return what the page shows when nothing is under way, and a place to press next."""
    seen: dict[str, Any] = tab.page.evaluate(_LOOK, float(chance.random()))
    return seen


def click(tab: Any, seen: dict[str, Any], chance: np.random.Generator) -> None:
    """Click the place that ``look`` found."""
    assert seen["hit"], f"{seen['name']} is covered"
    tab.page.mouse.click(seen["x"], seen["y"])


def tap(tab: Any, seen: dict[str, Any], chance: np.random.Generator) -> None:
    """Tap the place that ``look`` found."""
    assert seen["hit"], f"{seen['name']} is covered"
    tab.page.touchscreen.tap(seen["x"], seen["y"])


def press(tab: Any, seen: dict[str, Any], chance: np.random.Generator) -> None:
    """Press the number of a line."""
    number = int(chance.integers(min(_MOST_NUMBERS, seen["lines"])))
    tab.page.keyboard.press(str(number + 1))


def tap_a_line(tab: Any, chance: np.random.Generator) -> None:
    """Play some legal action by touch."""
    page, before = tab.page, tab.position
    lines = page.locator("#choices button[data-action]")
    lines.nth(int(chance.integers(min(9, lines.count())))).tap()
    page.wait_for_selector(f'body:not([data-position="{before}"])')


def press_keys(tab: Any, chance: np.random.Generator) -> None:
    """Play some legal action by its number."""
    page, before = tab.page, tab.position
    lines = page.locator("#choices button[data-action]").count()
    page.keyboard.press(str(1 + int(chance.integers(min(9, lines)))))
    page.wait_for_selector(f'body:not([data-position="{before}"])')


Press = Callable[[Any, dict[str, Any], np.random.Generator], None]


def play_to_the_end(tab: Any, how: Press, chance: np.random.Generator) -> tuple[int, int]:
    """Play until the game is over; return the decisions, and the presses on the board."""
    positions: set[str] = set()
    heights: set[int] = set()  # of the question
    on_board = 0
    while (seen := look(tab, chance))["state"] == "ready":
        positions.add(seen["position"])
        heights.add(seen["asked"])
        on_board += how is not press and seen["board"]
        how(tab, seen, chance)
    assert seen["state"] == "over"
    assert len(heights) == 1, "what is asked moves nothing"
    return len(positions), on_board

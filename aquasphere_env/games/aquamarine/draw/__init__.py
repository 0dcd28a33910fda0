"""Aquamarine's picture: one sheet large, the others small, dice, turn track and what scores.

A player sees its own sheet with the box just drawn and the others' as at the turn's start, and not
whose turn is still open (AM-R1).
"""

from collections.abc import Iterator, Sequence

import numpy as np

from ....drawing.scene import Scene, pictured
from ....drawing.svg import (
    Point,
    circle,
    group,
    part,
    rect,
    text,
)
from ..actions import (
    ACTIONS,
    END_DIVE,
    NOTHING,
    RECTANGLE,
    RECTANGLES,
    SQUARE,
)
from ..scoring import is_night
from ..state import (
    NUM_COLUMNS,
    NUM_ROWS,
    NUM_TURNS,
    PHASE_WORDS,
    PLACE,
    WATER,
)
from .sea import (
    ANCHOR,
    BOX,
    DRAWN,
    EARLIER,
    crosses,
    fill,
    reef,
    squares_of,
    targets,
)
from .sheets import panels, seen_sheet

WIDTH, HEIGHT = 1280, 800
MARGIN = 8
SIZE = 30  # of a square of the large sheet
SEA = (32, 64)
RIGHT = 724
TRACK_TOP = 744
_PIPS = {  # where the pips of a die lie, in quarters of its side
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (3, 1), (1, 3), (3, 3)),
    5: ((1, 1), (3, 1), (2, 2), (1, 3), (3, 3)),
    6: ((1, 1), (3, 1), (1, 2), (3, 2), (1, 3), (3, 3)),
}


@pictured("Aquamarine", WIDTH, HEIGHT)
def draw(scene: Scene) -> Iterator[str]:
    """Yield the parts of the picture."""
    large = int(scene.state["current_player"]) if scene.viewer is None else scene.viewer
    yield from _headline(scene, large)
    yield from _large_sheet(scene, large)
    yield from _track(scene)
    yield from _choices(scene)
    yield from panels(scene, large)


def _headline(scene: Scene, large: int) -> Iterator[str]:
    state = scene.state
    turn = min(int(state["round_number"]), NUM_TURNS - 1)
    hour = "night" if is_night(state, turn) else "day"
    title = text(0, 18, "Aquamarine", 19, bold=True)
    when = text(0, 34, f"turn {turn + 1} of {NUM_TURNS}, by {hour}", 13, "muted")
    yield part((MARGIN, 2), (0, 0, 200, 40), title, when)
    words = text(0, 25, _question(scene, large), 15, bold=True)
    yield part((MARGIN + 200, 2), (0, 0, 700, 34), group(words, id="picture-asked"))
    if scene.last_action is not None:
        last = text(0, 25, f"last: {ACTIONS.describe(scene.last_action)}", 13, "accent", "end")
        yield part((WIDTH - MARGIN, 2), (-360, 0, 360, 34), group(last, id="picture-last"))


def _question(scene: Scene, large: int) -> str:
    """Return what the player of the large sheet is asked, in words."""
    if scene.over:
        return "the game is over"
    me = seen_sheet(scene, large)
    words = f"player_{large}: {PHASE_WORDS[me['phase']]}"
    if me["phase"] == PLACE or me["width"]:
        words += f" a rectangle {me['width']}x{me['height']}"
    for field, what in (
        ("squares_left", "more squares to choose"),
        ("bonuses_due", "bonuses to choose"),
        ("air_due", "air to cross off"),
    ):
        if me[field]:
            words += f", {me[field]} {what}"
    return words


def _large_sheet(scene: Scene, player: int) -> Iterator[str]:
    """Yield the reef, what is drawn on it, and the squares that can be clicked."""
    state = scene.state
    side = SIZE * NUM_COLUMNS
    box = (-26, -22, side + 46, side + 24)
    yield part(SEA, box, *_ruler(), reef(state, SIZE))
    yield from _overlay(scene, player)
    own = scene.last_player in (None, player)
    if own and scene.last_action is not None and SQUARE <= scene.last_action < END_DIVE:
        row, column = divmod(scene.last_action - SQUARE, NUM_COLUMNS)
        sheet = seen_sheet(scene, player)
        if int(sheet["box"][row] | sheet["anchor"][row]) >> column & 1:  # not another's square
            place = (SEA[0] + SIZE * column, SEA[1] + SIZE * row)
            mark = rect(1, 1, SIZE - 2, SIZE - 2, "none", stroke="accent", line=3)
            yield part(place, (-2, -2, SIZE + 4, SIZE + 4), mark)
    marks = []
    for number, row in enumerate(state["components"]["mark_rows"].tolist()):
        color = ("#b08d57", "#a9b2b8", "#e0b400")[number % 3]
        marks.append(circle(side + 11, SIZE * (row + 0.5), 6, color, stroke="ink"))
    yield part(SEA, box, *marks)
    yield part(SEA, box, group(targets(state, SIZE), id=f"sea-{player}"))


def _ruler() -> Iterator[str]:
    """Number the rows and columns of the large sheet, as actions name them."""
    for number in range(max(NUM_ROWS, NUM_COLUMNS)):
        if number < NUM_ROWS:
            yield text(-6, SIZE * number + 20, number, 11, "muted", "end")
        if number < NUM_COLUMNS:
            yield text(SIZE * (number + 0.5), -11, number, 11, "muted", "middle")


def _overlay(scene: Scene, player: int) -> Iterator[str]:
    """Yield the boxes of ``player`` and the squares that are too close to earlier dives, by rows.

    A move changes few rows, and only those are drawn again.
    """
    state, sheet = scene.state, seen_sheet(scene, player)
    free = np.array([int(bits) for bits in sheet["free"]])
    closed = squares_of(state["water"].astype(np.int64) & ~free)
    enclosed = state["enclosed"][player]
    layers = (
        ([np.flatnonzero(row).tolist() for row in enclosed], EARLIER),
        (squares_of(sheet["drawn"]), DRAWN),
        (squares_of(sheet["anchor"]), ANCHOR),
        (squares_of(sheet["box"]), BOX),
    )
    numbers = _turn_numbers(enclosed, state["squares"])
    for row in range(NUM_ROWS):
        drawn = crosses([closed[row]], SIZE)
        drawn += "".join(fill([columns[row]], SIZE, look) for columns, look in layers)
        drawn += numbers.get(row, "")
        if drawn:
            place = (SEA[0], SEA[1] + SIZE * row)
            whole = group(drawn, id=f"drawn-{player}-{row}")
            yield part(place, (-1, -1, SIZE * NUM_COLUMNS + 2, SIZE + 2), whole)


def _turn_numbers(enclosed: np.ndarray, squares: np.ndarray) -> dict[int, str]:
    """Write the turn into the first square of every box that holds nothing else, by rows."""
    numbers: dict[int, str] = {}
    for turn in np.unique(enclosed[enclosed > 0]).tolist():
        rows, columns = np.nonzero((enclosed == turn) & (squares == WATER))
        if len(rows):
            row, column = int(rows[0]), int(columns[0])
            number = text(SIZE * column + 2, 11, turn, 10, "#ffffff", bold=True)
            numbers[row] = numbers.get(row, "") + number
    return numbers


def _track(scene: Scene) -> Iterator[str]:
    """Yield the turns of the track by day and night, the current one marked."""
    state = scene.state
    width = (WIDTH - 2 * MARGIN) / NUM_TURNS
    title = f"start die {state['start_die']}"
    for turn in range(NUM_TURNS):
        night = is_night(state, turn)
        now = turn == state["round_number"] and not scene.over
        ground, ink = ("#2b3a55", "#ffffff") if night else ("#fbeeb8", "#14222c")
        outline = "accent" if now else "line"
        drawn = [rect(0, 2, width - 2, 42, ground, 5, stroke=outline, line=4 if now else 1)]
        drawn.append(text(6, 18, turn + 1, 13, ink, bold=now))
        drawn.append(circle(width - 16, 28, 8, "#d7deea" if night else "#f2b705"))
        if night:
            drawn.append(circle(width - 12, 25, 7, ground))
        whole = group(*drawn, id=f"turn-{turn + 1}", title=title)
        yield part((MARGIN + width * turn, TRACK_TOP), (-3, 0, width + 4, 48), whole)


def _die(x: float, value: int) -> str:
    drawn = [rect(x, 0, 52, 52, "#ffffff", 9, stroke="#14222c", line=2)]
    pips = _PIPS.get(value, ())
    drawn += [circle(x + 13 * dx, 13 * dy, 5, "#14222c") for dx, dy in pips]
    return "".join(drawn)


def _choices(scene: Scene) -> Iterator[str]:
    """Yield the dice, the rectangles to choose from, and the buttons."""
    dice = [_die(62 * k, int(die)) for k, die in enumerate(scene.state["dice"])]
    yield part((RIGHT, 50), (-2, -2, 124, 58), group(*dice, id="dice"))
    for k, (width, height) in enumerate(RECTANGLES):
        at = (RIGHT + 132 + 59 * (k % 7), 48 + 42 * (k // 7))
        yield _rectangle(scene, at, k, (width, height))
    for k, (action, words) in enumerate(((END_DIVE, "end dive"), (NOTHING, "nothing"))):
        mark = scene.mark((action,))
        drawn = (
            rect(0, 0, 58, 28, "shade", 14, stroke=mark or "muted", line=3 if mark else 1),
            text(29, 18, words, 11, anchor="middle"),
        )
        name = ("end-dive", "nothing")[k]
        place = (RIGHT + 62 * k, 108)
        yield part(place, (-2, -2, 62, 32), group(*drawn, id=name, actions=(action,)))


def _rectangle(scene: Scene, at: Point, number: int, size: Sequence[int]) -> str:
    """Draw a rectangle to choose."""
    action = RECTANGLE + number
    mark = scene.mark((action,))
    width, height = size
    side = 5.2
    left, top = 27 - side * width / 2, 18 - side * height / 2
    drawn = [rect(0, 0, 55, 37, "panel", 6, stroke=mark or "line", line=3 if mark else 1)]
    for column in range(width):
        for row in range(height):
            drawn.append(
                rect(left + side * column, top + side * row, side, side, "water", stroke="muted")
            )
    drawn.append(text(53, 34, f"{width}x{height}", 10, "muted", "end"))
    whole = group(
        *drawn, id=f"rectangle-{width}x{height}", actions=(action,), title=ACTIONS.describe(action)
    )
    return part(at, (-2, -2, 60, 42), whole)

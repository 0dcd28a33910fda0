"""Aquamarine on a narrow screen: the sea to pan, dice, sheets, the turns folded."""

import numpy as np

from ....drawing.stack import LEAST_TARGET, WIDTH, Block, Rows, Section, own_first, panel, shifted
from ..actions import RECTANGLES
from ..state import NUM_COLUMNS, NUM_ROWS, NUM_TURNS
from . import MARGIN, RIGHT, SEA, SIZE, TRACK_TOP
from . import WIDTH as PICTURE_WIDTH
from .sheets import LEFT, STEP, TOP

_SEA_SCALE = LEAST_TARGET / SIZE
_TURNS_A_ROW = 5


def sections(state: np.void, viewer: int | None) -> list[Section]:
    """Return the sections of the stack as ``viewer`` looks at them."""
    large = int(state["current_player"]) if viewer is None else viewer
    sheets = [_sheet(player, large) for player in own_first(int(state["num_players"]), viewer)]
    return [_dice(), _sea(), *sheets, _turns()]


def _dice() -> Section:
    rows = Rows(left=4, top=2)
    rows.put(1.2, (RIGHT - 3, 47, 128, 59))
    rows.put(1.46, (RIGHT - 3, 106, 62, 32), (RIGHT + 59, 106, 62, 32))
    rows.end_row(6)
    for k in range(len(RECTANGLES)):
        rows.put(1.2, (RIGHT + 130 + 59 * (k % 7), 46 + 42 * (k // 7), 61, 42))
    return Section("Dice", rows.blocks, rows.bottom + 2)


def _sea() -> Section:
    left, top = SEA[0] - 28, SEA[1] - 24
    box = (left, top, SIZE * NUM_COLUMNS + 50, SIZE * NUM_ROWS + 26)
    width, height = box[2] * _SEA_SCALE, box[3] * _SEA_SCALE
    return Section("Sea", [Block(box, (0, 0), _SEA_SCALE)], height, width)


def _sheet(player: int, large: int) -> Section:
    at = (LEFT, TOP + STEP * player)
    rows = Rows(left=4, top=4)
    rows.put(1, *shifted(at, (2, 2, 98, 142)))
    if player != large:
        rows.put(1, *shifted(at, (406, 4, 140, 140)))
    rows.end_row(6)
    for top, height in ((5, 41), (47, 54), (105, 38)):
        rows.put(1.2, *shifted(at, (102, top, 304, height)))
        rows.end_row(4)
    return Section(f"player_{player}", rows.blocks, rows.bottom + 4, ground=panel(rows.bottom + 4))


def _turns() -> Section:
    step = (PICTURE_WIDTH - 2 * MARGIN) / NUM_TURNS
    rows = Rows(top=2)
    for turn in range(NUM_TURNS):
        rows.put((WIDTH - 4) / _TURNS_A_ROW / step, (MARGIN + step * turn - 2, TRACK_TOP, step, 48))
    return Section("Turns", rows.blocks, rows.bottom + 2)

"""Aquanauts on a narrow screen: the research board to pan, all else below each other."""

import numpy as np

from ....drawing.scene import Scene
from ....drawing.stack import WIDTH, Block, Rows, Section, own_first, panel, shifted
from ..components import TRACK_SPACES
from . import RIGHT, TRACK_TOP
from .boards import LEFT, SIDE_LEFT, SIZE, STEP, TOP
from .parts import FACILITY_SIZE, PAPER_SIZE

_BOARD = (0.0, 44.0, 520.0, 344.0)
_BAYS_TOP = 262


def sections(state: np.void, viewer: int | None) -> list[Section]:
    """Return the sections of the stack as ``viewer`` looks at them."""
    boards = [_board(state, player) for player in own_first(int(state["num_players"]), viewer)]
    research = Section("Research", [Block(_BOARD, (0, 0), 1)], _BOARD[3], _BOARD[2])
    return [research, _track(), _papers(), _submersible(), *boards, _key()]


def _track() -> Section:
    rows = Rows(left=4, top=2)
    rows.put(1.1, (RIGHT, TRACK_TOP, 330, 20))
    rows.end_row(6)
    step = FACILITY_SIZE[0] + 12
    tall = FACILITY_SIZE[1] + 8
    boxes = [(RIGHT - 4 + step * k, TRACK_TOP + 20, step - 2, tall) for k in range(TRACK_SPACES)]
    rows.put(1.48, *boxes, (858, 2, 80, 34))
    return Section("Track", rows.blocks, rows.bottom + 2)


def _papers() -> Section:
    rows = Rows(left=2, top=2)
    rows.put(1.1, (RIGHT, 156, 240, 20))
    rows.end_row()
    for row in range(2):
        width = PAPER_SIZE[0] + 6
        boxes = [(RIGHT - 3 + (width + 4) * k, 175 + 36 * row, width, 34) for k in range(2)]
        rows.put(1.21, *boxes)
        rows.end_row()
    rows.put(1.1, (RIGHT + 330, 156, 200, 20))
    rows.end_row()
    for k in range(3):
        rows.put(0.92, (RIGHT + 330, 175 + 25 * k, 406, 25))
        rows.end_row()
    return Section("Papers", rows.blocks, rows.bottom + 2)


def _submersible() -> Section:
    rows = Rows(top=2)
    bay = 162
    for row in range(2):
        boxes = [(RIGHT + 119 + bay * k, _BAYS_TOP - 3 + 62 * row, bay - 2, 60) for k in range(2)]
        rows.put(1.16, *boxes)
        rows.end_row()
    spaces = [(RIGHT - 3, _BAYS_TOP - 3 + 62 * k, 116, 60) for k in range(2)]
    rows.put(1.12, *spaces, (RIGHT + 455, _BAYS_TOP - 3, 96, 60))
    rows.end_row()
    rows.put(1.12, *((RIGHT + 558 + 62 * k, _BAYS_TOP - 2, 62, 58) for k in range(3)))
    return Section("Submersible", rows.blocks, rows.bottom + 2)


def _board(state: np.void, player: int) -> Section:
    at = (LEFT + STEP[0] * (player % 2), TOP + STEP[1] * (player // 2))
    name, beside = Rows(left=2, top=2), Rows(left=112, top=8)
    name.put(1, *shifted(at, (2, 2, 100, SIZE[1] - 4)))
    beside.put(1.5, *shifted(at, (SIDE_LEFT - 2, 8, 150, 56)))
    beside.end_row(6)
    beside.put(1.3, *shifted(at, (SIDE_LEFT - 2, 78, 150, 4 * PAPER_SIZE[1] + 22)))
    below = Rows(left=4, top=max(name.bottom, beside.bottom) + 6)
    left = below.bottom
    scale = WIDTH / 384
    box = (at[0] + 90, at[1], 384, SIZE[1])
    grid = Block(box, (0, left - 4), scale)
    height = left + SIZE[1] * scale + 2
    blocks = [*name.blocks, *beside.blocks, grid]
    ground = panel(height, Scene(state, player, None).decides(player))
    return Section(f"player_{player}", blocks, height, ground=ground)


def _key() -> Section:
    rows = Rows(left=4, top=2)
    rows.put(1.25, (RIGHT + 458, _BAYS_TOP + 62, 290, 56))
    return Section("Tokens", rows.blocks, rows.bottom + 2)

"""OctoDice on a narrow screen: dice, the lab by columns, the sheets below each other."""

import numpy as np

from ....drawing.scene import Scene
from ....drawing.stack import Rows, Section, own_first, panel, shifted
from ..state import ABOVE, NUM_COLUMNS, NUM_DICE, NUM_LEVELS, NUM_WHITE
from . import DICE_TOP, DIE_STEP, LEFT_WIDTH, MARGIN, TILE, tile_place
from .sheets import LEFT, STEP, TOP

_COLUMN_SCALE = 1.02


def sections(state: np.void, viewer: int | None) -> list[Section]:
    """Return the sections of the stack as ``viewer`` looks at them."""
    sheets = [_sheet(state, player) for player in own_first(int(state["num_players"]), viewer)]
    return [_dice(), _lab(), *sheets]


def _dice() -> Section:
    rows = Rows(left=4, top=2)
    rows.put(1, (MARGIN + 10, DICE_TOP + 4, 190, 22), (MARGIN + 288, DICE_TOP + 4, 180, 22))
    for die in range(NUM_DICE):
        if die % NUM_WHITE == 0:
            rows.end_row()
        x = MARGIN + 12 + DIE_STEP * die + (8 if die >= NUM_WHITE else 0)
        rows.put(1.2, (x, DICE_TOP + 26, DIE_STEP + 12, 130))
    rows.end_row()
    rows.put(1.5, (MARGIN + LEFT_WIDTH - 110, DICE_TOP + 150, 104, 34))
    return Section("Dice", rows.blocks, rows.bottom + 2, ground=panel(rows.bottom + 2))


def _lab() -> Section:
    width, height = TILE[0] + 8, TILE[1] + 10
    pair, last = Rows(top=2), Rows(left=94)
    for level in (ABOVE, *range(NUM_LEVELS)):
        tall = 50 if level == ABOVE else height
        boxes = [(*tile_place(column, level), width, tall) for column in range(NUM_COLUMNS)]
        pair.put(_COLUMN_SCALE, *boxes[:2])
        pair.end_row(0)
    last.bottom = pair.bottom + 4
    last.end_row(0)
    for level in (ABOVE, *range(NUM_LEVELS)):
        tall = 50 if level == ABOVE else height
        last.put(_COLUMN_SCALE, (*tile_place(NUM_COLUMNS - 1, level), width, tall))
        last.end_row(0)
    return Section("Lab", [*pair.blocks, *last.blocks], last.bottom + 2)


def _sheet(state: np.void, player: int) -> Section:
    at = (LEFT, TOP + STEP * player)
    name, beside = Rows(left=2, top=2), Rows(left=112, top=4)
    name.put(1, *shifted(at, (3, 3, 106, 174)))
    for top, height in ((6, 52), (60, 52), (114, 42)):
        beside.put(1.06, *shifted(at, (112, top, 242, height)))
        beside.end_row()
    below = Rows(left=4, top=max(name.bottom, beside.bottom) + 2)
    below.put(1.04, *shifted(at, (354, 6, 352, 140)))
    bottom = below.bottom + 4
    blocks = [*name.blocks, *beside.blocks, *below.blocks]
    ground = panel(bottom, Scene(state, player, None).decides(player))
    return Section(f"player_{player}", blocks, bottom, ground=ground)

"""AquaSphere on a narrow screen: the ring of sectors unrolled, rooms, boards, the track folded."""

import math

import numpy as np

from ....drawing.scene import Scene
from ....drawing.stack import WIDTH, Block, Rows, Section, own_first, panel, shifted
from ....drawing.svg import Point, polar, text
from ..state import LETTERS, NOTHING, NUM_REFILLS, NUM_SECTORS, RED_LINE_EVERY
from . import LAP, MARGIN, SPACE_WIDTH, TRACK_HEIGHT, TRACK_TOP
from .boards import CHIP_STEP, STEP, TOP
from .headquarters import HEIGHT as ROOMS_HEIGHT
from .headquarters import LEFT, ROOMS_WIDTH, STOCKS_LEFT
from .headquarters import TOP as ROOMS_TOP
from .station import CENTER, SIDE, refill_place, sector_center

_SECTOR_SCALE = 1.1
_HALF_WIDTH = SIDE * math.sqrt(3) / 2 * _SECTOR_SCALE
_HEIGHT = SIDE * _SECTOR_SCALE  # from the middle of a sector to its upper corner
_FIRST_Y = _HEIGHT + 2
_ROOM_SCALE = WIDTH / (ROOMS_WIDTH + 12)


def sections(state: np.void, viewer: int | None) -> list[Section]:
    """Return the sections of the stack as ``viewer`` looks at them."""
    boards = [_board(state, player) for player in own_first(int(state["num_players"]), viewer)]
    return [_station(state), _headquarters(), *boards, _track()]


def _middle(position: int) -> Point:
    """Return where a sector lies: the ring is unrolled, so neighbours still share a side."""
    left = position % 2 == 0
    return (
        WIDTH / 2 + (-0.5 if left else 0.5) * _HALF_WIDTH,
        _FIRST_Y + 1.5 * _HEIGHT * position,
    )


def _around(place: Point, half: Point, middle: Point, scale: float) -> Block:
    """Return a block of what lies around ``place``, moved to ``middle``."""
    box = (place[0] - half[0], place[1] - half[1], 2 * half[0], 2 * half[1])
    return Block(box, (middle[0] - half[0] * scale, middle[1] - half[1] * scale), scale)


def _station(state: np.void) -> Section:
    blocks, words = [], []
    for position in range(NUM_SECTORS):
        x, y = _middle(position)
        edge = x - _HALF_WIDTH if position % 2 else x + _HALF_WIDTH + WIDTH
        beside = edge / 2, y
        blocks.append(_around(sector_center(position), (88, 96), (x, y), _SECTOR_SCALE))
        blocks.append(_around(refill_place(position), (20, 14), beside, _SECTOR_SCALE))
        if state["round_number"] < NUM_REFILLS:
            words.append(text(beside[0], beside[1] - 26, "comes next", 12, "muted", "middle"))
    blocks.append(_around((CENTER[0], CENTER[1] + 13), (30, 10), (WIDTH - 62, 72), _SECTOR_SCALE))
    words.append(text(WIDTH - 62, 14, "for boat or card", 12, "muted", "middle"))
    for position in range(NUM_SECTORS):
        lock = polar(60 * position - 30, 1.5 * SIDE, CENTER)
        (x, y), (across, down) = _middle(position), _middle(position + 1)
        blocks.append(_around(lock, (11, 11), ((x + across) / 2, (y + down) / 2), _SECTOR_SCALE))
    bottom = _middle(NUM_SECTORS - 1)[1] + _HEIGHT
    first = LETTERS[state["ring"][0]]
    words.append(text(8, bottom - 8, f"on to sector {first}, at the top", 12, "muted"))
    return Section("Station", blocks, bottom + 4, ground="".join(words))


def _headquarters() -> Section:
    rows, rooms = Rows(top=2), ROOMS_WIDTH + 4
    rows.put(_ROOM_SCALE, (LEFT, ROOMS_TOP + 1, rooms, ROOMS_HEIGHT))
    rows.end_row()
    stocks = (STOCKS_LEFT, ROOMS_TOP + 10)
    rows.put(1.2, *shifted(stocks, *((0, 18 + 25 * k, 62, 24) for k in range(5))))
    rows.end_row(8)
    rows.put(1.4, (LEFT + rooms, ROOMS_TOP + 62, 102, 96))
    rows.put(1.4, *shifted(stocks, (0, 156, 92, 24)))
    return Section("Programs", rows.blocks, rows.bottom + 4, ground=panel(rows.bottom + 4))


def _board(state: np.void, player: int) -> Section:
    me, at = state["players"][player], (LEFT, TOP + STEP * player)
    name = Rows(left=4, top=4)
    name.put(1.1, *shifted(at, (4, 4, 96, 104)))
    beside = Rows(left=112, top=4)
    beside.put(1.14, *shifted(at, (345, 3, 228, 37)))
    beside.end_row(0)
    beside.put(1.82, *shifted(at, (341, 40, 118, 22)))
    beside.end_row(0)
    beside.put(1.1, *shifted(at, (106, 41, 234, 14)))
    below = Rows(left=4, top=max(name.bottom, beside.bottom) + 4)
    below.put(1.1, *shifted(at, (459, 41, 118, 20)))
    below.put(1.1, *shifted(at, (470, 86, 108, 22)))
    below.end_row()
    below.put(1.56, *shifted(at, (106, 3, 234, 36)))
    below.end_row()
    below.put(1.1, *shifted(at, (107, 64, 110, 21)))
    labs = int(np.count_nonzero(me["labs"] != NOTHING))
    below.put(1.1, *shifted(at, *((222 + CHIP_STEP * k, 64, CHIP_STEP, 21) for k in range(labs))))
    below.end_row()
    cards = int(np.count_nonzero(me["cards"] != NOTHING))
    below.put(1.95, *shifted(at, *((107 + CHIP_STEP * k, 86, CHIP_STEP, 22) for k in range(cards))))
    height = below.bottom + 4
    blocks = [*name.blocks, *beside.blocks, *below.blocks]
    ground = panel(height, Scene(state, player, None).decides(player))
    return Section(f"player_{player}", blocks, height, ground=ground)


def _track() -> Section:
    length = RED_LINE_EVERY * SPACE_WIDTH
    rows = Rows(top=2)
    for first in range(LAP // RED_LINE_EVERY):
        box = (MARGIN + length * first - 3, TRACK_TOP, length, TRACK_HEIGHT + 2)
        rows.put((WIDTH - 8) / length, box)
        rows.end_row(6)
    return Section("Points", rows.blocks, rows.bottom + 2)

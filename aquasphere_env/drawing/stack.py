"""A picture as a stack for narrow screens: its parts below each other, large enough to read.

A game that has one provides a module ``narrow`` in its folder ``draw`` with ``sections(state,
viewer)``: which parts of the picture go where. A stack is measured in the pixels of a phone: no
text in it is smaller than ``LEAST_TEXT`` and no place to play on smaller than ``LEAST_TARGET``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from .raster import split
from .svg import PART, Point, number, picture, rect

WIDTH = 374.0
LEAST_TEXT, LEAST_TARGET = 11, 40
_WIDER = 1.5

Box = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Block:
    """The parts with their middle in ``box`` of the picture, moved ``at`` a place of a section."""

    box: Box
    at: Point
    scale: float

    def takes(self, part: Box) -> bool:
        """Return whether a part belongs into the block: no ground that is much wider."""
        left, top, width, height = self.box
        x, y = part[0] + part[2] / 2, part[1] + part[3] / 2
        inside = left <= x < left + width and top <= y < top + height
        return inside and part[2] <= _WIDER * width


@dataclass(frozen=True)
class Section:
    """A piece of the stack: blocks on a ground of SVG; one wider than ``WIDTH`` is panned."""

    name: str
    blocks: Sequence[Block]
    height: float
    width: float = WIDTH
    ground: str = ""


class Rows:
    """Puts blocks beside each other and, where there is no more room, below each other."""

    def __init__(self, left: float = 0, top: float = 0, right: float = WIDTH) -> None:
        """Take the room between ``left`` and ``right``, from ``top`` downwards."""
        self.blocks: list[Block] = []
        self.bottom = top  # of what has been put so far
        self._left, self._right = left, right
        self._x, self._top = left, top

    def put(self, scale: float, *boxes: Box) -> None:
        """Put ``boxes`` at the same ``scale`` after what is there."""
        for box in boxes:
            width, height = box[2] * scale, box[3] * scale
            if self._x > self._left and self._x + width > self._right + 0.5:
                self.end_row()
            self.blocks.append(Block(box, (self._x, self._top), scale))
            self._x += width
            self.bottom = max(self.bottom, self._top + height)

    def end_row(self, gap: float = 2) -> None:
        """Go to the beginning of the next row."""
        self._x, self._top = self._left, self.bottom + gap


def shifted(at: Point, *boxes: Box) -> list[Box]:
    """Return ``boxes`` that are told from ``at``, as boxes of the picture."""
    return [(at[0] + x, at[1] + y, width, height) for x, y, width, height in boxes]


def own_first(num_players: int, viewer: int | None) -> list[int]:
    """Return the seats in the order in which ``viewer`` looks at them."""
    first = viewer or 0
    return [(first + k) % num_players for k in range(num_players)]


def panel(height: float, asked: bool = False) -> str:
    """Return the ground of a player's section, outlined for who is asked."""
    outline = "accent" if asked else "line"
    return rect(1, 1, WIDTH - 2, height - 2, "panel", 8, stroke=outline, line=3 if asked else 1)


def stacked(svg: str, sections: Iterable[Section]) -> Iterator[str]:
    """Yield a picture for each section, made of the parts of ``svg``."""
    found = list(split(svg)[1])
    for section in sections:
        drawn = [section.ground]
        for block in section.blocks:
            for x, y, (left, top, width, height), inner in found:
                if block.takes((x + left, y + top, width, height)):
                    drawn.append(_moved(block, (x, y), (left, top, width, height), inner))
        yield picture(section.width, section.height, section.name, *drawn)


def _moved(block: Block, start: Point, box: Box, inner: str) -> str:
    """Return a part where and how large ``block`` shows it."""
    scale = block.scale
    origins = zip(block.at, start, block.box[:2], strict=True)
    place = [to + scale * (here - corner) for to, here, corner in origins]
    move = f"translate({number(place[0])} {number(place[1])}) scale({scale:.4g})"
    bounds = " ".join(number(value) for value in box)
    return f'{PART} transform="{move}" data-box="{bounds}">{inner}</g>\n'

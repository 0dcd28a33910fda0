"""Where texts and shapes of a picture lie, measured with the font that we ship."""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
from fontTools.pens.boundsPen import ControlBoundsPen
from fontTools.svgLib.path import parse_path
from PIL import ImageFont

import aquasphere_env.drawing

_FONTS = Path(aquasphere_env.drawing.__file__).parent / "fonts"
_MEASURED_AT = 200  # pixels; sizes follow in proportion
_MOVE = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_SCALE = re.compile(r"scale\(([-\d.e]+)\)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_HAIR = 0.6  # pixels that neighbours may share: less than can be seen

Box = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class Mark:
    """Something drawn: a text, an icon or a shape, in the order of drawing."""

    kind: str  # text, icon, rect, circle, polygon
    box: Box
    words: str
    opaque: bool
    part: Box | None  # what the rasteriser cuts the part to
    owners: tuple[int, ...]  # of the groups around it, from the outside
    actions: frozenset[int]  # of the group around it that has some
    corners: tuple[tuple[float, float], ...] = ()
    size: float = 0  # of a text's letters

    @property
    def area(self) -> float:
        """Size of the box."""
        return (self.box[2] - self.box[0]) * (self.box[3] - self.box[1])

    def __str__(self) -> str:
        """Name the mark and its place."""
        place = ", ".join(f"{value:.0f}" for value in self.box)
        return f"{self.words or self.kind!r} ({place})"

    def reaches(self, box: Box) -> bool:
        """Return whether the shape, which crosses ``box`` with its own, really does."""
        if self.kind != "circle":
            return True
        x, y = middle(self.box)
        nearest = (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3]))
        radius = (self.box[2] - self.box[0]) / 2 - _HAIR
        return (nearest[0] - x) ** 2 + (nearest[1] - y) ** 2 < radius**2

    def holds(self, x: float, y: float) -> bool:
        """Return whether the point is inside."""
        left, top, right, bottom = self.box
        if not (left <= x <= right and top <= y <= bottom):
            return False
        if self.kind == "circle":
            radius = (right - left) / 2
            return (x - left - radius) ** 2 + (y - top - radius) ** 2 <= radius**2
        return not self.corners or _in_polygon(self.corners, x, y)


@functools.cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONTS / f"DejaVuSans{'-Bold' * bold}.ttf"), _MEASURED_AT)


@functools.cache
def ink(words: str, bold: bool) -> Box:
    """Return the box of the ink of ``words`` at size 1, its base line beginning at (0, 0)."""
    left, top, right, bottom = _font(bold).getbbox(words, anchor="ls")
    advance = _font(bold).getlength(words)
    return (
        min(left, 0) / _MEASURED_AT,
        top / _MEASURED_AT,
        max(right, advance) / _MEASURED_AT,
        bottom / _MEASURED_AT,
    )


@functools.cache
def _bounds(data: str) -> Box:
    """Return the box around the path ``data``."""
    pen = ControlBoundsPen(None)
    parse_path(data, pen)
    left, top, right, bottom = pen.bounds
    return left, top, right, bottom


def inside(inner: Box, outer: Box, slack: float = _HAIR) -> bool:
    """Return whether ``inner`` leaves ``outer`` nowhere."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[2] <= outer[2] + slack
        and inner[3] <= outer[3] + slack
    )


def middle(box: Box) -> tuple[float, float]:
    """Return the middle of ``box``."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _in_polygon(corners: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    inner = False
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inner = not inner
    return inner


@dataclass(frozen=True)
class _Place:
    """Where and in which groups the walk through the picture is."""

    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    part: Box | None = None
    owners: tuple[int, ...] = ()
    actions: frozenset[int] = frozenset()
    opaque: bool = True
    drawing: bool = False  # within an icon, which is scaled in its part

    def box(self, left: float, top: float, right: float, bottom: float) -> Box:
        return (
            self.x + left * self.scale,
            self.y + top * self.scale,
            self.x + right * self.scale,
            self.y + bottom * self.scale,
        )


def marks(svg: str) -> list[Mark]:
    """Return everything drawn in ``svg`` in order."""
    return list(_marks(ElementTree.fromstring(svg), _Place()))


def _marks(element: Any, place: _Place) -> Iterator[Mark]:
    for child in element:
        tag = child.tag.rpartition("}")[2]
        if tag == "g":
            yield from _marks(child, _entered(child, place))
        elif tag != "title":
            yield from _drawn(tag, child, place)


def _entered(group: Any, place: _Place) -> _Place:
    """Return the place within ``group``."""
    move = group.get("transform", "")
    x, y, scale = place.x, place.y, place.scale
    if found := _MOVE.search(move):
        x, y = x + scale * float(found[1]), y + scale * float(found[2])
    if found := _SCALE.search(move):
        scale *= float(found[1])
    part = place.part
    if (text := group.get("data-box")) is not None:
        left, top, width, height = (scale * float(value) for value in text.split())
        part = (x + left, y + top, x + left + width, y + top + height)
    actions = place.actions
    if (text := group.get("data-actions")) is not None:
        actions = frozenset(map(int, text.split()))
    opaque = place.opaque and float(group.get("opacity", 1)) == 1
    drawing = place.drawing or ("scale(" in move and group.get("data-box") is None)
    owners = (*place.owners, id(group))
    return _Place(x, y, scale, part, owners, actions, opaque, drawing)


def _drawn(tag: str, element: Any, place: _Place) -> Iterator[Mark]:
    get = element.get
    if get("fill") == "none" or tag == "line":
        return
    opaque = place.opaque and get("fill-opacity") is None
    corners: tuple[tuple[float, float], ...] = ()
    words, size = "", 0.0
    if tag == "text":
        words = element.text or ""
        size = place.scale * float(get("font-size"))
        box = _text_box(element, words, place)
    elif tag == "rect":
        x, y = float(get("x", 0)), float(get("y", 0))
        box = place.box(x, y, x + float(get("width")), y + float(get("height")))
    elif tag == "circle":
        x, y, r = (float(get(name, 0)) for name in ("cx", "cy", "r"))
        box = place.box(x - r, y - r, x + r, y + r)
    elif tag == "polygon":
        points = [float(n) for n in _NUMBER.findall(get("points"))]
        corners = tuple(
            (place.x + place.scale * x, place.y + place.scale * y)
            for x, y in zip(points[::2], points[1::2], strict=True)
        )
        xs, ys = zip(*corners, strict=True)
        box = (min(xs), min(ys), max(xs), max(ys))
    elif place.drawing:
        tag, box = "icon", place.box(*_bounds(get("d")))
    else:
        return
    yield Mark(tag, box, words, opaque, place.part, place.owners, place.actions, corners, size)


def _text_box(element: Any, words: str, place: _Place) -> Box:
    size = float(element.get("font-size"))
    left, top, right, bottom = ink(words, element.get("font-weight") == "bold")
    x, y = float(element.get("x")), float(element.get("y"))
    x -= size * right * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
    return place.box(x + size * left, y + size * top, x + size * right, y + size * bottom)


def misplaced(drawn: list[Mark], width: float, height: float) -> Iterator[str]:
    """Yield what is wrong with the places of texts and icons, in words."""
    table = Table(drawn)
    for k, mark in enumerate(drawn):
        if mark.kind == "text":
            if not inside(mark.box, (0, 0, width, height), 0):
                yield f"{mark} leaves the picture"
            if mark.part is not None and not inside(mark.box, mark.part, 1):
                yield f"{mark} leaves its part"
            for other in table.crossed_texts(k):
                yield f"{mark} crosses {other}"
            for other in table.crossed_icons(k):
                yield f"{mark} crosses {other}"
        if mark.kind in ("text", "icon"):
            panel = table.panel(k)
            if panel is not None and not inside(mark.box, panel.box):
                yield f"{mark} leaves its panel {panel}"
            for other in table.covering(k):
                yield f"{mark} is under {other}"


class Table:
    """The boxes of a picture's marks as an array, to compare many at once."""

    def __init__(self, drawn: list[Mark]) -> None:
        """Take the marks ``drawn`` in their order."""
        self.drawn = drawn
        self.boxes = np.array([mark.box for mark in drawn])
        kinds = np.array([mark.kind for mark in drawn])
        self.is_text, self.is_icon = kinds == "text", kinds == "icon"
        self.is_panel = np.isin(kinds, ("rect", "circle")) & [mark.opaque for mark in drawn]

    def _crossing(self, k: int, which: np.ndarray, slack: float = _HAIR) -> list[int]:
        left, top, right, bottom = self.boxes[k]
        x1, y1, x2, y2 = self.boxes.T
        across = np.minimum(right, x2) - np.maximum(left, x1)
        down = np.minimum(bottom, y2) - np.maximum(top, y1)
        found = np.flatnonzero(which & (across > slack) & (down > slack))
        return [int(n) for n in found]

    def _holding(self, k: int, which: np.ndarray) -> np.ndarray:
        x, y = middle(self.drawn[k].box)
        x1, y1, x2, y2 = self.boxes.T
        found: np.ndarray = which & (x1 <= x) & (x <= x2) & (y1 <= y) & (y <= y2)
        return found

    def crossed_texts(self, k: int) -> list[Mark]:
        """Return the texts drawn after the text ``k`` that cross it."""
        return [self.drawn[n] for n in self._crossing(k, self.is_text) if n > k]

    def crossed_icons(self, k: int) -> list[Mark]:
        """Return the icons that cross the text ``k``, which is not written on them."""
        beside = self.is_icon & ~self._holding(k, self.is_icon)
        return [self.drawn[n] for n in self._crossing(k, beside, 1.2)]

    def panel(self, k: int) -> Mark | None:
        """Return the innermost shape under the middle of the mark ``k``."""
        under = np.flatnonzero(self._holding(k, self.is_panel))
        shapes = [self.drawn[n] for n in under if n < k]
        shapes = [shape for shape in shapes if shape.holds(*middle(self.drawn[k].box))]
        return min(shapes, key=lambda shape: shape.area, default=None)

    def covering(self, k: int) -> list[Mark]:
        """Return the opaque shapes that are drawn over the mark ``k``."""
        above = [self.drawn[n] for n in self._crossing(k, self.is_panel, 1.5) if n > k]
        return [shape for shape in above if shape.reaches(self.drawn[k].box)]


def around(some: Sequence[Mark]) -> Box:
    """Return the box around ``some`` marks."""
    left, top, right, bottom = zip(*(mark.box for mark in some), strict=True)
    return min(left), min(top), max(right), max(bottom)


def too_small(
    drawn: list[Mark], legal: frozenset[int], text: float, target: float
) -> Iterator[str]:
    """Yield texts smaller than ``text`` and the legal actions with no place of ``target``."""
    for mark in drawn:
        if mark.kind == "text" and mark.size < text - 0.05:
            yield f"{mark} is {mark.size:.1f} high"
    places: dict[tuple[int, ...], list[Mark]] = {}
    for mark in drawn:
        if mark.actions & legal:
            places.setdefault(mark.owners, []).append(mark)
    largest = dict.fromkeys(legal, 0.0)
    for some in places.values():
        left, top, right, bottom = around(some)
        for action in some[0].actions & legal:
            largest[action] = max(largest[action], min(right - left, bottom - top))
    for action, size in largest.items():
        if size < target - 0.5:
            yield f"the largest place of action {action} is {size:.1f} high or wide"


def missed(drawn: list[Mark], legal: frozenset[int]) -> Iterator[str]:
    """Yield the places of legal actions whose middle belongs to something else."""
    places: dict[tuple[int, ...], list[Mark]] = {}
    for mark in drawn:
        if mark.actions & legal:
            places.setdefault(mark.owners, []).append(mark)
    for marks_there in places.values():
        box = around(marks_there)
        x, y = middle(box)
        top = next((mark for mark in reversed(drawn) if mark.holds(x, y)), None)
        if top is None or top.actions & legal != marks_there[0].actions & legal:
            found = "nothing" if top is None else top.words or top.kind
            yield f"the place of {sorted(marks_there[0].actions & legal)} is hit at {found!r}"

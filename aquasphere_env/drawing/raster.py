"""SVG to pixels. Parts of a picture are drawn apart and kept: frames of a game differ by a few."""

import functools
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..drawing.svg import FONT, PART
from .optional_imports import need

FONTS = Path(__file__).with_name("fonts")
FONT_FILES = ("DejaVuSans", "DejaVuSans-Bold")
_REGULAR, _BOLD = (str(FONTS / f"{name}.ttf") for name in FONT_FILES)
_KEPT_PARTS = 2048

_SIZE = re.compile(r'<svg[^>]*? width="([\d.]+)" height="([\d.]+)"')
_PART_HEAD = re.compile(
    r'<g class="part" transform="translate\(([-\d.]+) ([-\d.]+)\)" data-box="([-\d. ]+)">'
)


def png(svg: str, scale: float = 1) -> bytes:
    """Return ``svg`` as a PNG file, ``scale`` times its size, text in the font that we ship."""
    data: bytes = need("resvg_py").svg_to_bytes(
        svg_string=svg,
        zoom=scale,
        skip_system_fonts=True,
        font_files=_fonts(svg),
        font_family=FONT,
        sans_serif_family=FONT,
    )
    return bytes(data)


def _fonts(svg: str) -> list[str]:
    """Return the font files that ``svg`` needs; reading them takes longer than a small picture."""
    if "<text" not in svg:
        return []
    return [_REGULAR, _BOLD] if 'font-weight="bold"' in svg else [_REGULAR]


def rgb_array(svg: str, scale: float = 1) -> np.ndarray:
    """Return ``svg`` as uint8 (height, width, 3) pixels, ``scale`` times its size."""
    return np.array(image(svg, scale))


def image(svg: str, scale: float = 1) -> Any:
    """Return ``svg`` as an RGB image of Pillow, parts drawn before taken as they are."""
    head, parts = split(svg)
    canvas = _drawn(head + "</svg>", scale).copy()
    for x, y, box, inner in parts:
        left, top = round((x + box[0]) * scale), round((y + box[1]) * scale)
        # what the pixel grid cuts off the place goes into the part: neighbours must fit
        shift = (x + box[0] - left / scale, y + box[1] - top / scale)
        colors, cover = _part(inner, box, shift, scale)
        canvas.paste(colors, (left, top), cover)
    return canvas


def split(svg: str) -> tuple[str, Iterator[tuple[float, float, tuple[float, ...], str]]]:
    """Return a picture's text before its parts, and place, box and content of every part."""
    start = svg.find(PART)
    if start < 0:
        return svg.replace("</svg>", ""), iter(())
    return svg[:start], _parts(svg[start : svg.rindex("</svg>")])


def _parts(text: str) -> Iterator[tuple[float, float, tuple[float, ...], str]]:
    for chunk in text.split(PART)[1:]:
        head = _PART_HEAD.match(PART + chunk)
        if head is None:
            raise ValueError(f"not a part of a picture: {chunk[:80]!r}")
        box = tuple(float(value) for value in head[3].split())
        inner = (PART + chunk)[head.end() : -1].strip().removesuffix("</g>")
        yield float(head[1]), float(head[2]), box, inner


@functools.lru_cache(maxsize=_KEPT_PARTS)
def _part(
    inner: str, box: tuple[float, ...], shift: tuple[float, float], scale: float
) -> tuple[Any, Any]:
    """Return the colours of a part and how much each pixel covers."""
    x, y, width, height = box[0] - shift[0], box[1] - shift[1], box[2] + 1, box[3] + 1
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" '
        f'width="{width}" height="{height}" font-family="{FONT}">{inner}</svg>'
    )
    drawn = _decoded(svg, scale)
    return drawn.convert("RGB"), drawn.getchannel("A")


@functools.lru_cache(maxsize=16)
def _drawn(svg: str, scale: float) -> Any:
    return _decoded(svg, scale).convert("RGB")


def _decoded(svg: str, scale: float) -> Any:
    picture = need("PIL.Image").open(io.BytesIO(png(svg, scale)))
    picture.load()
    return picture.convert("RGBA")


def size(svg: str) -> tuple[int, int]:
    """Return the width and height that ``svg`` states; raise ``ValueError`` if it does not."""
    found = _SIZE.search(svg)
    if found is None:
        raise ValueError("the picture states no width and height")
    return round(float(found[1])), round(float(found[2]))

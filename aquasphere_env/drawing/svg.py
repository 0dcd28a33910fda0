"""SVG pictures as strings: shapes in a theme's colours, pieces with ids, parts drawn apart.

A colour is a role of ``THEME`` or ``SEATS``, or a CSS colour. A role is written twice: as a plain
attribute with its light colour, which every program can draw, and as a class, which a page can
colour otherwise.
A *part* is a piece of the picture in its own box, so that a rasteriser need not draw it again while
it stays the same.
"""

import math
from collections.abc import Iterable, Sequence
from html import escape

Point = tuple[float, float]

FONT = "DejaVu Sans"
PART = '<g class="part"'  # every part begins so and lies directly in the picture

# role: colour on light, colour on dark ground
THEME = {
    "paper": ("#e9f0f4", "#0f1c25"),
    "panel": ("#ffffff", "#182b38"),
    "shade": ("#eef3f6", "#213a49"),
    "ink": ("#14222c", "#e8f1f6"),
    "muted": ("#4f6270", "#a3b7c3"),
    "line": ("#a9bbc6", "#486273"),
    "water": ("#cfe4ee", "#123647"),
    "accent": ("#c2185b", "#ff7aac"),
    "barrier": ("#c62828", "#ff6b6b"),
    "green": ("#cfe9d6", "#1f4a33"),
    "yellow": ("#fbeeb8", "#564a14"),
    "black": ("#d3d6dc", "#4a525b"),
    "purple": ("#e6d5f0", "#43285a"),
    "blue": ("#cbdff5", "#1b3f68"),
    "red": ("#f8d3cf", "#5e2724"),
    "gem": ("#2b2f38", "#b9c6d0"),
    "white": ("#fdfdfd", "#3a4a55"),
}

# Okabe and Ito's colours, told apart with any colour vision; pieces carry their number as well.
PLAYER_COLORS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7")
PLAYER_INKS = ("#ffffff", "#14222c", "#ffffff", "#14222c")  # for numbers on them
NEUTRAL_COLOR, NEUTRAL_INK = "#8a949c", "#ffffff"
SEATS = {  # role: colour
    **{f"player-{seat}": color for seat, color in enumerate(PLAYER_COLORS)},
    **{f"player-ink-{seat}": ink for seat, ink in enumerate(PLAYER_INKS)},
}
_LIGHT = {role: light for role, (light, _) in THEME.items()} | SEATS


def dark_css(scope: str) -> str:
    """Return the style sheet that turns pictures dark below the CSS selector ``scope``."""
    rules = [
        f"{scope} .f-{role}{{fill:{dark}}}\n{scope} .s-{role}{{stroke:{dark}}}"
        for role, (_, dark) in THEME.items()
    ]
    return "\n".join(rules) + "\n"


def seats_css() -> str:
    """Return the style sheet in which a seat's colour is a variable: ``--player-0``.

    It usually is ``var(--usual-player-0)``; a page may give a seat that of another one.
    """
    usual = ";".join(
        f"--usual-{role}:{color};--{role}:var(--usual-{role})" for role, color in SEATS.items()
    )
    rules = [
        f".f-{role}{{fill:var(--{role})}}\n.s-{role}{{stroke:var(--{role})}}" for role in SEATS
    ]
    return "\n".join([f":root{{{usual}}}", *rules]) + "\n"


def number(value: float) -> str:
    """Return ``value`` with at most one decimal, the shortest way."""
    return f"{value:.1f}".removesuffix(".0")


def attributes(
    fill: str | None = None,
    stroke: str | None = None,
    width: float = 1,
    **others: object,
) -> str:
    """Return SVG attributes; underscores in names become hyphens, ``None`` is left out."""
    classes = []
    colors = []
    for name, color in (("fill", fill), ("stroke", stroke)):
        if color in _LIGHT:
            classes.append(f"{name[0]}-{color}")
        if color is not None:
            colors.append(f' {name}="{_LIGHT.get(color, color)}"')
    if stroke is not None and width != 1:
        colors.append(f' stroke-width="{number(width)}"')
    text = f' class="{" ".join(classes)}"' if classes else ""
    for name, value in others.items():
        if value is not None:
            shown = number(value) if isinstance(value, float | int) else escape(str(value))
            colors.append(f' {name.replace("_", "-")}="{shown}"')
    return text + "".join(colors)


def rect(
    x: float, y: float, width: float, height: float, fill: str, radius: float = 0, **style: object
) -> str:
    """Return a rectangle with its upper left corner at (x, y)."""
    place = attributes(x=x, y=y, rx=radius or None)
    size = f' width="{number(width)}" height="{number(height)}"'
    stroke, line = style.pop("stroke", None), style.pop("line", 1)
    look = attributes(fill, stroke, line, **style)  # type: ignore[arg-type]
    return f"<rect{place}{size}{look}/>"


def circle(x: float, y: float, radius: float, fill: str, **style: object) -> str:
    """Return a circle around (x, y)."""
    return f"<circle{attributes(cx=x, cy=y, r=radius)}{_look(fill, style)}/>"


def line(start: Point, end: Point, stroke: str, width: float = 1, **style: object) -> str:
    """Return a straight line."""
    ends = attributes(x1=start[0], y1=start[1], x2=end[0], y2=end[1])
    return f"<line{ends}{attributes(None, stroke, width, **style)}/>"


def polygon(points: Iterable[Point], fill: str, **style: object) -> str:
    """Return a closed polygon."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{corners}"{_look(fill, style)}/>'


def path(data: str, fill: str, **style: object) -> str:
    """Return a path in SVG's own notation."""
    return f'<path d="{data}"{_look(fill, style)}/>'


def _look(fill: str, style: dict[str, object]) -> str:
    stroke, width = style.pop("stroke", None), style.pop("line", 1)
    return attributes(fill, stroke, width, **style)  # type: ignore[arg-type]


def text(
    x: float,
    y: float,
    words: object,
    size: float = 12,
    fill: str = "ink",
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """Return one line of text, its base line at ``y``; ``anchor``: start, middle or end."""
    side = None if anchor == "start" else anchor
    look = attributes(
        fill, x=x, y=y, font_size=size, text_anchor=side, font_weight="bold" if bold else None
    )
    return f"<text{look}>{escape(str(words), quote=False)}</text>"


def group(
    *children: str,
    id: str | None = None,
    at: Point | None = None,
    scale: float = 1,
    actions: Sequence[int] = (),
    title: str | None = None,
    **style: object,
) -> str:
    """Return ``children`` as one piece, moved to ``at``, that may be clicked for ``actions``."""
    move = None
    if at is not None:
        move = f"translate({number(at[0])} {number(at[1])})"
        move += f" scale({scale:.3g})" if scale != 1 else ""
    played = " ".join(map(str, actions)) or None
    head = attributes(id=id, transform=move, data_actions=played, **style)  # type: ignore[arg-type]
    tip = f"<title>{escape(title, quote=False)}</title>" if title else ""
    return f"<g{head}>{tip}{''.join(children)}</g>"


def target(x: float, y: float, width: float, height: float) -> str:
    """Return a rectangle that shows nothing but takes clicks, for pieces with gaps."""
    return rect(x, y, width, height, "#ffffff", fill_opacity=0)


def part(at: Point, box: tuple[float, float, float, float], *children: str) -> str:
    """Return ``children`` as a part; ``box`` (x, y, width, height around ``at``) bounds them."""
    place = " ".join(number(value) for value in box)
    move = f"translate({number(at[0])} {number(at[1])})"
    return f'{PART} transform="{move}" data-box="{place}">{"".join(children)}</g>\n'


def picture(width: float, height: float, title: str, *parts: str) -> str:
    """Return a whole picture of parts on paper."""
    size = f'width="{number(width)}" height="{number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'{size} font-family="{FONT}, sans-serif" role="img" aria-label="{escape(title)}">\n'
        f"{rect(0, 0, width, height, 'paper')}\n{''.join(parts)}</svg>\n"
    )


def polar(angle: float, radius: float, center: Point = (0, 0)) -> Point:
    """Return the point at ``angle`` degrees (0 right, clockwise) and ``radius``."""
    radians = math.radians(angle)
    return center[0] + radius * math.cos(radians), center[1] + radius * math.sin(radians)


def wrap(words: str, columns: int) -> list[str]:
    """Return ``words`` in lines of at most ``columns`` characters where spaces allow it."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > columns:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines

"""Small drawings of our own, shared by the games: ``icon(name, x, y, size)``."""

import functools

from .svg import (
    NEUTRAL_COLOR,
    NEUTRAL_INK,
    THEME,
    circle,
    group,
    path,
    text,
)

_OUTLINE = "#14222c"
_BOX = 24  # the drawings lie in -12..12

# name: (usual colour, path)
_ICONS = {
    "flask": (
        "#2e8b57",
        "M-3-11h6v1.6h-1v6l7 11.4q1 3-2 3h-14q-3 0-2-3l7-11.4v-6h-1z",
    ),
    "hourglass": (
        "#d9a400",
        "M-8-11h16v3h-1.5q0 5-5 8q5 3 5 8h1.5v3h-16v-3h1.5q0-5 5-8q-5-3-5-8h-1.5z",
    ),
    "crystal": ("gem", "M0-12l7 8l-3 14l-4 2l-4-2l-3-14zM0-12l-2 9l2 15l2-15z"),
    "octopus": (
        "#8e4fb0",
        "M0-11q9 0 9 9q0 5 3 7q-1 3-5 1q0 4 2 5q-4 2-6-2l-1-2q-1 6-2 5q-1 1-2-5l-1 2q-2 4-6 2q2-1 "
        "2-5q-4 2-5-1q3-2 3-7q0-9 9-9zM-4-4a1.6 2 0 1 0 .1 0zM4-4a1.6 2 0 1 0 .1 0z",
    ),
    "submarine": (
        "#2f7fc1",
        "M-3-9h5v4h3q7 1 7 6q0 6-8 6h-8q-4 0-5-2l-3 3v-13l3 2q2-2 6-2zM1-.5a2 2 0 1 0 .1 0z"
        "M7-.5a2 2 0 1 0 .1 0z",
    ),
    "boat": (  # a submarine without portholes, to write on
        "#2f7fc1",
        "M-4-10h6v4h3q7 1 7 7q0 7-8 7h-8q-4 0-5-2l-3 3v-14l3 2q2-2 5-2z",
    ),
    "card": (
        "#c8403a",
        "M-8-11h16v22h-16zM-5-8v2h10v-2zM-5-4v2h10v-2zM-5 0v2h10v-2zM-5 4v2h6v-2z",
    ),
    "chip": (
        "#7d8b96",
        "M-7-7h2.500v-4h2v4h1.500v-4h2v4h1.500v-4h2v4h2.500v2.500h4v2h-4v1.500h4v2h-4v1.500h4v2h-4"
        "v2.500h-2.500v4h-2v-4h-1.500v4h-2v-4h-1.500v4h-2v-4h-2.500v-2.500h-4v-2h4v-1.500h-4v-2h4"
        "v-1.500h-4v-2h4zM-3-3v6h6v-6z",
    ),
    "bulb": (
        "#f2b705",
        "M0-12q9 1 8.500 9q-1 4-4 6.500v3h-9v-3q-3-2.500-4-6.500q-.5-8 8.500-9zM-4 8h8v3h-8z",
    ),
    "lock": (
        "#6b7c88",
        "M-8-1h2v-4q0-6 6-6t6 6v4h2v12h-16zM-3-1h6v-4q0-3-3-3t-3 3z",
    ),
    "bot": (
        NEUTRAL_COLOR,
        "M-1-12h2v3h5q2 0 2 2v3h2v6h-2v3h-2v6h-4v-4h-4v4h-4v-6h-2v-3h-2v-6h2v-3q0-2 2-2h5z",
    ),
    "pawn": (NEUTRAL_COLOR, "M0-11a5 5 0 0 1 3 9q5 3 6 13h-18q1-10 6-13a5 5 0 0 1 3-9z"),
    "engineer": (  # a pawn with a helmet
        NEUTRAL_COLOR,
        "M-7-5q0-7 7-7t7 7v1h-2q5 4 5 15h-20q0-11 5-15h-2z",
    ),
    "die": ("#ffffff", "M-9-11h18q2 0 2 2v18q0 2-2 2h-18q-2 0-2-2v-18q0-2 2-2z"),
    "fish": ("#c46a1b", "M-12-5l5 3q5-6 11-5t8 7q-3 6-8 7t-11-5l-5 3zM5-3a1.500 1.500 0 1 0 .1 0z"),
    "star": (
        "#d9a400",
        "M0-12l3.500 8l8.500 .8l-6.500 5.700l2 8.500l-7.500-4.600l-7.500 4.600l2-8.500l-6.500-5.700"
        "l8.500-.8z",
    ),
    "bubble": ("#5fa8d3", "M0-11a11 11 0 1 0 .1 0zM-4-6q-3 2-3 6h2q0-3 3-4z"),
    "jellyfish": (
        "#e58fb1",
        "M0-10q9 0 10 9h-20q1-9 10-9zM-8 0h2.500v9h-2.500zM-3 0h2v11h-2zM1 0h2v9h-2z"
        "M5.500 0h2.500v11h-2.500z",
    ),
    "ray": (
        "#6b7c88",
        "M0-9q6 3 12 6q-6 2-8 6l-3 3q0 4 3 6q-5-1-6-6l-2-3q-2-4-8-6q6-3 12-6z",
    ),
    "squid": ("#c46a1b", "M0-12l6 7l-2 8h-8l-2-8zM-4 4h2v7h-2zM-1 4h2v8h-2zM2 4h2v7h-2z"),
    "beacon": ("#c8403a", "M-2-11h4v4h-4zM-5-6h10l3 15h-16zM-10 9h20v3h-20z"),
    "flag": ("#f2b705", "M-8-12h2.500v24h-2.500zM-5-11h14l-4 4.500l4 4.500h-14z"),
    "coral": (
        "#e0604f",
        "M-1.500 12v-8l-6-3v-6h2.500v4.500l3.500 2v-13h3v10l3.500-2v-5h2.500v6.500l-6 3.500"
        "v10.500z",
    ),
    "shell": ("#b5651d", "M0 11l-3-3q-8-2-9-9q-1-9 6-10q3-2 6-1q3-1 6 1q7 1 6 10q-1 7-9 9z"),
}


@functools.lru_cache(maxsize=4096)
def icon(
    name: str, x: float, y: float, size: float = 16, fill: str | None = None, **style: object
) -> str:
    """Return the drawing ``name`` around (x, y), ``size`` high, in its usual colour or ``fill``."""
    color, data = _ICONS[name]
    drawn = path(data, fill or color, fill_rule="evenodd", stroke=_OUTLINE, line=1.2)
    return group(drawn, at=(x, y), scale=size / _BOX, **style)  # type: ignore[arg-type]


def player_colors(player: int, num_players: int) -> tuple[str, str]:
    """Return the colours, roles of ``SEATS``, of a player's pieces and of what stands on them."""
    if player >= num_players:
        return NEUTRAL_COLOR, NEUTRAL_INK
    return f"player-{player}", f"player-ink-{player}"


def piece(
    name: str,
    x: float,
    y: float,
    player: int,
    num_players: int,
    size: float = 18,
    **style: object,
) -> str:
    """Return the piece ``name`` of ``player`` with its number; empty seats are grey."""
    fill, ink = player_colors(player, num_players)
    label = text(0, size * 0.24, player, size * 0.55, ink, "middle", bold=True)
    return group(icon(name, 0, 0, size, fill), label, at=(x, y), **style)  # type: ignore[arg-type]


def token(
    x: float, y: float, player: int, num_players: int, radius: float = 8, **style: object
) -> str:
    """Return a round counter of ``player`` with its number."""
    fill, ink = player_colors(player, num_players)
    disc = circle(0, 0, radius, fill, stroke=_OUTLINE)
    label = text(0, radius * 0.42, player, radius * 1.2, ink, "middle", bold=True)
    return group(disc, label, at=(x, y), **style)  # type: ignore[arg-type]


def icon_path(name: str) -> dict[str, str]:
    """Return the path of the drawing ``name``, in -12..12, and its usual colour."""
    color, data = _ICONS[name]
    return {"path": data, "color": THEME[color][0] if color in THEME else color}

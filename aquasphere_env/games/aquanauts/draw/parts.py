"""Pieces that several drawings of Aquanauts share: tokens, facilities, papers."""

from collections.abc import Iterable

import numpy as np

from ....drawing.svg import circle, group, rect, text
from ..components import (
    CARGO,
    CARGO_SYMBOLS,
    EMPTY,
    FACILITY_IDS,
    FACILITY_LABELS,
    SIDES,
    STORAGE_LABEL,
    SUBJECTS,
    TOKEN_SYMBOLS,
    TOKENS,
)
from ..state import STORAGE_WITH_UNIT

# by symbol: colour of the token, colour of its letter
_TOKENS = {
    "P": ("#f4c430", "#14222c"),
    "A": ("#3f9b5b", "#ffffff"),
    "O": ("#7cc0ea", "#14222c"),
    "B": ("#8a6d52", "#ffffff"),
    "S": ("#8e4fb0", "#ffffff"),
    "V": ("#e0604f", "#ffffff"),
}
SUBJECT_TONES = ("blue", "black", "purple", "yellow")
FACILITY_SIZE = (112, 74)
PAPER_SIZE = (146, 22)


def token_disc(symbol: str, x: float, y: float, radius: float = 8) -> str:
    """Draw a token: a disc with its letter."""
    fill, ink = _TOKENS[symbol]
    disc = circle(x, y, radius, fill, stroke="#14222c")
    return disc + text(x, y + radius * 0.51, symbol, radius * 1.4, ink, "middle", bold=True)


def tokens(
    counts: Iterable[int], x: float, y: float, symbols: str = TOKEN_SYMBOLS, radius: float = 8
) -> tuple[str, float]:
    """Draw tokens in a row from the left edge ``x``; return them and where the row ends."""
    drawn = []
    for symbol, count in zip(symbols, counts, strict=False):
        for _ in range(int(count)):
            drawn.append(token_disc(symbol, x + radius, y, radius))
            x += 2 * radius + 1
    return "".join(drawn), x


def token_words(counts: Iterable[int], names: tuple[str, ...] = TOKENS) -> str:
    """Return amounts of tokens in words, e.g. ``2 power, 1 algae``; nothing is ``nothing``."""
    words = [f"{int(n)} {name}" for n, name in zip(counts, names, strict=False) if n]
    return ", ".join(words) or "nothing"


def facility_name(state: np.void, number: int) -> str:
    """Return what a facility is called."""
    if number == EMPTY:
        return "facility"
    return FACILITY_LABELS[state["components"]["facilities"][number]["label"]]


def facility_words(state: np.void, number: int) -> str:
    """Return what a facility turns into what, or what it is for."""
    tile = state["components"]["facilities"][number]
    if tile["label"] == STORAGE_LABEL:
        return f"room for {STORAGE_WITH_UNIT} tokens"
    gives = token_words(tile["output"])
    return f"{token_words(tile['run_cost'])} to {gives}" if tile["run_cost"].any() else gives


def _facility_title(state: np.void, number: int) -> str:
    cost = token_words(state["components"]["facilities"][number]["cost"])
    does = facility_words(state, number)
    return f"{facility_name(state, number)}: {does}; it costs {cost} to build"


def facility(state: np.void, number: int, mark: str | None = None) -> str:
    """Draw a facility from its upper left corner: name, cost, what it turns into what, sides."""
    tile = state["components"]["facilities"][number]
    width, height = FACILITY_SIZE
    cost, _ = tokens(tile["cost"], 44, height - 13, radius=8.5)
    run, end = tokens(tile["run_cost"], 6, 36, radius=8.5)
    arrow = text(end + 3, 41, "→", 14, "muted")
    output, _ = tokens(tile["output"], end + 20, 36, radius=8.5)
    label = FACILITY_LABELS[tile["label"]]
    drawn = [
        rect(0, 0, width, height, "shade", 6, stroke=mark or "muted", line=4 if mark else 1),
        text(3, 17, label, 11.4, bold=True),
        text(6, height - 8, FACILITY_IDS[number], 11.6, "muted"),
        cost,
        run,
        arrow if tile["output"].any() else text(6, 41, "holds 15 tokens", 11.6, "muted"),
        output,
        *_connectors(int(tile["connectors"])),
    ]
    return group(*drawn, title=_facility_title(state, number))


def _connectors(bits: int) -> list[str]:
    """Draw the connectors as bars on the sides that have one."""
    width, height = FACILITY_SIZE
    bars = {
        "N": (width / 2 - 9, -2, 18, 6),
        "E": (width - 4, height / 2 - 9, 6, 18),
        "S": (width / 2 - 9, height - 4, 18, 6),
        "W": (-2, height / 2 - 9, 6, 18),
    }
    return [rect(*bars[side], "accent", 2) for k, side in enumerate(SIDES) if bits >> k & 1]


def _paper_title(card: np.void) -> str:
    names = tuple(TOKENS[kind] for kind in CARGO)
    cost = token_words(card["cost"], names)
    return f"paper on {SUBJECTS[card['subject']]}: {card['points']} points for {cost}"


def paper(state: np.void, number: int, mark: str | None = None) -> str:
    """Draw a research paper from its upper left corner: subject, cost, points."""
    card = state["components"]["research_papers"][number]
    width, height = PAPER_SIZE
    subject = int(card["subject"])
    cost, _ = tokens(card["cost"], 34, height / 2, CARGO_SYMBOLS, 7)
    drawn = [
        rect(
            0,
            0,
            width,
            height,
            SUBJECT_TONES[subject],
            5,
            stroke=mark or "muted",
            line=4 if mark else 1,
        ),
        text(5, 15, SUBJECTS[subject][:3], 11, bold=True),
        cost,
        text(width - 5, 16, card["points"], 13, anchor="end", bold=True),
    ]
    return group(*drawn, title=_paper_title(card))

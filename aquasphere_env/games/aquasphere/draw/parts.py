"""Pieces that several drawings of AquaSphere share: symbols, lab tiles and research cards."""

import numpy as np

from ....drawing.icons import icon
from ....drawing.svg import rect, text
from ..state import (
    CAPACITIES,
    KINDS,
    LETTERS,
    NO_LETTER,
    NOTHING,
    SYMBOLS,
)
from ..text import amount

SYMBOL_ICONS = ("flask", "hourglass", "crystal", "octopus", "submarine", "card", "chip")
AREA_COLORS = ("green", "yellow", "black", "purple", "blue", "red", "white")
CAPACITY_ICONS = ("card", "crystal", "octopus", "hourglass")

CHIP_WIDTH, CHIP_HEIGHT = 58, 15
_LEFT = -CHIP_WIDTH / 2
_REWARDS = (("time", "hourglass"), ("crystals", "crystal"), ("points", "bulb"))

# how the kinds of research cards begin: words, or the name of an icon
_OPENINGS = {
    "ROOM": "▸",
    "CATCH": "▸",
    "CROSS": "⇄ 1",
    "LEAVE": "↗",
    "LOCK": "2→0",
    "HALF": "÷ 2",
    "SIDEWAYS": "↕ move",
    "SCORING": "Σ 1",
    "INSTANT": "!",
}


_CARDS = {
    "ROOM": "{gains} each time your engineer enters a {symbol} room",
    "CATCH": "{gains} for each catch of octopods",
    "CROSS": "walk to the opposite side of the station for 1 time",
    "LEAVE": "{gains} for each bot of others that you drive out of a loading station",
    "LOCK": "the lock of 2 costs you nothing",
    "HALF": "submarines cost you half, rounded down",
    "SIDEWAYS": "once a game your engineer moves to a room above or below",
    "SCORING": "in each scoring pay 1 time to program a bot for {symbol}",
    "INSTANT": "at once {gains} and a bot for {symbol}",
}
_ROOM_FOR = {
    "research": "card",
    "crystals": "crystal",
    "octopods": "octopod in a catch",
    "time": "time",
}


def lab_chip(state: np.void, tile_id: int) -> str:
    """Draw a lab expansion around the origin: its letters and what it adds."""
    tile = state["components"]["labs"][tile_id]
    letters = "".join(LETTERS[k] for k in tile["letters"] if k != NO_LETTER)
    gains = [(k, int(n)) for k, n in enumerate(tile["capacity"][: len(CAPACITIES)]) if n]
    drawn = [_ground("green")]
    x = _LEFT + 3
    if letters:
        drawn.append(text(x, 4.5, letters, 11, bold=True))
        x += 9.5 * len(letters)
    for capacity, gain in gains:
        drawn.append(text(x, 4, f"+{gain}" if gain > 1 else "+", 11))
        x += 23 if gain > 1 else 16
        drawn.append(icon(CAPACITY_ICONS[capacity], x, 0, 12))
        x += 8
    return "".join(drawn)


def card_chip(state: np.void, card_id: int) -> str:
    """Draw a research card around the origin: what it is about and what it gives."""
    card = state["components"]["cards"][card_id]
    kind = KINDS[card["kind"]]
    opening = _OPENINGS[kind]
    drawn = [_ground("red"), text(_LEFT + 3, 4, opening, 10.5, bold=True)]
    x = _LEFT + 8 + 6.6 * len(opening)
    if kind in ("CROSS", "SCORING"):
        drawn.append(icon("hourglass", x + 5, 0, 12))
        x += 12
    about = {"CATCH": "octopus", "HALF": "submarine", "LOCK": "lock", "LEAVE": "bot"}.get(kind)
    if card["symbol"] != NOTHING:
        about = SYMBOL_ICONS[card["symbol"]]
    if about is not None:
        drawn.append(icon(about, x + 7, 0, 12))
        x += 15
    return "".join([*drawn, *_rewards(card, x)])


def card_words(state: np.void, card_id: int) -> str:
    """Return what a research card does, as a sentence for people."""
    card = state["components"]["cards"][card_id]
    kind = KINDS[card["kind"]]
    symbol = SYMBOLS[card["symbol"]] if card["symbol"] != NOTHING else ""
    gains = [amount(card[name], name) for name in ("time", "crystals", "points") if card[name]]
    return f"card {kind}: {_CARDS[kind].format(symbol=symbol, gains=' and '.join(gains))}"


def lab_words(state: np.void, tile_id: int) -> str:
    """Return what a lab expansion adds, as a sentence for people."""
    tile = state["components"]["labs"][tile_id]
    letters = [LETTERS[k] for k in tile["letters"] if k != NO_LETTER]
    words = [f"letter {letter}" for letter in letters]
    more = zip(CAPACITIES, tile["capacity"], strict=True)
    words += [f"room for {gain} more {_ROOM_FOR[name]}" for name, gain in more if gain]
    return f"lab tile: {', '.join(words)}"


def _rewards(card: np.void, x: float) -> list[str]:
    drawn = []
    for name, picture in _REWARDS:
        if card[name]:
            drawn.append(text(x, 4, card[name], 10.5, bold=True))
            drawn.append(icon(picture, x + 14, 0, 12))
            x += 20
    return drawn


def _ground(color: str) -> str:
    half = CHIP_HEIGHT / 2
    return rect(_LEFT, -half, CHIP_WIDTH, CHIP_HEIGHT, color, 3, stroke="muted")

"""Aquamarine for people: what actions do, what is asked, where points came from."""

from collections.abc import Callable

import numpy as np

from ....drawing.guide import DifferenceLedger, Holdings, plural, texts
from ..actions import ACTIONS, RECTANGLES
from ..scoring import beacon_pairs, points
from ..state import BONUS_WORDS, KIND_WORDS, NUM_COLUMNS, NUM_TURNS, PHASE_WORDS, WATER
from ..text import sheet_of
from .sheets import points_of

TEXTS = texts(__file__)


def say(state: np.void, action: int) -> str:
    """Return what the player to move does with ``action``: the place, and what to expect."""
    group, index = ACTIONS.locate(action)
    return _SAID[group.name](state, _mine(state), index)


def asked(state: np.void) -> str:
    """Return the open question for the player to move."""
    me = _mine(state)
    low, high = sorted(int(die) for die in state["dice"])
    move = f"draw a box of {low} or {high} squares"
    if low == high:
        size = low + int(state["components"]["doubles_extra"])
        move = f"draw a box of {size} squares in any shape: choose the first"
    return {
        "waiting": "the others are drawing",
        "move": move,
        "place": f"where does the {me['width']} by {me['height']} box go? Its upper left",
        "grow": f"choose the next square of the box, {me['squares_left']} to go",
        "bonus": "a wreck is explored: choose what will score",
    }[PHASE_WORDS[me["phase"]]]


def round_name(state: np.void) -> str:
    """Return the turn in words."""
    return f"turn {min(int(state['round_number']) + 1, NUM_TURNS)} of {NUM_TURNS}"


def holdings(state: np.void, player: int) -> Holdings:
    """Return what ``player`` has, by its own sheet as it is now."""
    me = sheet_of(state, "now", player)
    return {"points": int(points(state, me)), "air": int(me["air"]), "dives": int(me["dive"])}


def ledger() -> DifferenceLedger:
    """Return a ledger for a game from its start."""
    return DifferenceLedger(_earned)


def _earned(state: np.void, player: int) -> dict[str, int]:
    me, pay = sheet_of(state, "shown", player), state["components"]
    earned = {
        "shoals": int(me["shoal_points"]),
        "corals": int(me["corals"]) * int(pay["coral_points"]),
        "jellyfish": int(me["jellyfish"]) * int(pay["jellyfish_points"]),
        "stingrays": int(me["stingrays"]) * int(pay["stingray_points"]),
        "cuttlefish": int(me["cuttlefish"]) * int(pay["cuttlefish_points"]),
        "beacons": int(beacon_pairs(me)) * int(pay["pair_points"]),
        "flags": int(me["flag_points"].sum()),
    }
    total = int(points(state, me))
    earned["wreck bonuses"] = total - sum(earned.values())
    earned["a dive too shallow"] = points_of(state, me) - total
    return earned


def _mine(state: np.void) -> np.void:
    return sheet_of(state, "now", int(state["current_player"]))


def _rectangle(state: np.void, me: np.void, index: int) -> str:
    width, height = RECTANGLES[index]
    low, high = sorted(int(die) for die in state["dice"])
    extra = f", {high - low} air for the higher die" if width * height == high else ""
    return f"Draw a box {width} wide, {height} deep{extra}"


def _square(state: np.void, me: np.void, index: int) -> str:
    """Tell the place and what the box, or the square of a free one, holds."""
    row, column = divmod(index, NUM_COLUMNS)
    place = f"Row {row}, column {column}"
    width, height = max(1, int(me["width"])), max(1, int(me["height"]))
    kinds = state["squares"][row : row + height, column : column + width].ravel()
    found: dict[str, int] = {}
    for kind in kinds[kinds != WATER]:
        word = KIND_WORDS[kind]
        found[word] = found.get(word, 0) + 1
    held = ", ".join(f"{number} {word}" for word, number in found.items())
    air = int(state["components"]["depth_air"][row + height - 1])
    notes = [held or "nothing in it"]
    if air:
        notes.append(f"{air} air for the depth")
    return f"{place}: {', '.join(notes)}"


def _end_dive(state: np.void, me: np.void, index: int) -> str:
    left = int(state["components"]["num_dives"]) - int(me["dive"]) - 1
    if not left:
        return "End the last dive, and with it the game"
    return f"End this dive, lose {me['air']} air, begin the next with a full tank"


def _bonus(state: np.void, me: np.void, k: int) -> str:
    worth = int(state["components"]["bonus_points"][k])
    return f"Bonus: {plural(worth, 'points')} for each {BONUS_WORDS[k].removesuffix('s')}"


_SAID: dict[str, Callable[[np.void, np.void, int], str]] = {
    "rectangle": _rectangle,
    "square": _square,
    "end_dive": _end_dive,
    "nothing": lambda state, me, _: "Draw nothing in this turn",
    "bonus": _bonus,
}

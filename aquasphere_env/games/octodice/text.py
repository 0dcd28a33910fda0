"""OctoDice in words: a position as text, and why an action is illegal."""

from typing import Any

import numpy as np

from ...core.state import NOBODY
from .actions import (
    ACTIONS,
    BOT_EFFECT,
    COLOURS,
    COLUMNS,
    FLEXI_SUB_EFFECT,
    FLEXI_TEC_EFFECT,
    LAB_EFFECT,
    NUM_EFFECTS,
    PAIRS,
    RESEARCH_EFFECT,
    SUBMARINE_EFFECT,
)
from .observation import bonus_left, turn_player
from .state import (
    BLACK_FACES,
    BONUS,
    BOT,
    FIRST_KEEP,
    FLEXI_SUB,
    FLEXI_TEC,
    MAIN,
    MAIN_ACTIONS,
    NUM_BOT_CIRCLES,
    NUM_COLOURS,
    NUM_DICE,
    NUM_LEVELS,
    NUM_THIRDS,
    NUM_WHITE,
    OCTOPUS_FACE,
    ONCE_A_TURN,
    PHASES,
    RESEARCH,
    SECOND_KEEP,
    SIDES_PER_LEVEL,
    SOLO_TURNS_PER_THIRD,
    SOURCES,
    SUBMARINE,
    SUPER_COPY_PHASE,
    SUPER_LEVEL_PHASE,
    SYMBOLS,
    TILE_NAMES,
    TILES,
    TOP_LEVEL,
    TURNS_PER_THIRD,
    VIRTUAL_BONUS,
)

_GROUP_PHASES = {
    "keep": (FIRST_KEEP, SECOND_KEEP),
    "main": (MAIN,),
    "bonus": (BONUS, VIRTUAL_BONUS),
    "bonus_octopus": (BONUS, VIRTUAL_BONUS),
    "done": (MAIN, BONUS, VIRTUAL_BONUS),
    "super_level": (SUPER_LEVEL_PHASE,),
    "super_copy": (SUPER_COPY_PHASE,),
}


def extra_info(state: np.void) -> dict[str, Any]:
    """Return the public facts for ``info``; thirds and turns count from 1."""
    turns = _turns_per_third(state)
    return {
        "third": int(state["round_number"]) // turns + 1,
        "turn": int(state["round_number"]) + 1,
        "turns": NUM_THIRDS * turns,
        "active_player": int(state["active_player"]),
        "phase": PHASES[state["phase"]],
        "main_actions": int(state["main_actions"]),
    }


def to_text(state: np.void, player: int | None = None) -> str:
    """Return the position as text; nothing is hidden, so every ``player`` sees the same."""
    lines = [_heading(state), _dice(state), _turn(state), *_lab(state)]
    for seat in range(int(state["num_players"])):
        lines += ["", *_sheet(state, seat, seat == player)]
    return "\n".join(lines)


def _heading(state: np.void) -> str:
    info = extra_info(state)
    game = "OctoDice with a virtual player" if state["virtual_player"] else "OctoDice"
    place = f"{game}, third {info['third']}, turn {info['turn']} of {info['turns']}"
    if state["terminated"] or state["truncated"]:
        return f"{place}: the game is over"
    active = turn_player(state)
    turn = "bonus scoring" if active == NOBODY else f"turn of player_{active}"
    return f"{place}, {turn}; player_{state['current_player']} decides: {info['phase']}"


def _dice(state: np.void) -> str:
    words = []
    for die in range(NUM_DICE):
        signs = "+" * int(state["kept"][die]) + "*" * int(state["used"][die])
        words.append(f"{_shown(state, die)}{signs}")
    white, black = words[:NUM_WHITE], words[NUM_WHITE:]
    return f"white {', '.join(white)}; black {', '.join(black)}  (+ kept, * used)"


def _turn(state: np.void) -> str:
    """Return what the active player has used up this turn."""
    spent = [TILE_NAMES[tile] for tile, field in ONCE_A_TURN.items() if state[field]]
    actions = f"main actions {state['main_actions']}/{MAIN_ACTIONS}"
    return f"{actions}; functions used this turn: {', '.join(spent) or 'none'}"


def _shown(state: np.void, die: int) -> str:
    """Return the face of a die, such as ``lab`` or ``red 2``."""
    if die < NUM_WHITE:
        return SYMBOLS[state["white"][die]]
    colour = int(state["colour"][die - NUM_WHITE])
    number = "" if colour == OCTOPUS_FACE else f" {state['number'][die - NUM_WHITE]}"
    return f"{BLACK_FACES[colour]}{number}"


def _lab(state: np.void) -> list[str]:
    rows = []
    for level in range(NUM_LEVELS):
        tiles = [f"{TILES[tile]} {TILE_NAMES[tile]}" for tile in state["lab"][level]]
        rows.append(f"level {level}  " + "  ".join(f"{tile:<15}" for tile in tiles).rstrip())
    return rows


def _sheet(state: np.void, seat: int, is_viewer: bool) -> list[str]:
    me = state["players"][seat]
    circles = int(state["components"]["crystal_circles"])
    earned = [
        f"{source} {points}"
        for source, points in zip(SOURCES, me["earned"].tolist(), strict=True)
        if points
    ]
    markers = ["-" if level < 0 else str(level) for level in me["markers"].tolist()]
    return [
        f"player_{seat}{' (you)' if is_viewer else ''}: {me['points']} points",
        f"  crystals {me['crystals']}/{circles}  research {me['research']}/{NUM_COLOURS}  "
        f"markers {' '.join(markers)}  octopuses {' '.join(map(str, me['octopuses']))}  "
        f"bonus actions left {bonus_left(state, seat)}",
        "  bots       " + _by_colour(me["bots"]),
        "  submarines " + _by_colour(me["submarines"]),
        "  earned     " + ("  ".join(earned) or "nothing"),
    ]


def _by_colour(counts: np.ndarray) -> str:
    return "  ".join(f"{c} {n}" for c, n in zip(COLOURS, counts.tolist(), strict=True))


def why_illegal(state: np.void, action: int) -> str:
    """Return why the current player may not play ``action``, in words."""
    group, index = ACTIONS.locate(action)
    if state["phase"] not in _GROUP_PHASES[group.name]:
        return f"the open question is: {PHASES[state['phase']]}"
    if group.name == "keep":
        return _why_not_keep(state, index)
    if group.name == "main":
        return _why_not_main(state, index // NUM_EFFECTS, index % NUM_EFFECTS)
    if group.name == "bonus":
        return _no_room(state, index) or "no two dice allow it"
    if group.name == "bonus_octopus":
        return f"no two dice make {_octopuses(index + 1)}"
    return f"the {COLUMNS[index]} marker is on level {TOP_LEVEL}"  # Super-Level


def _octopuses(count: int) -> str:
    return "1 octopus" if count == 1 else f"{count} octopuses"


def _why_not_keep(state: np.void, pair: int) -> str:
    for die in PAIRS[pair].tolist():
        if state["kept"][die]:
            return f"{_shown(state, die)} is set aside already"
    return "the same dice with lower numbers stand for these"


def _why_not_main(state: np.void, black: int, effect: int) -> str:
    symbol = _symbol(effect)
    if state["used"][NUM_WHITE + black]:
        return f"black {black + 1} is used"
    if state["colour"][black] == OCTOPUS_FACE:
        return f"black {black + 1} shows an octopus"
    if not any(state["white"][d] == symbol and not state["used"][d] for d in range(NUM_WHITE)):
        return f"no white die with {SYMBOLS[symbol]} is left"
    shown = f"black {black + 1} shows {_shown(state, NUM_WHITE + black)}"
    return _no_function(state, effect) or _no_room(state, effect) or shown


def _symbol(effect: int) -> int:
    """Return the symbol that carries out ``effect``."""
    if effect >= FLEXI_TEC_EFFECT:
        return RESEARCH if effect < FLEXI_SUB_EFFECT else SUBMARINE
    starts = (0, RESEARCH_EFFECT, LAB_EFFECT, BOT_EFFECT, SUBMARINE_EFFECT)  # by symbol
    return sum(effect >= start for start in starts) - 1


def _no_function(state: np.void, effect: int) -> str:
    """Return why the function that ``effect`` needs is unavailable, or ``""``."""
    if effect < FLEXI_TEC_EFFECT:
        return ""
    tile = FLEXI_SUB if effect >= FLEXI_SUB_EFFECT else FLEXI_TEC
    column = int(state["tile_column"][tile])
    me = state["players"][state["current_player"]]
    if column < 0:
        return f"{TILE_NAMES[tile]} is not in this lab"
    if me["markers"][column] < tile // SIDES_PER_LEVEL:
        return f"{TILE_NAMES[tile]} is not reached"
    return f"{TILE_NAMES[tile]} is used this turn" if state[ONCE_A_TURN[tile]] else ""


def _no_room(state: np.void, effect: int) -> str:
    """Return why the current player's sheet or lab has no room for ``effect``, or ``""``."""
    me = state["players"][state["current_player"]]
    symbol = BOT if effect >= FLEXI_TEC_EFFECT else _symbol(effect)
    colour = (effect - BOT_EFFECT) % NUM_COLOURS
    if symbol == RESEARCH:
        return "all research is marked" if me["research"] == NUM_COLOURS else ""
    if symbol == BOT:
        full = me["bots"][colour] == NUM_BOT_CIRCLES
        return f"both {COLOURS[colour]} bots are marked" if full else ""
    if symbol == SUBMARINE:
        return f"the {COLOURS[colour]} submarine is marked" if me["submarines"][colour] else ""
    if effect < RESEARCH_EFFECT:
        full = me["crystals"] == state["components"]["crystal_circles"]
        return "all crystals are marked" if full else ""
    column = effect - LAB_EFFECT
    full = me["markers"][column] == TOP_LEVEL
    return f"the {COLUMNS[column]} marker is on level {TOP_LEVEL}" if full else ""


def _turns_per_third(state: np.void) -> int:
    return SOLO_TURNS_PER_THIRD if state["num_players"] == 1 else TURNS_PER_THIRD

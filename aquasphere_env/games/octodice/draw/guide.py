"""OctoDice for people: what actions do, what is asked, where points came from."""

import numpy as np

from ....drawing.guide import DifferenceLedger, Holdings, Says, plural, sayer, texts
from ..actions import (
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
from ..state import (
    NUM_COLOURS,
    NUM_LEVELS,
    NUM_THIRDS,
    NUM_WHITE,
    PHASES,
    SOURCES,
    TILE_NAMES,
    TOP_LEVEL,
)
from ..text import extra_info
from .sheets import face

TEXTS = texts(__file__)


def asked(state: np.void) -> str:
    """Return the open question for the player to move."""
    return {
        "first keep": "keep two of the six dice, the others are rolled again",
        "second keep": "keep two more dice, the last two are rolled again",
        "main": f"your action {int(state['main_actions']) + 1} of 2: a white die and a black die",
        "bonus": f"a bonus action with the dice of player_{state['active_player']}, or none",
        "virtual bonus": "a bonus action with the dice of the virtual player, or none",
        "super-level": "Super-Level: which marker goes to level 2?",
        "super-copy": "Super-Copy: which tile to score?",
    }[PHASES[state["phase"]]]


def round_name(state: np.void) -> str:
    """Return third and turn in words."""
    info = extra_info(state)
    return f"third {min(info['third'], NUM_THIRDS)}, turn {min(info['turn'], info['turns'])}"


def holdings(state: np.void, player: int) -> Holdings:
    """Return what ``player`` has."""
    me = state["players"][player]
    return {
        "points": int(me["points"]),
        "crystals": int(me["crystals"]),
        "research circles": int(me["research"]),
        "lab levels": int(me["markers"].sum()) + len(COLUMNS),
        "bots": int(me["bots"].sum()),
        "submarines": int(me["submarines"].sum()),
        "octopuses": int(me["octopuses"].sum()),
    }


def ledger() -> DifferenceLedger:
    """Return a ledger for a game from its start."""
    return DifferenceLedger(_earned)


def _earned(state: np.void, player: int) -> dict[str, int]:
    earned = state["players"][player]["earned"].tolist()
    return dict(zip(SOURCES, earned, strict=True))


def _keep(state: np.void, pair: int) -> str:
    one, other = (face(state, die) for die in PAIRS[pair].tolist())
    return f"Keep {one} and {other}"


def _main(state: np.void, index: int) -> str:
    black, effect = divmod(index, NUM_EFFECTS)
    return f"{_effect(state, effect)}, with {face(state, NUM_WHITE + black)}"


def _effect(state: np.void, effect: int) -> str:
    """Return what an effect does for the player to move."""
    me = state["players"][state["current_player"]]
    tables = state["components"]
    if effect < RESEARCH_EFFECT:
        return f"Crystal: {plural(effect, 'points')}"
    if effect == RESEARCH_EFFECT:
        k = min(int(me["research"]), NUM_COLOURS - 1)
        return f"Research {COLOURS[k]}: {plural(int(tables['research_points'][k]), 'points')}"
    if effect < BOT_EFFECT:
        column = effect - LAB_EFFECT
        level = min(int(me["markers"][column]) + 1, TOP_LEVEL)
        tile = TILE_NAMES[state["lab"][level, column]]
        return f"Lab, {COLUMNS[column]}: down to level {level}, {tile}"
    colour = COLOURS[(effect - BOT_EFFECT) % NUM_COLOURS]
    if SUBMARINE_EFFECT <= effect < FLEXI_TEC_EFFECT:
        bots = int(me["bots"][COLOURS.index(colour)])
        return f"Submarine {colour}: it scores {plural(bots, 'bots')} each third"
    marked = min(int(me["bots"][COLOURS.index(colour)]), 1)
    by = " by Flexi-Sub" if effect >= FLEXI_SUB_EFFECT else ""
    by = " by Flexi-Tec" if FLEXI_TEC_EFFECT <= effect < FLEXI_SUB_EFFECT else by
    return f"Bot {colour}{by}: {plural(int(tables['bot_points'][marked]), 'points')}"


def _octopuses(state: np.void, index: int) -> str:
    return f"Catch {'an octopus' if index == 0 else f'{index + 1} octopuses'} with two of the dice"


def _super_copy(state: np.void, letter: int) -> str:
    tiles = state["lab"][NUM_LEVELS - 1]
    return f"Score {TILE_NAMES[tiles[letter]]} once more"


_SAID: dict[str, Says] = {
    "keep": _keep,
    "main": _main,
    "bonus": _effect,
    "bonus_octopus": _octopuses,
    "done": lambda state, _: "Done: no further action",
    "super_level": lambda state, column: f"Move the {COLUMNS[column]} marker down to level 2",
    "super_copy": _super_copy,
}

say = sayer(ACTIONS, _SAID)

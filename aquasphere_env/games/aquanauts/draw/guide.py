"""Aquanauts for people: what actions do, what is asked, where points came from."""

import numpy as np

from ....drawing.guide import DifferenceLedger, Holdings, Says, sayer, texts
from ..actions import (
    ACTIONS,
    DOCK,
    LAUNCH,
    LOAD_SETS,
    ROBOT_SPACE,
    SUBMERSIBLE,
    TRACK,
)
from ..components import (
    CARGO,
    EMPTY,
    GRID_PLACES,
    NUM_STORED,
    RESEARCH_TILES,
    STOCKPILE,
    SUBJECTS,
    TOKENS,
)
from ..scoring import score
from ..state import (
    BUILDING,
    DISCARDING,
    DOCK_LOAD,
    ITEMS,
    LOADING,
    PLACEMENT,
    PUBLISHING,
    UNLOADING,
)
from ..stores import storage_limit
from .parts import facility_name, facility_words, token_words

TEXTS = texts(__file__)


def asked(state: np.void) -> str:
    """Return the open question for the player to move."""
    question = int(state["question"])
    limit = storage_limit(state, int(state["current_player"]))
    return {
        ITEMS: "run facilities, or wake the aquanaut",
        PLACEMENT: "place a worker",
        BUILDING: f"where to build the {facility_name(state, int(state['in_hand']))}?",
        LOADING: "what to load into the bay?",
        UNLOADING: "which bay to unload next?",
        PUBLISHING: f"which paper to publish from bay {state['unloading']}?",
        DISCARDING: f"too many tokens: discard down to {limit}",
    }.get(question, "")


def round_name(state: np.void) -> str:
    """Return the round in words."""
    return f"round {int(state['round_number']) + 1}"


def holdings(state: np.void, player: int) -> Holdings:
    """Return what ``player`` has."""
    me = state["players"][player]
    store = {TOKENS[k]: int(me["store"][k]) for k in range(NUM_STORED)}
    return {
        "points": int(score(state, player)),
        **store,
        "papers": int(np.count_nonzero(me["papers"] != EMPTY)),
        "facilities": int(np.count_nonzero(me["grid"] != EMPTY)),
    }


def ledger() -> DifferenceLedger:
    """Return a ledger for a game from its start."""
    return DifferenceLedger(_earned)


def _earned(state: np.void, player: int) -> dict[str, int]:
    me, tables = state["players"][player], state["components"]
    papers = sum(int(tables["research_papers"][p]["points"]) for p in me["papers"] if p != EMPTY)
    claimed = state["objectives"][state["claimed_by"] == player]
    objectives = int(tables["public_objectives"]["points"][claimed].sum())
    return {
        "papers": papers,
        "objectives": objectives,
        "contribution points": int(me["points"]) - objectives,
    }


_CARGO_NAMES = tuple(TOKENS[kind] for kind in CARGO)


def _space(state: np.void, space: int) -> str:
    """Return what a worker does on ``space``."""
    if space >= TRACK:
        facility = int(state["track"][space - TRACK])
        cost = token_words(state["components"]["facilities"][facility]["cost"])
        return (
            f"build {facility_name(state, facility)} for {cost}: {facility_words(state, facility)}"
        )
    if space == DOCK:
        return f"dock: {DOCK_LOAD} building material with the next launch"
    if space == SUBMERSIBLE:
        return "submersible: load a bay"
    if space == LAUNCH:
        loaded = int(np.count_nonzero(state["bays"]["owner"] != -1))
        return f"launch: {loaded} loaded bays are unloaded"
    name = RESEARCH_TILES[space][1]
    if space == STOCKPILE:
        return f"{name}: {token_words(state['stockpile'])}, and be first player"
    tile = state["components"]["research_tiles"][space]
    cost = f"{token_words(tile['cost'])} to " if tile["cost"].any() else ""
    return f"{name}: {cost}{token_words(tile['output'])}"


def _run(state: np.void, place: int) -> str:
    facility = int(state["players"][state["current_player"]]["grid"][place])
    name, does = facility_name(state, facility), facility_words(state, facility)
    return f"Run {name} in {GRID_PLACES[place]}: {does}"


def _wake(state: np.void, index: int) -> str:
    cost = token_words(state["components"]["living_pod"])
    return f"Wake the aquanaut for {cost}: a third worker this round"


def _publish(state: np.void, k: int) -> str:
    paper = state["components"]["research_papers"][state["open_papers"][k]]
    cost = token_words(paper["cost"], _CARGO_NAMES)
    return f"Publish {SUBJECTS[paper['subject']]} for {cost}: {paper['points']} points"


def _unload(state: np.void, bay: int) -> str:
    cargo = token_words(state["bays"][bay]["cargo"], _CARGO_NAMES)
    return f"Unload bay {bay} of player_{state['bays'][bay]['owner']}: {cargo}"


_SAID: dict[str, Says] = {
    "robot": lambda state, k: f"Robot to {_space(state, int(ROBOT_SPACE[k]))}",
    "aquanaut": lambda state, space: f"Aquanaut to {_space(state, space)}",
    "build": lambda state, place: f"Build it in place {GRID_PLACES[place]}",
    "run": _run,
    "wake": _wake,
    "done": lambda state, _: "Done: run nothing more",
    "discard": lambda state, kind: f"Discard 1 {TOKENS[kind]}",
    "unload": _unload,
    "publish": _publish,
    "nothing": lambda state, _: "Publish nothing: the cargo is lost",
    "load": lambda state, k: f"Load {token_words(LOAD_SETS[k], _CARGO_NAMES)}",
}

say = sayer(ACTIONS, _SAID)

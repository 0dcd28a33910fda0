"""A state as text, and the reason an action is illegal."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ...core.actions import ActionGroup
from ...core.state import NOBODY
from .actions import (
    ACTIONS,
    DOCK,
    LAUNCH,
    NUM_DOCK_BAYS,
    ROBOT_SPACE,
    SUBMERSIBLE,
    TRACK,
)
from .components import (
    CARGO_SYMBOLS,
    EMPTY,
    FACILITY_IDS,
    FACILITY_LABELS,
    GRID_PLACES,
    MAX_PAPERS,
    NUM_PLACES,
    NUM_STORED,
    NUM_TILES,
    OBJECTIVE_IDS,
    PAPER_IDS,
    RESEARCH_TILES,
    SIDES,
    STORAGE_LABEL,
    SUBJECTS,
    TOKEN_SYMBOLS,
    TOKENS,
)
from .scoring import num_papers, score
from .state import (
    AQUANAUT_ITEM,
    AQUANAUT_STATES,
    BUILDING,
    DISCARDING,
    ITEMS,
    LOADING,
    PHASES,
    PLACEMENT,
    PUBLISHING,
    QUESTIONS,
    READY,
    UNLOADING,
    player_of,
)
from .stores import has_storage_unit, storage_limit

_QUESTION_OF_GROUP = {
    "robot": PLACEMENT,
    "aquanaut": PLACEMENT,
    "build": BUILDING,
    "run": ITEMS,
    "wake": ITEMS,
    "done": ITEMS,
    "discard": DISCARDING,
    "unload": UNLOADING,
    "publish": PUBLISHING,
    "nothing": PUBLISHING,
    "load": LOADING,
}


def tokens_text(counts: Iterable[int], symbols: str = TOKEN_SYMBOLS) -> str:
    """Return token symbols as often as ``counts`` says, ``-`` for none, e.g. ``PPA``."""
    return "".join(s * int(n) for s, n in zip(symbols, counts, strict=False)) or "-"


def facility_text(state: np.void, facility: int) -> str:
    """Return the id and what is printed on ``facility``."""
    if facility == EMPTY:
        return "-"
    tile = state["components"]["facilities"][facility]
    label = FACILITY_LABELS[tile["label"]]
    sides = "".join(s for k, s in enumerate(SIDES) if tile["connectors"] >> k & 1)
    does = f"{tokens_text(tile['run_cost'])} to {tokens_text(tile['output'])}"
    if tile["label"] == STORAGE_LABEL:
        does = "storage"
    cost = tokens_text(tile["cost"])
    return f"{FACILITY_IDS[facility]} {label} (costs {cost}, {does}, {sides or 'no connector'})"


def paper_text(state: np.void, paper: int) -> str:
    """Return the id and what is printed on ``paper``."""
    if paper == EMPTY:
        return "-"
    card = state["components"]["research_papers"][paper]
    cost = tokens_text(card["cost"], CARGO_SYMBOLS)
    return f"{PAPER_IDS[paper]} {SUBJECTS[card['subject']]} (costs {cost}, {card['points']} points)"


def objective_text(state: np.void, objective: int) -> str:
    """Return the id and what is printed on ``objective``."""
    card = state["components"]["public_objectives"][objective]
    needs = [
        f"{card[key]} {words}"
        for key, words in (("facilities", "facilities"), ("papers", "papers"))
        if card[key]
    ]
    if card["subjects"]:
        needs.append(f"papers on {card['subjects']} subjects")
    needs += [f"{n} {SUBJECTS[k]}" for k, n in enumerate(card["on"]) if n]
    return f"{OBJECTIVE_IDS[objective]} {' + '.join(needs)} = {card['points']} points"


def to_text(state: np.void, player: int | None = None) -> str:
    """Return the table as ``player`` (``None``: all players) sees it; only the piles are hidden."""
    lines = [
        f"Aquanauts, round {state['round_number'] + 1} of at most {state['max_rounds']}, "
        f"{PHASES[state['phase']]}",
        _question_line(state),
        f"first player: player_{state['first_player']}, turn of player_{state['turn_player']}",
        "research board: " + ", ".join(_tile_text(state, tile) for tile in range(NUM_TILES)),
        f"stockpile: {tokens_text(state['stockpile'])}",
        "construction track:",
        *(f"  {k} {facility_text(state, int(t))}" for k, t in enumerate(state["track"])),
        f"facilities left: {state['stack_size']} in the stack, discarded: {_discards_text(state)}",
        "open papers:",
        *(f"  {k} {paper_text(state, int(p))}" for k, p in enumerate(state["open_papers"])),
        f"papers left: {state['deck_size']}",
        "objectives:",
        *(
            f"  {objective_text(state, int(o))}, {_claim_text(int(state['claimed_by'][k]))}"
            for k, o in enumerate(state["objectives"])
        ),
        "submersible: " + ", ".join(_bay_text(bay) for bay in state["bays"]),
        "dock: " + ", ".join(_by(state["dock"][k], "BB of") for k in range(NUM_DOCK_BAYS)),
    ]
    for seat in range(int(state["num_players"])):
        lines += _player_lines(state, seat, player)
    return "\n".join(lines) + "\n"


def _question_line(state: np.void) -> str:
    if state["terminated"] or state["truncated"]:
        return "the game is over"
    line = f"player_{state['current_player']} decides: {QUESTIONS[state['question']]}"
    if state["question"] == BUILDING:
        line += f" for {facility_text(state, int(state['in_hand']))}"
    if state["question"] == PUBLISHING:
        line += f" for bay {state['unloading']}"
    if state["question"] == DISCARDING:
        line += f" ({', '.join(TOKENS[state['discard_from'] : NUM_STORED])})"
    if state["question"] == ITEMS:
        names = [*GRID_PLACES, "aquanaut"]
        still = [names[k] for k in np.flatnonzero(state["open_items"])]
        line += f" (still available: {', '.join(still)})"
    return line


def _discards_text(state: np.void) -> str:
    discards = sorted(int(tile) for tile in state["discards"] if tile != EMPTY)
    return ", ".join(FACILITY_IDS[tile] for tile in discards) or "-"


def _by(player: int, words: str) -> str:
    return "free" if player == NOBODY else f"{words} player_{player}"


def _claim_text(player: int) -> str:
    return "unclaimed" if player == NOBODY else f"claimed by player_{player}"


def _tile_text(state: np.void, tile: int) -> str:
    worker = state["tile_workers"][tile]
    kind = "aquanaut" if state["tile_aquanauts"][tile] else "robot"
    return f"{RESEARCH_TILES[tile][1]} {_by(worker, kind + ' of')}"


def _bay_text(bay: np.void) -> str:
    if bay["owner"] == NOBODY:
        return "free"
    return f"{tokens_text(bay['cargo'], CARGO_SYMBOLS)} of player_{bay['owner']}"


def _player_lines(state: np.void, seat: int, player: int | None) -> list[str]:
    me = state["players"][seat]
    you = " (you)" if seat == player else ""
    papers = [paper_text(state, int(p)) for p in me["papers"] if p != EMPTY]
    return [
        f"player_{seat}{you}: {score(state, seat)} points, {me['points']} of them in tokens",
        f"  store: {tokens_text(me['store'])}, at most {storage_limit(state, seat)}",
        f"  workers: {me['robots']} robots, aquanaut {AQUANAUT_STATES[me['aquanaut']]}",
        *(
            f"  {GRID_PLACES[place]} {facility_text(state, int(me['grid'][place]))}"
            for place in range(NUM_PLACES)
        ),
        f"  papers: {', '.join(papers) or '-'}",
    ]


def why_illegal(state: np.void, action: int) -> str:
    """Return why the current player may not play ``action``; it is known to be illegal."""
    group, index = ACTIONS.locate(action)
    if _QUESTION_OF_GROUP[group.name] != state["question"]:
        return f"the open question is: {QUESTIONS[state['question']]}"
    return _REASONS[group.name](state, int(state["current_player"]), index, group)


def _why_not_placed(state: np.void, player: int, index: int, group: ActionGroup) -> str:
    me = state["players"][player]
    robot = group.name == "robot"
    if robot and me["robots"] == 0:
        return "both robots have been placed"
    if not robot and me["aquanaut"] != READY:
        return f"the aquanaut is {AQUANAUT_STATES[me['aquanaut']]}"
    space = int(ROBOT_SPACE[index]) if robot else index
    if space < NUM_TILES:
        worker = state["tile_workers"][space]
        cost = state["components"]["research_tiles"][space]["cost"]
        return f"player_{worker} has a worker there" if worker != NOBODY else _lacks(me, cost)
    if space >= TRACK:
        return _why_not_built(state, player, int(state["track"][space - TRACK]))
    return {
        DOCK: "it is always open",
        SUBMERSIBLE: "no algae, oxygen or samples to load",
        LAUNCH: "all bays are empty",
    }[space]


def _why_not_built(state: np.void, player: int, facility: int) -> str:
    me = state["players"][player]
    if facility == EMPTY:
        return "the space is taken for this round"
    if EMPTY not in me["grid"]:
        return "the grid is full"
    tile = state["components"]["facilities"][facility]
    if tile["label"] == STORAGE_LABEL and has_storage_unit(state, player):
        return "a player builds only one Storage Unit"
    return _lacks(me, tile["cost"])


def _lacks(me: Any, cost: Any) -> str:
    return f"it costs {tokens_text(cost)}, the store holds {tokens_text(me['store'])}"


def _why_not_run(state: np.void, player: int, index: int, group: ActionGroup) -> str:
    item = AQUANAUT_ITEM if group.name == "wake" else index
    me = state["players"][player]
    if item != AQUANAUT_ITEM and me["grid"][item] == EMPTY:
        return "the place is empty"
    if not state["open_items"][item]:
        return "it was used or given up in this round, or runs automatically"
    components = state["components"]
    cost = components["living_pod"]
    if item != AQUANAUT_ITEM:
        cost = components["facilities"][me["grid"][item]]["run_cost"]
    if (me["store"] < cost).any():
        return _lacks(me, cost)
    return "an equal facility in a lower place runs first"


def _why_not_unloaded(state: np.void, player: int, index: int, group: ActionGroup) -> str:
    if state["bays"][index]["owner"] == NOBODY:
        return "the bay is empty"
    return "its owner has the same cargo in a lower bay, which goes first"


def _why_not_published(state: np.void, player: int, index: int, group: ActionGroup) -> str:
    if state["open_papers"][index] == EMPTY:
        return "that paper has been taken"
    if num_papers(player_of(state, player)) == MAX_PAPERS:
        return "four papers are published already"
    cost = state["components"]["research_papers"][state["open_papers"][index]]["cost"]
    cargo = state["bays"][state["unloading"]]["cargo"]
    held = tokens_text(cargo, CARGO_SYMBOLS)
    return f"it costs {tokens_text(cost, CARGO_SYMBOLS)}, the bay holds {held}"


def _why_not_discarded(state: np.void, player: int, index: int, group: ActionGroup) -> str:
    if state["players"][player]["store"][index] == 0:
        return "the store holds none"
    if index < state["discard_from"]:
        return "kinds are discarded in the order power, algae, oxygen, building material, sample"
    return "this and the later kinds are too few to reach the limit"


_REASONS: dict[str, Callable[[np.void, int, int, ActionGroup], str]] = {
    "robot": _why_not_placed,
    "aquanaut": _why_not_placed,
    "build": lambda state, player, index, group: "a facility stands there",
    "run": _why_not_run,
    "wake": _why_not_run,
    "discard": _why_not_discarded,
    "unload": _why_not_unloaded,
    "publish": _why_not_published,
    "load": lambda state, player, index, group: "the store does not hold that",
}

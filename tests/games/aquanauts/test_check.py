"""Impossible states are refused with their place, one for every invariant."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.check import StateError, check_state
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import EMPTY, FACILITY_IDS
from aquasphere_env.games.aquanauts.state import (
    DISCARDING,
    ITEMS,
    LOADING,
    NO_QUESTION,
    PLACED,
    PLACEMENT,
    PUBLISHING,
    READY,
    UNLOADING,
    WORKERS,
)
from tests.places import parent

from .positions import BAYS, play, position, round_end
from .test_components import variant_of

PAPERLESS = "objectives = ['J03', 'J04', 'J05']\n"  # nobody meets them without papers
FIXTURES: dict[str, Callable[[], Match]] = {
    "placement": position,
    "placed": lambda: play(position("dock = [1, -1, -1]"), "robot to Stockpile", "robot to dock"),
    "items": lambda: play(
        round_end('store = [3, 2, 2, 0, 0]\ngrid = ["-", "T13", "T14", "T25", "T01"]', PAPERLESS),
        *["robot to dock"],
    ),
    "building": lambda: play(
        position("track = ['T27', 'T01', 'T02', 'T03', 'T06']\n[state.players.0]\n"
                 "store = [0, 0, 0, 1, 0]\ngrid = ['T08', '-', '-', '-', '-']"),
        *["robot to track 0"],
    ),
    "loading": lambda: play(
        position("[state.players.0]\nstore = [0, 2, 0, 0, 0]"), "robot to submersible"
    ),
    "unloading": lambda: play(position(BAYS), "robot to launch"),
    "publishing": lambda: play(position(BAYS), "robot to launch", "unload bay 0"),
    "discarding": lambda: play(
        position("[state.players.0]\nstore = [4, 0, 4, 1, 1]"), "robot to Generator Hall"
    ),
    "discarding again": lambda: play(
        position("[state.players.0]\nstore = [4, 0, 4, 1, 1]"),
        *["robot to Generator Hall", "discard oxygen"],
    ),
    "published": lambda: position(
        "objectives = ['J01', 'J03', 'J05']\nclaimed_by = [-1, 1, -1]\n[state.players.1]\n"
        "papers = ['R01', 'R02', '-', '-']\npoints = 4"
    ),
    "fourth paper": lambda: play(
        round_end(
            'papers = ["R01", "R02", "R03", "R04"]', "objectives = ['J01', 'J02', 'J04']"
        ),
        *["robot to dock"],
    ),
    "round limit": lambda: play(round_end("", "round_number = 19"), "robot to dock"),
}  # fmt: skip


@functools.cache
def made(name: str) -> Match:
    return FIXTURES[name]()


def put(match: Match, path: str, value: Any) -> Any:
    """Write ``value`` where ``path``, joined by dots, leads; return what was there."""
    holder, key = parent(match.state, path)
    before = holder[key].item() if np.ndim(holder[key]) == 0 else None
    holder[key] = value
    return before


def refused(match: Match, place: str) -> None:
    """Check that the state of ``match`` is refused for the field at ``place``."""
    with pytest.raises(StateError, match=f"^{place}"):
        check_state(match.variant, match.state)


@pytest.mark.parametrize("name", FIXTURES)
def test_the_positions_are_possible_before_they_are_damaged(name: str) -> None:
    check_state(GAME.variant(2), made(name).state)


TURNS = [
    ("placement", {"max_rounds": 19}, "max_rounds"),
    ("placement", {"round_number": 20}, "round_number"),
    ("placement", {"turn_player": 2}, "turn_player"),
    ("placement", {"first_player": 3}, "first_player"),
    ("placement", {"current_player": 1}, "current_player"),
    ("placement", {"phase": 0}, "question"),
    ("placement", {"question": ITEMS}, "question"),
    ("placement", {"question": NO_QUESTION}, "question"),
    ("items", {"phase": WORKERS}, "question"),
    ("placement", {"question": DISCARDING}, "question: nobody has to discard"),
    ("placement", {"discard_from": 1}, "discard_from"),
    ("discarding", {"discard_from": 4}, "discard_from: 2 tokens to discard, 1 left"),
    ("publishing", {"current_player": 0}, "current_player"),
    ("placement", {"in_hand": 0}, "track"),
    ("building", {"question": PLACEMENT}, "in_hand"),
    ("publishing", {"question": UNLOADING, "current_player": 0}, "unloading"),
    ("unloading", {"question": PUBLISHING}, "unloading"),
    ("unloading", {"unloading": 0}, "unloading"),
    ("placement", {"question": LOADING}, "question: there is nothing to load"),
    ("placement", {"players.0.robots": 0}, "turn_player"),
    ("items", {"players.0.store": 0}, "question: nothing can run"),
    ("placement", {"end_reason": 1}, "end_reason"),
    ("placement", {"terminated": True}, "terminated"),
    ("fourth paper", {"terminated": False}, "question"),
    ("fourth paper", {"end_reason": 1}, "end_reason"),
    ("fourth paper", {"terminated": False, "truncated": True}, "truncated"),
    ("fourth paper", {"phase": 0}, "phase"),
    ("round limit", {"end_reason": 0}, "end_reason"),
    ("round limit", {"round_number": 18}, "truncated"),
    ("round limit", {"question": PLACEMENT}, "question"),
    ("round limit", {"players.1.robots": 1}, "players"),
    ("round limit", {"players.1.aquanaut": READY}, "players"),
]

PIECES = [
    ("placement", {"tile_stack.0": -1}, "stack_size"),
    ("placement", {"stack_size": 12}, "stack_size"),
    ("placement", {"num_discards": 1}, "num_discards"),
    ("placement", {"tile_stack.0": -1, "tile_stack.20": 5}, "tile_stack"),
    ("placement", {"track": range(3, 8)}, "track"),
    ("placement", {"players.1.grid.0": 28}, "track"),  # three dots
    ("placement", {"players.0.papers.0": 0}, "open_papers"),
    ("placement", {"deck_size": 19}, "deck_size"),
    ("placement", {"paper_deck.0": -1, "paper_deck.22": 5}, "paper_deck"),
    ("published", {"players.1.papers": [0, -1, 1, -1]}, "players.papers"),
    ("placement", {"players.2.store.0": 1}, "players.store"),
    ("placement", {"players.3.points": 1}, "players.points"),
    ("placement", {"players.2.robots": 1}, "players.robots"),
    ("placement", {"players.2.aquanaut": READY}, "players.aquanaut"),
    ("placement", {"players.3.grid.1": 28}, "players.grid"),
    ("placement", {"players.3.papers.0": 1}, "players.papers"),
    ("placement", {"tile_workers.0": 2}, "tile_workers"),
    ("placement", {"tile_workers.0": 1}, "tile_workers"),
    ("placement", {"tile_workers.2": 0, "players.0.robots": 1}, "tile_workers: a robot on KB"),
    ("placement", {"tile_aquanauts.0": 1}, "tile_aquanauts"),
    ("placement", {"tile_workers.0": 1, "tile_aquanauts.0": 1}, "tile_aquanauts"),
    ("placed", {"first_player": 1}, "first_player"),
    ("items", {"players.1.robots": 1}, "players.robots"),
    ("items", {"players.1.aquanaut": READY}, "players.aquanaut"),
    ("items", {"players.0.aquanaut": PLACED}, "players.aquanaut"),
    ("items", {"tile_workers.0": 0}, "tile_workers"),
    ("items", {"open_items.5": 0}, "open_items.5"),
    ("items", {"players.0.aquanaut": READY}, "open_items.5"),
    ("items", {"open_items.0": 1}, "open_items.0"),
    ("items", {"open_items.4": 1}, "open_items.4"),
    ("items", {"open_items.2": 0}, "open_items.1"),
    ("placement", {"open_items.5": 1}, "open_items"),
    ("placement", {"dock.1": 0}, "dock"),
    ("placement", {"dock": 1}, "dock"),
    ("placement", {"dock.0": 2}, "dock"),
    ("placement", {"bays.0.owner": 3, "bays.0.cargo": 1}, "bays"),
    ("placement", {"bays.1.owner": 0, "bays.1.cargo": 1}, "bays"),
    ("placement", {"bays.owner": 0, "bays.cargo": 1}, "bays"),
    ("placement", {"bays.0.owner": 0}, "bays.cargo"),
    ("placement", {"bays.0.cargo.0": 1}, "bays.cargo"),
    ("placement", {"bays.0.owner": 0, "bays.0.cargo": [3, 3, 1]}, "bays.cargo"),
    ("unloading", {"bays.0.cargo": [2, 0, 0]}, "bays.0"),
    ("unloading", {"bays.owner": -1, "bays.cargo": 0}, "bays"),
    ("placement", {"objectives": [1, 2, 1]}, "objectives"),
    ("published", {"claimed_by.1": 0}, "claimed_by.1"),
    ("published", {"claimed_by.1": -1}, "claimed_by.1"),
    ("published", {"claimed_by.0": 1}, "claimed_by.0"),
    ("published", {"claimed_by.1": 2}, "claimed_by"),
]

TOKENS = [
    ("placement", {"stockpile": [4, 4, 3, 0, 0]}, "stockpile"),
    ("placement", {"players.1.store": [11, 0, 0, 0, 0]}, "players.1.store"),
    ("items", {"players.1.store": [11, 0, 0, 0, 0]}, "players.1.store"),
    ("discarding", {"players.0.store": [20, 0, 5, 0, 0]}, "players.0.store"),
    ("items", {"players.0.store": [12, 0, 0, 0, 0]}, "players.0.store"),
    ("published", {"players.1.points": 3}, "players.1.points"),
    ("placement", {"players.1.points": 40}, "players.1.points"),
    ("items", {"players.1.points": 100}, "players.1.points"),
]


@pytest.mark.parametrize(("name", "fields", "place"), [*TURNS, *PIECES, *TOKENS])
def test_one_impossible_thing_is_refused(name: str, fields: dict[str, Any], place: str) -> None:
    match = made(name).copy()
    for path, value in fields.items():
        put(match, path, value)
    refused(match, place)


MOVES = [
    ("placement", "track.2", "players.1.grid.0", "track: 1 empty spaces, 0 workers"),
    ("placement", "open_papers.2", "players.1.papers.0", "open_papers: 1 gaps"),
    ("unloading", "open_papers.3", "players.1.papers.0", "open_papers: 2 gaps, 1 bays"),
]


@pytest.mark.parametrize(("name", "source", "target", "place"), MOVES)
def test_pieces_lie_open_until_somebody_takes_them(
    name: str, source: str, target: str, place: str
) -> None:
    match = made(name).copy()
    if name == "unloading":
        put(match, "open_papers.2", put(match, "players.0.papers.0", 23))
    put(match, target, put(match, source, EMPTY))
    refused(match, place)


def test_nobody_builds_a_second_storage_unit() -> None:
    match = made("building").copy()
    stack = match.state["tile_stack"].tolist()
    second = stack.index(FACILITY_IDS.index("T28"))
    put(match, f"tile_stack.{second}", put(match, "players.0.grid.0", stack[second]))
    refused(match, "players.grid: player 0 has 2 Storage Units")


def test_a_facility_in_hand_has_a_place_to_go() -> None:
    match = made("building").copy()
    for place in range(1, 5):
        top = int(match.state["stack_size"]) - 1
        put(match, f"players.0.grid.{place}", put(match, f"tile_stack.{top}", EMPTY))
        put(match, "stack_size", top)
    put(match, "objectives", [2, 3, 4])
    refused(match, "in_hand: the grid is full")


def test_no_round_follows_a_fourth_paper() -> None:
    match = made("items").copy()
    for k in range(4):
        top = int(match.state["deck_size"]) - 1
        put(match, f"players.1.papers.{k}", put(match, f"paper_deck.{top}", EMPTY))
        put(match, "deck_size", top)
    refused(match, "phase: a new round after a fourth paper")


@pytest.mark.parametrize("over", [True, False])
def test_start_tokens_may_exceed_the_limit_until_the_first_discard(
    over: bool, tmp_path: Path
) -> None:
    """Everybody's, while the first player runs automated systems; no more than the start is."""
    rich = '["PPPPAAAAOOOO", "PPPPPAAAAA"]'
    variant = variant_of(tmp_path, 'two_players = ["PP", "PP"]', f"two_players = {rich}")
    match = Match(variant, 0, {"first_player": 1})
    assert match.state["question"] == ITEMS
    check_state(variant, match.state)
    assert match.state["players"]["store"][1].sum() == 12
    if over:
        put(match, "players.1.store", [5, 4, 4, 0, 0])
        refused(match, "players.1.store: 13 tokens, 12 stored and 0 gained at most")
    else:
        put(match, "round_number", 1)
        refused(match, "players.1.store")


def test_a_launch_may_fill_every_store() -> None:
    match = position("dock = [1, 1, -1]\n[state.players.1]\nstore = [9, 1, 0, 0, 0]")
    play(match, "robot to launch")
    assert match.state["question"] == DISCARDING
    check_state(match.variant, match.state)
    put(match, "players.1.store", [9, 1, 0, 15, 0])
    refused(match, "players.1.store: 25 tokens, 10 stored and 14 gained at most")


@pytest.mark.parametrize("name", FIXTURES)
def test_what_is_accepted_is_played_to_the_end(name: str) -> None:
    """Through states that are accepted again, always by the last answer."""
    match = made(name).copy()
    while not match.over:
        match.step(match.legal_actions()[-1])
        check_state(match.variant, match.state)

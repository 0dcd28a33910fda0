"""AquaSphere's component tables: read from TOML, checked, written into a blank state."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ...core.components import ComponentFile
from ...core.integers import shown
from ...core.options import COMPONENTS_FILE
from .state import (
    CAN_OCTOPODS,
    CAPACITIES,
    KINDS,
    LETTERS,
    MAX_CARDS,
    MAX_CATCH,
    MAX_EXPANSIONS,
    MAX_LETTERS,
    MOST_ADDED,
    MOST_BASE,
    MOST_BROUGHT,
    MOST_LOADED,
    MOST_LOCK,
    MOST_NUMBER,
    MOST_REWARD,
    MOST_STOCK,
    NO_LETTER,
    NOTHING,
    NUM_COLORS,
    NUM_PROGRAM_CARDS,
    NUM_REFILLS,
    NUM_ROOMS,
    NUM_ROUNDS,
    NUM_SECTORS,
    PROGRAM,
    START_ROOM,
    SUBMARINE_SPACES,
    SUBMARINES_EACH,
    SYMBOLS,
)

STANDARD = Path(__file__).with_name("components.toml")
OPTIONS: Mapping[str, Any] = {"components": None}
FILES = {"components": COMPONENTS_FILE}

_KINDS_WITH_SYMBOL = ("ROOM", "SCORING", "INSTANT")
_GOODS = ("octopods", "crystals", "time")
_REWARDS = ("time", "crystals", "points")
_FEWEST_PLAYERS = 2  # first column of tables by player count


def configure(record: Any, num_players: int, options: Mapping[str, Any]) -> str:
    """Write the component set of ``options`` into ``record``; return its name.

    Raises:
        ComponentError: a broken file, by table, row and reason.
    """
    file = ComponentFile(options["components"] or STANDARD)
    tables = record["components"]
    _headquarters(file, tables)
    _program_cards(file, tables)
    _sectors(file, tables)
    _labs(file, tables)
    _cards(file, tables)
    _center_tiles(file, tables, num_players)
    _setup(file, tables, num_players)
    _stock(file, tables, num_players)
    return file.finish()


def _headquarters(file: ComponentFile, tables: Any) -> None:
    name = "headquarters"
    arrows = [*file.rows(name, "arrows", NUM_ROOMS), file.rows(name, "start")]
    for room, targets in enumerate(arrows):
        for target in file.items(name, room, targets):
            tables["arrows"][room, file.integer(name, room, target, 0, NUM_ROOMS - 1)] = True
    for row, pair in enumerate(file.rows(name, "sideways")):
        where = f"sideways[{row}]"
        rooms = file.items(name, where, pair, 2)
        a, b = (file.integer(name, where, room, 0, NUM_ROOMS - 1) for room in rooms)
        tables["sideways"][a, b] = tables["sideways"][b, a] = True
    for room in file.integers(name, "exits", None, 0, NUM_ROOMS - 1):
        tables["exits"][room] = True
    _check_ways_out(file, tables)


def _check_ways_out(file: ComponentFile, tables: Any) -> None:
    """Refuse a cycle, a room without a way on, and an exit that no arrows lead to."""
    name = "headquarters"
    arrows, exits = tables["arrows"], tables["exits"]
    if not arrows[START_ROOM].any():
        raise file.error(name, "start", "no arrow leaves the starting space")
    entered = reachable(arrows + tables["sideways"], START_ROOM)
    for room in sorted(entered):
        if room in reachable(arrows, room):
            raise file.error(name, room, "the arrows run in a cycle")
        if not arrows[room].any() and not exits[room]:
            raise file.error(name, room, "a dead end: no arrow leaves it and it is no exit")
    reached = reachable(arrows, START_ROOM)
    for lost in set(np.flatnonzero(exits).tolist()) - reached:
        raise file.error(name, lost, "an exit that cannot be reached")


def reachable(ways: Any, start: int) -> set[int]:
    """Return the rooms that one or more of ``ways`` (room by room) lead to from ``start``."""
    found: set[int] = set()
    fresh = {start}
    while fresh:
        steps = {int(room) for origin in fresh for room in np.flatnonzero(ways[origin])}
        fresh = steps - found
        found |= steps
    return found


def _program_cards(file: ComponentFile, tables: Any) -> None:
    name = "program_cards"
    for card, sides in enumerate(file.rows(name, count=NUM_PROGRAM_CARDS)):
        for side, words in enumerate(file.items(name, card, sides, 2)):
            symbols = [
                file.word(name, card, word, SYMBOLS) for word in file.items(name, card, words)
            ]
            if sorted(symbols) != list(range(NUM_ROOMS)):
                raise file.error(name, card, f"side {side} does not show every symbol once")
            tables["layouts"][2 * card + side] = symbols


def _sectors(file: ComponentFile, tables: Any) -> None:
    tables["locks"] = file.integers("sectors", "locks", NUM_SECTORS, 0, MOST_LOCK)
    for row, word in enumerate(file.rows("sectors", "white", NUM_SECTORS)):
        symbol = file.word("sectors", f"white[{row}]", word, SYMBOLS)
        if symbol == PROGRAM:
            reason = "a white space that programs PROGRAM lets a round go on for ever"
            raise file.error("sectors", f"white[{row}]", reason)
        tables["white"][row] = symbol
    tables["submarine_costs"] = file.integers(
        "submarine_spaces", "costs", SUBMARINE_SPACES, 0, MOST_NUMBER
    )
    caps = file.integers("bots_in_play", "caps", SUBMARINES_EACH, 0, MOST_NUMBER)
    tables["bot_caps"] = [0, *caps]


def _labs(file: ComponentFile, tables: Any) -> None:
    base = file.entry("base_lab", "capacity", file.table("base_lab").get("capacity"), CAPACITIES)
    tables["base_capacity"] = [
        file.integer("base_lab", key, base.get(key), 0, MOST_BASE) for key in CAPACITIES
    ]
    rows = file.rows("lab_expansions", count=len(tables["labs"]))
    for row, tile in enumerate(rows):
        tile = file.entry("lab_expansions", row, tile, ("letters", *CAPACITIES))
        letters = str(tile.get("letters", ""))
        if len(letters) > MAX_LETTERS or not set(letters) <= set(LETTERS):
            raise file.error("lab_expansions", row, f"letters {shown(letters)}")
        numbers = [LETTERS.index(letter) for letter in letters]
        tables["labs"]["letters"][row] = numbers + [NO_LETTER] * (MAX_LETTERS - len(numbers))
        tables["labs"]["capacity"][row] = [
            file.integer("lab_expansions", row, tile.get(key, 0), 0, MOST_ADDED)
            for key in CAPACITIES
        ]
    for index, most in ((CAN_OCTOPODS, MAX_CATCH), (0, MAX_CARDS)):
        gains = sorted(tables["labs"]["capacity"][:, index])[-MAX_EXPANSIONS:]
        total = int(tables["base_capacity"][index]) + int(sum(gains))
        if total > most:
            reason = f"a lab could hold {total} {CAPACITIES[index]}, more than {most}"
            raise file.error("lab_expansions", None, reason)


def _cards(file: ComponentFile, tables: Any) -> None:
    name = "research_cards"
    for row, card in enumerate(file.rows(name, count=len(tables["cards"]))):
        card = file.entry(name, row, card, ("kind", "symbol", *_REWARDS))
        kind = file.word(name, row, card.get("kind"), KINDS)
        target = tables["cards"][row]
        target["kind"] = kind
        target["symbol"] = NOTHING
        if KINDS[kind] in _KINDS_WITH_SYMBOL:
            target["symbol"] = file.word(name, row, card.get("symbol"), SYMBOLS)
            if KINDS[kind] != "ROOM" and target["symbol"] == PROGRAM:
                raise file.error(name, row, "this kind of card cannot program PROGRAM")
        for reward in _REWARDS:
            target[reward] = file.integer(name, row, card.get(reward, 0), 0, MOST_REWARD)


def _center_tiles(file: ComponentFile, tables: Any, num_players: int) -> None:
    name = "center_tiles"
    few = num_players < 4
    tables["bulbs"] = file.integers(name, "bulbs", NUM_ROUNDS, 0, MOST_NUMBER)
    octopods = ("octopods_2_or_3_players", "octopods")
    tables["refill_time"] = _refills(file, "time")
    tables["refill_crystals"] = _refills(file, "crystals")
    by_players = [_refills(file, key) for key in octopods]
    tables["refill_octopods"] = by_players[0 if few else 1]
    edges = file.rows(name, "neutral_edges_2_or_3_players", NUM_REFILLS)
    for tile, row in enumerate(edges):
        where = f"neutral_edges_2_or_3_players[{tile}]"
        for edge in file.items(name, where, row):
            file.integer(name, where, edge, 0, NUM_SECTORS - 1)
            tables["refill_neutral"][tile, edge] = few


def _refills(file: ComponentFile, key: str) -> list[list[int]]:
    """Return what each center tile gives each sector."""
    name = "center_tiles"
    refills = []
    for tile, row in enumerate(file.rows(name, key, NUM_REFILLS)):
        where = f"{key}[{tile}]"
        numbers = file.items(name, where, row, NUM_SECTORS)
        refills.append([file.integer(name, where, number, 0, MOST_BROUGHT) for number in numbers])
    return refills


def _by_players(file: ComponentFile, table: str, key: str, num_players: int) -> Any:
    return file.rows(table, key, 3)[num_players - _FEWEST_PLAYERS]


def _setup(file: ComponentFile, tables: Any, num_players: int) -> None:
    name = "setup"
    table = file.table(name)
    start = file.entry(name, "start_sector", table.get("start_sector"), _GOODS)
    for key in _GOODS:
        tables[f"start_{key}"] = file.integer(name, "start_sector", start.get(key), 0, MOST_BROUGHT)
    for row, other in enumerate(file.rows(name, "other_sectors", 2)):
        where = f"other_sectors[{row}]"
        goods = file.entry(name, where, other, _GOODS[:2])
        for key in _GOODS[:2]:
            tables[f"other_{key}"][row] = file.integer(name, where, goods.get(key), 0, MOST_BROUGHT)
    tables["neutral_submarines"] = file.integer(
        name,
        "neutral_submarines",
        _by_players(file, name, "neutral_submarines", num_players),
        0,
        NUM_SECTORS - num_players if num_players < NUM_COLORS else 0,
    )
    neutral_bots = _by_players(file, name, "neutral_bots", num_players)
    if not isinstance(neutral_bots, bool):
        raise file.error(name, "neutral_bots", f"{shown(neutral_bots)} is neither true nor false")
    if neutral_bots and num_players == NUM_COLORS:
        raise file.error(name, "neutral_bots", "four players leave no neutral colour")
    tables["neutral_bots"] = neutral_bots
    capacity = int(tables["base_capacity"][CAPACITIES.index("time")])
    for key in ("time_near_free_lock", "time_elsewhere"):
        tables[key] = file.integer(name, key, table.get(key), 0, capacity)
    limit = _by_players(file, "loading_stations", "limits", num_players)
    colors = num_players + neutral_bots  # each may keep a bot there
    tables["loading_limit"] = file.integer("loading_stations", "limits", limit, colors, MOST_LOADED)


def _stock(file: ComponentFile, tables: Any, num_players: int) -> None:
    table = file.table("stock")
    for key in ("time", "crystals", "octopods"):
        tables[f"stock_{key}"] = file.integer("stock", key, table.get(key), 0, MOST_STOCK)
    hand = int(max(tables["time_near_free_lock"], tables["time_elsewhere"]))
    needs = {
        "time": num_players * (int(tables["start_time"]) + hand),
        "crystals": num_players * int(tables["start_crystals"]) + tables["other_crystals"].sum(),
        "octopods": num_players * int(tables["start_octopods"]) + tables["other_octopods"].sum(),
    }
    for key, need in needs.items():
        if need > tables[f"stock_{key}"]:
            raise file.error("stock", key, f"the set-up takes {need}, the stock has less")


def check_dealt(state: np.void) -> None:
    """Raise ``ValueError`` if injected chance is not a possible deal."""
    for name in ("ring", "base_letters", "lab_deck", "research_deck"):
        if sorted(state[name]) != list(range(len(state[name]))):
            raise ValueError(f"chance[{name!r}] is not a permutation of 0..{len(state[name]) - 1}")
    if not 0 <= state["first_player"] < state["num_players"]:
        raise ValueError("chance['first_player'] is not a player")
    cards = sorted(int(layout) // 2 for layout in state["program_cards"])
    if any(a == b for a, b in pairwise(cards)) or not 0 <= cards[0] <= cards[-1] < 7:
        raise ValueError("chance['program_cards'] are not sides of four different cards")
    if not all(0 <= r < NUM_SECTORS for r in state["rotations"]):
        raise ValueError(f"chance['rotations'] are not in 0..{NUM_SECTORS - 1}")

"""Positions for the rule tests, said in a few words; pieces that a test leaves out add up.

``scene(3, seats={0: {"cards": ["CROSS"]}}, sectors={2: {"control": 1}})`` is the start of a plain
game (sectors A to F at ring positions 0 to 5, player p starting in position p, player 0 first,
decks in the order of the component file), with these fields overridden. What a test does not
mention makes the position a possible one, see ``scenes``.
"""

import copy
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, state_from_dict, state_to_dict
from aquasphere_env.core.state import new_records
from aquasphere_env.games.aquasphere import GAME
from aquasphere_env.games.aquasphere.entities import COLUMNS

from .reference_table import LETTERS, SYMBOLS
from .scenes import NOBODY, TABLES, Scene, card_id, filled, lab_id

__all__ = ["LETTERS", "NOBODY", "SYMBOLS", "TABLES", "card_id", "lab_id"]

PLAIN = {
    "ring": [0, 1, 2, 3, 4, 5],
    "first_player": 0,
    "base_letters": [0, 1, 2, 3, 4, 5],
    "lab_deck": list(range(30)),
    "research_deck": list(range(41)),
    "program_cards": [0, 2, 4, 6],
    "rotations": [0, 0, 0],
}


def plain(num_players: int, **chance: Any) -> Match:
    """Return the plain game at its start, parts of the deal changed by ``chance``."""
    return Match(GAME.variant(num_players), 0, {**PLAIN, **chance})


def scene(
    num_players: int = 2,
    seats: dict[int, dict[str, Any]] | None = None,
    sectors: dict[int, dict[str, Any]] | None = None,
    chance: dict[str, Any] | None = None,
    components: str | None = None,
    **table: Any,
) -> Match:
    """Return the plain game with fields overridden; see the top of the module."""
    options = {} if components is None else {"components": components}
    variant = GAME.variant(num_players, **options)
    states = variant.new_states()
    variant.begin(states, 0, 0, {**PLAIN, **(chance or {})})
    whole = Scene(states[0], seats or {}, sectors or {}, table)
    rows = {"sectors": whole.places, "players": whole.people}
    return _begun(variant, state_from_dict(variant, state_to_dict(states[0]) | whole.table | rows))


def read(text: str) -> Match:
    """Return the match that begins in the position ``text``, forced moves not yet played."""
    return _begun(*from_position(GAME, text))


def _begun(variant: Variant, states: np.ndarray) -> Match:
    match = Match(variant)
    match.states[:] = states
    match.forced.clear()
    return match


def play(match: Match, *words: str) -> Match:
    """Play decisions given in words and the forced moves after each; return ``match``."""
    for action in words:
        match.step(GAME.actions.parse(action))
    return match


def legal(match: Match, *beginnings: str) -> set[str]:
    """Return the words of the legal actions that begin with one of ``beginnings`` (all: none)."""
    words = {GAME.actions.describe(action) for action in match.legal_actions()}
    return {w for w in words if not beginnings or w.startswith(beginnings)}


def forced(match: Match) -> list[str]:
    """Return the words of the moves that were played because nothing else was possible."""
    return [GAME.actions.describe(action) for _, action in match.forced]


def question(match: Match) -> str:
    """Return the open question."""
    return str(GAME.words["question"][match.state["question"]])


def sector(match: Match, position: int) -> Any:
    return match.state["sectors"][position]


def seat(match: Match, player: int) -> Any:
    return match.state["players"][player]


def programmed(match: Match, player: int) -> set[str]:
    flags = seat(match, player)["programmed"]
    return {symbol for symbol, there in zip(SYMBOLS, flags, strict=True) if there}


def last_pass(
    num_players: int = 2,
    seats: dict[int, dict[str, Any]] | None = None,
    sectors: dict[int, dict[str, Any]] | None = None,
    last: int = 0,
    **table: Any,
) -> Match:
    """Return the scene after the ``last`` player passed: the intermediate scoring has begun."""
    seats_of_all = {
        p: {"programmed": "", "engineer": 5, "passed": p != last, **(seats or {}).get(p, {})}
        for p in range(num_players)
    }
    passed = [p for p in range(num_players) if p != last]
    table = {"pass_order": filled(passed, 4), **table}
    match = scene(
        num_players, seats_of_all, sectors, current_player=last, num_passed=num_players - 1, **table
    )
    return play(match, "pass")


def walks(match: Match, symbol: str) -> set[int]:
    """Return the ring positions in which ``symbol`` may be used."""
    return {p for p in range(6) if f"act in position {p} with {symbol}" in legal(match)}


def catching(there: int, *cards: str, **me: Any) -> Match:
    """Return player 0 asked how many of the octopods ``there`` to catch, holding ``cards``."""
    me = {"programmed": "OCTOPOD", "cards": list(cards), "time": 0, **me}
    return play(scene(2, {0: me}, {0: {"octopods": there}}), "act in position 0 with OCTOPOD")


def random_states(num_players: int, seed: int, every: int = 7, **options: Any) -> Iterator[Match]:
    """Yield a random game at every ``every``-th decision, and at its end."""
    match = Match(GAME.variant(num_players, **options), seed)
    rng = random.Random(seed)
    while not match.over:
        if len(match.history) % every == 0:
            yield match
        match.step(rng.choice(match.legal_actions()))
    yield match


# ------------------------------------------------------------ what a player sees


def look(match: Match, player: int = 0, view: str = "flat") -> Any:
    """Return what ``player`` sees, a record; fields left unwritten stay NaN."""
    views = new_records(1, GAME.views[view].dtype)
    views.view(np.ndarray).view(np.float32)[:] = np.nan
    loops.observe_one(match.states, 0, player, views, 0)
    return views[0]


def numbers(record: Any) -> np.ndarray:
    return np.frombuffer(record.tobytes(), np.float32)


def token(match: Match, matrix: str, row: int, player: int = 0) -> dict[str, Any]:
    """Return a token of the entities view as a dictionary of its columns."""
    values = look(match, player, "entities")[matrix][row]
    columns, start = {}, 0
    for name, width, _ in COLUMNS[matrix]:
        columns[name] = values[start] if width == 1 else values[start : start + width]
        start += width
    assert start == len(values)
    return columns


def hot(vector: Any) -> int | None:
    """Return the index of the only one in a one-hot vector, ``None`` for zeros."""
    assert set(np.unique(vector)) <= {0.0, 1.0}
    assert np.sum(vector) <= 1
    return int(np.argmax(vector)) if np.any(vector) else None


# ------------------------------------------------------------ other component sets


def copied_tables() -> dict[str, Any]:
    return copy.deepcopy(TABLES)


def write_set(path: Path, tables: Mapping[str, Any]) -> str:
    """Write ``tables`` as a component file; return its path."""
    lines = [f"name = {json.dumps(tables['name'])}"] if "name" in tables else []
    for name, table in tables.items():
        if isinstance(table, Mapping):
            lines += [f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in table.items())]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def crowded_tables() -> dict[str, Any]:
    """Return a set where supplies run dry, cards do much and lines are crossed all the time."""
    tables = copied_tables()
    tables["name"] = "Crowded"
    tables["stock"] |= {"time": 20, "crystals": 12, "octopods": 10}
    tables["sectors"] |= {"locks": [0, 1, 0, 4, 2, 1]}
    tables["base_lab"]["capacity"] |= {"research": 2, "crystals": 3, "time": 6}
    tables["submarine_spaces"]["costs"] = [0, 1, 1, 3]
    tables["bots_in_play"]["caps"] = [5, 7, 9, 11, 13, 14]
    tables["center_tiles"]["bulbs"] = [3, 5, 7, 9]
    tables["setup"]["start_sector"]["time"] = 1
    few = [{"kind": kind} for kind in ("CROSS", "LOCK", "HALF", "SIDEWAYS", "SIDEWAYS")]
    leave = [{"kind": "LEAVE", "points": 2} for _ in range(4)]
    catch = [{"kind": "CATCH", "time": 1, "crystals": 1, "points": 5} for _ in range(3)]
    rows = few + leave + catch
    rows += [{"kind": "ROOM", "symbol": s, "points": 9, "crystals": 1} for s in SYMBOLS]
    rows += [{"kind": "ROOM", "symbol": s, "points": 3, "time": 3} for s in SYMBOLS]
    rows += [{"kind": "SCORING", "symbol": s} for s in SYMBOLS[:6]]
    rows += [{"kind": "SCORING", "symbol": s} for s in SYMBOLS[:3]]
    rows += [{"kind": "INSTANT", "symbol": s, "time": 1} for s in SYMBOLS[:6]]
    tables["research_cards"]["rows"] = rows
    assert len(rows) == 41
    labs = tables["lab_expansions"]["rows"]
    for number, letters in enumerate(("AB", "CD", "EF", "FA", "BC", "DE")):
        labs[number] = {"letters": letters, "research": 1}
    return tables


def generous_tables() -> dict[str, Any]:
    """Return a set with few obstacles: labs, submarines and catches reach their ends."""
    tables = copied_tables()
    tables["name"] = "Generous"
    tables["sectors"] |= {"locks": [0, 0, 1, 2, 0, 1]}
    tables["submarine_spaces"]["costs"] = [0, 0, 1, 1]
    tables["base_lab"]["capacity"] |= {"crystals": 6, "time": 9}
    tables["headquarters"]["exits"] = [5]
    tables["headquarters"]["arrows"] = [[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [], [5]]
    tables["headquarters"]["sideways"] = [[0, 4], [1, 5], [5, 6]]
    tables["center_tiles"]["octopods"] = [[2, 1, 2, 1, 2, 1]] * 3
    tables["center_tiles"]["neutral_edges_2_or_3_players"] = [[0, 1, 2], [5], [3, 4]]
    tables["stock"] |= {"time": 60, "octopods": 30}
    tables["setup"]["neutral_bots"] = [True, False, False]
    tables["loading_stations"]["limits"] = [3, 3, 5]
    tables["setup"]["neutral_submarines"] = [4, 3, 0]
    return tables

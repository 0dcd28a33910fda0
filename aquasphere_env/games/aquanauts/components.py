"""The components of Aquanauts: their vocabulary, their record, and the loader that checks a set."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...core.components import ComponentFile
from ...core.integers import is_in, shown
from ...core.options import COMPONENTS_FILE
from ...core.ranges import between, bits_of, one_of, one_of_or_none, up_to
from ...core.state import MAX_PLAYERS, record_dtype

STANDARD_SET = Path(__file__).with_name("components.toml")

TOKENS = ("power", "algae", "oxygen", "building material", "sample", "contribution point")
TOKEN_SYMBOLS = "PAOBSV"
POWER, ALGAE, OXYGEN, BUILDING_MATERIAL, SAMPLE, POINT = range(6)
NUM_TOKENS = len(TOKENS)
NUM_STORED = POINT  # contribution points lie outside the store
CARGO = (ALGAE, OXYGEN, SAMPLE)  # what a submersible bay and the cost of a paper consist of
CARGO_SYMBOLS = "".join(TOKEN_SYMBOLS[token] for token in CARGO)

RESEARCH_TILES = (
    ("GH", "Generator Hall"),
    ("AV", "Algae Vat"),
    ("KB", "Kelp Beds"),
    ("ST", "Stockpile"),
    ("EP", "Electrolysis Plant"),
    ("GA", "Gardens"),
    ("WL", "Wet Lab"),
    ("CB", "Collection Bay"),
    ("DL", "Dive Lock"),
)
TILE_IDS = tuple(tile_id for tile_id, _ in RESEARCH_TILES)
AQUANAUT_TILES = ("KB", "GA", "DL")  # fixed: the ids of the actions follow from it
STOCKPILE = TILE_IDS.index("ST")
NUM_TILES = len(RESEARCH_TILES)
NUM_RESEARCH_NODES = 6
NODE_TILES = 4  # most tiles that share a node

GRID_PLACES = "ABCDE"  # A B C above D E
SIDES = "NESW"
NORTH, EAST, SOUTH, WEST = range(4)
NUM_PLACES, NUM_SIDES = len(GRID_PLACES), len(SIDES)
SOURCE_PLACES = (GRID_PLACES.index("A"), GRID_PLACES.index("D"))  # their west touches the source
NEIGHBOURS = (  # (place, side, place, side) that touch each other
    (0, EAST, 1, WEST),
    (1, EAST, 2, WEST),
    (3, EAST, 4, WEST),
    (0, SOUTH, 3, NORTH),
    (1, SOUTH, 4, NORTH),
)
NUM_GRID_NODES = 7

NUM_FACILITIES = 30
FACILITY_IDS = tuple(f"T{number:02d}" for number in range(1, NUM_FACILITIES + 1))
FACILITY_LABELS = (
    *("Turbine", "Vent Tap", "Algae Tank", "Hydroponics", "Electrolysis Tank", "O2 Generator"),
    *("Sample Dredge", "Culture Lab", "Public Aquarium", "Data Relay", "Fabricator"),
    "Storage Unit",
)
STORAGE_LABEL = FACILITY_LABELS.index("Storage Unit")
RUNS_FREE = -1  # run_class of a facility without running cost
TRACK_SPACES = 5

SUBJECTS = ("Bony Fish", "Sharks", "Molluscs", "Cnidarians")
NUM_SUBJECTS = len(SUBJECTS)
NUM_PAPERS, MAX_PAPERS = 24, 4  # in the deck; that one player may publish
PAPER_IDS = tuple(f"R{number:02d}" for number in range(1, NUM_PAPERS + 1))
BAY_CAPACITY = 6
NUM_OBJECTIVES, OBJECTIVES_IN_PLAY = 12, 3
OBJECTIVE_IDS = tuple(f"J{number:02d}" for number in range(1, NUM_OBJECTIVES + 1))

EMPTY = -1  # no facility or no paper in this place

MIN_PLAYERS = 2
MAX_ROUNDS = 200  # int16 points hold what this many rounds can pay
MAX_STOCKPILE = 20
MAX_AMOUNT = 5  # tokens of one kind in one cost or output; int8 stores have room for the sums
MOST_CARD_POINTS = 50  # of a paper or an objective

_AMOUNT = up_to(MAX_AMOUNT)
_RESEARCH_TILE = record_dtype(
    [("cost", _AMOUNT, (NUM_STORED,)), ("output", _AMOUNT, (NUM_TOKENS,))]
)
_RESEARCH_NODE = record_dtype(
    [
        ("tiles", one_of_or_none(NUM_TILES), (NODE_TILES,)),  # -1 behind the last
        ("token", one_of(NUM_TOKENS)),
    ]
)
_GRID_NODE = record_dtype(
    [("place", one_of(NUM_PLACES)), ("side", one_of(NUM_SIDES)), ("token", one_of(NUM_TOKENS))]
)
_FACILITY = record_dtype(
    [
        ("label", one_of(FACILITY_LABELS)),
        ("cost", _AMOUNT, (NUM_STORED,)),
        ("run_cost", _AMOUNT, (NUM_STORED,)),
        ("output", _AMOUNT, (NUM_TOKENS,)),
        ("connectors", bits_of(NUM_SIDES, np.int8)),
        ("dots", between(MIN_PLAYERS, MAX_PLAYERS)),  # smallest number of players that uses it
        # lowest facility with the same running cost and output, or RUNS_FREE
        ("run_class", one_of_or_none(NUM_FACILITIES)),
    ]
)
_PAPER = record_dtype(
    [
        ("subject", one_of(SUBJECTS)),
        ("cost", _AMOUNT, (len(CARGO),)),
        ("points", up_to(MOST_CARD_POINTS)),
    ]
)
_OBJECTIVE = record_dtype(
    [
        ("facilities", up_to(NUM_PLACES)),  # at least so many on the grid
        ("papers", up_to(MAX_PAPERS)),  # at least so many published
        ("subjects", up_to(NUM_SUBJECTS)),  # papers on at least so many different subjects
        ("on", up_to(MAX_PAPERS), (NUM_SUBJECTS,)),  # at least so many papers by subject
        ("points", up_to(MOST_CARD_POINTS)),
    ]
)
COMPONENTS = record_dtype(
    [
        ("research_tiles", _RESEARCH_TILE, (NUM_TILES,)),
        ("research_nodes", _RESEARCH_NODE, (NUM_RESEARCH_NODES,)),
        ("grid_nodes", _GRID_NODE, (NUM_GRID_NODES,)),
        ("facilities", _FACILITY, (NUM_FACILITIES,)),
        ("research_papers", _PAPER, (NUM_PAPERS,)),
        ("public_objectives", _OBJECTIVE, (NUM_OBJECTIVES,)),
        ("living_pod", _AMOUNT, (NUM_STORED,)),  # what waking the aquanaut costs
        ("stockpile_limit", between(1, MAX_STOCKPILE)),
        ("start", _AMOUNT, (MAX_PLAYERS, NUM_STORED)),  # tokens by place in the first round
    ]
)

OPTIONS = {
    "max_rounds": 20,  # the rules allow endless play; after this many rounds a game is truncated
    "components": None,  # another component file, None for the standard set
}
FILES = {"components": COMPONENTS_FILE}


def configure(record: Any, num_players: int, options: Mapping[str, Any]) -> str:
    """Write options and components into a zeroed record and return the component set's name.

    Raises:
        ValueError: a bad option, or an unplayable component file.
    """
    rounds = options["max_rounds"]
    if not is_in(rounds, 1, MAX_ROUNDS):
        raise ValueError(
            f"max_rounds must be an integer from 1 to {MAX_ROUNDS}, not {shown(rounds)}"
        )
    record["max_rounds"] = rounds
    path = STANDARD_SET if options["components"] is None else options["components"]
    return load_components(path, num_players, record["components"])


def check_dealt(state: np.void) -> None:
    """Raise ``ValueError`` if injected chance is not a valid deal."""
    if not 0 <= state["first_player"] < state["num_players"]:
        raise ValueError(f"first_player must be 0 to {state['num_players'] - 1}")
    in_use = np.flatnonzero(state["components"]["facilities"]["dots"] <= state["num_players"])
    stack = state["tile_stack"]
    if sorted(stack[: len(in_use)]) != in_use.tolist() or (stack[len(in_use) :] != EMPTY).any():
        raise ValueError(f"tile_stack must be {in_use.tolist()} in any order, then -1")
    if sorted(state["paper_deck"]) != list(range(NUM_PAPERS)):
        raise ValueError(f"paper_deck must be the papers 0 to {NUM_PAPERS - 1} in any order")
    drawn = set(state["objectives"].tolist())
    if len(drawn) < OBJECTIVES_IN_PLAY or drawn - set(range(NUM_OBJECTIVES)):
        last = NUM_OBJECTIVES - 1
        raise ValueError(
            f"objectives must be {OBJECTIVES_IN_PLAY} different numbers from 0 to {last}"
        )


def load_components(path: str | Path, num_players: int, record: Any) -> str:
    """Fill the COMPONENTS ``record`` from the file ``path`` and return the set's name.

    Raises:
        ComponentError: a malformed or unplayable table.
    """
    file = ComponentFile(path)
    _read_research_board(file, record)
    _read_grid_nodes(file, record["grid_nodes"])
    _read_facilities(file, record["facilities"])
    _read_papers(file, record["research_papers"])
    _read_objectives(file, record["public_objectives"])
    cost = _entry(file, "living_pod", None, file.table("living_pod"), "cost")
    record["living_pod"] = _tokens(file, "living_pod", "cost", cost, TOKEN_SYMBOLS[:NUM_STORED])
    limit = _entry(file, "stockpile", None, file.table("stockpile"), "limit")
    record["stockpile_limit"] = file.integer("stockpile", "limit", limit, 1, MAX_STOCKPILE)
    for key, players in (("two_players", 2), ("three_players", 3), ("four_players", 4)):
        for place, text in enumerate(file.rows("start", key, players)):
            tokens = _tokens(file, "start", f"{key}[{place}]", text, TOKEN_SYMBOLS[:NUM_STORED])
            if players == num_players:
                record["start"][place] = tokens
    return file.finish()


def _entry(file: ComponentFile, table: str, row: int | str | None, entries: Any, key: str) -> Any:
    if not isinstance(entries, dict) or key not in entries:
        raise file.error(table, row, f"{key} is missing")
    return entries[key]


def _tokens(file: ComponentFile, table: str, row: int | str, text: Any, symbols: str) -> list[int]:
    """Return how often each of ``symbols`` occurs in ``text``."""
    if not isinstance(text, str) or set(text) - set(symbols):
        raise file.error(table, row, f"{shown(text)} does not consist of {', '.join(symbols)}")
    counts = [text.count(symbol) for symbol in symbols]
    if max(counts) > MAX_AMOUNT:
        raise file.error(table, row, f"{shown(text)} has more than {MAX_AMOUNT} tokens of a kind")
    return counts


def _read_costs(
    file: ComponentFile, table: str, row: str, entries: Any, fields: dict[str, str], target: Any
) -> None:
    """Write the token texts of one row into the fields of its record."""
    for key, name in fields.items():
        symbols = TOKEN_SYMBOLS[: target[name].shape[0]]
        target[name] = _tokens(file, table, row, _entry(file, table, row, entries, key), symbols)


def _expect_id(file: ComponentFile, table: str, number: int, row: Any, ids: Sequence[str]) -> str:
    """Return the id of ``row``, which must be the one at its place."""
    if _entry(file, table, number, row, "id") != ids[number]:
        raise file.error(table, number, f"id is {shown(row['id'])}, not {ids[number]!r}")
    return ids[number]


def _read_research_board(file: ComponentFile, record: Any) -> None:
    table = "research_board"
    for number, row in enumerate(file.rows(table, count=NUM_TILES)):
        name = _expect_id(file, table, number, row, TILE_IDS)
        if row.get("aquanaut_only", False) != (name in AQUANAUT_TILES):
            raise file.error(table, name, f"only {', '.join(AQUANAUT_TILES)} are aquanaut_only")
        fields = {"cost": "cost", "output": "output"}
        _read_costs(file, table, name, row, fields, record["research_tiles"][number])
    table = "research_nodes"
    for number, row in enumerate(file.rows(table, count=NUM_RESEARCH_NODES)):
        names = _entry(file, table, number, row, "tiles")
        if not isinstance(names, list) or not 2 <= len(set(map(str, names))) <= NODE_TILES:
            raise file.error(
                table, number, f"tiles must be a list of 2 to {NODE_TILES} different tiles"
            )
        tiles = sorted({file.word(table, number, name, TILE_IDS) for name in names})
        node = record["research_nodes"][number]
        node["tiles"] = tiles + [-1] * (NODE_TILES - len(tiles))
        pays = _entry(file, table, number, row, "pays")
        node["token"] = file.word(table, number, pays, TOKEN_SYMBOLS)


def _read_grid_nodes(file: ComponentFile, target: Any) -> None:
    table = "grid_nodes"
    taken = {(place, WEST) for place in SOURCE_PLACES}
    for a, side_a, b, side_b in NEIGHBOURS:
        taken |= {(a, side_a), (b, side_b)}
    for number, row in enumerate(file.rows(table, count=NUM_GRID_NODES)):
        place = file.word(table, number, _entry(file, table, number, row, "place"), GRID_PLACES)
        side = file.word(table, number, _entry(file, table, number, row, "side"), SIDES)
        if (place, side) in taken:
            reason = f"side {SIDES[side]} of place {GRID_PLACES[place]} has no room for a node"
            raise file.error(table, number, reason)
        taken.add((place, side))
        pays = _entry(file, table, number, row, "pays")
        target[number] = (place, side, file.word(table, number, pays, TOKEN_SYMBOLS))


def _read_facilities(file: ComponentFile, target: Any) -> None:
    table = "facilities"
    for number, row in enumerate(file.rows(table, count=NUM_FACILITIES)):
        name = _expect_id(file, table, number, row, FACILITY_IDS)
        tile = target[number]
        tile["label"] = file.word(table, name, row.get("label"), FACILITY_LABELS)
        fields = {"build": "cost", "run": "run_cost", "output": "output"}
        _read_costs(file, table, name, row, fields, tile)
        tile["connectors"] = _connectors(file, name, row.get("connectors"))
        tile["dots"] = file.integer(table, name, row.get("dots"), MIN_PLAYERS, MAX_PLAYERS)
        tile["run_class"] = RUNS_FREE if not any(tile["run_cost"]) else _run_class(target, number)
        if any(tile["run_cost"]) and not any(tile["output"]):
            raise file.error(table, name, "it has a running cost but no output")
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        needed = NUM_PLACES * players + TRACK_SPACES
        if (count := int(np.count_nonzero(target["dots"] <= players))) < needed:
            reason = f"{count} tiles for {players} players; grids and track hold {needed}"
            raise file.error(table, None, reason)
    _refuse_circle(file, target)


def _connectors(file: ComponentFile, row: str, text: Any) -> int:
    if not isinstance(text, str) or set(text) - set(SIDES) or len(set(text)) != len(text):
        raise file.error("facilities", row, f"connectors {shown(text)} are not sides of {SIDES}")
    return sum(1 << SIDES.index(side) for side in text)


def _run_class(facilities: Any, number: int) -> int:
    """Return the first facility with the running cost and output of ``number``, or itself."""
    mine = facilities[number]
    return next(
        other
        for other in range(number + 1)
        if np.array_equal(facilities[other]["run_cost"], mine["run_cost"])
        and np.array_equal(facilities[other]["output"], mine["output"])
    )


def _refuse_circle(file: ComponentFile, facilities: Any) -> None:
    """Refuse facilities that could feed each other in a circle: order would matter (AN-R2)."""
    feeds = np.zeros((NUM_STORED, NUM_STORED), bool)
    for tile in facilities:
        feeds |= np.outer(tile["run_cost"], tile["output"][:NUM_STORED]).astype(bool)
    for _ in range(NUM_STORED):
        feeds |= feeds @ feeds
    for name, tile in zip(FACILITY_IDS, facilities, strict=True):
        for source in np.flatnonzero(tile["run_cost"]):
            for product in np.flatnonzero(tile["output"][:NUM_STORED]):
                if source == product or feeds[product, source]:
                    reason = f"running it can yield its own cost ({TOKENS[source]}) in a circle"
                    raise file.error("facilities", name, reason)


def _read_papers(file: ComponentFile, target: Any) -> None:
    table = "papers"
    for number, row in enumerate(file.rows(table, count=NUM_PAPERS)):
        subject = _entry(file, table, number, row, "subject")
        paper = target[number]
        paper["subject"] = file.word(table, number, subject, SUBJECTS)
        cost = _entry(file, table, number, row, "cost")
        paper["cost"] = _tokens(file, table, number, cost, CARGO_SYMBOLS)
        if not 1 <= len(cost) <= BAY_CAPACITY:
            raise file.error(table, number, f"cost {shown(cost)} is not 1 to {BAY_CAPACITY} tokens")
        points = _entry(file, table, number, row, "points")
        paper["points"] = file.integer(table, number, points, 0, MOST_CARD_POINTS)


def _read_objectives(file: ComponentFile, target: Any) -> None:
    table = "objectives"
    for number, row in enumerate(file.rows(table, count=NUM_OBJECTIVES)):
        points = _entry(file, table, number, row, "points")
        card = target[number]
        for key, most in (
            ("facilities", NUM_PLACES),
            ("papers", MAX_PAPERS),
            ("subjects", NUM_SUBJECTS),
        ):
            card[key] = file.integer(table, number, row.get(key, 0), 0, most)
        names = row.get("on", [])
        if not isinstance(names, list) or len(names) > MAX_PAPERS:
            raise file.error(table, number, f"on must be a list of at most {MAX_PAPERS} subjects")
        on = [file.word(table, number, name, SUBJECTS) for name in names]
        card["on"] = [on.count(subject) for subject in range(NUM_SUBJECTS)]
        if not (card["facilities"] or card["papers"] or card["subjects"] or on):
            raise file.error(table, number, "it requires nothing")
        card["points"] = file.integer(table, number, points, 0, MOST_CARD_POINTS)

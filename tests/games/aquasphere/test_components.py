"""Component files: broken ones are refused by table, row and reason; other good ones play."""

import pytest

from aquasphere_env.core.components import ComponentError
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquasphere import GAME
from aquasphere_env.games.aquasphere.components import STANDARD

from .positions import (
    SYMBOLS,
    TABLES,
    copied_tables,
    crowded_tables,
    generous_tables,
    play,
    scene,
    seat,
    write_set,
)


def at(*path, value):
    """Return a change that puts ``value`` at ``path`` of the tables."""

    def change(tables):
        for key in path[:-1]:
            tables = tables[key]
        if value is None:
            tables.pop(path[-1], None)
        else:
            tables[path[-1]] = value

    return change


def cut(*path):
    """Return a change that drops the last entry of the list at ``path``."""

    def change(tables):
        for key in path:
            tables = tables[key]
        tables.pop()

    return change


HQ, CARDS, LABS, TILES = "headquarters", "research_cards", "lab_expansions", "center_tiles"
LAYOUT = TABLES["program_cards"]["rows"]
EDGES = "neutral_edges_2_or_3_players"
BIG_LAB = {"letters": "A", "octopods": 2}

REFUSED = {
    "no name": (at("name", value=None), "name"),
    "table missing": (at(HQ, value=None), f"table {HQ}: missing"),
    "no provenance": (at(HQ, "provenance", value=None), f"table {HQ}: provenance"),
    "unknown provenance": (at(HQ, "provenance", value="guess"), f"table {HQ}: provenance"),
    "no reason": (at("stock", "reason", value=None), "table stock: reason"),
    # headquarters
    "six rooms": (cut(HQ, "arrows"), f"table {HQ}: arrows has 6 rows, not 7"),
    "room 7": (
        at(HQ, "arrows", 2, value=[5, 7]),
        f"table {HQ}, row 2: 7 is not an integer in 0..6",
    ),
    "arrows are no list": (at(HQ, "arrows", 2, value=5), f"table {HQ}, row 2: 5 is not a list"),
    "cycle": (at(HQ, "arrows", 5, value=[2]), f"table {HQ}, row 2: the arrows run in a cycle"),
    "no start": (at(HQ, "start", value=[]), f"table {HQ}, row start: no arrow leaves"),
    "dead end": (at(HQ, "exits", value=[5]), f"table {HQ}, row 6: a dead end"),
    "no exit": (at(HQ, "exits", value=[]), f"table {HQ}, row 5: a dead end"),
    "dead end that only a sideways move reaches": (
        lambda t: t[HQ].update(arrows=[[1], [3], [], [5], [5], [], []], exits=[5]),
        f"table {HQ}, row 2: a dead end",
    ),
    "cycle that only a sideways move reaches": (
        lambda t: t[HQ].update(arrows=[[1], [3], [2], [5], [5], [], []], exits=[5, 6]),
        f"table {HQ}, row 2: the arrows run in a cycle",
    ),
    "rooms that no way leads to": (
        lambda t: t[HQ].update(
            start=[1], arrows=[[0], [3], [], [5], [5], [], []], exits=[5, 3], sideways=[]
        ),
        None,
    ),
    "exit out of reach": (
        lambda t: t[HQ].update(arrows=[[2, 3], [3, 4], [5], [5], [5], [], []]),
        f"table {HQ}, row 6: an exit that cannot be reached",  # but sideways from 5
    ),
    "sideways alone": (at(HQ, "sideways", 0, value=[0]), f"table {HQ}, row sideways[0]"),
    "sideways from 9": (at(HQ, "sideways", 0, value=[0, 9]), f"table {HQ}, row sideways[0]"),
    # program cards
    "six program cards": (
        cut("program_cards", "rows"),
        "table program_cards: rows has 6 rows, not 7",
    ),
    "one side": (
        at("program_cards", "rows", 3, value=[SYMBOLS]),
        "table program_cards, row 3: 1 entries",
    ),
    "side is no list": (at("program_cards", "rows", 3, value=[1, 2]), "table program_cards, row 3"),
    "unknown symbol": (
        at("program_cards", "rows", 4, 1, value=[*SYMBOLS[:6], "WHITE"]),
        "table program_cards, row 4: 'WHITE' is not one of LAB",
    ),
    "symbol twice": (
        at("program_cards", "rows", 0, 0, value=[*SYMBOLS[:6], "LAB"]),
        "table program_cards, row 0: side 0 does not show every symbol once",
    ),
    # sectors
    "five locks": (cut("sectors", "locks"), "table sectors: locks has 5 rows, not 6"),
    "negative lock": (at("sectors", "locks", 1, value=-1), "table sectors, row locks[1]: -1"),
    "white PROGRAM": (
        at("sectors", "white", 2, value="PROGRAM"),
        "table sectors, row white[2]: a white space",
    ),
    "unknown white": (
        at("sectors", "white", 2, value="GREEN"),
        "table sectors, row white[2]: 'GREEN'",
    ),
    # numbers
    "three submarine spaces": (
        cut("submarine_spaces", "costs"),
        "table submarine_spaces: costs has 3 rows, not 4",
    ),
    "five caps": (cut("bots_in_play", "caps"), "table bots_in_play: caps has 5 rows, not 6"),
    "cap is a word": (
        at("bots_in_play", "caps", 2, value="8"),
        "table bots_in_play, row caps[2]: '8'",
    ),
    "cap is a truth": (
        at("bots_in_play", "caps", 2, value=True),
        "table bots_in_play, row caps[2]: True",
    ),
    # labs
    "no capacity": (
        at("base_lab", "capacity", "time", value=None),
        "table base_lab, row time: None",
    ),
    "29 expansions": (cut(LABS, "rows"), f"table {LABS}: rows has 29 rows, not 30"),
    "letter G": (at(LABS, "rows", 3, "letters", value="G"), f"table {LABS}, row 3: letters 'G'"),
    "three letters": (
        at(LABS, "rows", 3, "letters", value="ABC"),
        f"table {LABS}, row 3: letters 'ABC'",
    ),
    "unknown capacity": (
        at(LABS, "rows", 3, "bots", value=1),
        f"table {LABS}, row 3: unknown key 'bots'",
    ),
    "expansion is a word": (
        at(LABS, "rows", 3, value="A"),
        f"table {LABS}, row 3: 'A' is not a table",
    ),
    "catch above 7": (
        at(LABS, "rows", 12, value=BIG_LAB),
        f"table {LABS}: a lab could hold 8 octopods, more than 7",
    ),
    "cards above 7": (
        at("base_lab", "capacity", "research", value=3),
        f"table {LABS}: a lab could hold 8 research, more than 7",
    ),
    # research cards
    "40 cards": (cut(CARDS, "rows"), f"table {CARDS}: rows has 40 rows, not 41"),
    "unknown kind": (at(CARDS, "rows", 24, "kind", value="JUMP"), f"table {CARDS}, row 24: 'JUMP'"),
    "no symbol": (
        at(CARDS, "rows", 0, "symbol", value=None),
        f"table {CARDS}, row 0: None is not one of",
    ),
    "scoring card for PROGRAM": (
        at(CARDS, "rows", 29, "symbol", value="PROGRAM"),
        f"table {CARDS}, row 29: this kind of card cannot program PROGRAM",
    ),
    "instant card for PROGRAM": (
        at(CARDS, "rows", 35, "symbol", value="PROGRAM"),
        f"table {CARDS}, row 35: this kind of card cannot program PROGRAM",
    ),
    "negative reward": (at(CARDS, "rows", 0, "time", value=-2), f"table {CARDS}, row 0: -2"),
    "unknown reward": (
        at(CARDS, "rows", 0, "tiem", value=2),
        f"table {CARDS}, row 0: unknown key 'tiem'",
    ),
    # center tiles
    "three bulbs": (cut(TILES, "bulbs"), f"table {TILES}: bulbs has 3 rows, not 4"),
    "two refills": (cut(TILES, "time"), f"table {TILES}: time has 2 rows, not 3"),
    "five edges": (cut(TILES, "crystals", 1), f"table {TILES}, row crystals[1]: 5 entries, not 6"),
    "neutral edge 6": (
        at(TILES, "neutral_edges_2_or_3_players", 0, value=[6]),
        f"table {TILES}, row {EDGES}[0]: 6",
    ),
    "neutral edges no list": (
        at(TILES, "neutral_edges_2_or_3_players", 0, value=3),
        f"table {TILES}, row {EDGES}[0]: 3 is not a list",
    ),
    # set-up and stock
    "one other sector": (
        cut("setup", "other_sectors"),
        "table setup: other_sectors has 1 rows, not 2",
    ),
    "no start octopods": (
        at("setup", "start_sector", "octopods", value=None),
        "table setup, row start_sector: None",
    ),
    "too many neutral": (
        at("setup", "neutral_submarines", value=[5, 4, 1]),
        "table setup, row neutral_submarines",
    ),
    "more time than fits": (
        at("setup", "time_elsewhere", value=5),
        "table setup, row time_elsewhere: 5",
    ),
    "unknown goods": (
        at("setup", "other_sectors", 1, "time", value=3),
        "table setup, row other_sectors[1]: unknown key 'time'",
    ),
    "neutral bots are a word": (
        at("setup", "neutral_bots", value=["no", "yes", "no"]),
        "table setup, row neutral_bots: ",
    ),
    "no limit": (
        at("loading_stations", "limits", value=[1, 2, 3]),
        "table loading_stations, row limits",
    ),
    "stock of time": (at("stock", "time", value=11), "table stock, row time: the set-up takes"),
    "stock of crystals": (
        at("stock", "crystals", value=4),
        "table stock, row crystals: the set-up takes",
    ),
    "stock of octopods": (
        at("stock", "octopods", value=6),
        "table stock, row octopods: the set-up takes",
    ),
}


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, num_players, tmp_path):
    change, message = REFUSED[name]
    tables = copied_tables()
    change(tables)
    path = write_set(tmp_path / "broken.toml", tables)
    if message is None:
        assert GAME.variant(num_players, components=path)
        return
    with pytest.raises(ComponentError) as error:
        GAME.variant(num_players, components=path)
    assert str(error.value).startswith(path)
    assert message in str(error.value)


def test_four_players_leave_no_neutral_colour(tmp_path):
    tables = copied_tables()
    tables["setup"] |= {"neutral_bots": [False, False, True]}
    path = write_set(tmp_path / "set.toml", tables)
    assert GAME.variant(3, components=path)
    with pytest.raises(ComponentError, match="neutral_bots: four players leave no neutral colour"):
        GAME.variant(4, components=path)


def test_no_such_file_and_no_toml(tmp_path):
    with pytest.raises(ComponentError, match=r"nowhere\.toml"):
        GAME.variant(2, components=str(tmp_path / "nowhere.toml"))
    broken = tmp_path / "broken.toml"
    broken.write_text("name = ", encoding="utf-8")
    with pytest.raises(ComponentError, match=r"broken\.toml"):
        GAME.variant(2, components=str(broken))


def test_standard_file_is_the_default(tmp_path):
    copy = write_set(tmp_path / "copy.toml", TABLES)
    for players in (2, 3, 4):
        variant = GAME.variant(players)
        assert variant.component_set == "Standard"
        assert variant.digest == GAME.variant(players, components=str(STANDARD)).digest
        assert variant.digest == GAME.variant(players, components=copy).digest


def test_another_set_plays(tmp_path):
    for make in (crowded_tables, generous_tables):
        path = write_set(tmp_path / "set.toml", make())
        for players in (2, 3, 4):
            match = Match(GAME.variant(players, components=path), 1)
            assert match.variant.digest != GAME.variant(players).digest
            while not match.over:
                match.step(match.legal_actions()[0])


def test_lock_values_are_those_of_the_file(tmp_path):
    tables = copied_tables()
    tables["sectors"]["locks"] = [0, 0, 0, 0, 0, 3]
    path = write_set(tmp_path / "locks.toml", tables)
    me = {"programmed": "LAB", "time": 1}
    match = scene(2, {0: me}, {4: {"labs": []}}, components=path)
    assert seat(play(match, "act in position 4 with LAB"), 0)["time"] == 1


def test_every_table_says_where_it_comes_from():
    from aquasphere_env.core.components import ComponentFile

    origins = {name: provenance for name, provenance, _ in ComponentFile(STANDARD).provenances()}
    assert origins == {
        "headquarters": "reconstruction",
        "program_cards": "reconstruction",
        "sectors": "inferred",
        "submarine_spaces": "reconstruction",
        "bots_in_play": "reconstruction",
        "base_lab": "stated",
        "lab_expansions": "reconstruction",
        "research_cards": "reconstruction",
        "center_tiles": "reconstruction",
        "setup": "stated",
        "loading_stations": "stated",
        "stock": "stated",
    }


def test_the_file_holds_the_tables_of_the_rules_page():
    """The amounts that the rules page lists, counted from the file."""
    rows = TABLES["research_cards"]["rows"]
    kinds = [row["kind"] for row in rows]
    assert [kinds.count(k) for k in ("ROOM", "CATCH", "SCORING", "INSTANT")] == [21, 3, 6, 6]
    assert all(kinds.count(k) == 1 for k in ("CROSS", "LEAVE", "LOCK", "HALF", "SIDEWAYS"))
    assert len({str(row) for row in rows}) == 41
    labs = TABLES["lab_expansions"]["rows"]
    assert sum(len(row.get("letters", "")) == 1 for row in labs) == 24
    assert sum(len(row.get("letters", "")) == 2 for row in labs) == 3
    sides = [side for card in LAYOUT for side in card]
    for room in range(7):
        at_room = [side[room] for side in sides]
        assert sorted(at_room) == sorted(SYMBOLS * 2)

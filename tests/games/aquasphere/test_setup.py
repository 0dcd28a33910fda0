"""The set-up (AS-S1 to AS-S6) for two, three and four players."""

import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games.aquasphere import GAME

from .census import count_pieces
from .positions import (
    LETTERS,
    NOBODY,
    PLAIN,
    SYMBOLS,
    copied_tables,
    plain,
    programmed,
    seat,
    sector,
    write_set,
)

PLAYERS = [2, 3, 4]


@pytest.mark.parametrize("players", PLAYERS)
def test_s1_deal(players):
    orders, firsts = set(), set()
    for seed in range(60):
        dealt = GAME.variant(players).dealt(seed)
        for name, number in (("ring", 6), ("base_letters", 6), ("lab_deck", 30)):
            assert sorted(dealt[name]) == list(range(number))
        assert sorted(dealt["research_deck"]) == list(range(41))
        assert len({card // 2 for card in dealt["program_cards"]}) == 4
        orders.add(tuple(dealt["ring"]))
        firsts.add(dealt["first_player"])
    assert len(orders) > 50
    assert firsts == set(range(players))


def test_s1_program_cards_and_sides_are_drawn_alike_often():
    cards = [GAME.variant(2).dealt(seed)["program_cards"] for seed in range(1400)]
    for r in range(4):
        counts = [sum(c[r] == layout for c in cards) for layout in range(14)]
        assert all(60 < count < 145 for count in counts)


def test_s1_rotations_are_drawn_alike_often():
    turns = [GAME.variant(2).dealt(seed)["rotations"] for seed in range(600)]
    for tile in range(3):
        assert all(60 < sum(t[tile] == turn for t in turns) < 145 for turn in range(6))


@pytest.mark.parametrize("name", ["ring", "base_letters"])
def test_s1_letters_are_drawn_alike_often(name):
    rows = [GAME.variant(2).dealt(seed)[name] for seed in range(600)]
    for place in range(6):
        drawn = [row[place] for row in rows]
        assert all(60 < drawn.count(letter) < 145 for letter in range(6))


@pytest.mark.parametrize("players", PLAYERS)
def test_s1_every_player_begins_alike_often(players):
    firsts = [GAME.variant(players).dealt(seed)["first_player"] for seed in range(100 * players)]
    assert all(65 < firsts.count(player) < 140 for player in range(players))


@pytest.mark.parametrize("players", PLAYERS)
def test_s2_headquarters(players):
    match = plain(players, first_player=1)
    assert list(match.state["turn_order"])[:players] == [*range(1, players), 0]
    assert match.player == 1
    rooms = [SYMBOLS[s] for s in match.state["rooms"]]
    assert rooms == ["LAB", "TIME", "CRYSTAL", "OCTOPOD", "RESEARCH", "SUBMARINE", "PROGRAM"]
    assert [seat(match, p)["engineer"] for p in range(players)] == [7] * players
    assert match.scores() == [0] * players


@pytest.mark.parametrize("players", PLAYERS)
def test_s3_player_boards(players):
    match = plain(players)
    for p in range(players):
        me = seat(match, p)
        assert (me["supply"], me["submarines"], me["crystals"]) == (14, 5, 0)
        assert list(me["capacity"]) == [2, 2, 2, 4]
        assert list(me["lab_letters"]) == [int(k == p) for k in range(6)]
        assert (me["num_labs"], me["num_cards"]) == (0, 0)


@pytest.mark.parametrize("players", PLAYERS)
def test_s3_fifteen_bots_and_six_submarines_each(players):
    """One more bot marks the play order."""
    match = plain(players)
    for p in range(players):
        me = seat(match, p)
        assert (me["supply"] + me["num_programmed"], sum(me["programmed"])) == (15, 1)
        placed = sum(int((sector(match, q)["submarines"] == p).sum()) for q in range(6))
        assert me["submarines"] + placed == 6


@pytest.mark.parametrize("players", PLAYERS)
def test_s3_bot_on_the_symbol_of_the_white_area(players):
    match = plain(players, base_letters=[5, 3, 0, 1, 2, 4])
    assert programmed(match, 0) == {"RESEARCH"}
    assert programmed(match, 1) == {"OCTOPOD"}


@pytest.mark.parametrize("players", PLAYERS)
def test_s4_starting_sector(players):
    match = plain(players, ring=[2, 0, 1, 5, 4, 3])
    for p in range(players):
        place = sector(match, [1, 2, 0, 5][p])
        assert [int(place[k]) for k in ("octopods", "crystals", "time")] == [1, 1, 4]
        assert list(place["submarines"]) == [p, NOBODY, NOBODY, NOBODY]
        assert place["control"] == NOBODY
        assert seat(match, p)["scientist"] == [1, 2, 0, 5][p]


def test_s4_starting_sector_holds_what_the_set_says(tmp_path):
    tables = copied_tables()
    tables["setup"]["start_sector"] = {"octopods": 0, "crystals": 2, "time": 3}
    path = write_set(tmp_path / "set.toml", tables)
    place = sector(Match(GAME.variant(2, components=path), 0, PLAIN), 1)
    assert [int(place[k]) for k in ("octopods", "crystals", "time")] == [0, 2, 3]


@pytest.mark.parametrize("players", PLAYERS)
def test_s5_other_sectors(players):
    match = plain(players)
    first, second, *rest = range(players, 6)
    contents = {
        p: [int(sector(match, p)[k]) for k in ("octopods", "crystals", "time")] for p in range(6)
    }
    assert contents[first] == [2, 1, 0]
    assert contents[second] == [3, 2, 0]
    assert all(contents[p] == [0, 0, 0] for p in rest)


@pytest.mark.parametrize(
    ("players", "submarines", "loading"),
    [(2, {4: 2, 5: 3}, {}), (3, {5: 3}, {3: 3, 4: 3, 5: 3}), (4, {}, {})],
)
def test_s5_neutral_pieces(players, submarines, loading):
    match = plain(players)
    for p in range(players, 6):
        assert sector(match, p)["submarines"][0] == submarines.get(p, NOBODY)
    for p in range(6):
        bots = [color for color in range(4) for _ in range(sector(match, p)["loading"][color])]
        assert bots == ([loading[p]] if p in loading else [])


def test_s5_goods_follow_the_base_labs_drawn():
    match = plain(2, base_letters=[0, 1, 5, 3, 2, 4])
    contents = [[int(sector(match, p)[k]) for k in ("octopods", "crystals")] for p in range(2, 6)]
    assert contents == [[0, 0], [3, 2], [0, 0], [2, 1]]


@pytest.mark.parametrize(
    ("players", "left"), [(2, [0, 0, 5, 5]), (3, [0, 0, 0, 5]), (4, [0, 0, 0, 0])]
)
def test_s5_unused_colours_have_six_submarines(players, left):
    """One of each lies in the station already."""
    assert list(plain(players).state["neutral_left"]) == left


def test_s5_last_drawn_sectors_get_the_neutral_submarines():
    match = plain(3, base_letters=[0, 1, 2, 5, 4, 3])
    assert sector(match, 3)["submarines"][0] == 3
    assert sector(match, 5)["submarines"][0] == NOBODY


@pytest.mark.parametrize("players", PLAYERS)
def test_s5_one_expansion_and_one_card_in_each_sector(players):
    match = plain(players)
    for p in range(6):
        assert (sector(match, p)["num_labs"], sector(match, p)["num_cards"]) == (1, 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_s6_stock(players):
    match = plain(players)
    hands = sum(int(seat(match, p)["time"]) for p in range(players))
    assert match.state["stock_time"] == 38 - 4 * players - hands
    assert match.state["stock_crystals"] == 20 - players - 3
    assert match.state["stock_octopods"] == 15 - players - 5
    assert count_pieces(match.state) == []


@pytest.mark.parametrize("players", PLAYERS)
def test_s6_time_in_hand_by_the_next_lock(players):
    for seed in range(30):
        match = Match(GAME.variant(players), seed)
        ring = [LETTERS[k] for k in match.state["ring"]]
        a = ring.index("A")
        near = {a, (a + 1) % 6}
        if match.state["step_count"] == 0 and not match.forced:
            for p in range(players):
                expected = 3 if seat(match, p)["scientist"] in near else 4
                assert seat(match, p)["time"] == expected


def test_injected_deal_is_checked():
    variant = GAME.variant(2)
    broken = {
        "ring": [0, 1, 2, 3, 4, 4],
        "base_letters": [1] * 6,
        "lab_deck": list(range(1, 31)),
        "research_deck": [0] * 41,
        "first_player": 2,
        "program_cards": [0, 1, 2, 4],
        "rotations": [0, 6, 0],
    }
    for name, value in broken.items():
        with pytest.raises(ValueError, match=name):
            Match(variant, 0, {name: value})
    with pytest.raises(ValueError, match="shape"):
        Match(variant, 0, {"ring": [0]})
    with pytest.raises(ValueError, match="no field"):
        Match(variant, 0, {"dice": [0]})

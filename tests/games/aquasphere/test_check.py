"""Impossible positions are refused by their place: one for every invariant, broken alone."""

import copy

import pytest

from aquasphere_env.core.check import StateError, check_state
from aquasphere_env.core.position import state_from_dict, state_to_dict
from tests.places import parent

from .positions import (
    catching,
    copied_tables,
    crowded_tables,
    generous_tables,
    last_pass,
    plain,
    play,
    question,
    random_states,
    scene,
    write_set,
)

ACT = "act in position"
TURN, LETTER, SCORING = 0, 3, 5
LINE = {"score": 9, "crystals": 1}


def start():
    return plain(3)


def last_round():
    return scene(2, round_number=3)


def third_bot():
    return play(scene(2, {0: {"programmed": "TIME OCTOPOD"}}), "engineer to room 0")


def before_the_action():
    """A red line for a LEAVE card; then player 0 will act in sector A with TIME."""
    me = {"programmed": "TIME", "cards": ["LEAVE"], **LINE}
    crowd = {0: {"control": 1, "loading": [0, 2, 0, 0]}}
    return play(scene(2, {0: me}, crowd), f"{ACT} 0 with TIME")


def letters():
    """Two letters are asked of player 0, who has one bot left."""
    me = {"programmed": "LAB", "supply": 1}
    return play(scene(2, {0: me}, {0: {"labs": ["CD time"]}}), f"{ACT} 0 with LAB")


def catch():
    return catching(2)


def income():
    return last_pass(2, {0: {"cards": ["SCORING LAB"], "time": 2}}, round_number=1)


def sums():
    return last_pass(3, {0: LINE, 1: LINE, 2: LINE})


def over():
    return last_pass(2, round_number=3)


BASES = [start, last_round, third_bot, before_the_action, letters, catch, income, sums, over]


def test_the_positions_below_are_what_they_say():
    asked = " ".join(question(base()) for base in BASES[:-1])
    assert asked == "TURN TURN THIRD_BOT RED_LINE LETTER CATCH SCORING RED_LINE"
    assert over().over


@pytest.mark.parametrize("base", BASES)
def test_possible_positions_are_accepted(base):
    match = base()
    again = state_from_dict(match.variant, state_to_dict(match.state))
    assert again.tobytes() == match.states.tobytes()


def refuse(match, changes, place):
    fields = copy.deepcopy(state_to_dict(match.state))
    for path, value in changes.items():
        holder, key = parent(fields, path)
        holder[key] = value
    with pytest.raises(StateError, match=rf"^{place}: "):
        state_from_dict(match.variant, fields)


BROKEN = [
    # the table
    (start, {"round_number": 4}, "round_number"),
    (start, {"positions": [1, 0, 2, 3, 4, 5]}, "positions"),
    (start, {"travel.0.0.1": 1}, "travel"),
    (start, {"travel.3.0.3": 2}, "travel"),
    (start, {"rooms": [1, 0, 2, 3, 5, 4, 6]}, "rooms"),
    (start, {"turn_order": [0, 1, 1, -1]}, "turn_order"),
    (start, {"turn_order": [0, 1, 2, 3]}, "turn_order"),
    (start, {"turn_order": [0, 1, -1, 2]}, "turn_order"),
    (start, {"turn_order": [1, 2, 0, -1]}, "turn_order"),  # in round 1 not from the first player
    (start, {"num_passed": 1}, "pass_order"),
    (start, {"pass_order.0": 0}, "pass_order"),
    (income, {"pass_order": [1, 1, -1, -1]}, "pass_order"),
    (start, {"players.1.passed": True, "players.1.engineer": 5}, r"players\.1\.passed"),
    (income, {"players.1.engineer": 4}, r"players\.1\.engineer"),
    # programmed bots, points, letters
    (start, {"players.1.programmed.3": 1}, r"players\.1\.num_programmed"),
    (
        start,
        {
            "players.1.programmed": [1, 1, 1, 0, 0, 0, 0],
            "players.1.num_programmed": 3,
            "players.1.supply": 12,
        },
        r"players\.1\.num_programmed",
    ),
    (
        third_bot,
        {"players.0.programmed.0": 0, "players.0.num_programmed": 2, "players.0.supply": 13},
        r"players\.0\.num_programmed",
    ),
    (before_the_action, {"gains.1": 2}, "gains"),
    (before_the_action, {"gains.0": 0}, "gains"),
    (start, {"gains.0": 2, "num_gains": 1}, "num_gains"),
    (over, {"gains.0": 2, "num_gains": 1}, "num_gains"),
    (letters, {"letters": [3, 2]}, "letters"),
    (letters, {"letters": [2, -1]}, "letters"),
    (letters, {"letters": [-1, 3]}, "letters"),
    (letters, {"letters": [-1, -1]}, "letters"),
    (letters, {"acting_symbol": 1}, "letters"),
    (start, {"letters.0": 2}, "letters"),
    (letters, {"players.0.supply": 0, "sectors.1.control": 0}, "question"),
    # scorings and the end
    (start, {"scoring_index": 1}, "scoring_index"),
    (over, {"scoring_index": 1}, "scoring_index"),
    (start, {"sums.0": 1}, "sums"),
    (over, {"sums.0": 1}, "sums"),
    (income, {"sums.0": 1}, "sums"),
    (
        income,
        {"num_passed": 1, "pass_order": [0, -1, -1, -1], "players.1.passed": False},
        "num_passed",
    ),
    (income, {"scoring_index": 1}, "scoring_index"),
    (income, {"scoring_index": 3}, "scoring_index"),
    (income, {"cards_used.0": 2}, r"cards_used\.0"),
    (income, {"cards_used.1": 1}, r"cards_used\.1"),
    (income, {"players.0.paid": True, "players.0.time": 1}, r"players\.0\.paid"),
    (sums, {"sums.3": 1}, "sums"),
    (sums, {"sums.2": 30}, r"sums\.2"),  # still to move
    (sums, {"sums.0": 0}, r"sums\.0"),  # being moved
    (sums, {"gains.0": 30}, "gains"),
    (sums, {"gains.1": 1, "num_gains": 2}, "gains"),
    (start, {"terminated": True}, "terminated"),
    (last_round, {"terminated": True}, "terminated"),
    (over, {"question": TURN}, "question"),
    # the open question
    (start, {"question": SCORING}, "question"),
    (start, {"question": LETTER}, "question"),
    (start, {"stage": 3}, "num_passed"),
    (catch, {"stage": 1, "question": TURN}, "question"),
    (
        start,
        {
            "players.0.passed": True,
            "players.0.engineer": 5,
            "num_passed": 1,
            "pass_order": [0, -1, -1, -1],
        },
        "current_player",
    ),
    (catch, {"question": LETTER}, "letters"),
    (before_the_action, {"gains.0": 0, "num_gains": 0}, "num_gains"),
    (before_the_action, {"players.0.score": 8}, "question"),
    (before_the_action, {"players.0.scientist": 1}, "acting_position"),
    (before_the_action, {"acting_position": 1}, "acting_position"),
    (before_the_action, {"acting_symbol": 4}, "acting_symbol"),  # an own submarine is there
    (catch, {"acting_symbol": 1}, "acting_symbol"),
    (
        catch,
        {"sectors.0.control": 1, "sectors.0.loading": [1, 0, 0, 0], "players.1.supply": 13},
        "acting_position",
    ),
    # pieces
    (start, {"players.3.score": 1}, r"players\.3"),
    (start, {"sectors.2.num_submarines": 0}, r"sectors\.2\.submarines"),
    (start, {"sectors.2.submarines": [-1, 2, -1, -1]}, r"sectors\.2\.submarines"),
    (start, {"sectors.2.num_labs": 0}, r"sectors\.2\.labs"),
    (start, {"sectors.2.cards.1": 30}, r"sectors\.2\.cards"),
    (start, {"sectors.2.cards.1": 5, "sectors.2.num_cards": 2}, r"sectors\.2\.num_cards"),
    (start, {"players.0.cards.0": 3}, r"players\.0\.cards"),
    (start, {"players.0.num_labs": 1}, r"players\.0\.labs"),
    (start, {"lab_drawn": 12}, "lab_drawn"),
    (start, {"research_drawn": 5}, "research_drawn"),
    (start, {"sectors.2.labs.0": 9}, "lab_deck"),
    (start, {"sectors.2.cards.0": 3}, "research_deck"),
    (start, {"sectors.2.control": 3}, r"sectors\.2\.control"),
    (start, {"sectors.2.loading": [2, 2, 1, 0]}, r"sectors\.2\.loading"),
    (start, {"sectors.5.loading.3": 0}, r"sectors\.5\.loading"),
    (start, {"sectors.2.loading.3": 1}, r"sectors\.2\.loading"),
    (start, {"players.0.kinds.2": 1}, r"players\.0\.kinds"),
    (start, {"players.0.capacity.3": 6}, r"players\.0\.capacity"),
    (start, {"players.0.lab_letters.3": 1}, r"players\.0\.lab_letters"),
    (start, {"players.0.lab_letters.0": 0}, r"players\.0\.lab_letters"),
    (start, {"players.0.time": 5}, r"players\.0\.time"),
    (start, {"players.0.crystals": 3}, r"players\.0\.crystals"),
    (start, {"players.0.sideways_used": 1}, r"players\.0\.sideways_used"),
    (start, {"players.0.supply": 13}, r"players\.0\.supply"),
    (start, {"sectors.0.control": 0}, r"players\.0\.supply"),
    (
        start,
        {
            "sectors.0.submarines": [0, 0, -1, -1],
            "sectors.0.num_submarines": 2,
            "players.0.submarines": 4,
        },
        r"sectors\.0\.submarines",
    ),
    (start, {"neutral_left.1": 1}, r"neutral_left\.1"),
    (start, {"neutral_left.3": 6}, r"neutral_left\.3"),
    (start, {"players.0.submarines": 6}, r"players\.0\.submarines"),
    (start, {"stock_time": 3}, "stock_time"),
    (start, {"stock_crystals": 20}, "stock_crystals"),
    (start, {"sectors.0.octopods": 0}, "stock_octopods"),
    (start, {"players.0.paid": True}, "stock_time"),
]


@pytest.mark.parametrize(
    ("base", "changes", "place"),
    BROKEN,
    ids=lambda value: ",".join(value) if isinstance(value, dict) else None,
)
def test_refused(base, changes, place):
    refuse(base(), changes, place)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ring", [0, 0, 2, 3, 4, 5]),
        ("base_letters", [0, 1, 2, 3, 5, 5]),
        ("lab_deck", [1, *range(1, 30)]),
        ("research_deck", [*range(40), 3]),
        ("program_cards", [0, 1, 4, 6]),
    ],
)
def test_chance_is_a_possible_deal(name, value):
    fields = state_to_dict(start().state) | {name: value}
    with pytest.raises(StateError, match=name):
        state_from_dict(start().variant, fields)


def test_engineers_are_where_ways_lead_to(tmp_path):
    """From room 0 of this set an engineer would never get out."""
    tables = copied_tables()
    tables["headquarters"] |= {
        "start": [1],
        "arrows": [[0], [3], [], [5], [5], [], []],
        "exits": [5, 3],
        "sideways": [[1, 4]],
    }
    path = write_set(tmp_path / "set.toml", tables)
    match = scene(2, {0: {"engineer": 4}}, components=path)  # one way is enough
    refuse(match, {"players.0.engineer": 0}, r"players\.0\.engineer")


def test_sets_at_the_limits_of_the_file_are_in_range(tmp_path):
    tables = copied_tables()
    tables["sectors"]["locks"] = [9] * 6
    tables["submarine_spaces"]["costs"] = [99] * 4
    tables["bots_in_play"]["caps"] = [99] * 6
    tables["base_lab"]["capacity"] |= {"crystals": 20, "time": 20}
    for row in tables["lab_expansions"]["rows"]:
        row |= {"crystals": 9, "time": 9}
    for row in tables["research_cards"]["rows"]:
        row |= {"time": 20, "crystals": 20, "points": 20}
    tiles = tables["center_tiles"]
    tiles["bulbs"] = [99] * 4
    for name in ("time", "crystals", "octopods", "octopods_2_or_3_players"):
        tiles[name] = [[20] * 6] * 3
    tables["setup"] |= {"time_near_free_lock": 20, "time_elsewhere": 20}
    tables["setup"]["start_sector"] = {"octopods": 10, "crystals": 10, "time": 5}
    tables["setup"]["other_sectors"] = [{"octopods": 20, "crystals": 20}] * 2
    tables["loading_stations"]["limits"] = [60] * 3
    tables["stock"] |= {"time": 100, "crystals": 100, "octopods": 100}
    path = write_set(tmp_path / "set.toml", tables)
    for players in (2, 3, 4):
        for match in random_states(players, players, components=path):
            check_state(match.variant, match.state)


@pytest.mark.parametrize("make", [crowded_tables, generous_tables])
def test_states_with_other_components_are_possible(make, tmp_path):
    path = write_set(tmp_path / "set.toml", make())
    for players in (2, 3, 4):
        for match in random_states(players, 9, components=path):
            check_state(match.variant, match.state)

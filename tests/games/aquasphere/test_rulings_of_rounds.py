"""A test for every sentence of the rulings AS-R14 to AS-R17 that can be broken alone."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.integers import seed_word
from aquasphere_env.games.aquasphere import GAME

from .positions import (
    NOBODY,
    TABLES,
    copied_tables,
    forced,
    lab_id,
    last_pass,
    plain,
    scene,
    seat,
    sector,
    write_set,
)

ACT = "act in position"

# ----------------------------------------------------------------------------------- AS-R14


def test_r14_decks_are_dealt_to_ring_positions_in_order():
    match = plain(4)
    assert [sector(match, p)["labs"][0] for p in range(6)] == list(range(6))
    assert [sector(match, p)["cards"][0] for p in range(6)] == list(range(6))
    match = last_pass(4)
    assert [sector(match, p)["labs"][1] for p in range(6)] == list(range(6, 12))
    assert [sector(match, p)["cards"][1] for p in range(6)] == list(range(6, 12))


def refilled(players=4, turn=0, sectors=None, round_number=0, components=None):
    empty = {p: {"time": 0, "crystals": 0, "octopods": 0} for p in range(6)}
    places = {p: {**empty[p], **(sectors or {}).get(p, {})} for p in range(6)}
    table = {"chance": {"rotations": [turn] * 3}, "round_number": round_number}
    return last_pass(players, None, places, components=components, **table)


def goods(match, what):
    return [int(sector(match, p)[what]) for p in range(6)]


@pytest.mark.parametrize("turn", range(6))
@pytest.mark.parametrize("round_number", range(3))
def test_r14_position_p_gets_edge_p_plus_rotation(turn, round_number):
    match = refilled(4, turn, round_number=round_number)
    tile = TABLES["center_tiles"]
    for what in ("time", "crystals", "octopods"):
        row = tile[what][round_number]
        assert goods(match, what) == [row[(p + turn) % 6] for p in range(6)]


def test_r14_fewer_octopods_with_two_or_three_players():
    assert goods(refilled(4), "octopods") == [1, 0, 2, 1, 2, 0]
    assert goods(refilled(3), "octopods") == goods(refilled(2), "octopods") == [1, 0, 1, 1, 1, 0]


def test_r14_left_over_time_is_removed_and_goods_are_added():
    place = {1: {"time": 4, "crystals": 2, "octopods": 1}}
    match = refilled(4, sectors=place)
    assert [sector(match, 1)[k] for k in ("time", "crystals", "octopods")] == [2, 2 + 1, 1 + 0]


@pytest.mark.parametrize("position", range(6))
def test_r14_left_over_time_is_removed_everywhere(position):
    row = TABLES["center_tiles"]["time"][0]
    assert goods(refilled(4, sectors={position: {"time": 3}}), "time") == row


@pytest.fixture
def few(tmp_path):
    """A set with 2 crystals, 4 octopods, and 23 time markers: 14 in hand, 9 elsewhere."""
    tables = copied_tables()
    tables["setup"]["start_sector"] = {"octopods": 0, "crystals": 0, "time": 0}
    tables["setup"]["other_sectors"] = [{"octopods": 0, "crystals": 0}] * 2
    tables["stock"] |= {"time": 14 + 7 + 2, "crystals": 2, "octopods": 4}  # 2 of income
    return write_set(tmp_path / "few.toml", tables)


def test_r14_from_edge_0_while_the_stock_lasts(few):
    match = refilled(4, components=few)
    assert goods(match, "time") == [4, 2, 0, 1, 0, 0]
    assert goods(match, "crystals") == [0, 1, 1, 0, 0, 0]
    assert goods(match, "octopods") == [1, 0, 2, 1, 0, 0]
    # edge 0 lies at position 4 now
    assert goods(refilled(4, turn=2, components=few), "time") == [0, 1, 0, 0, 4, 2]


def test_r14_removed_time_is_in_stock_again(few):
    match = refilled(4, sectors={3: {"time": 5}}, components=few)
    assert goods(match, "time") == [4, 2, 0, 1, 0, 0]  # 2 of income, then the 5 left over


def submarines(match):
    return [[int(c) for c in sector(match, p)["submarines"] if c != NOBODY] for p in range(6)]


ALONE = {p: {"submarines": []} for p in range(6)}


def test_r14_neutral_submarines_at_the_indicated_edges():
    match = refilled(3, turn=1, sectors=ALONE)
    assert submarines(match) == [[], [], [3], [], [], [3]]
    assert submarines(refilled(4, turn=1, sectors=ALONE)) == [[]] * 6


def test_r14_none_after_the_third_round():
    assert submarines(refilled(3, sectors=ALONE, round_number=2)) == [[]] * 6


def test_r14_neutral_colour_that_is_not_there_yet():
    places = ALONE | {0: {"submarines": [2]}, 3: {"submarines": [1, 3, 0]}}
    assert submarines(refilled(2, sectors=places))[0] == [2, 3]
    assert submarines(refilled(2, sectors=places))[3] == [1, 3, 0, 2]


def test_r14_of_two_colours_the_one_with_more_pieces_left():
    places = ALONE | {1: {"submarines": [2]}}
    assert submarines(refilled(2, sectors=places))[0] == [3]
    places = ALONE | {1: {"submarines": [3]}}
    assert submarines(refilled(2, sectors=places))[0] == [2]


def test_r14_lower_number_on_a_tie_and_edge_0_before_edge_3():
    match = refilled(2, turn=3, sectors=ALONE)  # edge 0 at position 3
    assert submarines(match) == [[3], [], [], [2], [], []]


def test_r14_no_piece_left():
    places = {p: {"submarines": [3]} for p in range(6)}
    assert submarines(refilled(3, sectors=places)) == [[3]] * 6


def test_r14_next_sector_clockwise_when_none_fits():
    places = ALONE | {0: {"submarines": [3]}, 1: {"submarines": [3, 0]}}
    assert submarines(refilled(3, sectors=places)) == [[3], [3, 0], [3], [3], [], []]
    around = ALONE | {p: {"submarines": [3]} for p in (3, 4, 5)}
    assert submarines(refilled(3, sectors=around)) == [[3], [3], [], [3], [3], [3]]


@pytest.mark.parametrize("edge", range(6))
def test_r14_neutral_submarines_at_any_edge(edge, tmp_path):
    tables = copied_tables()
    tables["center_tiles"]["neutral_edges_2_or_3_players"] = [[edge], [], []]
    path = write_set(tmp_path / "set.toml", tables)
    found = submarines(refilled(3, sectors=ALONE, components=path))
    assert found == [[3] if p == edge else [] for p in range(6)]


def test_r14_the_last_piece_goes_to_the_last_sector():
    places = {p: {"submarines": [3] if p < 5 else []} for p in range(6)}
    assert submarines(refilled(3, sectors=places)) == [[3]] * 6


def test_r14_the_last_sector_is_five_clockwise_of_the_edge():
    """Edge 0 brings the one colour there, edge 3 the other."""
    places = {p: {"submarines": [2, 3] if p < 5 else []} for p in range(6)}
    assert submarines(refilled(2, sectors=places)) == [[2, 3]] * 6


def test_r14_setup_places_neutral_submarines_in_ring_order():
    match = plain(2, base_letters=[0, 1, 2, 3, 5, 4])
    assert submarines(match) == [[0], [1], [], [], [2], [3]]


# ----------------------------------------------------------------------------------- AS-R15


def finished(players=2, seats=None, sectors=None):
    calm = {p: {"octopods": 0, "time": 0, **(sectors or {}).get(p, {})} for p in range(6)}
    people = {p: {"supply": 15, "time": 0, **(seats or {}).get(p, {})} for p in range(players)}
    match = last_pass(players, people, calm, round_number=3)
    assert match.over
    return match


def final(**me):
    """Points of player 0 in the final scoring alone, one letter and its submarines' income off."""
    return finished(2, {0: me}).scores()[0] - 1 - 1


def test_r15_letters():
    tiles = ["B time", "C time", "D time", "E time", "F time"]
    # time capacity is of no account; five expansions bring 5
    assert [final(labs=tiles[:k]) for k in range(6)] == [0, 2, 5, 9, 14, 20 + 5]


def test_r15_the_letter_of_the_base_lab_counts():
    assert final(labs=["A time"]) == 0
    assert final(labs=["AB time"]) == 2


def test_r15_time_markers():
    assert final(time=2) == 2


def test_r15_crystals_count_in_the_intermediate_scoring_only():
    assert final(crystals=2) == 3


def test_r15_six_submarines():
    places = {p: {"submarines": [0]} for p in range(6)}
    scores = finished(2, {0: {}}, places).scores()
    assert scores[0] == 1 + 4 + 5  # letter, income up to the capacity, bonus
    places[5] = {"submarines": []}
    assert finished(2, {0: {}}, places).scores()[0] == 1 + 4


def test_r15_five_expansions():
    tiles = ["crystals octopods", "octopods research", "research crystals", "A time", "A crystals"]
    assert final(labs=tiles[:4]) == 0
    assert final(labs=tiles) == 5


def test_r15_no_red_lines_in_the_final_scoring():
    assert final(score=9, time=2) == 9 + 2


def test_r15_ties_bots_on_control_spaces_then_crystals_then_shared():
    def ranks(mine, theirs):
        states = GAME.variant(2).new_states()
        for p, (points, controls, crystals) in enumerate((mine, theirs)):
            states[0]["players"][p]["score"] = points
            states[0]["players"][p]["crystals"] = crystals
            for k in range(controls):
                states[0]["sectors"][3 * p + k]["control"] = p
        for s in states[0]["sectors"]:
            s["control"] = -1 if s["control"] == 0 else s["control"]
        for k in range(mine[1]):
            states[0]["sectors"][k]["control"] = 0
        return GAME.ranks(states)

    assert ranks((50, 1, 0), (49, 2, 5)) == [1, 2]
    assert ranks((50, 1, 5), (50, 2, 0)) == [2, 1]
    assert ranks((50, 2, 3), (50, 2, 2)) == [1, 2]
    assert ranks((50, 2, 3), (50, 2, 3)) == [1, 1]


# ----------------------------------------------------------------------------------- AS-R16


def redealt(match, seed):
    states = match.states.copy()
    loops.redeal_one(states, 0, 0, seed_word(seed))
    return states[0]


HIDDEN = {"rng", "lab_deck", "research_deck", "program_cards", "rotations"}


@pytest.mark.parametrize("round_number", range(4))
def test_r16_redeal_draws_what_is_hidden_and_keeps_what_is_public(round_number):
    match = plain(3)
    match.state["round_number"] = round_number
    match.state["lab_drawn"] = match.state["research_drawn"] = drawn = 6 * (round_number + 1)
    seen = {"lab_deck": set(), "research_deck": set(), "program_cards": set(), "rotations": set()}
    for seed in range(200):
        again = redealt(match, seed)
        for name in match.state.dtype.names:
            if name not in HIDDEN:
                assert np.array_equal(again[name], match.state[name]), name
        for deck in ("lab_deck", "research_deck"):
            assert list(again[deck][:drawn]) == list(match.state[deck][:drawn])
            assert sorted(again[deck]) == sorted(match.state[deck])
        known = round_number + 2  # this round's card and the next one
        assert list(again["program_cards"][:known]) == [0, 2, 4, 6][:known]
        assert len({c // 2 for c in again["program_cards"]}) == 4
        assert not any(again["rotations"][: round_number + 1])
        for name in seen:
            seen[name].add(tuple(again[name].tolist()))
    assert min(len(seen["lab_deck"]), len(seen["research_deck"])) > 150
    fewest, most = [(60, 10 * 8), (8, 8), (1, 1), (1, 1)][round_number]
    assert fewest <= len(seen["program_cards"]) <= most
    assert len(seen["rotations"]) == [36, 6, 1, 1][round_number]


@pytest.mark.parametrize("name", ["lab_deck", "research_deck"])
def test_r16_any_hidden_card_may_be_drawn_next_or_last(name):
    match = scene(2, round_number=3)
    hidden = set(match.state[name][24:].tolist())
    orders = [redealt(match, seed)[name][24:].tolist() for seed in range(100)]
    assert {order[0] for order in orders} == {order[-1] for order in orders} == hidden


def test_r16_hidden_program_cards_are_any_of_the_others():
    """Rounds 3 and 4 may bring both sides of the five cards that were not seen, alike often."""
    match = plain(3)
    third = [int(redealt(match, seed)["program_cards"][2]) for seed in range(2000)]
    assert set(third) == {4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
    assert all(130 < third.count(layout) < 270 for layout in set(third))


def test_r16_text_shows_every_stack_and_hides_the_draw_piles():
    match = last_pass(2)
    text = GAME.to_text(match.state, 0)
    assert "labs [A +1 crystals; A +1 research]" in text
    shown = {GAME.to_text(redealt(match, seed), 0) for seed in range(20)}
    assert shown == {text}


# ----------------------------------------------------------------------------------- AS-R17


def test_r17_sector_a_and_the_one_clockwise_of_it_begin_with_three_time():
    times = {}
    for first in range(0, 6, 2):
        match = plain(
            2, base_letters=[first, first + 1, *({0, 1, 2, 3, 4, 5} - {first, first + 1})]
        )
        times |= {first + p: int(seat(match, p)["time"]) for p in (0, 1)}
    assert times == {0: 3, 1: 3, 2: 4, 3: 4, 4: 4, 5: 4}


def test_r17_clockwise_neighbour_depends_on_the_ring():
    match = plain(2, ring=[1, 0, 4, 3, 2, 5], base_letters=[1, 4, 0, 2, 3, 5])
    assert [seat(match, p)["time"] for p in (0, 1)] == [4, 3]
    assert forced(match) == []
    assert lab_id("A research") == 0

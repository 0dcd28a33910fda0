"""Sentences of the rulebook that no test of a rule or a ruling covers."""

import random

import numpy as np
import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.actions import SPACES
from aquasphere_env.games.aquanauts.components import EMPTY, SUBJECTS
from aquasphere_env.games.aquanauts.state import IN_POD, NUM_ROBOTS, WORKERS

from .positions import (
    BAYS,
    forced,
    games,
    options,
    play,
    points,
    position,
    round_end,
    stockpile,
    store,
)

# AN-S1, AN-S2: set-up


def test_s1_for_two_to_four_players() -> None:
    for count in (1, 5):
        with pytest.raises(ValueError, match="for 2 to 4 players"):
            GAME.variant(count)


def test_s1_papers_facilities_and_objectives_are_shuffled() -> None:
    deals = [GAME.variant(2).dealt(seed) for seed in range(40)]
    for pile in ("paper_deck", "tile_stack"):
        tops = {deal[pile][max(np.flatnonzero(np.array(deal[pile]) != EMPTY))] for deal in deals}
        assert len(tops) > 8
    assert {card for deal in deals for card in deal["objectives"]} == set(range(12))
    assert all(len(set(deal["objectives"])) == 3 for deal in deals)


def test_s1_what_is_not_dealt_face_up_is_in_deck_and_stack() -> None:
    match = position(num_players=3)
    deal = GAME.variant(3).dealt(0)
    assert match.state["open_papers"].tolist() == deal["paper_deck"][:-5:-1]
    assert match.state["paper_deck"].tolist() == deal["paper_deck"][:20] + [EMPTY] * 4
    assert match.state["track"].tolist() == deal["tile_stack"][23:18:-1]
    assert match.state["tile_stack"].tolist() == deal["tile_stack"][:19] + [EMPTY] * 11


def test_s1_two_robots_are_ready_and_the_aquanaut_is_in_its_pod() -> None:
    for count in (2, 3, 4):
        players = position(num_players=count).state["players"][:count]
        assert (players["robots"] == NUM_ROBOTS).all()
        assert (players["aquanaut"] == IN_POD).all()
        assert (players["grid"] == EMPTY).all()
        assert (players["papers"] == EMPTY).all()


def test_s1_objectives_that_were_not_drawn_are_out_of_the_game() -> None:
    match = position(
        """
        objectives = ["J02", "J03", "J04"]
        track = ["T01", "T27", "T28", "T06", "T02"]
        [state.players.0]
        store = [0, 0, 0, 1, 0]
        grid = ["T03", "T14", "-", "-", "-"]
        """
    )
    play(match, "robot to track 0", "build in place C")  # three facilities: J01, if it were there
    assert points(match, 0) == 0
    assert (match.state["claimed_by"] == -1).all()


# AN-P1 to AN-P6: the round


def test_p1_the_boards_systems_run_before_those_of_the_players() -> None:
    """The question of player 0's grid is asked with the new power and the new track in place."""
    match = round_end('store = [1, 0, 0, 0, 0]\ngrid = ["-", "-", "T13", "-", "-"]')
    before = match.state["track"].tolist()
    play(match, "robot to dock")
    assert options(match) == ["run facility C", "done"]
    assert stockpile(match) == "PP"
    assert match.state["track"].tolist()[:4] == before[1:]


def test_p1_tiles_pay_when_a_worker_comes_and_not_by_themselves() -> None:
    workers = "tile_workers = [1, -1, -1, -1, 1, -1, -1, -1, -1]"
    match = round_end("store = [0, 0, 0, 0, 0]", workers)
    held = match.state["players"]["store"][1].tolist()
    play(match, "robot to dock")
    assert match.state["round_number"] == 1
    assert match.state["players"]["store"][1].tolist() == held
    assert store(match, 0) == "-"


def test_p3_each_facility_and_each_node_pays_once_a_round() -> None:
    """The tank could run six times on its power; the node beside it pays one more."""
    match = round_end('store = [5, 0, 0, 0, 0]\ngrid = ["T13", "-", "-", "-", "-"]')
    play(match, "robot to dock")
    assert store(match, 0) == "P" * 6
    play(match, "run facility A")  # and the phase is over: nothing else can be done
    assert forced(match) == []
    assert store(match, 0) == "PPPPPOO"
    assert match.state["phase"] == WORKERS


def test_p4_the_aquanaut_is_woken_at_any_point_of_the_phase() -> None:
    mine = 'store = [1, 2, 1, 0, 0]\ngrid = ["-", "-", "T13", "-", "-"]'
    match = play(round_end(mine), "robot to dock")
    assert options(match) == ["run facility C", "wake the aquanaut", "done"]
    later = play(match.copy(), "run facility C")
    assert options(later) == ["wake the aquanaut", "done"]
    assert store(play(later, "wake the aquanaut"), 0) == "AOO"


def test_p4_an_aquanaut_that_is_not_woken_is_no_worker() -> None:
    match = play(round_end("store = [0, 1, 1, 0, 0]"), "robot to dock", "done")
    assert not [words for words in options(match) if words.startswith("aquanaut")]
    play(match, "robot to dock", "robot to dock", "robot to Generator Hall")
    assert match.state["round_number"] == 1
    play(match, "robot to dock")
    assert match.state["round_number"] == 2


def test_p5_a_round_lasts_until_the_last_worker_is_placed() -> None:
    match = position("[state.players.0]\naquanaut = 'ready'", num_players=2)
    for count in range(4):
        play(match, "robot to dock")
        assert match.state["round_number"] == 0, count
    play(match, "aquanaut to dock")
    assert match.state["round_number"] == 1


def test_w1_workers_go_to_the_two_boards_and_never_to_a_grid() -> None:
    placements = [words for words in GAME.actions._texts if " to " in words]
    targets = {words.split(" to ")[1] for words in placements}
    assert targets == set(SPACES)
    assert targets.isdisjoint({*"ABCDE"})


def test_w1_a_worker_stays_until_the_round_ends() -> None:
    match = position("[state.players.0]\naquanaut = 'ready'")
    play(match, "robot to Generator Hall", "robot to dock", "robot to dock", "robot to dock")
    assert match.state["tile_workers"][0] == 0
    assert "aquanaut to Generator Hall" not in options(match)
    play(match, "aquanaut to dock")
    assert "robot to Generator Hall" in options(match)


def test_w2_discarded_tokens_go_to_the_next_player_on_the_stockpile() -> None:
    match = position("[state.players.0]\nstore = [0, 10, 0, 0, 0]")
    play(match, "robot to Generator Hall", "discard algae")  # and another one, unasked
    assert stockpile(match) == "PAA"
    play(match, "robot to Stockpile")
    assert stockpile(match) == "-"
    assert store(match, 1) == "PPP" + "P" + "AA"  # own, of the node, discarded


def test_w5_nodes_pay_contribution_points_too() -> None:
    match = position(
        "[state.players.0]\nstore = [0, 1, 0, 0, 0]\n[state.players.1]\nstore = [0, 0, 1, 0, 0]"
    )
    play(match, "robot to Wet Lab", "robot to Collection Bay")
    assert [points(match, player) for player in (0, 1)] == [1, 1]
    assert [store(match, player) for player in (0, 1)] == ["S", "S"]


def test_w5_a_node_pays_again_in_the_next_round() -> None:
    play(match := position(), "robot to Generator Hall", "robot to Algae Vat")
    play(match, "robot to dock", "robot to dock")
    held = [store(match, player) for player in (0, 1)]
    play(match, "robot to Generator Hall", "robot to Algae Vat")
    assert store(match, 0) == "PPP" + held[0]  # two of the hall, one of the node
    assert store(match, 1) == held[1] + "A"  # one paid, one of the node


# AN-L1 to AN-L4: load and launch


def test_l2_a_load_leaves_the_rest_in_the_store() -> None:
    match = position(
        "[state.players.0]\nstore = [1, 3, 3, 1, 3]\ngrid = ['T27', '-', '-', '-', '-']"
    )
    play(match, "robot to submersible", "load AOS")
    assert store(match, 0) == "PAAOOBSS"
    assert match.state["bays"]["cargo"].tolist() == [[1, 1, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_l1_the_dock_takes_nothing_from_the_store() -> None:
    match = play(position("[state.players.0]\nstore = [1, 1, 1, 1, 1]"), "robot to dock")
    assert store(match, 0) == "PAOBS"


@pytest.mark.parametrize("trigger", ["robot to dock", "robot to submersible"])
def test_l3_who_fills_the_last_bay_decides_the_order(trigger: str) -> None:
    one_sample = "[state.players.0]\nstore = [0, 0, 0, 0, 1]"
    match = play(position("dock = [1, 1, -1]" + BAYS + one_sample), trigger)
    assert match.player == 0
    assert options(match) == ["unload bay 0", "unload bay 1"]


def test_l4_one_paper_a_bay_and_the_rest_of_it_is_lost() -> None:
    """The bay pays for both papers."""
    match = position(
        """
        open_papers = ["R07", "R13", "R24", "R12"]
        [state.bays.0]
        owner = 0
        cargo = [3, 3, 0]
        """
    )
    play(match, "robot to launch", "publish paper 1")
    assert match.state["players"]["papers"][0].tolist() == [12, -1, -1, -1]
    assert (match.state["bays"]["cargo"] == 0).all()
    assert store(match, 0) == "PP"
    assert stockpile(match) == "P"
    assert points(match, 0) == 0


def test_l4_bays_are_not_combined() -> None:
    """Two bays of three tokens would pay for R24, AAOOSS; neither does alone."""
    match = position(
        """
        open_papers = ["R24", "R12", "R06", "R11"]
        [state.bays.0]
        owner = 0
        cargo = [2, 1, 0]
        [state.bays.1]
        owner = 0
        cargo = [0, 1, 2]
        """
    )
    play(match, "robot to launch")
    assert match.scores() == [3 + 3, 0]
    assert (match.state["players"]["papers"] == EMPTY).all()


def test_l4_three_tokens_are_traded_once_a_bay() -> None:
    match = position(
        'open_papers = ["R01", "R02", "R03", "R04"]\n[state.bays.0]\nowner = 0\ncargo = [6, 0, 0]'
    )
    play(match, "robot to launch")
    assert match.scores() == [3, 0]
    assert store(match, 0) == "PP"
    assert stockpile(match) == "P"


def test_l4_tokens_are_traded_only_if_no_paper_can_be_published() -> None:
    match = position(
        'open_papers = ["R01", "R02", "R03", "R13"]\n[state.bays.0]\nowner = 0\ncargo = [6, 0, 0]'
    )
    play(match, "robot to launch")
    assert options(match) == ["publish paper 3", "publish nothing"]
    assert play(match.copy(), "publish nothing").scores() == [0, 0]
    assert play(match.copy(), "publish paper 3").scores() == [4, 0]


def test_l4_open_papers_are_not_refilled_before_the_last_bay() -> None:
    match = play(position(BAYS), "robot to launch", "unload bay 0", "publish paper 0")
    assert match.state["open_papers"].tolist() == [-1, 12, 23, 11]
    play(match, "publish paper 1")
    assert (match.state["open_papers"] != EMPTY).all()


def test_l4_a_launch_empties_both_sides_for_the_next() -> None:
    match = position("dock = [0, -1, -1]" + BAYS)
    play(match, "robot to launch", "unload bay 1", "publish paper 1", "publish paper 0")
    assert (match.state["bays"]["owner"] == -1).all()
    assert (match.state["dock"] == -1).all()
    assert store(match, 0) == "PPBB"
    assert "robot to launch" not in options(match)


# Papers, construction, objectives


def test_l4_every_paper_has_one_of_four_subjects_a_cost_and_points() -> None:
    papers = GAME.variant(2).blank[0]["components"]["research_papers"]
    assert np.bincount(papers["subject"]).tolist() == [6] * len(SUBJECTS) == [6, 6, 6, 6]
    assert (papers["cost"].sum(axis=1) >= 3).all()
    assert (papers["points"] > 0).all()


def test_c1_a_facility_is_never_moved_nor_removed() -> None:
    """Once built it stays in its place to the end of the game."""
    built = np.full((4, 5), EMPTY)
    for match in games(6):
        grids = match.state["players"]["grid"]
        if match.state["step_count"] == 0:
            built = np.full((4, 5), EMPTY)
        assert (grids[built != EMPTY] == built[built != EMPTY]).all()
        built = grids.copy()
    assert (built != EMPTY).any()


def test_c1_no_grid_holds_more_than_five() -> None:
    match = position(
        """
        objectives = ["J03", "J04", "J05"]
        track = ["T01", "T02", "T03", "T06", "T08"]
        [state.players.0]
        store = [0, 0, 0, 9, 0]
        grid = ["T09", "T11", "T13", "T14", "-"]
        """
    )
    play(match, "robot to track 0", "robot to dock")
    assert (match.state["players"]["grid"][0] != EMPTY).all()
    assert not [words for words in options(match) if "track" in words]


def test_o1_kinds_of_requirements() -> None:
    """On subjects, on facilities, on papers, and facilities with papers."""
    cards = GAME.variant(2).blank[0]["components"]["public_objectives"]
    on_papers = (cards["on"].sum(axis=1) > 0) | (cards["papers"] > 0) | (cards["subjects"] > 0)
    on_facilities = cards["facilities"] > 0
    assert (on_papers & ~on_facilities).any()
    assert (on_facilities & ~on_papers).any()
    assert (on_facilities & on_papers).any()


def test_o1_a_claimed_objective_is_not_replaced() -> None:
    match = position(
        """
        objectives = ["J01", "J03", "J04"]
        track = ["T01", "T27", "T28", "T06", "T02"]
        [state.players.0]
        store = [0, 0, 0, 1, 0]
        grid = ["T03", "T14", "-", "-", "-"]
        """
    )
    play(match, "robot to track 0", "build in place C")
    assert match.state["claimed_by"].tolist() == [0, -1, -1]
    assert match.state["objectives"].tolist() == [0, 2, 3]


def test_e1_a_game_goes_on_round_by_round_until_then() -> None:
    match = Match(GAME.variant(2), 2)
    choice = random.Random(2)
    rounds = []
    while not match.over:
        rounds.append(int(match.state["round_number"]))
        match.step(choice.choice(match.legal_actions()))
    assert sorted(set(rounds)) == list(range(20))
    assert rounds == sorted(rounds)

"""The course of a round: automated systems, workers, loading, construction, the end."""

import numpy as np
import pytest

from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import EMPTY, FACILITY_IDS
from aquasphere_env.games.aquanauts.state import IN_POD, NUM_ROBOTS, QUESTIONS, READY, WORKERS
from aquasphere_env.games.aquanauts.stores import excess

from .positions import forced, games, options, play, points, position, round_end, stockpile, store


def test_p1_one_power_a_round_goes_to_the_stockpile() -> None:
    match = round_end("")
    assert stockpile(match) == "P"
    play(match, "robot to dock")
    assert match.state["round_number"] == 1
    assert stockpile(match) == "PP"


def test_p2_leftmost_facility_goes_and_the_track_fills_up() -> None:
    match = round_end("")
    before = [FACILITY_IDS[t] for t in match.state["track"]]
    top = match.state["tile_stack"][match.state["stack_size"] - 1]
    play(match, "robot to dock")
    after = [FACILITY_IDS[t] for t in match.state["track"]]
    assert after == [*before[1:], FACILITY_IDS[top]]
    assert [FACILITY_IDS[match.state["discards"][0]]] == before[:1]
    assert match.state["num_discards"] == 1


def test_p3_electrolysis_tank_runs_only_if_its_owner_pays() -> None:
    start = """
        [state.players.1]
        robots = 0
        [state.players.0]
        robots = 1
        store = [1, 0, 0, 0, 0]
        grid = ["-", "-", "T13", "-", "-"]
        """
    match = play(position(start), "robot to dock")
    assert options(match) == ["run facility C", "done"]
    assert store(play(match.copy(), "run facility C"), 0) == "OO"
    assert store(play(match.copy(), "done"), 0) == "P"


def test_p4_a_woken_aquanaut_is_ready_for_one_round() -> None:
    start = """
        [state.players.1]
        robots = 0
        [state.players.0]
        robots = 1
        store = [0, 1, 1, 0, 0]
        """
    match = play(position(start), "robot to dock")
    assert options(match) == ["wake the aquanaut", "done"]
    play(match, "wake the aquanaut")
    assert store(match, 0) == "-"
    assert "aquanaut to Kelp Beds" in options(match)
    play(match, "aquanaut to Kelp Beds", "robot to dock", "robot to Generator Hall")
    assert store(match, 0) == "PPAA"
    assert match.state["players"][0]["aquanaut"] != READY


def test_p5_players_take_turns_clockwise() -> None:
    match = position(num_players=3)
    seen = []
    while match.state["round_number"] == 0:
        seen.append(match.player)
        play(match, "robot to dock" if len(seen) != 3 else "robot to Generator Hall")
    assert seen == [0, 1, 2, 0, 1, 2]


def test_p6_workers_return() -> None:
    match = round_end("", "tile_workers = [1, 1, -1, -1, -1, -1, -1, -1, -1]")
    play(match, "robot to dock")
    assert match.state["phase"] == WORKERS
    assert (match.state["tile_workers"] == -1).all()
    assert match.state["players"]["robots"].tolist()[:2] == [2, 2]


def test_w1_rulebook_example_one_power_for_one_algae() -> None:
    match = play(position(), "robot to Algae Vat")
    assert store(match, 0) == "PA"


def test_w1_no_worker_without_the_cost_and_none_on_an_occupied_tile() -> None:
    match = position("[state.players.0]\nstore = [0, 0, 0, 0, 0]")
    assert "robot to Algae Vat" not in options(match)
    play(match, "robot to Generator Hall")
    assert "robot to Algae Vat" in options(match)
    assert "robot to Generator Hall" not in options(match)


def test_w2_stockpile_gives_everything_and_the_marker() -> None:
    match = position("stockpile = [2, 1, 0, 1, 1]", num_players=3)
    play(match, "robot to Generator Hall", "robot to Stockpile")
    assert store(match, 1) == "PPPPAOBS"  # own PO, PPABS from the pile, 1 P from the node
    assert stockpile(match) == "-"
    assert match.state["first_player"] == 1


def test_w3_rulebook_gardens_give_two_oxygen_to_an_aquanaut_only() -> None:
    match = position("[state.players.0]\naquanaut = 'ready'")
    assert "aquanaut to Gardens" in options(match)
    assert not any(words.startswith("robot to Gardens") for words in GAME.actions._texts)
    play(match, "aquanaut to Gardens")
    assert store(match, 0) == "PPOO"


def test_w5_rulebook_node_pays_both_workers_once() -> None:
    ready = "\n".join(f"[state.players.{p}]\naquanaut = 'ready'" for p in range(3))
    match = position(ready, num_players=3)
    play(match, "robot to Algae Vat", "aquanaut to Kelp Beds")
    assert store(match, 0) == "PAA"  # 1 algae from the vat, 1 from the node
    assert store(match, 1) == "PAAAO"
    play(match, "aquanaut to Gardens")
    assert store(match, 2) == "POOB"  # the node has paid: oxygen alone


def test_w5_rulebook_one_player_with_both_workers_gets_two() -> None:
    match = position("[state.players.0]\naquanaut = 'ready'")
    play(match, "robot to Algae Vat", "robot to dock", "aquanaut to Kelp Beds")
    assert store(match, 0) == "P" + "A" + "AA" + "AA"


def test_l1_the_dock_pays_two_building_materials_at_the_next_launch() -> None:
    match = position()
    play(match, "robot to dock")
    assert store(match, 0) == "PP"
    play(match, "robot to launch")
    assert store(match, 0) == "PPBB"
    assert (match.state["dock"] == -1).all()


def test_l2_neither_power_nor_building_materials_go_into_the_submersible() -> None:
    match = position("[state.players.0]\nstore = [4, 0, 0, 4, 0]")
    assert "robot to submersible" not in options(match)
    match = position("[state.players.0]\nstore = [4, 1, 0, 4, 1]")
    play(match, "robot to submersible")
    assert options(match) == ["load A", "load S", "load AS"]


def test_l2_at_most_six_tokens_in_a_bay() -> None:
    match = position("[state.players.0]\nstore = [0, 7, 0, 0, 0]")
    play(match, "robot to submersible")
    assert options(match) == ["load " + "A" * n for n in range(1, 7)]


def test_l3_load_and_launch_take_any_number_of_workers() -> None:
    match = position("[state.players.0]\nstore = [2, 1, 0, 0, 0]")
    play(match, "robot to dock", "robot to dock")
    assert {"robot to dock", "robot to submersible", "robot to launch"} <= set(options(match))
    play(match, "robot to launch")
    play(match, "robot to dock")
    assert match.state["round_number"] == 1


LOADED = """
    open_papers = ["R07", "R13", "R19", "R01"]
    [state.bays.0]
    owner = 0
    cargo = [1, 3, 0]
    [state.bays.1]
    owner = 1
    cargo = [0, 0, 3]
    """


def test_l4_a_bay_publishes_one_paper_or_trades_three_tokens() -> None:
    match = play(position(LOADED), "robot to launch")
    assert options(match) == ["publish paper 0", "publish paper 3", "publish nothing"]
    play(match, "publish paper 0")
    assert match.state["players"][0]["papers"][0] == 6  # Sharks OOO
    assert match.scores() == [4, 3]
    assert (points(match, 0), points(match, 1)) == (0, 3)
    assert (match.state["bays"]["owner"] == -1).all()
    assert (match.state["bays"]["cargo"] == 0).all()


def test_l4_paper_row_refills_from_the_deck() -> None:
    match = position(LOADED)
    top = match.state["paper_deck"][match.state["deck_size"] - 1]
    play(match, "robot to launch", "publish paper 0")
    assert match.state["open_papers"].tolist() == [top, 12, 18, 0]
    assert match.state["deck_size"] == 19


O2_ON_TRACK = """
    track = ["T16", "T27", "T28", "T06", "T01"]
    [state.players.0]
    store = [0, 1, 0, 1, 0]
    """


def test_c1_rulebook_o2_generator_for_building_material_and_algae() -> None:
    match = play(position(O2_ON_TRACK), "robot to track 0")
    assert options(match) == [f"build in place {p}" for p in "ABCDE"]
    play(match, "build in place C")
    assert store(match, 0) == "-"
    assert match.state["players"][0]["grid"].tolist() == [-1, -1, 15, -1, -1]
    assert match.state["track"][0] == EMPTY


def income(grid: str) -> str:
    """Return what an automated phase pays player 0 unasked, beginning with nothing."""
    placed = "\n".join(f"[state.players.{p}]\nrobots = 0" for p in (1, 2, 3))
    match = position(
        f"""
        objectives = ["J03", "J04", "J05"]
        {placed}
        [state.players.0]
        robots = 1
        store = [0, 0, 0, 0, 0]
        grid = {grid}
        """,
        num_players=4,
    )
    play(match, "robot to dock")
    return store(match, 0)


def test_c2_rulebook_picture_power_node_live_algae_node_dead() -> None:
    """Electrolysis Tank (west, north) in A; an Algae Tank touching the algae node in B."""
    assert income('["T13", "T08", "-", "-", "-"]') == "P"


def test_c2_an_unbroken_path_lights_the_algae_node() -> None:
    """Turbine (west, east) in A, Algae Tank (west, north) in B."""
    assert income('["T01", "T08", "-", "-", "-"]') == "P" + "A"


def test_c2_paths_run_down_and_to_the_east() -> None:
    """Sides meet west/east and south/north; T27 has all four, T10 (N E S), T15 and T20 (W E S)."""
    assert income('["T03", "-", "-", "T27", "T15"]') == "P" + "PAO"
    assert income('["-", "-", "-", "T27", "T15"]') == "PAO"
    assert income('["-", "T27", "-", "-", "T10"]') == "-"
    assert income('["-", "T10", "-", "T20", "T27"]') == "PAAO"


def test_c2_the_upper_row_lights_all_its_nodes() -> None:
    """Hydroponics and an O2 Generator (W E N) pay A and O of their own."""
    assert income('["T11", "T18", "T27", "-", "-"]') == "PAAOOS"


def test_c2_a_facility_runs_without_being_linked() -> None:
    assert income('["-", "-", "T06", "-", "-"]') == "PP"
    assert income('["-", "-", "-", "-", "T06"]') == "PP"


def test_c3_a_storage_unit_makes_room_for_fifteen() -> None:
    match = position(
        """
        [state.players.0]
        store = [15, 0, 0, 0, 0]
        grid = ["T27", "-", "-", "-", "-"]
        """
    )
    assert excess(match.state, 0) == 0
    play(match, "robot to Generator Hall")
    assert store(match, 0) == "P" * 15
    assert forced(match)[-2:] == ["discard power"] * 2


@pytest.mark.parametrize(("held", "over"), [(0, 0), (10, 0), (11, 0), (14, 0), (15, 0), (16, 1)])
def test_c3_nothing_is_over_a_limit_of_fifteen_but_what_is(held: int, over: int) -> None:
    match = position('[state.players.0]\ngrid = ["T27", "-", "-", "-", "-"]')
    match.state["players"]["store"][0] = [0, 0, held, 0, 0]
    assert excess(match.state, 0) == over


def test_e1_the_round_is_played_to_its_end() -> None:
    match = position(
        'objectives = ["J01", "J04", "J05"]'
        + LOADED
        + """
        [state.players.0]
        papers = ["R02", "R03", "R04", "-"]
        """
    )
    play(match, "robot to launch", "publish paper 0")
    assert not match.over
    play(match, "robot to dock", "robot to Generator Hall")
    assert not match.over
    play(match, "robot to dock")
    assert match.state["terminated"]
    assert not match.state["truncated"]
    assert match.game.end_reason(match.state) == GAME.end_reasons[0]


def census(state: np.void) -> None:
    """Every tile and paper is in one place, and no count is out of its range."""
    players = state["players"][: state["num_players"]]
    stack = state["tile_stack"].tolist()
    assert stack[state["stack_size"] :] == [EMPTY] * (30 - state["stack_size"])
    tiles = [
        *stack,
        *state["discards"].tolist(),
        *state["track"].tolist(),
        int(state["in_hand"]),
        *players["grid"].ravel().tolist(),
    ]
    in_use = np.flatnonzero(state["components"]["facilities"]["dots"] <= state["num_players"])
    assert sorted(t for t in tiles if t != EMPTY) == in_use.tolist()
    papers = [
        *state["paper_deck"].tolist(),
        *state["open_papers"].tolist(),
        *players["papers"].ravel().tolist(),
    ]
    assert sorted(p for p in papers if p != EMPTY) == list(range(24))
    assert players["store"].min() >= 0
    assert players["store"].sum(axis=1).max() <= 60
    assert state["stockpile"].min() >= 0
    assert state["stockpile"].sum() <= 10
    assert state["bays"]["cargo"].sum(axis=1).max() <= 6
    assert ((state["bays"]["owner"] == -1) == (state["bays"]["cargo"].sum(axis=1) == 0)).all()
    assert (players["robots"] <= NUM_ROBOTS).all()
    on_tiles = np.count_nonzero(state["tile_workers"] != -1)
    placed = (NUM_ROBOTS - players["robots"]).sum() + (players["aquanaut"] == 2).sum()
    assert on_tiles <= placed
    if state["phase"] == 0:
        assert placed == 0


def test_census_after_every_step_and_games_end() -> None:
    for match in games(24):
        census(match.state)
        if not match.over:
            assert len(match.legal_actions()) >= 2
            assert QUESTIONS[match.state["question"]] != "nothing"
            continue
        assert match.state["terminated"] != match.state["truncated"]
        assert match.state["round_number"] < 20
        fourth = (match.state["players"]["papers"][: match.state["num_players"], 3] != EMPTY).any()
        assert fourth == match.state["terminated"]


def test_a_forced_dock_is_played_by_the_core() -> None:
    match = position(
        "tile_workers = [1, -1, -1, 1, -1, -1, -1, -1, -1]\nfirst_player = 1\n"
        "[state.players.0]\nstore = [0, 0, 0, 0, 0]\n[state.players.1]\nrobots = 0"
    )
    assert options(match) == ["robot to dock"]


def test_a_placed_aquanaut_returns_to_the_pod() -> None:
    match = position(
        "[state.players.0]\nrobots = 0\naquanaut = 'ready'\n[state.players.1]\nrobots = 0"
    )
    play(match, "aquanaut to Gardens")
    assert match.state["round_number"] == 1
    assert match.state["players"][0]["aquanaut"] == IN_POD

"""Rulings on the track, workers and storage, AN-R1 and AN-R3 to AN-R5, and what is hidden."""

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import EMPTY

from .positions import forced, options, play, position, round_end, stockpile, store

# R1: first round, track


def test_r1_first_player_is_random() -> None:
    firsts = {Match(GAME.variant(4), seed).state["first_player"] for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


def test_r1_round_one_does_not_refresh_the_track() -> None:
    variant = GAME.variant(3)
    stack = [tile for tile in variant.dealt(5)["tile_stack"] if tile != EMPTY]
    match = Match(variant, 5)
    assert match.state["track"].tolist() == stack[:-6:-1]
    assert match.state["num_discards"] == 0


def test_r1_an_empty_leftmost_space_discards_nothing_and_gaps_close_to_the_left() -> None:
    match = round_end("", 'track = ["-", "T01", "-", "T02", "T03"]')
    stack = [tile for tile in match.state["tile_stack"].tolist() if tile != EMPTY]
    play(match, "robot to dock")
    assert match.state["track"].tolist() == [0, 1, 2, stack[-1], stack[-2]]
    assert match.state["num_discards"] == 0


def test_r1_discards_become_the_stack_only_when_a_tile_is_needed() -> None:

    def table(stack: list[str], mine: list[str]) -> Match:
        discards = [f"T{k:02d}" for k in (6, 8, 9, 11)]
        return position(
            f"""
            objectives = ["J03", "J04", "J05"]
            track = ["T01", "T02", "T03", "T13", "-"]
            tile_stack = {stack + ["-"] * (30 - len(stack))}
            stack_size = {len(stack)}
            discards = {discards + ["-"] * 26}
            num_discards = 4
            [state.players.0]
            robots = 1
            grid = {mine + ["-"] * (5 - len(mine))}
            [state.players.1]
            robots = 0
            grid = ["T20", "T22", "T24", "T25", "T27"]
            """
        )

    match = play(table(["T14", "T16"], ["T17", "T19", "T28"]), "robot to dock")
    assert match.state["stack_size"] == 0
    assert match.state["num_discards"] == 5
    orders = set()
    for seed in range(12):
        match = table([], ["T14", "T16", "T17", "T19", "T28"])
        match.state["rng"] = np.uint64(seed)
        play(match, "robot to dock")
        assert match.state["num_discards"] == 0
        drawn = match.state["track"].tolist()[3:]
        stack = match.state["tile_stack"][:3].tolist()
        assert sorted(stack + drawn) == [0, 5, 7, 8, 10]
        orders.add(tuple(drawn))
    assert len(orders) > 4  # a chance event


# R3: placing workers


def test_r3_every_worker_must_be_placed_and_the_dock_is_always_open() -> None:
    match = position("[state.players.0]\naquanaut = 'ready'\nrobots = 0\nstore = [0, 0, 0, 0, 0]")
    assert "done" not in options(match)
    assert {"aquanaut to dock", "aquanaut to Generator Hall"} <= set(options(match))


def test_r3_players_without_workers_are_skipped() -> None:
    match = position("[state.players.1]\nrobots = 0\n[state.players.0]\nrobots = 2")
    play(match, "robot to dock")
    assert match.player == 0


BUILDER = """
    objectives = ["J03", "J04", "J05"]
    track = ["T01", "T27", "T14", "-", "T06"]
    [state.players.1]
    robots = 1
    [state.players.0]
    """


def test_r3_a_track_space_needs_its_cost_and_a_tile() -> None:
    match = position(BUILDER + "store = [0, 0, 0, 1, 0]")
    assert [w for w in options(match) if "track" in w] == ["robot to track 0", "robot to track 1"]


def test_r3_a_track_space_needs_a_free_grid_place() -> None:
    full = 'store = [5, 0, 0, 5, 0]\ngrid = ["T02", "T03", "T08", "T09", "T13"]'
    match = position("dock = [1, -1, -1]" + BUILDER + full)
    assert options(match)[-1] == "robot to launch"  # the last space before the track
    almost = 'store = [5, 0, 0, 5, 0]\ngrid = ["T02", "T03", "-", "T09", "T13"]'
    match = play(position(BUILDER + almost), "robot to track 0")
    assert forced(match)[-1:] == ["build in place C"]


def test_r3_one_storage_unit_a_player() -> None:
    match = position(BUILDER + 'store = [0, 0, 0, 9, 0]\ngrid = ["T28", "-", "-", "-", "-"]')
    assert [w for w in options(match) if "track" in w] == ["robot to track 0", "robot to track 4"]


def test_r3_the_space_stays_taken_for_the_round() -> None:
    match = position(BUILDER + "store = [0, 0, 0, 2, 0]")
    play(match, "robot to track 0", "build in place B", "robot to dock")
    assert "robot to track 0" not in options(match)
    assert "robot to track 1" in options(match)


def test_r3_the_aquanaut_goes_everywhere() -> None:
    match = position(
        "track = ['T01', 'T02', 'T03', 'T06', 'T08']\ndock = [1, -1, -1]\n[state.players.0]\n"
        "aquanaut = 'ready'\nrobots = 0\nstore = [2, 2, 2, 2, 2]"
    )
    assert len(options(match)) == 17


# R4: research tiles and nodes


def test_r4_the_stockpile_node_pays_two_owners() -> None:
    match = play(position(), "robot to Generator Hall", "robot to Algae Vat")
    assert store(match, 0) == "PPPPP"
    assert store(match, 1) == "PPA"  # 2 - 1 + 1 power


def test_r4_a_tile_on_two_nodes_activates_both() -> None:
    """The Stockpile shares one node with the Generator Hall and one with the Plant."""
    match = position("stockpile = [0, 0, 0, 0, 0]")
    play(match, "robot to Generator Hall", "robot to Electrolysis Plant", "robot to Stockpile")
    assert store(match, 0) == "PPPP" + "PP" + "P"
    assert store(match, 1) == "P" + "P" + "OO"


def test_r4_the_cost_is_due_before_the_node_pays() -> None:
    match = position("[state.players.1]\nstore = [0, 0, 0, 0, 0]")
    play(match, "robot to Generator Hall")
    assert "robot to Algae Vat" not in options(match)


def test_r4_the_marker_moves_at_once_but_matters_next_round() -> None:
    match = play(position(num_players=3), "robot to dock", "robot to Stockpile")
    assert match.state["first_player"] == 1
    assert match.player == 2
    play(match, "robot to dock", "robot to Generator Hall")
    assert match.player == 1
    play(match, "robot to dock", "robot to dock")
    assert match.state["round_number"] == 1
    assert match.player == 1


def test_r4_limits_apply_after_the_nodes() -> None:
    workers = "tile_workers = [-1, 1, -1, -1, -1, -1, -1, -1, -1]"
    match = position(
        f"{workers}\n[state.players.0]\nstore = [8, 0, 0, 0, 0]\n[state.players.1]\nrobots = 1"
    )
    play(match, "robot to Generator Hall")
    assert forced(match) == ["discard power"]
    assert store(match, 0) == "P" * 10


# R5: storage limit


def test_r5_tokens_are_chosen_one_at_a_time_in_ascending_order() -> None:
    match = position("[state.players.0]\nstore = [4, 0, 4, 1, 1]")
    play(match, "robot to Generator Hall")
    assert options(match) == ["discard power", "discard oxygen", "discard building material"]
    play(match, "discard oxygen")
    assert options(match) == ["discard oxygen", "discard building material", "discard sample"]
    play(match, "discard sample")
    assert store(match, 0) == "PPPPPPOOOB"
    assert stockpile(match) == "POS"
    assert match.player == 1


def test_r5_the_acting_player_first_then_clockwise() -> None:
    start = "[state.players.0]\nstore = [5, 5, 0, 0, 0]\n[state.players.1]\nstore = [5, 0, 5, 0, 0]"
    match = position(start)
    play(match, "robot to Generator Hall", "discard power", "discard algae")
    assert store(match, 0) == "PPPPPPAAAA"
    play(match, "robot to Algae Vat")  # costs 1, yields 1, the node pays 1 power to both
    assert match.player == 1
    assert options(match) == ["discard power", "discard algae", "discard oxygen"]
    play(match, "discard oxygen")
    assert match.player == 0
    play(match, "discard power")
    assert match.player == 0
    assert "robot to dock" in options(match)


def test_r5_a_full_stockpile_takes_no_more() -> None:
    match = position("stockpile = [9, 0, 0, 0, 0]\n[state.players.0]\nstore = [10, 0, 0, 0, 0]")
    play(match, "robot to Generator Hall")
    assert stockpile(match) == "P" * 10


def test_r5_costs_go_to_the_supply() -> None:
    match = play(position(), "robot to Algae Vat")
    assert stockpile(match) == "P"


def test_r5_contribution_points_do_not_count() -> None:
    match = position("[state.players.0]\nstore = [8, 0, 0, 0, 0]\npoints = 30")
    play(match, "robot to Generator Hall")
    assert store(match, 0) == "P" * 10


# R11: what is hidden


def test_r11_redeal_changes_nothing_but_the_order_of_two_piles() -> None:
    match = Match(GAME.variant(3), 7)
    before = match.state.copy()
    loops.redeal_one(match.states, 0, 1, np.uint64(99))
    after = match.state
    for name in before.dtype.names:
        same = np.array_equal(before[name], after[name])
        assert same == (name not in ("rng", "tile_stack", "paper_deck")), name
    for name in ("tile_stack", "paper_deck"):
        assert sorted(before[name]) == sorted(after[name])


def test_r11_redeal_reaches_every_place_of_the_piles_and_none_behind() -> None:
    match = Match(GAME.variant(3), 7)
    states = match.states.repeat(20)
    for i in range(len(states)):
        loops.redeal_one(states, i, 1, np.uint64(i))
    for pile, size in (("tile_stack", "stack_size"), ("paper_deck", "deck_size")):
        count = match.state[size]
        assert (states[pile][:, :count] != EMPTY).all()
        assert (states[pile][:, count:] == EMPTY).all()
        assert (states[pile][:, :count] != match.state[pile][:count]).any(axis=0).all()

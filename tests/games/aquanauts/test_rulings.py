"""One test or more for every ruling, AN-R1 to AN-R11."""

import random
import tomllib
from itertools import combinations

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import STANDARD_SET
from aquasphere_env.games.aquanauts.state import EMPTY, ITEMS

from .positions import forced, options, play, points, position, stockpile, store

FACILITIES = tomllib.loads(STANDARD_SET.read_text())["facilities"]["rows"]


def round_end(me: str, state: str = "", num_players: int = 2) -> Match:
    """Player 0, described by ``me``, places the last worker of the round."""
    others = "\n".join(f"[state.players.{p}]\nrobots = 0" for p in range(1, num_players))
    text = f"{state}\n{others}\n[state.players.0]\nrobots = 1\n{me}"
    return position(text, num_players=num_players)


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
    match = round_end("", 'track = ["-", "T01", "-", "T02", "T03"]\nstack_size = 9')
    stack = match.state["tile_stack"].tolist()
    play(match, "robot to dock")
    assert match.state["track"].tolist() == [0, 1, 2, stack[8], stack[7]]
    assert match.state["num_discards"] == 0


def test_r1_discards_become_the_stack_only_when_a_tile_is_needed() -> None:
    discards = [f"T{k:02d}" for k in (6, 8, 9, 11)] + ["-"] * 26
    table = f"""
        track = ["T01", "T02", "T03", "T13", "-"]
        tile_stack = {["T14", "T16"] + ["-"] * 28}
        stack_size = %d
        discards = {discards}
        num_discards = 4
        """
    match = play(round_end("", table % 2), "robot to dock")
    assert match.state["stack_size"] == 0
    assert match.state["num_discards"] == 5
    orders = set()
    for seed in range(12):
        match = round_end("", table % 0)
        match.state["rng"] = np.uint64(seed)
        play(match, "robot to dock")
        assert match.state["num_discards"] == 0
        drawn = match.state["track"].tolist()[3:]
        stack = match.state["tile_stack"][:3].tolist()
        assert sorted(stack + drawn) == [0, 5, 7, 8, 10]
        orders.add(tuple(drawn))
    assert len(orders) > 4  # a chance event


# R2: automated phase


def test_r2_nodes_and_free_facilities_pay_before_the_choices() -> None:
    """The Turbine's power runs the Electrolysis Tank in the same phase."""
    grid = 'store = [0, 0, 0, 0, 0]\ngrid = ["-", "-", "T01", "-", "T14"]'
    match = play(round_end(grid), "robot to dock")
    assert options(match) == ["run facility E", "done"]
    play(match, "run facility E")
    assert store(match, 0) == "OO"


def test_r2_an_item_that_feeds_a_lower_one_leaves_it_open() -> None:
    """The dredge in B needs the oxygen of the tank in C."""
    grid = 'store = [1, 0, 0, 0, 0]\ngrid = ["-", "T21", "T14", "-", "-"]'
    match = play(round_end(grid), "robot to dock")
    play(match, "run facility C")
    assert options(match) == ["run facility B", "done"]
    play(match, "run facility B")
    assert store(match, 0) == "OS"


def test_r2_taking_an_item_gives_up_the_lower_ones_that_could_have_run() -> None:
    grid = 'store = [2, 0, 0, 0, 0]\ngrid = ["-", "-", "T14", "-", "T25"]'
    match = play(round_end(grid), "robot to dock")
    assert options(match) == ["run facility C", "run facility E", "done"]
    play(match, "run facility E")
    assert match.player == 0
    assert "robot to dock" in options(match)  # C is given up: the workers' phase has begun


def test_r2_of_equal_facilities_the_lower_runs_first_and_giving_up_blocks_the_higher() -> None:
    grid = 'store = [3, 0, 0, 0, 0]\ngrid = ["-", "-", "T14", "T25", "T15"]'
    match = play(round_end(grid), "robot to dock")
    assert options(match) == ["run facility C", "run facility D", "done"]
    assert options(play(match.copy(), "run facility C")) == [
        "run facility D",
        "run facility E",
        "done",
    ]
    assert "robot to dock" in options(play(match, "run facility D"))


RUNNING = [k for k, tile in enumerate(FACILITIES) if tile["run"]]


@pytest.mark.parametrize("seed", range(25))
def test_r2_every_set_of_choices_is_exactly_one_sequence(seed: int) -> None:
    """All paths through an automated phase against all sets of items that some order affords."""
    choice = random.Random(seed)
    tiles = choice.sample(RUNNING, choice.randint(2, 5))
    grid = [FACILITIES[t]["id"] for t in tiles] + ["-"] * (5 - len(tiles))
    held = [choice.randint(0, 2) for _ in range(5)]
    start = play(round_end(f"store = {held}\ngrid = {grid}"), "robot to dock")
    paths: list[list[str]] = []

    def explore(match: Match, taken: list[str]) -> None:
        if match.state["question"] != ITEMS or match.player != 0:
            paths.append(taken)
            return
        for words in options(match):
            explore(play(match.copy(), words), taken if words == "done" else [*taken, words])

    explore(start, [])
    items = {
        f"run facility {place}": (FACILITIES[t]["run"], FACILITIES[t]["output"])
        for place, t in zip("ABCDE", tiles, strict=False)
    }
    items["wake the aquanaut"] = ("AO", "")
    kinds = [tuple(sorted(items[words] for words in taken)) for taken in paths]
    possible = {
        tuple(sorted(items[words] for words in chosen))
        for size in range(len(items) + 1)
        for chosen in combinations(items, size)
        if can_all_run({words: items[words] for words in chosen}, store_before(start))
    }
    assert sorted(kinds) == sorted(possible)


def store_before(match: Match) -> str:
    """Return the store of player 0 if the choices are still to be made, else nothing to choose."""
    return store(match, 0) if match.state["question"] == ITEMS and match.player == 0 else ""


def can_all_run(items: dict[str, tuple[str, str]], held: str) -> bool:
    """Return whether all ``items`` can run in some order, beginning with the tokens ``held``."""
    if not items:
        return True
    for name, (cost, output) in items.items():
        if all(held.count(t) >= cost.count(t) for t in cost):
            left = list(held)
            for token in cost:
                left.remove(token)
            rest = {k: item for k, item in items.items() if k != name}
            if can_all_run(rest, "".join(left) + output):
                return True
    return False


def test_r2_the_limit_applies_after_the_choices() -> None:
    """Eleven tokens before the facility runs: none is discarded in between."""
    me = 'store = [9, 0, 0, 0, 0]\ngrid = ["-", "-", "T06", "T25", "-"]'
    match = play(round_end(me), "robot to dock")
    assert store(match, 0) == "P" * 11
    play(match, "run facility D")
    assert forced(match)[-1:] != ["discard power"]
    assert store(match, 0) == "P" * 10
    assert points(match, 0) == 1


def test_r2_a_new_facility_runs_in_the_next_round() -> None:
    me = "store = [0, 0, 0, 1, 0]"
    match = round_end(me, 'track = ["T27", "T01", "T02", "T03", "T06"]')
    play(match, "robot to track 1", "build in place C")
    assert match.state["round_number"] == 1
    assert store(match, 0) == "P"


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
    track = ["T01", "T27", "T14", "-", "T06"]
    [state.players.0]
    """


def test_r3_a_track_space_needs_its_cost_and_a_tile() -> None:
    match = position(BUILDER + "store = [0, 0, 0, 1, 0]")
    assert [w for w in options(match) if "track" in w] == ["robot to track 0", "robot to track 1"]


def test_r3_a_track_space_needs_a_free_grid_place() -> None:
    full = 'store = [9, 0, 0, 9, 0]\ngrid = ["T02", "T03", "T08", "T09", "T13"]'
    match = position(BUILDER + full)
    assert not [w for w in options(match) if "track" in w]
    almost = 'store = [9, 0, 0, 9, 0]\ngrid = ["T02", "T03", "-", "T09", "T13"]'
    match = play(position(BUILDER + almost), "robot to track 0")
    assert forced(match)[-1:] == ["build in place C"]


def test_r3_one_storage_unit_a_player() -> None:
    match = position(BUILDER + 'store = [0, 0, 0, 9, 0]\ngrid = ["T28", "-", "-", "-", "-"]')
    assert "robot to track 1" not in options(match)


def test_r3_the_space_stays_taken_for_the_round() -> None:
    match = position(BUILDER + "store = [0, 0, 0, 2, 0]")
    play(match, "robot to track 0", "build in place B", "robot to dock")
    assert "robot to track 0" not in options(match)
    assert "robot to track 1" in options(match)


def test_r3_the_aquanaut_goes_everywhere() -> None:
    match = position(
        "track = ['T01', 'T02', 'T03', 'T06', 'T08']\ndock = [1, -1, -1]\n"
        "[state.players.0]\naquanaut = 'ready'\nrobots = 0\nstore = [5, 5, 5, 5, 5]"
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
    match = position(f"{workers}\n[state.players.0]\nstore = [8, 0, 0, 0, 0]")
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
    match = position("[state.players.0]\nstore = [8, 0, 0, 0, 0]\npoints = 50")
    play(match, "robot to Generator Hall")
    assert store(match, 0) == "P" * 10


# R6: loading


def test_r6_the_lowest_free_bay_is_filled() -> None:
    match = position(
        """
        [state.bays.0]
        owner = 1
        cargo = [1, 0, 0]
        [state.bays.2]
        owner = 1
        cargo = [1, 0, 0]
        [state.players.0]
        store = [0, 0, 2, 0, 1]
        """
    )
    play(match, "robot to submersible", "load OS")
    assert match.state["bays"][1]["owner"] == 0
    assert match.state["bays"][1]["cargo"].tolist() == [0, 1, 1]
    assert store(match, 0) == "O"


def test_r6_a_full_dock_launches_at_once() -> None:
    match = position("dock = [1, 0, -1]")
    play(match, "robot to dock")
    assert store(match, 0) == "PPBBBB"
    assert store(match, 1) == "PPBB"


def test_r6_a_full_submersible_launches_at_once() -> None:
    bays = "\n".join(f"[state.bays.{b}]\nowner = 1\ncargo = [0, 0, 0]" for b in range(3))
    match = position(f"{bays}\n[state.players.0]\nstore = [0, 1, 0, 0, 0]")
    play(match, "robot to submersible")  # the only load there is
    assert forced(match)[-1:] == ["load A"]
    assert (match.state["bays"]["owner"] == -1).all()


def test_r6_launch_needs_a_filled_bay_of_either() -> None:
    assert "robot to launch" not in options(position())
    assert "robot to launch" in options(position("dock = [-1, 1, -1]"))
    assert "robot to launch" in options(position("[state.bays.1]\nowner = 1\ncargo = [1, 0, 0]"))


# R7: launching

BAYS = """
    open_papers = ["R07", "R13", "R24", "R12"]
    [state.bays.0]
    owner = 1
    cargo = [0, 3, 0]
    [state.bays.1]
    owner = 0
    cargo = [3, 1, 0]
    [state.bays.2]
    owner = 1
    cargo = [0, 3, 0]
    """


def test_r7_the_launcher_orders_the_bays_and_equal_ones_are_one_choice() -> None:
    match = play(position(BAYS), "robot to launch")
    assert match.player == 0
    assert options(match) == ["unload bay 0", "unload bay 1"]
    play(match, "unload bay 0")
    assert match.player == 1  # the owner chooses
    assert options(match) == ["publish paper 0", "publish nothing"]


def test_r7_a_bay_that_can_publish_no_more_is_unloaded_unasked() -> None:
    """The only paper for OOO is gone: the second bay of player 1 trades its three tokens."""
    match = play(position(BAYS), "robot to launch", "unload bay 0", "publish paper 0")
    assert match.scores() == [0, 4 + 3]
    assert match.player == 0
    assert options(match) == ["publish paper 1", "publish nothing"]


def test_r7_publishing_nothing_earns_nothing() -> None:
    match = play(position(BAYS), "robot to launch", "unload bay 1", "publish nothing")
    assert match.scores() == [0, 0]
    play(match, "publish nothing", "publish nothing")
    assert match.scores() == [0, 0]
    assert (match.state["bays"]["owner"] == -1).all()


def test_r7_two_tokens_earn_nothing() -> None:
    match = position("[state.bays.0]\nowner = 1\ncargo = [1, 1, 0]")
    play(match, "robot to launch")
    assert match.scores() == [0, 0]


def test_r7_an_owner_of_four_papers_trades() -> None:
    papers = '[state.players.1]\npapers = ["R01", "R02", "R03", "R04"]'
    match = play(position(BAYS + papers), "robot to launch")
    assert points(match, 1) == 3 + 3
    assert match.player == 0


def test_r7_the_dock_pays_after_the_papers_and_then_limits_apply_launcher_first() -> None:
    match = position(
        BAYS
        + """
        [state.players.0]
        store = [9, 0, 0, 0, 0]
        [state.players.1]
        store = [9, 0, 0, 0, 0]
        """
    )
    match.state["dock"] = [1, 0, -1]
    play(match, "robot to launch", "unload bay 1", "publish paper 1")
    assert store(match, 0) == "P" * 9
    play(match, "publish paper 0")
    assert store(match, 0) == "P" * 9 + "BB"
    assert match.player == 0
    play(match, "discard power")
    assert match.player == 1
    play(match, "discard building material")
    assert store(match, 1) == "P" * 9 + "B"
    assert "robot to dock" in options(match)


# R8: objectives


def test_r8_papers_claim_at_once_before_the_next_bay() -> None:
    match = position('objectives = ["J04", "J07", "J09"]\n' + BAYS)
    match.state["players"][1]["papers"][0] = 7
    match.state["players"][0]["papers"][0] = 8
    play(match, "robot to launch", "unload bay 0", "publish paper 0")
    assert match.state["claimed_by"].tolist() == [1, -1, -1]
    assert points(match, 1) == 4 + 3  # the objective, and the other bay's trade


def test_r8_several_objectives_at_once_are_all_taken() -> None:
    match = position(
        """
        objectives = ["J01", "J10", "J12"]
        track = ["T27", "T01", "T02", "T03", "T06"]
        [state.players.0]
        store = [0, 0, 0, 1, 0]
        papers = ["R07", "R01", "-", "-"]
        grid = ["T16", "T08", "-", "-", "-"]
        """
    )
    play(match, "robot to track 0", "build in place C")  # a Storage Unit counts too
    assert match.state["claimed_by"].tolist() == [0, 0, 0]
    assert points(match, 0) == 3 + 3 + 4


@pytest.mark.parametrize(
    ("objective", "papers", "met"),
    [
        ("J03", ["R01", "R06"], True),
        ("J03", ["R01", "R07"], False),
        ("J07", ["R01", "R07"], True),
        ("J08", ["R13", "R07"], False),
        ("J09", ["R01", "R07", "R13"], True),
        ("J09", ["R01", "R07", "R08"], False),
    ],
)
def test_r8_requirements_on_papers(objective: str, papers: list[str], met: bool) -> None:
    others = [j for j in ("J02", "J10", "J11") if j != objective][:2]
    padded = papers[:-1] + ["-"] * (5 - len(papers))
    row = [papers[-1], "R24", "R12", "R18"]
    match = position(
        f"""
        objectives = {[objective, *others]}
        open_papers = {row}
        [state.players.0]
        papers = {padded}
        [state.bays.0]
        owner = 0
        cargo = [3, 3, 2]
        """
    )
    play(match, "robot to launch", "publish paper 0")
    assert (match.state["claimed_by"][0] == 0) == met


# R9, R10: the end


def test_r9_bays_still_loaded_are_lost() -> None:
    papers = 'papers = ["R01", "R02", "R03", "R04"]'
    bay = "[state.bays.0]\nowner = 1\ncargo = [0, 0, 3]"
    match = play(round_end(papers, bay), "robot to dock")
    assert match.state["terminated"]
    assert match.scores() == [4 + 5 + 6 + 7, 0]


def test_r9_max_rounds_truncates() -> None:
    variant = GAME.variant(2, max_rounds=2)
    match = Match(variant, 1)
    while not match.over:
        words = "robot to dock" if "robot to dock" in options(match) else options(match)[0]
        play(match, words)
    assert match.state["truncated"]
    assert not match.state["terminated"]
    assert match.state["round_number"] == 1
    assert GAME.end_reason(match.state) == GAME.end_reasons[1]


def test_r9_a_fourth_paper_in_the_last_round_is_a_normal_end() -> None:
    match = round_end('papers = ["R01", "R02", "R03", "R04"]', "round_number = 19")
    play(match, "robot to dock")
    assert match.state["terminated"]
    assert not match.state["truncated"]


def test_r10_ties_are_shared() -> None:
    match = position("[state.players.0]\npoints = 4\n[state.players.2]\npoints = 4", num_players=3)
    assert match.ranks() == [1, 3, 1]


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

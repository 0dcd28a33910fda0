"""The views: bounded, fully written, from the observer's seat; what their columns say."""

from collections import defaultdict
from itertools import chain

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.features import Column
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.board_rows import (
    NODE_COLUMNS,
    PILE,
    PILE_COLUMNS,
    TABLE,
    TABLE_COLUMNS,
    TILE,
    TILE_COLUMNS,
)
from aquasphere_env.games.aquanauts.components import FACILITY_IDS, NUM_PAPERS, PAPER_IDS
from aquasphere_env.games.aquanauts.entities import ON_OFFER
from aquasphere_env.games.aquanauts.paper_rows import (
    BAY_COLUMNS,
    OBJECTIVE_COLUMNS,
    PAPER_COLUMNS,
)
from aquasphere_env.games.aquanauts.player_rows import (
    FACILITY,
    FACILITY_COLUMNS,
    PLACE,
    PLACE_COLUMNS,
    SEAT,
    SEAT_COLUMNS,
)
from tests.contract.test_public import blind_spots, edits

from .contract import SPEC
from .positions import BAYS, games, play, position, round_end

VIEWS = list(GAME.views)
COLUMNS: dict[str, tuple[Column, ...]] = {
    "table": TABLE_COLUMNS,
    "seats": SEAT_COLUMNS,
    "tiles": TILE_COLUMNS,
    "nodes": NODE_COLUMNS,
    "facilities": FACILITY_COLUMNS,
    "places": PLACE_COLUMNS,
    "open_papers": PAPER_COLUMNS,
    "bays": BAY_COLUMNS,
    "objectives": OBJECTIVE_COLUMNS,
    "piles": PILE_COLUMNS,
}
# Numbers, such as a cost in building materials, that the standard set never fills.
NEVER_SET = {
    "table": {("discard_from", 4)},
    "tiles": {("cost", 3), ("cost", 4), ("output", 5), ("bonus", 3), ("bonus", 4)},
    "nodes": {("token", 3), ("token", 4)},
    "facilities": {("cost", 4), ("run_cost", 3), ("run_cost", 4)},
    "seats": {("run_costs", 3), ("run_costs", 4), ("income", 3), ("income", 5), ("run_output", 0)},
    "places": {("income", 3), ("income", 5)},
}


def observe(match: Match, player: int, view: str = "flat", fill: float = np.nan) -> np.ndarray:
    """Return the record that ``player`` sees, written over ``fill``."""
    target = np.full(GAME.views[view].size, fill, np.float32).view(GAME.views[view].dtype)
    target = target.view(np.recarray)  # whose fields interpreted kernels read
    loops.observe_one(match.states, 0, player, target, 0)
    record: np.ndarray = target[0]
    return record


def grid_rows(match: Match, viewer: int, seat: int) -> np.ndarray:
    """Return the rows of places A to E on the grid of the player ``seat`` seats clockwise."""
    first = ON_OFFER + 5 * seat
    rows: np.ndarray = observe(match, viewer)["facilities"][first : first + 5]
    return rows


@pytest.mark.parametrize("view", VIEWS)
def test_every_value_is_written_and_bounded_for_every_player(view: str) -> None:
    for match in games(6, share=0.15):
        for player in range(int(match.state["num_players"])):
            record = observe(match, player, view)
            values = np.array([record], GAME.views[view].dtype).view(np.float32)
            assert np.isfinite(values).all()
            assert np.abs(values).max() <= 1
            for name in GAME.views[view].dtype.names:
                assert set(np.unique(record[name][:, 0])) <= {0, 1}


def test_every_column_is_used() -> None:
    """Over many states no column is always zero, apart from NEVER_SET."""
    used = {name: np.zeros(sum(c.width for c in COLUMNS[name]), bool) for name in COLUMNS}
    published = [
        position(f"[state.players.0]\npapers = {list(PAPER_IDS[k : k + 4])}")
        for k in range(0, NUM_PAPERS, 4)
    ]
    launch = play(position(BAYS), "robot to launch")
    for match in chain(games(24), published, [launch]):
        for player in range(int(match.state["num_players"])):
            record = observe(match, player)
            for name, marks in used.items():
                marks |= record[name].any(axis=0)
    for name, marks in used.items():
        numbers = [(column.name, k) for column in COLUMNS[name] for k in range(column.width)]
        dead = {number for number, mark in zip(numbers, marks, strict=True) if not mark}
        assert dead <= NEVER_SET.get(name, set()), name


@pytest.mark.parametrize("view", VIEWS)
def test_r11_hidden_orders_do_not_show(view: str) -> None:
    for number, match in enumerate(games(6, share=0.1)):
        for player in range(int(match.state["num_players"])):
            before = observe(match, player, view).tobytes()
            twin = match.copy()
            loops.redeal_one(twin.states, 0, player, np.uint64(number))
            assert observe(twin, player, view).tobytes() == before


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_public_field_shows_in_lively_games(num_players: int) -> None:
    """Random games of the contract hardly ever publish or build; these positions often do."""
    variant = GAME.variant(num_players)
    by_question = defaultdict(list)
    for match in games(6, [num_players]):
        if not match.over:
            by_question[int(match.state["question"])].append(match.states.copy())
    positions = [s for asked in by_question.values() for s in asked[:: 1 + len(asked) // 40]]
    assert blind_spots(variant, SPEC, positions) == {}
    edited = {edit.path for edit in edits(variant, SPEC, positions)}
    assert {"in_hand", "deck_size", "players.papers", "open_items"} <= edited


def test_two_views_hold_the_same_numbers() -> None:
    for match in games(3, share=0.1):
        assert observe(match, 1, "flat").tobytes() == observe(match, 1, "entities").tobytes()


def test_seats_begin_with_the_observer() -> None:
    match = position(num_players=3)
    match.state["players"]["points"][:3] = [10, 20, 30]
    for player in range(3):
        shown = observe(match, player)["seats"][:, SEAT.tokens]
        points = [10 * (1 + (player + seat) % 3) for seat in range(3)]
        assert shown.tolist() == pytest.approx([*(p / (p + 50) for p in points), 0])


@pytest.mark.parametrize("points", [0, 50, 94, 300, 3000])
def test_points_are_never_clipped(points: int) -> None:
    match, more = position(), position()
    match.state["players"]["points"][0] = points
    more.state["players"]["points"][0] = points + 1
    seat = observe(match, 0)["seats"][0]
    assert seat[SEAT.tokens] == pytest.approx(points / (points + 50))
    assert seat[SEAT.score] == pytest.approx(points / (points + 50))
    assert observe(more, 0)["seats"][0, SEAT.tokens] > seat[SEAT.tokens]


def test_a_store_over_its_limit_is_not_clipped() -> None:
    match = position()
    match.state["players"]["store"][0] = [17, 0, 1, 0, 0]
    seat = observe(match, 1)["seats"][1]
    assert seat[SEAT.store : SEAT.store + 5] == pytest.approx([17 / 30, 0, 1 / 30, 0, 0])
    assert seat[SEAT.space] == pytest.approx((10 - 18) / 30)


def test_the_stockpile_and_the_round_limit_are_not_clipped() -> None:
    table = observe(position("stockpile = [9, 0, 1, 0, 0]"), 0)["table"][0]
    assert table[TABLE.stockpile] == pytest.approx(9 / 20)
    assert table[TABLE.limit] == pytest.approx(20 / 200)
    long = Match(GAME.variant(2, max_rounds=200), 0)
    assert observe(long, 0)["table"][0, TABLE.limit] == 1


ENGINE = 'store = [2, 0, 1, 0, 0]\ngrid = ["-", "T19", "T14", "-", "T25"]'


def test_facilities_run_or_given_up_show_on_every_players_view() -> None:
    """C (P to OO) runs before B (O to S), which gives B up although the store affords it."""
    match = play(round_end(ENGINE), "robot to dock")
    for viewer, seat in ((0, 0), (1, 1)):
        rows = grid_rows(match, viewer, seat)
        assert rows[:, FACILITY.may_run].tolist() == [0, 1, 1, 0, 1]
        assert rows[:, FACILITY.usable].tolist() == [0, 1, 1, 0, 1]
    play(match, "run facility C")
    for viewer, seat in ((0, 0), (1, 1)):
        rows = grid_rows(match, viewer, seat)
        assert rows[:, FACILITY.may_run].tolist() == [0, 0, 0, 0, 1]
        assert rows[:, FACILITY.usable].tolist() == [0, 0, 0, 0, 1]


def test_a_facility_that_may_still_run_shows_although_it_is_unaffordable() -> None:
    match = play(round_end(ENGINE.replace("[2, 0, 1", "[2, 0, 0")), "robot to dock")
    rows = grid_rows(match, 0, 0)
    assert rows[:, FACILITY.may_run].tolist() == [0, 1, 1, 0, 1]
    assert rows[:, FACILITY.usable].tolist() == [0, 0, 1, 0, 1]


def test_seats_tell_whether_the_aquanaut_may_still_be_woken() -> None:
    match = play(round_end(ENGINE), "robot to dock")
    seat = observe(match, 1)["seats"][1]
    assert (seat[SEAT.may_wake], seat[SEAT.can_wake]) == (1, 0)  # there is no algae
    assert not observe(match, 1)["seats"][0, SEAT.may_wake]
    ready = play(round_end("store = [1, 2, 2, 0, 0]\n" + ENGINE.split("\n")[1]), "robot to dock")
    assert observe(ready, 0)["seats"][0, SEAT.can_wake] == 1
    play(ready, "wake the aquanaut")
    assert observe(ready, 0)["seats"][0, SEAT.may_wake] == 0


def test_every_players_grid_is_in_every_view() -> None:
    match = position('[state.players.2]\ngrid = ["-", "T27", "-", "T01", "-"]', num_players=3)
    for viewer in range(3):
        rows = grid_rows(match, viewer, (2 - viewer) % 3)
        assert rows[:, FACILITY.present].tolist() == [0, 1, 0, 1, 0]
        assert rows[1, FACILITY.number] == pytest.approx(27 / 30)
        assert rows[1, FACILITY.storage_unit] == 1
        assert rows[:, FACILITY.linked].tolist() == [0, 0, 0, 1, 0]
        assert rows[1, FACILITY.owner + (2 - viewer) % 3] == 1


def test_facilities_that_look_alike_have_different_numbers() -> None:
    for k, number in enumerate(("T27", "T28")):
        match = position(f"track = ['{number}', 'T01', 'T02', 'T03', 'T06']")
        row = observe(match, 0)["facilities"][0]
        assert row[FACILITY.number] == pytest.approx((27 + k) / 30)


def test_published_papers_show_by_number() -> None:
    """R01 and R05 have the subject and the points of R02 and R04."""
    for papers in (["R01", "R05"], ["R02", "R04"]):
        match = position(
            f"objectives = ['J01', 'J04', 'J05']\n[state.players.1]\npapers = {[*papers, '-', '-']}"
        )
        seat = observe(match, 0)["seats"][1]
        published = seat[SEAT.published : SEAT.published + NUM_PAPERS]
        assert [PAPER_IDS[k] for k in np.flatnonzero(published)] == papers
        assert seat[SEAT.subjects] == pytest.approx(2 / 4)
        assert seat[SEAT.score] == pytest.approx(12 / 62)


def test_piles_show_what_is_discarded() -> None:
    match = play(round_end(""), "robot to dock")
    row = observe(match, 1)["piles"][0]
    discarded = np.flatnonzero(row[PILE.discards :])
    assert [FACILITY_IDS[k] for k in discarded] == [FACILITY_IDS[match.state["discards"][0]]]
    assert row[PILE.deck : PILE.stack].sum() == match.state["deck_size"]


def test_node_bonus_for_the_next_worker() -> None:
    match = play(position("[state.players.0]\naquanaut = 'ready'"), "robot to Algae Vat")
    mine, other = observe(match, 0)["tiles"], observe(match, 1)["tiles"]
    kelp_beds, hall, algae, power = 2, 0, 1, 0
    assert mine[kelp_beds, TILE.bonus + algae] == pytest.approx(2 / 5)
    assert other[kelp_beds, TILE.bonus + algae] == pytest.approx(1 / 5)
    assert other[hall, TILE.bonus + power] == pytest.approx(1 / 5)
    assert mine[1, TILE.bonus : TILE.bonus + 6].tolist() == [0] * 6  # occupied
    assert mine[kelp_beds, TILE.usable] == 1  # a ready aquanaut
    assert other[kelp_beds, TILE.usable] == 0
    assert other[hall, TILE.usable] == 1


def test_places_show_the_nodes_that_the_facility_in_hand_would_light() -> None:
    match = position(
        "track = ['T27', 'T01', 'T02', 'T03', 'T06']\n[state.players.0]\nstore = [0, 0, 0, 1, 0]\n"
        "grid = ['T09', '-', '-', '-', '-']"
    )
    assert not observe(match, 0)["places"].any()
    play(match, "robot to track 0")
    places = observe(match, 0)["places"]
    assert places[:, PLACE.present].tolist() == [0, 1, 1, 1, 1]
    fifths = np.rint(places[:, PLACE.income :] * 5).astype(int).tolist()
    assert fifths[1] == [0, 1, 0, 0, 0, 0]  # B: the algae node
    assert fifths[3] == [1, 0, 0, 0, 0, 0]  # D: linked to the source itself
    assert fifths[2] == [0] * 6
    assert not observe(match, 1)["places"].any()


def test_table_tells_the_question_and_seats_who_decides() -> None:
    match = position()
    record = observe(match, 1)
    assert record["table"][0, TABLE.question + 2] == 1
    assert record["seats"][:, SEAT.decides].tolist() == [0, 1, 0, 0]

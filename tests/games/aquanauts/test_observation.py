"""The views: bounded, fully written, from the observer's seat, blind to the two hidden orders."""

from itertools import chain

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME, observation

from .positions import games, play, position

VIEWS = list(GAME.views)
TWO_PAPERS = """
    open_papers = ["R07", "R13", "R24", "R12"]
    [state.bays.0]
    owner = 1
    cargo = [0, 3, 0]
    [state.bays.1]
    owner = 0
    cargo = [3, 1, 0]
    """


def observe(match: Match, player: int, view: str, fill: float = np.nan) -> np.ndarray:
    """Return the record that ``player`` sees, written over ``fill``."""
    target = np.full(GAME.views[view].size, fill, np.float32).view(GAME.views[view].dtype)
    loops.observe_one(match.states, 0, player, target, 0)
    record: np.ndarray = target[0]
    return record


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


@pytest.mark.parametrize("view", VIEWS)
def test_every_column_is_documented_and_used(view: str) -> None:
    """The documented widths add up, and over many states no column is always zero."""
    used = np.zeros(GAME.views[view].size, bool)
    for match in chain(games(24), [play(position(TWO_PAPERS), "robot to launch")]):
        for player in range(int(match.state["num_players"])):
            record = observe(match, player, view)
            used |= np.array([record], GAME.views[view].dtype).view(np.float32) != 0
    marks = used.view(bool)
    start = 0
    for feature in GAME.views[view].features:
        rows, width = feature.shape
        columns = marks[start : start + rows * width].reshape(rows, width).any(axis=0)
        start += rows * width
        dead = set(np.flatnonzero(~columns))
        assert dead <= NEVER_SET.get(feature.name, set()), (feature.name, dead)
    assert start == GAME.views[view].size


def at(columns: list[tuple[str, int]], words: str) -> int:
    """Return the first column whose meaning begins with ``words``."""
    start = 0
    for text, width in columns:
        if text.startswith(words):
            return start
        start += width
    raise KeyError(words)


TILES, FACILITIES, NODES = observation.TILES, observation.FACILITIES, observation.NODES
# Columns that the standard set or random play never fills.
NEVER_SET = {
    "table": {at(observation.TABLE, "lowest kind") + 4},
    "tiles": {at(TILES, "cost") + k for k in (3, 4)}
    | {at(TILES, "output") + 5}
    | {at(TILES, "nodes would pay") + k for k in (3, 4)},
    "nodes": {at(NODES, "token it pays") + k for k in (3, 4)},
    "facilities": {at(FACILITIES, "cost") + 4}
    | {at(FACILITIES, "running cost") + k for k in (3, 4)},
    "seats": {at(observation.SEATS, "running costs") + k for k in (3, 4)}
    | {at(observation.SEATS, "unasked income") + k for k in (3, 5)}
    | {at(observation.SEATS, "output for these costs")},
    "places": {at(observation.BUILDING_PLACES, "live nodes") + k for k in (3, 5)},
}


@pytest.mark.parametrize("view", VIEWS)
def test_r11_hidden_orders_do_not_show(view: str) -> None:
    for number, match in enumerate(games(6, share=0.1)):
        for player in range(int(match.state["num_players"])):
            before = observe(match, player, view).tobytes()
            twin = match.copy()
            loops.redeal_one(twin.states, 0, player, np.uint64(number))
            assert observe(twin, player, view).tobytes() == before


def test_seats_begin_with_the_observer() -> None:
    match = position(
        "\n".join(f"[state.players.{p}]\npoints = {10 + 10 * p}" for p in range(3)), num_players=3
    )
    column = at(observation.SEATS, "contribution point tokens")
    for player in range(3):
        shown = observe(match, player, "flat")["seats"][:, column] * 50
        expected = [10 * (1 + (player + seat) % 3) for seat in range(3)]
        assert shown.tolist() == pytest.approx([*expected, 0])


def test_two_views_share_their_rows() -> None:
    for match in games(3, share=0.1):
        flat, entities = observe(match, 1, "flat"), observe(match, 1, "entities")
        for name in flat.dtype.names:
            rows = len(flat[name])
            assert np.array_equal(flat[name], entities[name][:rows])


def test_node_bonus_for_the_next_worker() -> None:
    match = play(position("[state.players.0]\naquanaut = 'ready'"), "robot to Algae Vat")
    bonus = at(observation.TILES, "nodes would pay")
    mine, other = observe(match, 0, "flat")["tiles"], observe(match, 1, "flat")["tiles"]
    kelp_beds, hall, algae, power = 2, 0, 1, 0
    assert mine[kelp_beds, bonus + algae] == pytest.approx(2 / 5)
    assert other[kelp_beds, bonus + algae] == pytest.approx(1 / 5)
    assert other[hall, bonus + power] == pytest.approx(1 / 5)
    assert mine[1, bonus : bonus + 6].tolist() == [0] * 6  # occupied
    assert mine[kelp_beds, -1] == 1  # a ready aquanaut
    assert other[kelp_beds, -1] == 0
    assert other[hall, -1] == 1


def test_places_show_the_nodes_that_the_facility_in_hand_would_light() -> None:
    match = position(
        "track = ['T27', 'T01', 'T02', 'T03', 'T06']\n[state.players.0]\nstore = [0, 0, 0, 1, 0]\n"
        "grid = ['T01', '-', '-', '-', '-']"
    )
    assert not observe(match, 0, "flat")["places"].any()
    play(match, "robot to track 0")
    places = observe(match, 0, "flat")["places"]
    assert places[:, 0].tolist() == [0, 1, 1, 1, 1]
    fifths = np.rint(places[:, 1:] * 5).astype(int).tolist()
    assert fifths[1] == [0, 1, 0, 0, 0, 0]  # B: the algae node
    assert fifths[3] == [1, 0, 0, 0, 0, 0]  # D: linked to the source itself
    assert fifths[2] == [0] * 6
    assert not observe(match, 1, "flat")["places"].any()


def test_table_tells_the_question_and_seats_who_decides() -> None:
    match = position()
    record = observe(match, 1, "flat")
    assert record["table"][0, at(observation.TABLE, "open question") + 2] == 1
    assert record["seats"][:, 1].tolist() == [0, 1, 0, 0]

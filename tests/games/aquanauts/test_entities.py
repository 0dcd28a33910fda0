"""The view "entities": tokens say where they are and whose they are."""

from aquasphere_env.games.aquanauts.board_rows import NODE, TILE
from aquasphere_env.games.aquanauts.entities import ON_OFFER
from aquasphere_env.games.aquanauts.paper_rows import BAY, OBJECTIVE, PAPER
from aquasphere_env.games.aquanauts.player_rows import FACILITY, IN_HAND, ON_GRID, ON_TRACK

from .positions import BAYS, play, position
from .test_observation import observe

BUILDER = """
    track = ["T27", "T01", "T02", "-", "T06"]
    [state.players.0]
    store = [0, 0, 0, 1, 0]
    grid = ["T13", "-", "-", "-", "-"]
    [state.players.1]
    robots = 1
    """


def test_facilities_say_where_they_are() -> None:
    match = play(position(BUILDER), "robot to track 0")
    rows = observe(match, 1, "entities")["facilities"]
    assert rows[:ON_OFFER, FACILITY.present].tolist() == [0, 1, 1, 0, 1, 1]
    assert rows[1, FACILITY.where + ON_TRACK] == rows[1, FACILITY.spot + 1] == 1
    hand = rows[ON_OFFER - 1]
    assert hand[FACILITY.where + IN_HAND] == hand[FACILITY.owner + 1] == 1
    assert not hand[FACILITY.spot : FACILITY.number].any()
    tank = rows[ON_OFFER + 5]  # place A of the player one seat clockwise
    assert tank[FACILITY.where + ON_GRID] == tank[FACILITY.owner + 1] == tank[FACILITY.spot] == 1
    assert tank[FACILITY.connectors : FACILITY.storage_unit].tolist() == [1, 0, 0, 1]
    assert tank[FACILITY.linked] == 1


def test_bays_say_whose_they_are_and_what_their_owner_could_publish() -> None:
    match = play(position(BAYS), "robot to launch", "unload bay 0")
    record = observe(match, 1, "entities")
    bays = record["bays"]
    assert bays[:, BAY.present].tolist() == [1, 1, 1, 0, 0, 0, 0]
    assert bays[:3, BAY.owner].tolist() == [1, 0, 1]
    assert bays[1, BAY.owner + 1] == 1
    assert bays[:3, BAY.unloading].tolist() == [1, 0, 0]
    assert bays[1, BAY.publishable :].tolist() == [0, 1, 0, 0]
    assert record["open_papers"][:, PAPER.publishable].tolist() == [1, 0, 0, 0]


def test_dock_bays_have_rows_of_their_own() -> None:
    bays = observe(position("dock = [1, 0, -1]"), 0, "entities")["bays"]
    assert bays[4:, BAY.dock].tolist() == [1, 1, 0]
    assert bays[4, BAY.owner + 1] == bays[5, BAY.owner] == 1
    assert not bays[:4].any()


def test_objectives_say_what_each_seat_lacks() -> None:
    match = position(
        'objectives = ["J01", "J03", "J04"]\nclaimed_by = [-1, 1, -1]\n[state.players.1]\n'
        'grid = ["T01", "T02", "-", "-", "-"]\npapers = ["R01", "R02", "-", "-"]\npoints = 4'
    )
    rows = observe(match, 0, "entities")["objectives"]
    assert rows[:, OBJECTIVE.unclaimed].tolist() == [1, 0, 1]
    assert rows[1, OBJECTIVE.claimed_by + 1] == 1
    ninths = (rows[0, OBJECTIVE.missing :] * 9).round().tolist()
    assert ninths == [3, 1, 0, 0]


def test_nodes_say_whether_they_paid_and_tiles_who_works_there() -> None:
    match = play(position(), "robot to Algae Vat", "robot to Generator Hall")
    record = observe(match, 1, "entities")
    assert record["nodes"][:, NODE.paid].tolist() == [1, 0, 0, 0, 0, 0]
    assert record["nodes"][:, NODE.next_pays].tolist() == [0, 1, 0, 0, 0, 0]
    tiles = record["tiles"]
    assert tiles[0, TILE.worker] == tiles[1, TILE.worker + 1] == 1
    assert not tiles[:2, TILE.free].any()
    assert not tiles[:2, TILE.aquanaut].any()

"""The view ``entities``: rows of the sea and things as tokens."""

import numpy as np
import pytest

from aquasphere_env.games.aquamarine.entities import ROW, THING
from aquasphere_env.games.aquamarine.state import KIND_LETTERS

from .positions import begin, draw, row
from .test_observation import look, two_dives


def tokens(match, name, player=0):
    return look(match, player, "entities")[name]


def test_a_thing_tells_what_it_is_and_where():
    thing = tokens(begin({(7, 5): "b"}), "things")
    assert thing[0, [THING.present, THING.free]].tolist() == [1, 1]
    assert thing[0, THING.row] == pytest.approx(7 / 21)
    assert thing[0, THING.column] == pytest.approx(5 / 21)
    assert thing[0, THING.rows_down] == pytest.approx(7 / 21)
    assert thing[0, THING.sort : THING.kind].tolist() == [0] * 7 + [1, 0, 0]
    assert thing[0, THING.promise] == pytest.approx(7.5 / 30)
    assert not thing[1:].any()


def test_corals_wrecks_and_flags_are_told_apart():
    things = tokens(begin(row("POWXYZ26")), "things")
    kinds = [KIND_LETTERS.index(letter) / 19 for letter in "POWXYZ26"]
    assert things[:8, THING.kind] == pytest.approx(kinds)


def test_a_thing_enclosed_in_this_turn_and_then_before():
    match = begin(row("f"), num_players=2)
    draw(match, "1x1", 0, 1)
    columns = [THING.free, THING.enclosed, THING.in_box]
    assert tokens(match, "things")[0, columns].tolist() == [0, 0, 1]
    assert tokens(match, "things", 1)[0, columns].tolist() == [1, 0, 0]
    match.step(499)
    assert tokens(match, "things")[0, columns].tolist() == [0, 1, 0]


def test_more_things_than_tokens_are_in_the_rows():
    """Sheets of one's own may hold more than 160 things."""
    things = {(r, c): "f" for r in range(10, 20) for c in range(22)}
    match = begin(things)
    assert tokens(match, "things")[:, THING.present].all()
    kinds = tokens(match, "rows")[:, ROW.kinds : ROW.boxes]
    assert kinds[10:20] == pytest.approx(2 / 19)
    assert np.count_nonzero(kinds) == 220


def test_rocks_in_the_rows():
    rows = tokens(begin(rocks=[(4, 6)]), "rows")
    assert np.argwhere(rows[:, ROW.water : ROW.free] == 0).tolist() == [[4, 6]]


@pytest.mark.parametrize("player", [0, 1])
def test_boxes_of_all_players_are_in_the_rows(player):
    match = two_dives()
    boxes = tokens(match, "rows", player)[:, ROW.boxes :].reshape(22, 4, 22)
    assert np.array_equal(boxes.transpose(1, 0, 2), look(match, player)["boxes"])
    assert boxes[0, -player % 2, 2] == pytest.approx(-23 / 25)

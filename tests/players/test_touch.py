"""What actions touch: the numbers of each thing that they name, and which logits are theirs."""

import numpy as np
import pytest

from aquasphere_env.core.state import Feature, new_records
from aquasphere_env.core.view import View
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.players.touch import touch_of

AQUASPHERE = get_game("aquasphere")


@pytest.mark.parametrize("name", GAMES)
def test_a_thing_has_the_numbers_that_lie_at_its_place(name: str) -> None:
    view = get_game(name).views["flat"]
    for axis in touch_of(get_game(name), "flat").axes:
        for feature, dimension in view.axes[axis.name].items():
            record = new_records(1, view.dtype)
            block = np.moveaxis(record[feature][0], dimension, 0)
            for thing in range(axis.num_things):
                block[:] = 0
                block[thing] = 1
                seen = np.asarray(record).view(np.float32)[axis.numbers].sum(axis=1)
                expected = np.zeros(axis.num_things)
                expected[thing] = block[thing].size
                assert seen.tolist() == expected.tolist()
        names_once = np.unique(axis.numbers)
        assert len(names_once) == axis.numbers.size


def test_an_action_has_the_logits_of_the_things_that_it_names() -> None:
    touch = touch_of(AQUASPHERE, "flat")
    owners = [(axis.name, k // axis.num_logits) for axis in touch.axes for k in range(_size(axis))]
    named = {}
    for action, sources in enumerate(touch.sources):
        named[AQUASPHERE.actions.describe(action)] = {owners[s] for s in sources if s < len(owners)}
    assert named["pass"] == set()
    assert named["engineer to room 3"] == {("room", 3)}
    assert named["return the bot on LAB"] == {("symbol", 0)}
    assert named["act in position 2 with TIME"] == {("position", 2), ("symbol", 1)}
    used = touch.sources[touch.sources < len(owners)]
    assert sorted(used.tolist()) == list(range(len(owners))), "each logit is one action's"


def _size(axis) -> int:
    return axis.num_things * axis.num_logits


def test_all_numbers_are_those_of_things_or_of_others() -> None:
    touch = touch_of(AQUASPHERE, "flat")
    seen = np.concatenate([touch.others, *(axis.numbers.ravel() for axis in touch.axes)])
    assert np.unique(seen).tolist() == list(range(AQUASPHERE.views["flat"].size))


def test_where_a_view_has_no_axes_all_is_others() -> None:
    game = get_game("aquamarine")
    touch = touch_of(game, "flat")
    assert touch.axes == ()
    assert touch.others.tolist() == list(range(game.views["flat"].size))
    assert touch.sources.shape == (len(game.actions), 0)


@pytest.mark.parametrize("along", [{"rows": 1}, {"columns": 0}])
def test_an_axis_along_nothing_is_refused(along: dict[str, int]) -> None:
    (name, dimension) = next(iter(along.items()))
    message = f"axis 'place': no feature '{name}' with a dimension {dimension}"
    with pytest.raises(ValueError, match=message):
        View([Feature("rows", (4,), "rows")], lambda *_: None, axes={"place": along})


@pytest.mark.parametrize(("axis", "feature"), [("space", "tiles"), ("place", "table")])
def test_an_axis_of_another_length_is_refused(axis: str, feature: str, monkeypatch) -> None:
    axes = {axis: {feature: 0}}
    game = get_game("aquanauts")
    monkeypatch.setattr(game.views["flat"], "axes", axes)
    with pytest.raises(ValueError, match="differ in its length"):
        touch_of(game, "flat")

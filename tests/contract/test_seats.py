"""Views are egocentric: with all players one seat further, each sees what it saw before."""

from typing import Any

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant

from .setups import SETUPS, Setup, sample
from .spec import Seating, spec_of
from .test_hidden import difference, seen_by

pytestmark = pytest.mark.slow


# Words and pictures name the seats; an evaluation may count the turns left, and seat 0 begins.
NOT_EGOCENTRIC = ("text", "info", "picture", "evaluation")


def at(states: np.ndarray, path: str) -> np.ndarray:
    """Return a view of the field at a dotted path."""
    values = states
    for name in path.split("."):
        values = values[name]
    return values


def rotated(variant: Variant, states: np.ndarray) -> np.ndarray:
    """Return a copy of ``states`` in which all players have moved one seat on."""
    n = variant.num_players
    result = states.copy()
    seating = spec_of(variant.game.name).seating
    for path, axis in seating.by_seat:
        values = np.moveaxis(at(result, path), axis + 1, 0)
        values[:n] = np.roll(values[:n].copy(), 1, axis=0)
    for path in seating.seats:
        values = at(result, path)
        played = (values >= 0) & (values < n)
        values[played] = (values[played] + 1) % n
    loops.refresh(result, 0)
    return result


def egocentric(seen: dict[str, Any], seating: Seating) -> dict[str, Any]:
    """Return ``seen`` without what counts from seat 0."""
    views = {name: dict(seen[name]) for name in seen if name.startswith("view ")}
    for (view, feature), columns in seating.from_seat_0.items():
        values = np.array(views[f"view {view}"][feature])
        values[..., columns] = 0
        views[f"view {view}"][feature] = values.tolist()
    return {name: views.get(name, seen[name]) for name in seen if name not in NOT_EGOCENTRIC}


@pytest.mark.parametrize("setup", [s for s in SETUPS if s.num_players != 1], ids=str)
def test_players_one_seat_further_see_the_same(setup: Setup) -> None:
    """AgileRL #201."""
    variant = setup.variant()
    n = variant.num_players
    seating = spec_of(setup.game).seating
    for match in sample(variant, seed=16, every=7):
        states = rotated(variant, match.states)
        assert states[0]["legal"].tolist() == match.state["legal"].tolist()
        scores = variant.game.read_scores(match.states)
        assert np.array_equal(variant.game.read_scores(states), np.roll(scores, 1, axis=0))
        for player in range(n):
            before = egocentric(seen_by(variant, match.states, player), seating)
            after = egocentric(seen_by(variant, states, (player + 1) % n), seating)
            assert difference(before, after) == [], f"player {player}"

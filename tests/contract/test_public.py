"""Whatever is public is shown: a change of any public field changes every view of every player.

Positions of random games are edited in one number at a time, to a value that the same number has
in another position of these games. ``SPEC`` of a game lists, each with a reason, the fields that
are hidden, that follow from others, and that a view leaves out; it also says which edits give no
other position.
"""

import itertools
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant
from aquasphere_env.core.state import new_records
from tests.places import parent

from .setups import SETUPS, Setup, sample
from .spec import Place, Seating, Spec, spec_of

pytestmark = pytest.mark.slow


OF_THE_CORE: Mapping[str, str] = {
    "rng": "chance to come",
    "legal": "recomputed from the rest",
    "step_count": "no rule depends on it",
    "num_players": "the same in the whole game; edited it is no position",
    "terminated": "edited it is no position",
    "truncated": "edited it is no position",
    "end_reason": "meaningless before the end",
}
TABLES = "components."  # the same in the whole game, named by the set's hash
EDITS_EACH = 12  # of one field in a set-up, at most
ATTEMPTS = 25 * EDITS_EACH  # at finding edits that tell something
GAMES = 3


def numbers(dtype: np.dtype[Any], path: str = "", place: Place = ()) -> Iterator[tuple[str, Place]]:
    """Yield path (names joined) and place of every single number in a record."""
    for name in dtype.names or ():
        field = dtype[name]
        where = f"{path}{name}"
        for index in np.ndindex(field.shape):
            inside = (*place, name, *([index] if index else []))
            if field.base.names is None:
                yield where, inside
            else:
                yield from numbers(field.base, f"{where}.", inside)


def read(state: np.void, place: Place) -> int:
    holder, key = parent(state, place)
    return int(holder[key])


def looks(variant: Variant, states: np.ndarray, player: int) -> dict[str, Any]:
    """Return what each view shows ``player`` of ``states[0]``."""
    seen: dict[str, Any] = {"text": variant.game.to_text(states[0], player)}
    for name, view in variant.game.views.items():
        record = new_records(1, view.dtype)
        loops.observe_one(states, 0, player, record, 0)
        seen[name] = record.tobytes()
    return seen


def seat_of(place: Place, seating: Seating) -> int | None:
    """Return the seat that a place belongs to, if it is counted by seat."""
    axes, path = dict(seating.by_seat), ""
    index: Place = ()
    for step in place:
        if isinstance(step, str):
            path = f"{path}.{step}".lstrip(".")
            continue
        index += step
        if path in axes:
            return int(index[axes[path]])
    return None


def positions_of(variant: Variant) -> list[np.ndarray]:
    """Return positions of random games."""
    return [
        match.states.copy()
        for seed in range(GAMES)
        for match in sample(variant, seed, every=5)
        if not match.over
    ]


class Edit(NamedTuple):
    """A position before and after one of its numbers was edited."""

    path: str
    place: Place
    before: np.ndarray
    after: np.ndarray


def edits(variant: Variant, spec: Spec, positions: Sequence[np.ndarray]) -> Iterator[Edit]:
    """Yield edits of every public field that give another position."""
    left_out = {*OF_THE_CORE, *spec.hidden, *spec.derived}
    by_field = defaultdict(list)
    for path, place in numbers(variant.game.state_dtype):
        if path.startswith(TABLES) or path in left_out:
            continue
        if (seat_of(place, spec.seating) or 0) < variant.num_players:
            by_field[path].append(place)
    chooser = random.Random(1)
    for path, places in by_field.items():
        tries = (edited(positions, path, chooser.choice(places), chooser) for _ in range(ATTEMPTS))
        telling = (e for e in tries if e and spec.tells(e.before[0], e.after[0], e.place))
        yield from itertools.islice(telling, EDITS_EACH)


def edited(
    positions: Sequence[np.ndarray], path: str, place: Place, chooser: random.Random
) -> Edit | None:
    """Give the number at ``place`` of one position the value that it has in another."""
    before, other = chooser.choice(positions), chooser.choice(positions)
    value = read(other[0], place)
    if value == read(before[0], place):
        return None
    after = before.copy()
    holder, key = parent(after[0], place)
    holder[key] = value
    return Edit(path, place, before, after)


def blind_spots(
    variant: Variant, spec: Spec, positions: Sequence[np.ndarray]
) -> dict[tuple[str, str], int]:
    """Return how many edits a view does not show some player, by field and view."""
    blind: dict[tuple[str, str], int] = defaultdict(int)
    for edit in edits(variant, spec, positions):
        is_own = edit.path.startswith(tuple(spec.own))
        seat = seat_of(edit.place, spec.seating)
        for player in range(variant.num_players):
            old, new = (looks(variant, states, player) for states in (edit.before, edit.after))
            if is_own and seat != player:
                assert old == new, f"player {player} sees {edit.path} of player {seat}"
                continue
            for view in old:
                if old[view] == new[view] and edit.path not in spec.unseen.get(view, {}):
                    blind[edit.path, view] += 1
    return dict(blind)


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_change_of_what_is_public_shows_in_every_view(setup: Setup) -> None:
    variant = setup.variant()
    assert blind_spots(variant, spec_of(setup.game), positions_of(variant)) == {}


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_exceptions_are_fields_with_reasons(setup: Setup) -> None:
    variant, spec = setup.variant(), spec_of(setup.game)
    known = {path for path, _ in numbers(variant.game.state_dtype)}
    for reasons in (spec.hidden, spec.derived, spec.unpictured, *spec.unseen.values()):
        assert set(reasons) <= known
        assert all(len(reason.split()) > 2 for reason in reasons.values())
    assert all(any(path.startswith(own) for path in known) for own in spec.own)
    assert set(spec.unseen) <= {*variant.game.views, "text"}

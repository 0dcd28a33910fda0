"""Head-room: stores into small integers wrap silently, so every counter stays far from its limits.

The criterion is one for all: over many random and greedy games a signed integer field keeps within
three quarters of its type's range. Ids, flags and sentinels do so anyway. Unsigned fields are words
of bits (``rng``, ``legal``, sets), which use their whole range.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from aquasphere_env.players.policies import GREEDY, NUM_SCRATCH, RANDOM, choose_all

from .loops import MOST_MOVES, step_all

pytestmark = pytest.mark.slow


HEAD_ROOM = 0.75
GAMES_OF = {RANDOM: 1000, GREEDY: 40}
TABLES = "components"  # read from a file, whose loader checks them; they do not change in a game


def leaves(records: np.ndarray, path: str = "") -> Iterator[tuple[str, np.ndarray]]:
    """Yield the path and the values of every field that is no record."""
    for name in records.dtype.names or ():
        values = np.asarray(records[name])
        if values.dtype.names is None:
            yield path + name, values
        else:
            yield from leaves(values, f"{path}{name}.")


class Extent:
    """The least and the greatest value seen in each signed integer field."""

    def __init__(self) -> None:
        self.seen: dict[str, tuple[int, int, np.dtype[Any]]] = {}

    def add(self, states: np.ndarray) -> None:
        for path, values in leaves(states):
            if values.dtype.kind == "i" and not path.startswith(f"{TABLES}."):
                least, most, _ = self.seen.get(path, (0, 0, values.dtype))
                least, most = min(least, int(values.min())), max(most, int(values.max()))
                self.seen[path] = (least, most, values.dtype)

    def tight(self) -> list[str]:
        """Return the fields without head-room, in words."""
        rows = [(path, least, most, np.iinfo(t)) for path, (least, most, t) in self.seen.items()]
        return [
            f"{path} reaches {least}..{most} in {limits.dtype}"
            for path, least, most, limits in rows
            if least < HEAD_ROOM * limits.min or most > HEAD_ROOM * limits.max
        ]


def play_batch(variant: Variant, policy: int) -> Iterator[np.ndarray]:
    """Yield all states of a batch of games after each decision, until the last game is over."""
    states = variant.new_states(GAMES_OF[policy])
    for i in range(len(states)):
        variant.start(states, i, i)
    policies = np.full((len(states), variant.num_players), policy, np.int64)
    sources = new_records(len(states), RNG_DTYPE)
    sources["rng"] = np.arange(len(states))
    scratch = variant.new_states(NUM_SCRATCH)
    actions = np.zeros(len(states), np.int64)
    yield states
    for _ in range(MOST_MOVES):
        choose_all(states, policies, sources, scratch, actions)
        going = step_all(states, actions)
        yield states
        if not going:
            return
    raise AssertionError("a game did not end")


@pytest.mark.parametrize("policy", [RANDOM, GREEDY], ids=["random", "greedy"])
def test_integer_fields_keep_head_room(variant: Variant, policy: int) -> None:
    extent = Extent()
    for states in play_batch(variant, policy):
        extent.add(states)
    assert not extent.tight()


def test_the_extent_would_find_a_tight_field(variant: Variant) -> None:
    states = variant.new_states()
    extent = Extent()
    extent.add(states)
    assert not extent.tight()
    states["round_number"] = 30_000
    extent.add(states)
    assert extent.tight() == ["round_number reaches 0..30000 in int16"]


def test_tables_and_options_never_change(variant: Variant) -> None:
    tables = {p: v.copy() for p, v in leaves(variant.blank) if p.startswith(f"{TABLES}.")}
    assert tables
    states = variant.new_states()
    sources = new_records(1, RNG_DTYPE)
    for seed in range(5):
        loops.reset(states, 0, variant.blank, seed)
        loops.playout(states, 0, sources, 0)
        after: Mapping[str, np.ndarray] = dict(leaves(states))
        assert [p for p, v in tables.items() if not np.array_equal(after[p], v)] == []

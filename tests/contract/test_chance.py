"""Injected chance: ``check_dealt`` is what stands between a deal from outside and the kernels."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.check import check_state
from aquasphere_env.core.game import Game
from aquasphere_env.core.match import Match

from .setups import finish

MOST_PLACES = 12  # of a field that are damaged


def damaged(dealt: Any, dtype: np.dtype[Any]) -> Iterator[np.ndarray]:
    """Yield ``dealt`` with one number changed: to an extreme, a near one, or a copy of another."""
    values = np.asarray(dealt)
    limits = np.iinfo(dtype)
    for place in list(np.ndindex(values.shape))[:: max(1, values.size // MOST_PLACES)]:
        own, first = int(values[place]), int(values.flat[0])
        for other in {int(limits.min), -1, own - 1, own + 1, first, int(limits.max)} - {own}:
            changed = values.copy()
            changed[place] = np.clip(other, limits.min, limits.max)
            yield changed


def test_a_damaged_deal_is_refused_or_played_to_the_end(game: Game) -> None:
    variant = game.variant(game.max_players)
    refused = played = 0
    for name, dealt in variant.dealt(3).items():
        for k, changed in enumerate(damaged(dealt, game.state_dtype[name].base)):
            try:
                match = Match(variant, k, {name: changed})
            except ValueError:
                refused += 1
                continue
            check_state(variant, match.state)
            played += 1
            if played % 8 == 0:
                finish(match, k)
    assert refused > 0
    assert played > 0 or game.name in ("aquasphere", "aquanauts")


@pytest.mark.parametrize(
    "value",
    [None, "x", {}, [[1], [1, 2]], 10**400, b"1", [None], object, float("nan"), np.ones(1, bool)],
    ids=lambda value: type(value).__name__,
)
def test_chance_of_another_kind_is_refused(game: Game, value: Any) -> None:
    for name in game.chance:
        with pytest.raises(ValueError, match=rf"chance\['{name}'\]"):
            Match(game.variant(), 1, {name: value})


@pytest.mark.parametrize("chance", [[1], "x", 3, {1: 2}, {"": 0}])
def test_chance_is_a_dictionary_of_known_fields(game: Game, chance: Any) -> None:
    with pytest.raises(ValueError, match=r"^chance (is a dictionary|has no field)"):
        Match(game.variant(), 1, chance)


def test_chance_of_numpy_numbers_is_logged_as_plain_ones(game: Game) -> None:
    dealt = {name: np.asarray(value, np.int64) for name, value in game.variant().dealt(2).items()}
    match = Match(game.variant(), np.uint8(1), dealt)
    assert match.chance == game.variant().dealt(2)
    assert type(match.seed) is int

"""Who sits on the other seats: compiled policies by name, objects with ``act``, names of others."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ..core.game import Variant
from ..players.policies import POLICIES


@runtime_checkable
class Opponent(Protocol):
    """A player that Python asks for its actions, all games that wait for it at once.

    An optional attribute ``observation`` names the view it wants (default ``flat``). An object with
    a method ``act_on_states(states) -> actions`` is asked that instead: it gets a copy of the whole
    records, so it can search; what its player may not know it must redeal itself.
    """

    def act(self, observation: Any, action_mask: np.ndarray) -> np.ndarray:
        """Return int actions (batch,) for observations (batch, …) and int8 masks (batch, n)."""


OpponentFactory = Callable[[str, Variant], Any]
OpponentSpec = Any  # a policy's name, "prefix:argument", an Opponent, or one of these per opponent

_FACTORIES: dict[str, OpponentFactory] = {}


def register_opponent(prefix: str, factory: OpponentFactory) -> None:
    """Let ``opponents="prefix:argument"`` mean ``factory(argument, variant)``.

    ``prefix`` alone means an empty argument. Registering a prefix again replaces it.
    """
    if prefix in POLICIES or ":" in prefix:
        raise ValueError(f"{prefix!r} cannot be the prefix of an opponent's name")
    _FACTORIES[prefix] = factory


def resolve_opponents(
    opponents: OpponentSpec, variant: Variant, first_outside: int
) -> tuple[list[int], list[Any]]:
    """Return a policy id for every opponent, clockwise from the learner, and the outside players.

    Ids from 0 up are compiled policies; ``first_outside``, ``first_outside - 1``, … are the
    outside players in the order of the second list.

    Raises:
        ValueError: a name that nobody knows, or a list that is not one entry an opponent.
    """
    count = variant.num_players - 1
    is_list = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    each = list(opponents) if is_list else [opponents] * count
    if len(each) != count:
        raise ValueError(f"{count} opponents play, clockwise from the learner, not {len(each)}")
    outside: list[Any] = []
    ids = []
    for given in each:
        if isinstance(given, str) and given in POLICIES:
            ids.append(POLICIES.index(given))
            continue
        player = _make(given, variant) if isinstance(given, str) else given
        if not hasattr(player, "act_on_states") and not hasattr(player, "act"):
            raise ValueError(f"{given!r} is no opponent: it has no method act")
        ids.append(first_outside - len(outside))
        outside.append(player)
    return ids, outside


def _make(name: str, variant: Variant) -> Any:
    prefix, _, argument = name.partition(":")
    if prefix not in _FACTORIES:
        known = ", ".join([*POLICIES, *(f"{p}:…" for p in _FACTORIES)])
        raise ValueError(
            f"no opponent {name!r}; there are: {known} (others are there once the module that "
            "registers them is imported)"
        )
    return _FACTORIES[prefix](argument, variant)

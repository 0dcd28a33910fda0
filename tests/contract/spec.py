"""What the contract tests must know of a game: ``SPEC`` in ``tests/games/<game>/contract.py``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

Reasons = Mapping[str, str]  # path of a state field, such as "players.score": why


@dataclass(frozen=True)
class Seating:
    """Where a state speaks of players: axes counted by seat, and fields that hold a seat."""

    by_seat: tuple[tuple[str, int], ...]  # path of the field and the axis, without the slot
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Spec:
    """A game as the contract tests see it; every reason is a sentence."""

    rule_prefix: str  # of its rule ids, "AS"
    seating: Seating
    setups: tuple[tuple[int, dict[str, Any]], ...] = ()  # player counts and options worth testing
    hides_nothing: bool = False  # but chance to come
    hidden: Reasons = field(default_factory=dict)  # fields that at least one player cannot know
    own: Reasons = field(default_factory=dict)  # records by seat that only the seat's player knows
    derived: Reasons = field(default_factory=dict)  # follow from other fields, which views show
    possible: Callable[[np.void], bool] = lambda state: True  # whether an edit left a position
    unseen: Mapping[str, Reasons] = field(default_factory=dict)  # by view: public, yet not in it
    unpictured: Reasons = field(default_factory=dict)  # not in the picture
    rich_options: Mapping[str, Any] = field(default_factory=dict)  # with more to draw than usual


def spec_of(name: str) -> Spec:
    """Return the ``SPEC`` of the game called ``name``."""
    spec: Spec = import_module(f"tests.games.{name}.contract").SPEC
    return spec

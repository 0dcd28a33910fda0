"""What a game's guide for people consists of: words for actions, amounts, sources of points.

A game with pictures has a module ``guide`` in its folder ``draw``, which provides what ``Guide``
lists, and beside it ``guide.toml`` with the texts that depend on no state. Players are called
``player_0`` in all words; whoever shows them puts names instead.
"""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ..core.actions import ActionTable

Entry = tuple[int, str, int]  # player, source, points
Holdings = Mapping[str, int]  # amounts by their names, "points" first


class Ledger(Protocol):
    """Tells move by move where points came from."""

    def record(self, before: np.void, action: int, after: np.void) -> list[Entry]:
        """Return the points that ``action`` made of ``before``, by player and source."""


class Guide(Protocol):
    """What a module ``guide`` provides; states are read, never changed."""

    TEXTS: Mapping[str, Any]
    """What ``texts`` reads from ``guide.toml``."""

    def say(self, state: np.void, action: int) -> str:
        """Return what the player to move does with ``action``: the place, and what to expect."""

    def asked(self, state: np.void) -> str:
        """Return the open question for the player to move."""

    def round_name(self, state: np.void) -> str:
        """Return what the stretch of the game is called that ``round_number`` counts."""

    def holdings(self, state: np.void, player: int) -> Holdings:
        """Return what ``player`` has, for telling what a move changed."""

    def ledger(self) -> Ledger:
        """Return a ledger for a game from its start."""


def texts(module_file: str) -> Mapping[str, Any]:
    """Return the texts beside the guide in ``module_file``.

    ``kinds``: what the actions of a group are for, as a heading, by the group's name; ``sources``:
    where points come from, in the order of a table; ``legend``: icons, or signs as they stand in
    the picture, and what they mean; ``tour``: the steps of a first game, which name a piece of the
    picture by its id.
    """
    return tomllib.loads(Path(module_file).with_name("guide.toml").read_text(encoding="utf-8"))


Says = Callable[[np.void, int], str]


def sayer(actions: ActionTable, said: Mapping[str, Says]) -> Says:
    """Return the function ``say`` of a guide.

    ``said`` tells for each group of ``actions`` how to say one of them, of a state and the number
    of the action in its group.
    """

    def say(state: np.void, action: int) -> str:
        group, index = actions.locate(action)
        return said[group.name](state, index)

    return say


class DifferenceLedger:
    """A ledger for states that tell by themselves how many points came from where."""

    def __init__(self, earned: Callable[[np.void, int], Mapping[str, int]]) -> None:
        """Take ``earned(state, player)``, the points so far by source."""
        self._earned = earned

    def record(self, before: np.void, action: int, after: np.void) -> list[Entry]:
        """Return the differences."""
        entries = []
        for player in range(int(before["num_players"])):
            then, now = self._earned(before, player), self._earned(after, player)
            differ = ((source, points - then.get(source, 0)) for source, points in now.items())
            entries += [(player, source, points) for source, points in differ if points]
        return entries


_ODD_SINGULARS = {"facilities": "facility", "octopuses": "octopus"}


def plural(number: int, things: str) -> str:
    """Return ``1 crystal`` or ``2 crystals`` for the things ``crystals``."""
    one = _ODD_SINGULARS.get(things, things.removesuffix("s"))
    return f"{number} {one if abs(number) == 1 else things}"


def changes(before: Holdings, after: Holdings) -> str:
    """Return how the amounts differ, e.g. ``+3 points, −2 time``; points come first."""
    signed = []
    for thing, number in after.items():
        if difference := number - before.get(thing, 0):
            sign = "+" if difference > 0 else "\N{MINUS SIGN}"
            signed.append(f"{sign}{plural(abs(difference), thing)}")
    return ", ".join(signed)

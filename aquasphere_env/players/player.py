"""What every player is: it answers a batch of states, says what it thinks, and can be reseeded."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from ..core.match import Match


@dataclass(frozen=True)
class Explanation:
    """What a player thinks of its legal actions in one state.

    ``scores`` maps action ids to numbers of the given ``kind``: ``probability`` (they sum to 1),
    ``evaluation`` (points expected) or ``visits``; ``value`` is the player's estimate of the state,
    if it makes one. A player that searches gives, by action, ``values``, like ``value``, and
    ``lines``: the decisions it expects from that action on, whoever makes them. One that plays by
    rules of thumb names the ``rule`` that chose.
    """

    kind: str
    scores: dict[int, float]
    value: float | None = None
    values: dict[int, float] = field(default_factory=dict)
    lines: dict[int, list[int]] = field(default_factory=dict)
    rule: str | None = None


@runtime_checkable
class Player(Protocol):
    """A policy for one variant of a game; every environment, command and the web UI takes one.

    A player uses nothing that the player to move cannot know: it observes through a view, or
    resamples hidden information before it looks ahead.
    """

    name: str
    """The text that ``make_player`` makes it from."""

    def seed(self, seed: int) -> None:
        """Restart the player's own chance."""

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action, int64 (batch,), for the player to move in each running state.

        ``states`` are whole records; they must not be changed.
        """

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return what the player thinks of the legal actions in slot ``i``."""


class Searched(NamedTuple):
    """What a search has found in a batch of states."""

    actions: np.ndarray  # int64 (batch,), as ``act_on_states`` returns them
    visits: np.ndarray  # int64 (batch, actions): how often each was tried, 0 where illegal


@runtime_checkable
class SearchingPlayer(Player, Protocol):
    """A player that searches and tells how often it tried each action: data sets keep that."""

    def search(self, states: np.ndarray) -> Searched:
        """Decide as ``act_on_states`` does; both draw the same chance."""


Matches = Callable[[], Sequence[Match]]  # the games so far, made when they are asked for


@runtime_checkable
class FollowingPlayer(Player, Protocol):
    """A player that wants to know how a game has come to its state, where that is known.

    It uses of a match nothing that the player to move cannot know.
    """

    def act_in_matches(self, states: np.ndarray, matches: Matches) -> np.ndarray:
        """Decide as ``act_on_states`` does; ``matches()`` are at ``states``."""


@runtime_checkable
class CountingPlayer(Player, Protocol):
    """A player that costs something and counts it; evaluations report it."""

    def usage(self) -> dict[str, Any]:
        """Return what it has cost so far, as JSON can write it."""

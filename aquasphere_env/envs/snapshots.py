"""Snapshots of environments: what they belong to, and what is checked before one is restored."""

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.check import StateError, check_state
from ..core.game import Variant
from ..core.ranges import out_of_range


class SnapshotError(ValueError):
    """A snapshot that this environment cannot return to; the message says what differs."""


@dataclass(frozen=True)
class Origin:
    """What a snapshot was taken of; it fits environments of the same origin."""

    game: str  # "aquasphere_v1"
    num_players: int
    component_set: str
    digest: str  # of options and component tables
    count: int  # of games

    @classmethod
    def of(cls, variant: Variant, count: int) -> "Origin":
        """Describe ``count`` games of ``variant``."""
        return cls(
            variant.game.id, variant.num_players, variant.component_set, variant.digest, count
        )

    def difference(self, other: "Origin") -> str:
        """Return in words how a snapshot of ``other`` differs; empty if it fits."""
        if self.game != other.game:
            return f"a snapshot of {other.game}, not of {self.game}"
        if self.num_players != other.num_players:
            return f"a snapshot with {other.num_players} players, not {self.num_players}"
        if self.digest != other.digest:
            theirs, ours = (f"{o.component_set!r} ({o.digest})" for o in (other, self))
            return f"a snapshot of other options or components: {theirs}, not {ours}"
        if self.count != other.count:
            return f"a snapshot of {other.count} games, not {self.count}"
        return ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Snapshot:
    """A moment of an environment, made by ``clone_state``; it can be pickled.

    Its arrays cannot be written to. One that has been copied or pickled, or was put together by
    hand, is checked in full before it is restored.

    Attributes:
        origin: what it was taken of.
        states: the games' records, (count,).
        checked: whether ``clone_state`` of this process made it.
    """

    origin: Origin
    states: np.ndarray
    checked: bool = field(default=False, repr=False)

    def __post_init__(self) -> None:
        """Make the arrays of a snapshot by ``clone_state`` read-only."""
        if self.checked:
            for value in self.__dict__.values():
                if isinstance(value, np.ndarray):
                    value.flags.writeable = False

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields for pickling and copying, after which nothing vouches for them."""
        return {**self.__dict__, "checked": False}

    def check(self, variant: Variant, origin: Origin) -> None:
        """Raise ``SnapshotError`` unless this is a snapshot of ``origin`` with possible states."""
        if not isinstance(self.origin, Origin):
            raise SnapshotError(f"origin: no description of games, but {self.origin!r}")
        if difference := origin.difference(self.origin):
            raise SnapshotError(difference)
        if not self.checked:
            check_records(self.states, origin.count, variant.blank.dtype, "states")
            for i, state in enumerate(self.states):
                try:
                    check_state(variant, state)
                except StateError as error:
                    raise SnapshotError(f"states.{i}.{error}") from None


def checked_kind(snapshot: Any, kind: type[Snapshot]) -> None:
    """Raise ``SnapshotError`` unless ``snapshot`` is of the class ``kind``."""
    if type(snapshot) is not kind:
        raise SnapshotError(
            f"restore_state takes what clone_state of such an environment returned, "
            f"a {kind.__name__}, not a {type(snapshot).__name__}"
        )


def require_moment(possible: object, name: str, value: Any) -> None:
    """Raise ``SnapshotError`` about the field ``name`` unless ``possible`` is true."""
    if not possible:
        raise SnapshotError(f"{name}: cannot be {reprlib.repr(value)}")


def check_seed(seed: Any, name: str) -> None:
    """Raise ``SnapshotError`` unless ``seed`` is one."""
    require_moment(type(seed) is int and seed >= 0, name, seed)


def check_generator(state: Any, name: str) -> None:
    """Raise ``SnapshotError`` unless ``state`` is one of numpy's usual generator."""
    try:
        np.random.default_rng().bit_generator.state = state
    except (TypeError, ValueError, KeyError, OverflowError):
        raise SnapshotError(f"{name}: no state of a generator") from None


def check_agents(agents: Any, possible: Sequence[str]) -> list[str]:
    """Return ``agents``; raise ``SnapshotError`` unless they are some of ``possible``, in order."""
    known = isinstance(agents, list) and agents == [a for a in possible if a in agents]
    require_moment(known, "agents", agents)
    return list(agents)


def check_by_agent(values: Any, agents: Sequence[str], kind: type, name: str) -> None:
    """Raise ``SnapshotError`` unless ``values`` has a ``kind`` for each of ``agents``, no more."""
    complete = isinstance(values, dict) and sorted(values, key=str) == sorted(agents)
    require_moment(complete, name, values)
    require_moment(all(type(value) is kind for value in values.values()), name, values)


def check_records(records: Any, count: int, dtype: np.dtype, name: str) -> None:
    """Raise ``SnapshotError`` unless ``records`` are ``count`` of ``dtype``, within its ranges."""
    if not isinstance(records, np.ndarray):
        raise SnapshotError(f"{name}: an array, not a {type(records).__name__}")
    if records.dtype != dtype or records.shape != (count,):
        raise SnapshotError(f"{name}: not {count} records of this layout")
    for i, record in enumerate(records):
        for problem in out_of_range(record):
            raise SnapshotError(f"{name}.{i}.{problem}")

"""Snapshots of environments: what they belong to, and what is checked before one is restored."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.check import StateError, settle_checked
from ..core.game import Variant
from ..core.integers import shown
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

    @classmethod
    def accept(cls, snapshot: Any, variant: Variant, origin: Origin) -> None:
        """Raise ``SnapshotError`` unless ``snapshot`` is of this class and of ``origin``.

        One that nothing vouches for must be possible in all it holds, too.
        """
        if type(snapshot) is not cls:
            raise SnapshotError(
                f"restore_state takes what clone_state of such an environment returned, "
                f"a {cls.__name__}, not a {type(snapshot).__name__}"
            )
        if not isinstance(snapshot.origin, Origin):
            raise SnapshotError(f"origin: no description of games, but {shown(snapshot.origin)}")
        if difference := origin.difference(snapshot.origin):
            raise SnapshotError(difference)
        if not snapshot.checked:
            check_layout(snapshot.states, origin.count, variant.blank.dtype, "states")
            for i in range(origin.count):
                snapshot._check_state(variant, i)
            snapshot._check_parts(variant)

    def _check_state(self, variant: Variant, i: int) -> None:
        trial = variant.new_states()
        trial[0] = self.states[i]
        try:
            settle_checked(variant, trial)
        except StateError as error:
            raise SnapshotError(f"states.{i}.{error}") from None
        if not np.array_equal(trial[0]["legal"], self.states[i]["legal"]):
            raise SnapshotError(f"states.{i}.legal: not the legal actions of this state")

    def _check_parts(self, variant: Variant) -> None:
        """Raise ``SnapshotError`` unless all but the states is possible."""


def require_moment(possible: object, name: str, value: Any) -> None:
    """Raise ``SnapshotError`` about the field ``name`` unless ``possible`` is true."""
    if not possible:
        raise SnapshotError(f"{name}: cannot be {shown(value)}")


def check_layout(records: Any, count: int, dtype: np.dtype, name: str) -> None:
    """Raise ``SnapshotError`` unless ``records`` are ``count`` of ``dtype``."""
    if not isinstance(records, np.ndarray):
        raise SnapshotError(f"{name}: an array, not a {type(records).__name__}")
    if records.dtype != dtype or records.shape != (count,):
        raise SnapshotError(f"{name}: not {count} records of this layout")


def check_records(records: Any, count: int, dtype: np.dtype, name: str) -> None:
    """Raise ``SnapshotError`` unless ``records`` are ``count`` of ``dtype``, within its ranges."""
    check_layout(records, count, dtype, name)
    for i, record in enumerate(records):
        for problem in out_of_range(record):
            raise SnapshotError(f"{name}.{i}.{problem}")

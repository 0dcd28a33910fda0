"""Columns of token rows, declared once with their meaning, and the kernels that fill features."""

from collections import namedtuple
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from .jit import kernel
from .state import Array, Feature, State

_named_tuple: Any = namedtuple  # mypy wants literal names


class Column(NamedTuple):
    """Consecutive numbers in a row that mean one thing."""

    name: str
    width: int
    meaning: str


def starts(columns: Sequence[Column]) -> Any:
    """Return the first index of every column by its name, and the row's whole ``width``."""
    ends = [*accumulate((column.width for column in columns), initial=0)]
    return _named_tuple("Starts", [*(column.name for column in columns), "width"])(*ends)


def listed(columns: Sequence[Column]) -> str:
    """Return name, width and meaning of all columns in order."""
    return "; ".join(f"{column.name} ({column.width}) {column.meaning}" for column in columns)


def row_feature(name: str, rows: int, columns: Sequence[Column], meaning: str = "") -> Feature:
    """Return the feature of ``rows`` rows of ``columns``; its meaning lists them in order."""
    words = listed(columns)
    width = sum(column.width for column in columns)
    return Feature(name, (rows, width), f"{meaning}: {words}" if meaning else words)


@kernel
def share(value: float, most: float) -> float:
    """Return ``value / most``, at most 1."""
    return min(value / most, 1.0)


@kernel
def bounded(value: float, scale: float) -> float:
    """Return ``value / scale``, clipped to [-1, 1]."""
    return min(1.0, max(-1.0, value / scale))


@kernel
def one_hot(row: Array, index: int) -> None:
    """Write 1 at ``index`` of ``row`` and 0 elsewhere; everywhere 0 if it is outside."""
    row[:] = 0  # a vector or two, where a comparison for each number would be a loop
    if 0 <= index < row.shape[0]:
        row[index] = 1


@kernel
def mark(row: Array, start: int, index: int) -> None:
    """Write 1 at ``start + index`` of ``row``, which holds zeros; nowhere if ``index`` is -1."""
    if index >= 0:
        row[start + index] = 1


@kernel
def slot_of(state: State, viewer: int, player: int) -> int:
    """Return how many seats clockwise of ``viewer`` a player sits; numbers of no player stay."""
    turned = player - viewer + state.num_players * (player < viewer)
    has_seat = (player >= 0) & (player < state.num_players)  # a branch would be mispredicted
    return turned if has_seat else player


@kernel
def player_in(state: State, viewer: int, slot: int) -> int:
    """Return the player ``slot`` seats clockwise of ``viewer``; ``slot_of`` is the inverse."""
    player = viewer + slot
    return int(player - state.num_players * (player >= state.num_players))

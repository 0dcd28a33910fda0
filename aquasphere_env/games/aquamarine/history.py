"""What the boxes on a sheet tell of the turns before: dives, dice and air.

A box that touches the last one goes on with its dive, and one of a later dive never touches it
(AM-R3). So the boxes, each noted with its turn, tell everything but dice, air and bonuses chosen.
"""

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from .areas import beside, extent_of, rows_of, square_at
from .state import BUBBLE, MAX_PIPS, NUM_COLUMNS

Dice = tuple[int, int]  # the lower first
ALL_DICE: frozenset[Dice] = frozenset(
    (low, high) for high in range(1, MAX_PIPS + 1) for low in range(1, high + 1)
)


class Box(NamedTuple):
    """A box on a sheet: the index of its turn and its area."""

    turn: int
    area: int


def boxes_of(enclosed: np.ndarray) -> list[Box]:
    """Return the boxes in ``enclosed`` of one player (NUM_ROWS, NUM_COLUMNS), by turn."""
    areas: dict[int, int] = {}
    for row, column in np.argwhere(enclosed).tolist():
        turn = int(enclosed[row, column]) - 1
        areas[turn] = areas.get(turn, 0) | square_at(row, column)
    return [Box(turn, areas[turn]) for turn in sorted(areas)]


def dives_of(boxes: Iterable[Box]) -> list[list[Box]]:
    """Return the boxes of one player, dive by dive."""
    dives: list[list[Box]] = []
    for box in boxes:
        if dives and box.area & beside(dives[-1][-1].area):
            dives[-1].append(box)
        else:
            dives.append([box])
    return dives


@functools.cache
def _dice_for(size: int, is_rectangle: bool, doubles_extra: int) -> dict[Dice, int]:
    return {
        (low, high): high - low if size == high and low < high else 0
        for low, high in ALL_DICE
        if (size == low + doubles_extra if low == high else is_rectangle and size in (low, high))
    }


def dice_for(state: np.void, area: int) -> dict[Dice, int]:
    """Return the dice that ask for a box like ``area``, each with the air they cost (AM-R2)."""
    is_full = extent_of(area).is_full
    return _dice_for(area.bit_count(), is_full, int(state["components"]["doubles_extra"]))


def costs_of(state: np.void, area: int, dice: Iterable[Dice]) -> set[int]:
    """Return what a box may have cost in air if one of ``dice`` was rolled (AM-R2, AM-R4)."""
    if has_bubble(state, area):
        return {0}
    depth = int(state["components"]["depth_air"][extent_of(area).bottom])
    asked = dice_for(state, area)
    return {depth + asked[pair] for pair in dice if pair in asked}


def has_bubble(state: np.void, area: int) -> bool:
    """Return whether an air bubble is in ``area``."""
    squares = state["squares"]
    return any(
        columns >> column & 1 and squares[row, column] == BUBBLE
        for row, columns in enumerate(rows_of(area))
        if columns
        for column in range(NUM_COLUMNS)
    )


def spent_on(costs: Sequence[set[int]], tank: int) -> tuple[set[int], set[int]]:
    """Return what the boxes of a dive may have cost: leaving air, and leaving none (AM-R5).

    ``costs`` holds what each box may have cost. All but the last have left air.
    """
    left, empty = {0}, set[int]()
    for possible in costs:
        totals = {spent + cost for spent in left for cost in possible}
        left = {total for total in totals if total < tank}
        empty = totals - left
    return left, empty

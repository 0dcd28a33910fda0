"""What actions touch: the numbers of a view that are about the things an action names.

An action table names its actions along axes, say the position and the symbol of an AquaSphere
action; a view says which of its features lie along the same axes. So every thing on an axis (each
sector, each symbol) has its own numbers, and a network can judge all things of an axis alike, with
the same weights, and each action by the things that it names.
"""

from typing import NamedTuple

import numpy as np

from ..core.actions import ActionGroup
from ..core.game import Game
from ..core.view import View


class TouchedAxis(NamedTuple):
    """The things on one axis."""

    name: str
    num_things: int
    numbers: np.ndarray  # int64 (things, numbers each): where they stand in the view
    num_logits: int  # that the network gives each thing: one for each action that names it


class Touch(NamedTuple):
    """All axes that the actions and a view have in common.

    ``others`` (N,) are the numbers of the view that are not those of one thing: of features whose
    first dimension is no such axis, as they are about the table or a player. ``sources`` (A, S)
    says which logits add up to that of an action: places in those of all things, axis by axis, or
    behind them for none.
    """

    axes: tuple[TouchedAxis, ...]
    others: np.ndarray
    sources: np.ndarray


def touch_of(game: Game, view: str) -> Touch:
    """Return what the actions of ``game`` touch in ``view``.

    Raises:
        ValueError: an axis has not the same length in all groups, or fewer rows in a feature.
    """
    shown = game.views[view]
    axes = tuple(_axis(game, shown, name) for name in _shared(game, shown))
    starts = np.cumsum([0, *(axis.num_things * axis.num_logits for axis in axes)])
    columns: list[np.ndarray] = []
    for axis, start in zip(axes, starts[:-1], strict=True):
        columns.append(_sources(game, axis, int(start), int(starts[-1])))
    none = np.zeros((len(game.actions), 0), np.int64)
    sources = np.stack(columns, axis=1) if columns else none
    return Touch(axes, _others(shown, [axis.name for axis in axes]), sources)


def _shared(game: Game, view: View) -> list[str]:
    """Return the axes of the action table that the view has, too, in the table's order."""
    named = [name for group in game.actions.groups for name in group.axes or {}]
    return [name for name in dict.fromkeys(named) if name in view.axes]


def _blocks(view: View) -> dict[str, np.ndarray]:
    """Return by feature where its numbers stand in the view, in its shape."""
    places, start, blocks = np.arange(view.size), 0, {}
    for feature in view.features:
        size = int(np.prod(feature.shape))
        blocks[feature.name] = places[start : start + size].reshape(feature.shape)
        start += size
    return blocks


def _others(view: View, axes: list[str]) -> np.ndarray:
    own = {name for axis in axes for name, dimension in view.axes[axis].items() if dimension == 0}
    blocks = [block.ravel() for name, block in _blocks(view).items() if name not in own]
    return np.concatenate([np.zeros(0, np.int64), *blocks])


def _axis(game: Game, view: View, name: str) -> TouchedAxis:
    groups = [group for group in game.actions.groups if name in (group.axes or {})]
    blocks = _blocks(view)
    along = [np.moveaxis(blocks[f], dimension, 0) for f, dimension in view.axes[name].items()]
    lengths = {len((group.axes or {})[name]) for group in groups}
    count = max(lengths)
    if len(lengths) > 1 or count > min(map(len, along)):
        raise ValueError(f"axis {name!r}: groups of actions and features differ in its length")
    rows = [block[:count].reshape(count, -1) for block in along]
    num_logits = sum(group.size // count for group in groups)
    return TouchedAxis(name, count, np.concatenate(rows, axis=1), num_logits)


def _sources(game: Game, axis: TouchedAxis, start: int, none: int) -> np.ndarray:
    """Return which logit of the things on ``axis`` counts for each action, int64 (A,)."""
    sources = np.full(len(game.actions), none)
    used = 0
    for group in game.actions.groups:
        if axis.name in (group.axes or {}):
            first = game.actions.start(group.name)
            each = _in_group(group, axis)
            sources[first : first + group.size] = start + used + each
            used += group.size // axis.num_things
    return sources


def _in_group(group: ActionGroup, axis: TouchedAxis) -> np.ndarray:
    """Return where the logits of a group's actions stand, (size,), from its first one on."""
    axes = group.axes or {}
    shape = [len(labels) for labels in axes.values()]
    each = group.size // axis.num_things
    numbers = np.arange(axis.num_things)[:, None] * axis.num_logits + np.arange(each)
    dimension = list(axes).index(axis.name)
    others = [size for k, size in enumerate(shape) if k != dimension]
    return np.moveaxis(numbers.reshape(axis.num_things, *others), 0, dimension).ravel()

"""``View``: one way to observe a game."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from .protocol import Kernel, register_observer
from .state import Feature, record_dtype, view_dtype

Layout = Literal["vector", "fields", "array"]
Axes = Mapping[str, Mapping[str, int]]  # by name: features that lie along it, and which dimension

NO_MEMORY = record_dtype([("known", np.bool_)])


class Again(NamedTuple):
    """How a view that shows an earlier moment of a game is brought up to date.

    Attributes:
        observe: ``observe(state, player, view, memory)``, see ``protocol.observe_again``.
        memory: the record of what a view shows already; its first field is that of ``NO_MEMORY``.
    """

    observe: Kernel
    memory: np.dtype


class View:
    """One way to observe a game: documented float32 features and the kernel that fills them.

    Environments present it by ``layout``: ``vector`` as one float32 array (D,), ``fields`` as a
    dictionary of arrays by feature name, ``array`` as its only feature in that feature's shape.
    """

    def __init__(
        self,
        features: Sequence[Feature],
        observe: Kernel,
        layout: Layout = "vector",
        axes: Axes | None = None,
        again: Again | None = None,
    ) -> None:
        """Bind ``observe(state, player, view)`` to the record of ``features``.

        ``axes`` tells networks which numbers are about what an action names: under the name of an
        axis of the action table, the features whose rows are its values, in their order. ``again``
        spares batches of games to write a view whole in every step.

        Raises:
            ValueError: a feature has a reserved name, another view has the same layout, or an axis
                names a feature or a dimension that is not there.
        """
        self.features = tuple(features)
        self.axes = dict(axes or {})
        _check_axes(self.features, self.axes)
        self.dtype = view_dtype(features)
        self.layout = layout
        self.memory = NO_MEMORY if again is None else again.memory
        register_observer(self.dtype, observe, None if again is None else again.observe)

    @property
    def size(self) -> int:
        """Number of float32 values."""
        return self.dtype.itemsize // 4

    @property
    def digest(self) -> str:
        """16 hex digits that change with the features: names, shapes, meanings or order."""
        return hashlib.sha256(repr(self.features).encode()).hexdigest()[:16]


def _check_axes(features: Sequence[Feature], axes: Axes) -> None:
    """Raise ``ValueError`` for an axis along a feature or a dimension that is not there."""
    shapes = {feature.name: feature.shape for feature in features}
    for axis, along in axes.items():
        for name, dimension in along.items():
            if not 0 <= dimension < len(shapes.get(name, ())):
                raise ValueError(f"axis {axis!r}: no feature {name!r} with a dimension {dimension}")

"""``View``: one way to observe a game."""

import hashlib
from collections.abc import Sequence
from typing import Literal

from .protocol import Kernel, register_observer
from .state import Feature, view_dtype

Layout = Literal["vector", "fields", "array"]


class View:
    """One way to observe a game: documented float32 features and the kernel that fills them.

    Environments present it by ``layout``: ``vector`` as one float32 array (D,), ``fields`` as a
    dictionary of arrays by feature name, ``array`` as its only feature in that feature's shape.
    """

    def __init__(
        self, features: Sequence[Feature], observe: Kernel, layout: Layout = "vector"
    ) -> None:
        """Bind ``observe(state, player, view)`` to the record of ``features``.

        Raises:
            ValueError: a feature has a reserved name, or another view has the same layout.
        """
        self.features = tuple(features)
        self.dtype = view_dtype(features)
        self.layout = layout
        register_observer(self.dtype, observe)

    @property
    def size(self) -> int:
        """Number of float32 values."""
        return self.dtype.itemsize // 4

    @property
    def digest(self) -> str:
        """16 hex digits that change with the features: names, shapes, meanings or order."""
        return hashlib.sha256(repr(self.features).encode()).hexdigest()[:16]

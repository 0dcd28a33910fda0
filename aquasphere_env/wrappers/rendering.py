"""Pictures of a state for every wrapper. This is the one place that knows the render modes."""

from typing import Any

import numpy as np

from ..core.game import Variant

RENDER_MODES = ("ansi",)
RENDER_FPS = 2
_ACCEPTED = (None, *RENDER_MODES, "rgb_array", "human")


class Renderer:
    """Draws states in one mode; ``close`` may be called any number of times."""

    def __init__(self, variant: Variant, mode: str | None) -> None:
        """Choose ``mode``; raise ``ValueError`` if there is no such mode."""
        if mode not in _ACCEPTED:
            raise ValueError(f"render_mode is one of {', '.join(map(repr, _ACCEPTED))}")
        self.variant = variant
        self.mode = mode

    def render(self, state: np.void, player: int | None = None) -> Any:
        """Return ``state`` as ``player`` (``None``: everybody) sees it: a string for ``ansi``."""
        if self.mode == "ansi":
            return self.variant.game.to_text(state, player)
        if self.mode is None:
            raise ValueError('no render_mode was given: make the environment with "ansi"')
        raise NotImplementedError(f"{self.variant.game.title} cannot render {self.mode!r} yet")

    def close(self) -> None:
        """Release what the mode holds."""

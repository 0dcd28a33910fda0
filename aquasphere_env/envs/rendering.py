"""Rendering for every environment: the one place that knows the render modes."""

from typing import Any

import numpy as np

from ..core.game import Game, Variant

RENDER_MODES = ("ansi", "rgb_array", "human")
RENDER_FPS = 2


def render_metadata(game: Game) -> dict[str, Any]:
    """Return what an environment's ``metadata`` says of rendering; pictures need a drawn game."""
    modes = RENDER_MODES if game.draw_module is not None else RENDER_MODES[:1]
    return {"render_modes": list(modes), "render_fps": RENDER_FPS}


class Renderer:
    """Draws states in one mode; ``close`` may be called any number of times."""

    def __init__(self, variant: Variant, mode: str | None) -> None:
        """Choose ``mode``; raise ``ValueError`` if there is no such mode."""
        if mode is not None and mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of None, {', '.join(map(repr, RENDER_MODES))}")
        self.variant = variant
        self.mode = mode
        self._window: Any = None

    def render(self, state: np.void, player: int | None = None) -> Any:
        """Show ``state`` as ``player`` (``None``: all players together) sees it.

        ``ansi`` returns a string, ``rgb_array`` uint8 (height, width, 3), ``human`` ``None``.

        Raises:
            ValueError: no mode was chosen.
            ImportError: a picture is asked for and the extra ``viewer`` is not installed.
        """
        game = self.variant.game
        if self.mode is None:
            raise ValueError('no render_mode was given: make the environment with "ansi"')
        if self.mode == "ansi":
            return game.to_text(state, player)
        from ..drawing.raster import rgb_array  # only pictures need the extra

        pixels = rgb_array(game.draw(state, player))
        if self.mode == "rgb_array":
            return pixels
        self._show(pixels)
        return None

    def _show(self, pixels: np.ndarray) -> None:
        from ..drawing.window import Window

        if self._window is None:
            self._window = Window(self.variant.game.title, RENDER_FPS)
        self._window.show(pixels)

    def close(self) -> None:
        """Close the window if there is one."""
        if self._window is not None:
            self._window.close()
        self._window = None

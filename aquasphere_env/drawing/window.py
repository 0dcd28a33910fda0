"""A window on a game for ``render_mode="human"``."""

from typing import Any

import numpy as np

from .optional_imports import need


class Window:
    """Shows pictures no faster than ``fps``; it opens with the first one.

    The user may close it at any time: ``closed`` says so, and later pictures are not shown.
    ``close`` may be called any number of times.
    """

    def __init__(self, title: str, fps: float) -> None:
        """Prepare a window with ``title``; ``fps`` 0 does not wait."""
        self.title = title
        self.fps = fps
        self.closed = False
        self._screen: Any = None

    def show(self, pixels: np.ndarray) -> None:
        """Show uint8 (height, width, 3) ``pixels``, waiting so long that ``fps`` is kept."""
        if self.closed:
            return
        pygame = need("pygame")
        if self._screen is None:
            pygame.display.init()
            height, width, _ = pixels.shape
            self._screen = pygame.display.set_mode((width, height))
            pygame.display.set_caption(self.title)
            self._clock = pygame.time.Clock()
        surface = pygame.surfarray.make_surface(pixels.swapaxes(0, 1))
        self._screen.blit(surface, (0, 0))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
        elif self.fps:
            self._clock.tick(self.fps)

    def close(self) -> None:
        """Close the window."""
        if self._screen is not None:
            need("pygame").display.quit()
        self._screen = None
        self.closed = True

"""What a picture is drawn from: a state, who looks at it, and the last action."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

import numpy as np

from .svg import picture


@dataclass(frozen=True)
class Scene:
    """A state as ``viewer`` (``None``: all players) sees it, after ``last_action`` or ``None``.

    ``last_player`` is who played it, ``None`` if that is not known.
    """

    state: np.void
    viewer: int | None
    last_action: int | None
    last_player: int | None = None

    @property
    def num_players(self) -> int:
        """Number of seats."""
        return int(self.state["num_players"])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state["terminated"] or self.state["truncated"])

    def mark(self, actions: Collection[int]) -> str | None:
        """Return the outline's colour if the last action is one of ``actions``, else ``None``."""
        return "accent" if self.last_action is not None and self.last_action in actions else None

    def own_mark(self, player: int, actions: Collection[int]) -> str | None:
        """Return ``mark`` for a piece of ``player`` that other players have as well."""
        return self.mark(actions) if self.last_player == player else None

    def decides(self, player: int) -> bool:
        """Return whether ``player`` is asked now."""
        return bool(player == self.state["current_player"]) and not self.over

    def name(self, player: int) -> str:
        """Return ``player_1``, or ``player_1 (you)``."""
        return f"player_{player} (you)" if player == self.viewer else f"player_{player}"


Draw = Callable[..., str]


def pictured(title: str, width: float, height: float) -> Callable[..., Draw]:
    """Make a function that yields the parts of a picture for a scene a game's ``draw``."""

    def decorate(parts: Callable[[Scene], Iterable[str]]) -> Draw:
        def draw(
            state: np.void,
            player: int | None = None,
            last_action: int | None = None,
            last_player: int | None = None,
        ) -> str:
            """Return an SVG picture, see ``Game.draw``."""
            scene = Scene(state, player, last_action, last_player)
            return picture(width, height, title, *parts(scene))

        return draw

    return decorate

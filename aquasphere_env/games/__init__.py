"""The games; a game is imported when it is asked for."""

from importlib import import_module

from ..catalog import GAMES, entry
from ..core.game import Game

__all__ = ["GAMES", "get_game"]


def get_game(name: str) -> Game:
    """Return the game called ``name`` (``aquasphere``, ``AquaSphere``, ``aquasphere_v1``, …).

    Raises:
        ValueError: there is no such game, or not in that version.
    """
    game: Game = import_module(f"{__name__}.{entry(name).name}").GAME
    return game

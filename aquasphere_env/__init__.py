"""Reinforcement-learning environments for AquaSphere and its companion board games.

Importing the package registers the games with Gymnasium and compiles nothing; kernels are compiled
when the first game is used.
"""

from typing import TYPE_CHECKING, Any

from .registration import register_gymnasium
from .version import __version__

if TYPE_CHECKING:
    from .wrappers.batch import GameBatch

__all__ = ["__version__", "get_game", "make_batch", "register_opponent"]

register_gymnasium()


def make_batch(game: str, num_envs: int = 1, **keywords: Any) -> "GameBatch":
    """Return many games for self-play; see ``wrappers.batch.make_batch`` for the keywords."""
    from .wrappers import batch

    return batch.make_batch(game, num_envs, **keywords)


def get_game(name: str) -> Any:
    """Return the ``Game`` called ``name``, e.g. ``aquasphere``."""
    from . import games

    return games.get_game(name)


def register_opponent(prefix: str, factory: Any) -> None:
    """Let ``opponents="prefix:argument"`` mean ``factory(argument, variant)``."""
    from .wrappers import opponents

    opponents.register_opponent(prefix, factory)

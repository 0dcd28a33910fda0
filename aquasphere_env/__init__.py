"""Reinforcement-learning environments for AquaSphere and its companion board games.

Importing the package compiles nothing and loads no library; Gymnasium and PettingZoo know the games
as soon as they are imported themselves. Kernels are compiled when the first game is used.
"""

from typing import TYPE_CHECKING, Any

from .catalog import GAMES, entry
from .registration import (
    once_imported,
    register_gymnasium,
    register_modules,
    register_pettingzoo,
)
from .version import __version__

if TYPE_CHECKING:
    from .envs.batch import GameBatch

__all__ = ["__version__", "get_game", "make_batch", "register_player"]

once_imported("gymnasium", register_gymnasium)
once_imported("pettingzoo", register_pettingzoo)
globals().update(register_modules())  # aquasphere_v1 and its like


def __getattr__(name: str) -> Any:
    """Say which module replaces one of an older version, such as ``aquasphere_v0``."""
    game, _, version = name.partition("_v")
    if game in GAMES and version.isdecimal():
        try:
            entry(name)
        except ValueError as error:
            raise ImportError(str(error)) from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def make_batch(game: str, num_envs: int = 1, **keywords: Any) -> "GameBatch":
    """Return many games for self-play; see ``envs.batch.make_batch`` for the keywords."""
    from .envs import batch

    return batch.make_batch(game, num_envs, **keywords)


def get_game(name: str) -> Any:
    """Return the ``Game`` called ``name``, e.g. ``aquasphere``."""
    from . import games

    return games.get_game(name)


def register_player(prefix: str, factory: Any) -> None:
    """Let ``prefix:argument`` name a player everywhere; see ``players.registry``."""
    from .players.registry import register_player as register

    register(prefix, factory)

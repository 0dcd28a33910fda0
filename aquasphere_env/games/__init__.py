"""The games; a game is imported when it is asked for."""

from importlib import import_module

from ..core.game import Game

GAMES = ("aquasphere", "octodice", "aquanauts", "aquamarine")


def get_game(name: str) -> Game:
    """Return the game called ``name`` (``aquasphere``, ``AquaSphere``, ``aquasphere_v0``, …).

    Raises:
        ValueError: there is no such game, or not in that version.
    """
    base, _, version = name.lower().replace("-v", "_v").partition("_v")
    if base not in GAMES:
        raise ValueError(f"no game {name!r}; there are: {', '.join(GAMES)}")
    game: Game = import_module(f"{__name__}.{base}").GAME
    if version and version != str(game.version):
        raise ValueError(f"no version {version} of {game.title}; this package has {game.id}")
    return game

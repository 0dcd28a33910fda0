"""The games that tests of everything above the games run on."""

import pytest

from aquasphere_env.core.game import Game
from aquasphere_env.core.processors import num_processors
from aquasphere_env.games import GAMES, get_game

from .toy.pebbles import GAME as PEBBLES
from .toy.sealed import GAME as SEALED

TOYS = (PEBBLES, SEALED)


ALL_GAMES = [*TOYS, *map(get_game, GAMES)]


@pytest.fixture(params=ALL_GAMES, ids=lambda game: game.name)
def any_game(request: pytest.FixtureRequest) -> Game:
    """Every game there is, the toys included."""
    game: Game = request.param
    return game


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one worker more than processors: a sixth of the time, tests wait for a process.

    Those of client libraries share environments that the first one makes, and run in turn.
    """
    return 0 if config.option.markexpr == "clients" else num_processors() + 1

"""Fixtures: ``variant`` runs a test on every set-up, ``game`` on every game."""

import pytest

from aquasphere_env.core.game import Game, Variant
from aquasphere_env.games import GAMES, get_game

from .setups import SETUPS, Setup


@pytest.fixture(params=SETUPS, ids=str)
def setup(request: pytest.FixtureRequest) -> Setup:
    result: Setup = request.param
    return result


@pytest.fixture
def variant(setup: Setup) -> Variant:
    return setup.variant()


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return get_game(request.param)

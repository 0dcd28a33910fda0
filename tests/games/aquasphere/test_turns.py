"""No piece is lost or made: counted after every step of random games."""

import random

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from aquasphere_env.games.aquasphere import GAME

from .census import count_many, count_pieces
from .positions import crowded_tables, plain, write_set


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("crowded", [False, True])
def test_census_after_every_step(num_players, crowded, tmp_path):
    path = write_set(tmp_path / "set.toml", crowded_tables()) if crowded else None
    for seed in range(4):
        match = Match(GAME.variant(num_players, components=path), seed)
        rng = random.Random(seed)
        assert count_pieces(match.state) == []
        while not match.over:
            match.step(rng.choice(match.legal_actions()))
            assert count_pieces(match.state) == []


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_census_of_many_games(num_players):
    """Every 16 decisions of many games at once; ``num_games`` may be raised to 10,000."""
    num_games = 300
    variant = GAME.variant(num_players)
    states = variant.new_states(num_games)
    sources = new_records(1, RNG_DTYPE)
    for game in range(num_games):
        variant.start(states, game, game)
    while not states["terminated"].all():
        assert count_many(states).all()
        for game in np.flatnonzero(~states["terminated"]):
            play_at_random(states, game, sources)
    assert count_many(states).all()


def play_at_random(states, game, sources, decisions=16):
    rng = np.random.default_rng([int(game), int(states[game]["step_count"])])
    mask = np.zeros(len(GAME.actions), np.int8)
    for _ in range(decisions):
        if states[game]["terminated"]:
            return
        loops.read_mask(states, game, int(states[game]["current_player"]), mask)
        loops.step(states, game, int(rng.choice(np.flatnonzero(mask))))


BREAKS = {
    "time": lambda s: s["players"][0].__setitem__("time", s["players"][0]["time"] + 1),
    "corner": lambda s: s["players"][1].__setitem__("paid", True),
    "crystal": lambda s: s["sectors"][2].__setitem__("crystals", 3),
    "octopod": lambda s: s["sectors"][3].__setitem__("octopods", 9),
    "bot": lambda s: s["players"][0].__setitem__("supply", 13),
    "submarine": lambda s: s["players"][0].__setitem__("submarines", 6),
    "neutral submarine": lambda s: s["neutral_left"].__setitem__(3, 6),
    "lab": lambda s: s["sectors"][0]["labs"].__setitem__(0, 9),
    "card": lambda s: s["research_deck"].__setitem__(40, 0),
}


@pytest.mark.parametrize("name", BREAKS)
def test_both_censuses_see_a_broken_state(name):
    match = plain(3)
    assert count_pieces(match.state) == []
    assert count_many(match.states).all()
    BREAKS[name](match.state)
    assert count_pieces(match.state)
    assert not count_many(match.states).any()

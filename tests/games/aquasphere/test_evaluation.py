"""The judgement of positions: blind for what is hidden, and points at the end."""

import random

import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.integers import seed_word
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquasphere import GAME

from .positions import last_pass, plain


def judge(match, player=0):
    return float(GAME.rules.evaluate(match.state, player))


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_judges_only_what_is_public(num_players):
    match = Match(GAME.variant(num_players), 2)
    rng = random.Random(2)
    while not match.over:
        if len(match.history) % 15 == 0:
            other = match.copy()
            for player in range(num_players):
                loops.redeal_one(other.states, 0, player, seed_word(1))
                assert judge(match, player) == judge(other, player)
        match.step(rng.choice(match.legal_actions()))


def test_points_at_the_end():
    match = last_pass(2, round_number=3)
    assert [judge(match, player) for player in (0, 1)] == match.scores()


@pytest.mark.parametrize("what", ["score", "time", "crystals"])
def test_more_is_better(what):
    match, richer = plain(2), plain(2)
    richer.state["players"][0][what] += 1
    assert judge(richer) > judge(match)
    assert judge(richer, 1) == judge(match, 1)

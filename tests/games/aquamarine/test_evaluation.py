"""The heuristic value of a sheet."""

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import state_to_dict
from aquasphere_env.games.aquamarine import GAME, rules

from .positions import weighted


def test_evaluate_reads_the_own_sheet_only_and_changes_nothing():
    """AM-R1: the value is the same whatever others decided in this turn."""
    match = Match(GAME.variant(3), 4)
    choose = np.random.default_rng(4)
    values = set()
    while not match.over:
        match.step(int(choose.choice(weighted(match, choose))))
        player, before = match.player, state_to_dict(match.state)
        value = rules.evaluate(match.state, player)
        assert state_to_dict(match.state) == before
        other = match.copy()
        loops.redeal_one(other.states, 0, player, np.uint64(1))
        assert rules.evaluate(other.state, player) == value
        values.add(value)
    assert len(values) > 30


def test_the_work_space_of_kernels_is_empty_between_them():
    """``patch`` is in the state because kernels allocate nothing; it is no part of the position."""
    for num_players, options in ((1, {}), (3, {"sheet": "random"})):
        match = Match(GAME.variant(num_players, **options), 5)
        choose = np.random.default_rng(5)
        while not match.over:
            assert not match.state["patch"].any()
            for player in range(num_players):
                rules.evaluate(match.state, player)
                assert not match.state["patch"].any()
            match.step(int(choose.choice(weighted(match, choose))))

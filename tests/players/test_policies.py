"""Compiled policies on positions of Pebbles that are solved by hand, and on all games."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import digest, legal_ids
from aquasphere_env.core.match import Match
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import NOBODY, new_records
from aquasphere_env.players import policies
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.pebbles.actions import PEEK, TAKE


def source(seed=1):
    records = new_records(1, RNG_DTYPE)
    records["rng"] = seed
    return records


def tools(variant):
    return variant.new_states(policies.NUM_SCRATCH), source()


@pytest.mark.parametrize("heap", [2, 3])
def test_greedy_takes_all_with_the_card(heap):
    variant = PEBBLES.variant(2, heap=heap)
    match = Match(variant, 0)
    scratch, sources = tools(variant)
    assert (
        policies.choose_one(match.states, 0, policies.GREEDY, sources, 0, scratch)
        == TAKE + heap - 1
    )


def test_greedy_plays_the_lowest_id_on_ties():
    """Before its own end of the game a peek changes no evaluation, and ties with nothing better."""
    variant = PEBBLES.variant(2, heap=50)
    match = Match(variant, 0)
    values = np.zeros(len(PEBBLES.actions))
    scratch, sources = tools(variant)
    policies.action_values(match.states, 0, sources, 0, scratch, values)
    assert values.tolist() == [1, 2, 3, 0]  # points gained, whatever the card
    assert policies.choose_one(match.states, 0, policies.GREEDY, sources, 0, scratch) == TAKE + 2


def test_values_of_illegal_actions_are_nan():
    variant = PEBBLES.variant(2, heap=2)
    match = Match(variant, 0)
    match.step(PEEK)
    values = np.zeros(len(PEBBLES.actions))
    scratch, sources = tools(variant)
    policies.action_values(match.states, 0, sources, 0, scratch, values)
    assert np.isnan(values).tolist() == [False, False, True, True]


def test_greedy_uses_nothing_hidden(any_game):
    """Report 47: states that differ in what the mover cannot know are valued alike."""
    variant = any_game.variant()
    rng = np.random.default_rng(0)
    scratch, _ = tools(variant)
    match = Match(variant, 3)
    for _ in range(6):
        other = match.copy()
        loops.redeal_one(other.states, 0, match.player, np.uint64(99))
        first = policies.choose_one(match.states, 0, policies.GREEDY, source(5), 0, scratch)
        second = policies.choose_one(other.states, 0, policies.GREEDY, source(5), 0, scratch)
        assert first == second
        if match.over:
            break
        match.step(int(rng.choice(match.legal_actions())))
        if match.over:
            break


def test_policies_change_nothing_but_their_source(any_game):
    variant = any_game.variant()
    match = Match(variant, 1)
    before = digest(match.state)
    scratch, sources = tools(variant)
    for policy in (policies.RANDOM, policies.GREEDY):
        was = sources.copy()
        action = policies.choose_one(match.states, 0, policy, sources, 0, scratch)
        assert action in match.legal_actions()
        assert digest(match.state) == before
        assert sources["rng"] != was["rng"]


def test_random_plays_every_legal_action_alike():
    match = Match(PEBBLES.variant(2), 0)
    scratch, sources = tools(match.variant)
    counts = np.zeros(len(PEBBLES.actions), int)
    for _ in range(4000):
        counts[policies.choose_one(match.states, 0, policies.RANDOM, sources, 0, scratch)] += 1
    assert (np.abs(counts - 1000) < 150).all()


def test_play_until_stops_at_the_seat_or_the_end(any_game):
    variant = any_game.variant()
    scratch, sources = tools(variant)
    by_seat = np.zeros(variant.num_players, np.int64)
    match = Match(variant, 2)
    policies.play_until(match.states, 0, 1 % variant.num_players, by_seat, sources, 0, scratch)
    assert match.over or match.player == 1 % variant.num_players
    policies.play_until(match.states, 0, NOBODY, by_seat, sources, 0, scratch)
    assert match.over


def test_choose_all_leaves_other_seats_alone():
    variant = PEBBLES.variant(2)
    states = variant.new_states(3)
    for i in range(3):
        variant.start(states, i, i)
    states["current_player"][1] = 1
    by_seat = np.array([[policies.GREEDY, policies.NOT_COMPILED]] * 3)
    actions = np.full(3, 77)
    sources = new_records(3, RNG_DTYPE)
    policies.choose_all(states, by_seat, sources, variant.new_states(2), actions)
    assert actions.tolist() == [TAKE + 2, 77, TAKE + 2]


def test_greedy_beats_random(any_game):
    """Report 14: a player that should be better is, on both seats."""
    variant = any_game.variant(any_game.default_players)
    games = 60
    states = variant.new_states(games)
    sources = new_records(games, RNG_DTYPE)
    sources["rng"] = np.arange(games)
    by_seat = np.zeros((games, variant.num_players), np.int64)
    by_seat[np.arange(games), np.arange(games) % variant.num_players] = policies.GREEDY
    policies.play_games(
        states,
        variant.blank,
        np.arange(games).astype(np.uint64),
        by_seat,
        sources,
        variant.new_states(policies.NUM_SCRATCH),
    )
    firsts = [any_game.ranks(states, i)[i % variant.num_players] == 1 for i in range(games)]
    assert np.mean(firsts) > 0.5
    assert all(legal_ids(state) == [] for state in states)

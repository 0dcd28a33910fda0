"""Compiled policies on positions of Pebbles that are solved by hand, and on all games."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant, digest
from aquasphere_env.core.match import Match
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from aquasphere_env.players import policies
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.pebbles.actions import PEEK, TAKE


def choice(name: str, match: Match, seed: int = 1) -> int:
    player = make_player(name, match.variant, seed)
    return int(player.act_on_states(match.states)[0])


def tools(variant: Variant) -> tuple[np.ndarray, np.ndarray]:
    sources = new_records(1, RNG_DTYPE)
    sources["rng"] = 1
    return variant.new_states(policies.NUM_SCRATCH), sources


@pytest.mark.parametrize("heap", [2, 3])
def test_greedy_takes_all_with_the_card(heap):
    assert choice("greedy", Match(PEBBLES.variant(2, heap=heap))) == TAKE + heap - 1


def test_greedy_plays_the_lowest_id_on_ties():
    """Before its own end of the game a peek changes no evaluation, and ties with nothing better."""
    match = Match(PEBBLES.variant(2, heap=50))
    values = np.zeros((1, len(PEBBLES.actions)))
    scratch, sources = tools(match.variant)
    policies.judge_each(match.states, sources, scratch, values, None)
    assert values[0].tolist() == [1, 2, 3, 0]  # points gained, whatever the card
    assert choice("greedy", match) == TAKE + 2


def test_values_of_illegal_actions_are_nan():
    match = Match(PEBBLES.variant(2, heap=2))
    match.step(PEEK)
    values = np.zeros((1, len(PEBBLES.actions)))
    scratch, sources = tools(match.variant)
    policies.judge_each(match.states, sources, scratch, values, None)
    assert np.isnan(values[0]).tolist() == [False, False, True, True]


def test_greedy_uses_nothing_hidden(any_game):
    """States that differ in what the player to move cannot know are valued alike."""
    rng = np.random.default_rng(0)
    match = Match(any_game.variant(), 3)
    for _ in range(6):
        other = match.copy()
        loops.redeal_one(other.states, 0, match.player, np.uint64(99))
        assert choice("greedy", match) == choice("greedy", other)
        match.step(int(rng.choice(match.legal_actions())))
        if match.over:
            break


def test_policies_change_nothing_but_their_source(any_game):
    match = Match(any_game.variant(), 1)
    before = digest(match.state)
    scratch, sources = tools(match.variant)
    actions = np.zeros(1, np.int64)
    for policy in (policies.RANDOM, policies.GREEDY):
        was = sources.copy()
        policies.choose_each(match.states, policy, sources, scratch, actions)
        assert actions[0] in match.legal_actions()
        assert digest(match.state) == before
        assert sources["rng"] != was["rng"]


def test_random_plays_every_legal_action_alike():
    states = np.repeat(Match(PEBBLES.variant(2)).states, 4000)
    actions = make_player("random", PEBBLES.variant(2)).act_on_states(states)
    assert (np.abs(np.bincount(actions, minlength=len(PEBBLES.actions)) - 1000) < 150).all()


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
    """A player that should be better is, on both seats."""
    variant = any_game.variant(any_game.default_players)
    greedy, random = (make_player(name, variant) for name in ("greedy", "random"))
    firsts = []
    for seat in range(2):
        seats = [greedy if p == seat else random for p in range(variant.num_players)]
        states = play_games(variant, seats, range(30)).states
        firsts += [any_game.ranks(states, i)[seat] == 1 for i in range(len(states))]
    assert np.mean(firsts) > 0.5

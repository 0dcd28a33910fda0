"""Games as pure functions of a batch."""

import numpy as np
import pytest

from aquasphere_env.adapters.functional import FunctionalGame
from aquasphere_env.core.check import StateError
from aquasphere_env.core.game import digest
from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.games import get_game
from tests.toy.pebbles import GAME as PEBBLES

SEEDS = [3, 4, 5, 6]


def digests(records):
    """Return what tells records apart: padding does not."""
    return [digest(record) for record in records]


def some_legal(state, rng):
    mask = state.legal_action_mask
    return (rng.random(mask.shape) * mask).argmax(axis=1)


@pytest.mark.parametrize(("name", "players"), [("aquasphere", 2), ("octodice", 3)])
def test_games_are_those_of_a_match(name, players):
    """pgx #183 #461 #754, AlphaZero.jl #101, Stoix #103: rewards of each; none after the end.

    Seeds deal as those of a match.
    """
    variant = get_game(name).variant(players)
    game, rng = FunctionalGame(name, players), np.random.default_rng(0)
    matches = [Match(variant, seed) for seed in SEEDS]
    state, paid = game.init(SEEDS), np.zeros((len(SEEDS), players))
    while not state.terminated.all():
        actions = some_legal(state, rng)
        for match, action in zip(matches, actions, strict=True):
            if not match.over:
                assert match.player == state.current_player[matches.index(match)]
                match.step(int(action))
        state = game.step(state, actions)
        paid += state.rewards
    assert [match.over for match in matches] == [True] * len(SEEDS)
    assert digests(state.records) == [digest(match.state) for match in matches]
    for match, rewards in zip(matches, paid, strict=True):
        best = [rank == 1 for rank in match.ranks()]
        shares = [(players * b / sum(best) - 1) / (players - 1) for b in best]
        assert rewards.tolist() == pytest.approx(shares)
    assert state.legal_action_mask.all()
    again = game.step(state, np.zeros(len(SEEDS), np.int64))
    assert not again.rewards.any()
    assert digests(again.records) == digests(state.records)


def test_a_step_changes_nothing_it_is_given():
    game, rng = FunctionalGame("octodice", 2), np.random.default_rng(0)
    state = game.init(SEEDS)
    before, masks = digests(state.records), state.legal_action_mask.copy()
    actions = some_legal(state, rng)
    first, second = game.step(state, actions), game.step(state, actions)
    assert digests(state.records) == before
    assert (state.legal_action_mask == masks).all()
    assert digests(first.records) == digests(second.records) != before
    with pytest.raises(ValueError, match="read-only"):
        first.records["rng"] = 0


def test_bad_actions_and_seeds_are_refused():
    game = FunctionalGame(PEBBLES, 2)
    state = game.init(SEEDS)
    with pytest.raises(IllegalActionError, match="game 2: illegal action 99"):
        game.step(state, np.array([0, 0, 99, 0]))
    with pytest.raises(TypeError, match="actions are integers"):
        game.step(state, np.zeros(4))
    with pytest.raises(ValueError, match="seed"):
        game.init([-1])
    with pytest.raises(ValueError, match="no observation 'pixels'"):
        FunctionalGame(PEBBLES, 2, observation="pixels")


def test_games_are_packed_into_bytes_and_go_on():
    game, rng = FunctionalGame("octodice", 2), np.random.default_rng(0)
    state = game.init(SEEDS)
    for _ in range(70):
        packed = game.pack(state)
        assert packed.dtype == np.uint8
        assert len(packed) == len(SEEDS)
        twin, actions = game.unpack(packed), some_legal(state, rng)
        assert digests(twin.records) == digests(state.records)
        assert (twin.legal_action_mask == state.legal_action_mask).all()
        state, other = game.step(state, actions), game.step(twin, actions)
        assert (state.rewards == other.rewards).all()
    assert state.terminated.any()


def test_bytes_that_are_no_game_are_refused():
    game = FunctionalGame(PEBBLES, 2)
    packed = game.pack(game.init(SEEDS))
    with pytest.raises(StateError):
        game.unpack(np.full_like(packed, 255))
    with pytest.raises(ValueError, match="packed games are uint8"):
        game.unpack(packed[:, 1:])
    with pytest.raises(ValueError, match="packed games are uint8"):
        game.unpack(packed.astype(np.int64))

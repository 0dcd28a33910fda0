"""Self-play in bulk against one match at a time."""

import pickle

import numpy as np
import pytest

import aquasphere_env
from aquasphere_env.core.game import digest
from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.envs.batch import make_batch
from tests.toy.pebbles import GAME as PEBBLES

from .playing import pick, same


def actions_of(batch, rng):
    return np.array([pick(mask, rng) for mask in batch.action_mask])


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_same_as_matches(any_game, reward):
    """Every slot plays the match of its game seed, and starts the next one when it ends."""
    batch = make_batch(any_game, 5, seed=3, reward=reward)
    batch.reset()
    matches = [Match(batch.variant, int(seed)) for seed in batch.game_seed]
    rng = np.random.default_rng(0)
    finished = 0
    while finished < 8:
        actions = actions_of(batch, rng)
        for match, action in zip(matches, actions, strict=True):
            match.step(int(action))
        batch.step(actions)
        over = np.array([match.over for match in matches])
        assert (batch.terminated | batch.truncated == over).all()
        for name in ("terminated", "truncated"):
            ended = [bool(match.state[name]) for match in matches]
            assert getattr(batch, name).tolist() == ended
        for i in np.flatnonzero(over):
            assert batch.final_scores[i].tolist() == matches[i].scores()
            assert batch.final_ranks[i].tolist() == matches[i].ranks()
            assert batch.final_decisions[i] == len(matches[i].history)
            matches[i] = Match(batch.variant, int(batch.game_seed[i]))
            finished += 1
        if reward == "outcome":
            assert not batch.rewards[~over].any()
        assert batch.rewards.sum(axis=1) == pytest.approx(0, abs=1e-5)
        for i, match in enumerate(matches):
            assert digest(batch.states[i]) == digest(match.state)
            assert np.flatnonzero(batch.action_mask[i]).tolist() == match.legal_actions()
        assert batch.current_player.tolist() == [match.player for match in matches]


def test_observation_is_that_of_the_player_to_move(any_game):
    from aquasphere_env.core.observer import Observer

    for observation in any_game.views:
        batch = make_batch(any_game, 3, observation=observation)
        batch.reset()
        batch.step(actions_of(batch, np.random.default_rng(1)))
        observer = Observer(batch.variant, observation)
        expected, masks = observer.read_many(batch.states, batch.current_player)
        assert same(batch.observation, expected)
        assert same(batch.action_mask, masks)


def test_sequences_depend_on_seed_and_slot_alone():
    """Whatever is played, and however many slots there are."""
    small, large = make_batch(PEBBLES, 2, seed=9), make_batch(PEBBLES, 7, seed=9)
    sequences = []
    for batch, choices in ((small, 1), (large, 2)):
        batch.reset()
        rng = np.random.default_rng(choices)
        seeds = [[int(seed)] for seed in batch.game_seed]
        while min(len(each) for each in seeds) < 4:
            batch.step(actions_of(batch, rng))
            for i in np.flatnonzero(batch.terminated):
                seeds[i].append(int(batch.game_seed[i]))
        sequences.append([each[:4] for each in seeds[:2]])
    assert sequences[0] == sequences[1]
    assert len({seed for each in sequences[0] for seed in each}) == 8


def test_reset_begins_again():
    batch = make_batch(PEBBLES, 3, seed=1)
    batch.reset()
    first = batch.game_seed.copy()
    for _ in range(9):
        batch.step(actions_of(batch, np.random.default_rng(0)))
    batch.reset()
    assert (batch.game_seed == first).all()
    batch.reset(seed=2)
    assert (batch.game_seed != first).all()


def test_illegal_action_changes_nothing():
    batch = make_batch(PEBBLES, 4, heap=2)
    batch.reset()
    before = [digest(state) for state in batch.states]
    message = r"game 2: illegal action 2 \(take 3\) for player_0: only 2 pebbles are left"
    with pytest.raises(IllegalActionError, match=message):
        batch.step(np.array([0, 0, 2, 2]))
    assert [digest(state) for state in batch.states] == before


def test_truncated_games_restart():
    batch = make_batch(PEBBLES, 2, heap=50, limit=2)
    batch.reset()
    batch.step(np.array([2, 0]))
    batch.step(np.array([0, 0]))
    assert batch.truncated.tolist() == [True, True]
    assert not batch.terminated.any()
    assert batch.rewards.tolist() == [[1, -1], [0, 0]]
    assert (batch.states["heap"] == 50).all()


def test_snapshot():
    batch = make_batch(PEBBLES, 3)
    batch.reset()
    batch.step(np.zeros(3, int))
    snapshot = pickle.loads(pickle.dumps(batch.clone_state()))
    runs = []
    for _ in range(2):
        rng = np.random.default_rng(0)
        seen = []
        for _ in range(20):
            batch.step(actions_of(batch, rng))
            seen += [batch.rewards.copy(), batch.observation.copy(), batch.terminated.copy()]
        runs.append(seen)
        batch.restore_state(snapshot)
    assert same(runs[0], runs[1])


def test_by_name():
    with pytest.raises(ValueError, match="no game 'chess'"):
        aquasphere_env.make_batch("chess", 4)
    with pytest.raises(ValueError, match="text"):
        make_batch(PEBBLES, 4, observation="text")
    with pytest.raises(ValueError, match="num_envs"):
        make_batch(PEBBLES, 0)

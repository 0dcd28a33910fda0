"""Adapters to libraries that may not be installed: OpenSpiel and RLlib."""

import importlib
import importlib.util

import numpy as np
import pytest

from aquasphere_env.adapters import rllib
from tests.toy.pebbles import GAME as PEBBLES


def test_rllib_module_needs_no_ray_until_used():
    if importlib.util.find_spec("ray") is not None:
        pytest.skip("Ray is installed")
    with pytest.raises(ImportError, match="ray"):
        rllib.GameMultiAgentEnv({"game": PEBBLES})


def test_rllib_conventions(monkeypatch):
    """Reports 32 to 34: the keys, the next actor alone, and a last entry for all agents."""
    if rllib.MultiAgentEnv is None:
        monkeypatch.setattr(rllib, "MultiAgentEnv", object)
    env = rllib.GameMultiAgentEnv({"game": PEBBLES, "num_players": 3, "heap": 6})
    observations, _ = env.reset(seed=0)
    assert list(observations) == ["player_0"]
    space = env.observation_spaces["player_0"]
    observation = observations["player_0"]
    assert space.contains(observation)
    assert observation["action_mask"].dtype == np.float32
    observations, rewards, terminateds, truncateds, _ = env.step({"player_0": 2})
    assert list(observations) == ["player_1"]
    assert rewards == {"player_0": 0, "player_1": 0, "player_2": 0}
    assert not terminateds["__all__"]
    assert not truncateds["__all__"]
    observations, rewards, terminateds, _, infos = env.step({"player_1": 2})
    assert set(observations) == {"player_0", "player_1", "player_2"} == set(infos)
    assert rewards == {"player_0": -0.5, "player_1": 1.0, "player_2": -0.5}
    assert terminateds["__all__"]
    # RLlib checks an environment by one random action, which may end the game: whoever is in its
    # last observations must be in ``agents``.
    assert set(observations) <= set(env.agents)


@pytest.fixture
def spiel():
    pytest.importorskip("pyspiel")
    module = importlib.import_module("aquasphere_env.adapters.openspiel")
    module.register(PEBBLES)
    return module


@pytest.mark.parametrize("players", [2, 3, 4])
def test_openspiel_simulation(spiel, players):
    """Reports 40, 48: chance is one node; states can be cloned and written as their history."""
    import pyspiel

    game = pyspiel.load_game(f"python_pebbles(players={players},seeds=20)")
    pyspiel.random_sim_test(game, 3, True, False)


def test_openspiel_resampling_hides_what_the_player_cannot_know(spiel):
    """The card is resampled, unless the player has seen it."""
    import pyspiel

    game = pyspiel.load_game("python_pebbles(seeds=20)")
    state = game.new_initial_state()
    state.apply_action(3)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    twins = [state.resample_from_infostate(0, sampler) for _ in range(40)]
    assert {int(twin.states["card"][0]) for twin in twins} == {1, 2, 3}
    assert {twin.information_state_string(0) for twin in twins} == {
        state.information_state_string(0)
    }
    state.apply_action(PEBBLES.actions.parse("peek at the card"))
    twins = [state.resample_from_infostate(0, sampler) for _ in range(40)]
    assert len({int(twin.states["card"][0]) for twin in twins}) == 1


def test_openspiel_refuses_illegal_actions_and_changes_nothing(spiel):
    """They were ignored, yet became part of what the player remembers."""
    import pyspiel

    state = pyspiel.load_game("python_pebbles(seeds=20)").new_initial_state()
    state.apply_action(0)
    before = str(state), state.information_state_string(0)
    for action in (99, -1, 2**40):
        with pytest.raises(ValueError, match=f"illegal action {action} for player_0"):
            state._apply_action(action)
    assert (str(state), state.information_state_string(0)) == before
    for bad in (True, 1.0, [1], None):
        with pytest.raises(TypeError, match="an action is an integer"):
            state._apply_action(bad)
    for seed in (-1, 1.5, "x"):
        with pytest.raises(ValueError, match="a seed is 0 or a positive integer"):
            pyspiel.load_game("python_pebbles(seeds=20)").new_initial_state()._apply_action(seed)


def test_openspiel_counts_are_checked(spiel):
    for parameters in ({"players": 9}, {"players": 2.5}, {"seeds": 0}, {"seeds": True}):
        with pytest.raises(ValueError, match=r"players, not|seeds is a positive integer"):
            spiel.SpielGame.__subclasses__()[0](parameters)


def test_openspiel_returns(spiel):
    import pyspiel

    state = pyspiel.load_game("python_pebbles(seeds=20)").new_initial_state()
    state.apply_action(0)
    while not state.is_terminal():
        assert state.returns() == [0, 0]
        state.apply_action(state.legal_actions()[-1])
    assert sum(state.returns()) == 0


def test_textarena_module_needs_no_textarena_until_used():
    from aquasphere_env.adapters import textarena

    if textarena.ta is not None:
        pytest.skip("TextArena is installed")
    with pytest.raises(ImportError, match="pip install textarena"):
        textarena.GameTextEnv(PEBBLES)

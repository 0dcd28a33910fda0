"""Adapters to libraries that may not be installed: OpenSpiel and RLlib."""

import importlib
import importlib.util
import pickle
import random

import gymnasium as gym
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
    """ray #44452 #9029 #4139: the keys, the next actor alone, and a last entry for all agents."""
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
    """open_spiel #641: states can be cloned and written as their history; the deal is one node."""
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


@pytest.mark.parametrize("players", [2, 3])
def test_openspiel_returns(spiel, players):
    """open_spiel #1396: of each player its own, and nothing before the end."""
    import pyspiel

    rng, won = random.Random(0), set()
    for seed in range(6):
        game = pyspiel.load_game(f"python_pebbles(seeds=20,players={players})")
        state = game.new_initial_state()
        state.apply_action(seed)
        while not state.is_terminal():
            assert state.returns() == [0] * players
            state.apply_action(rng.choice(state.legal_actions()))
        points = PEBBLES.read_scores(state.states)[:, 0].tolist()
        best = [p for p in range(players) if points[p] == max(points)]
        assert [p for p in range(players) if state.returns()[p] > 0] in (best, [])
        assert sum(state.returns()) == pytest.approx(0)
        won.update(best)
    assert len(won) > 1


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


def chance_or_first(state, rng):
    """Return a random outcome of a chance node, or a random legal action."""
    if state.is_chance_node():
        return rng.choice([outcome for outcome, _ in state.chance_outcomes()])
    return rng.choice(state.legal_actions())


@pytest.mark.parametrize("name", ["pebbles(seeds=20)", "octodice(players=2,seeds=9,draws=4)"])
def test_openspiel_games_and_states_pickle(spiel, name):
    """open_spiel #88 #1277: of a state all, who is to move and what was resampled included."""
    import pyspiel

    original = pyspiel.load_game(f"python_{name}")
    game = pickled(original)
    assert str(game) == str(original)
    rng = random.Random(0)
    state, sampler = game.new_initial_state(), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for k in range(40):
        twin = pickled(state)
        assert (str(twin), twin.history(), twin.returns()) == (
            str(state),
            state.history(),
            state.returns(),
        )
        assert twin.current_player() == state.current_player()
        if state.is_terminal():
            break
        if not state.is_chance_node() and k % 5 == 4:
            state = state.resample_from_infostate(state.current_player(), sampler)
        action = chance_or_first(state, rng)
        for each in (state, twin) if k % 5 != 4 else (state,):
            each.apply_action(action)
    assert k > 5


def test_openspiel_policies_pickle(spiel):
    """open_spiel #234: a policy is saved with its game, and plays the same when it is read."""
    import pyspiel
    from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver
    from open_spiel.python.policy import UniformRandomPolicy

    game = pyspiel.load_game("python_pebbles(seeds=2)")
    solver = OutcomeSamplingSolver(game)
    solver.iteration()
    state = game.new_initial_state()
    state.apply_action(0)
    for policy in (UniformRandomPolicy(game), solver.average_policy()):
        read = pickled(policy).action_probabilities(state)
        assert read == policy.action_probabilities(state)
        assert set(read) == set(state.legal_actions())


def test_openspiel_draws_are_chance_nodes(spiel):
    """open_spiel #792: dice after a decision are a sample, others by outcome, and repeat."""
    import pyspiel

    game = pyspiel.load_game("python_octodice(players=2,seeds=9,draws=6)")
    rng, state, met = random.Random(1), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node() and state.history():
            met += 1
            outcomes = state.chance_outcomes()
            assert [p for _, p in outcomes] == pytest.approx([1 / 6] * 6)
            after = [state.child(outcome) for outcome, _ in outcomes]
            assert len({str(each) for each in after}) > 1
            assert str(state.child(2)) == str(after[2])
            assert state.action_to_string(2) == "draw 2"
            with pytest.raises(ValueError, match="a draw is 0 to 5, not 6"):
                state._apply_action(6)
        state.apply_action(chance_or_first(state, rng))
    assert met > 10


def test_openspiel_without_draws_has_one_chance_node(spiel):
    """pytorch/rl #3882, open_spiel #1446: wrappers that know no chance nodes meet none."""
    import pyspiel

    rng = random.Random(1)
    state = pyspiel.load_game("python_octodice(players=2,seeds=9)").new_initial_state()
    state.apply_action(0)
    while not state.is_terminal():
        assert not state.is_chance_node()
        state.apply_action(chance_or_first(state, rng))


@pytest.mark.parametrize("place", ["observation", "info"])
@pytest.mark.parametrize("game", ["aquasphere_v1", "aquamarine_v1"])
def test_idle_masks_of_ones_for_libraries_that_sample_them(game, place):
    """TorchRL samples an action from every agent's mask, and stores no words."""
    module = importlib.import_module(f"aquasphere_env.{game}")
    wanted = {"num_players": 3, "mask_in": place, "infos": "numbers"}
    plain = module.parallel_env(**wanted)
    free = module.parallel_env(**wanted, idle_mask="ones")
    seen, told = plain.reset(seed=0), free.reset(seed=0)
    for _ in range(12):
        where = 0 if place == "observation" else 1
        for agent in plain.agents:
            mask, freed = seen[where][agent]["action_mask"], told[where][agent]["action_mask"]
            assert freed.any()
            assert (freed == (mask if mask.any() else 1)).all()
            assert not any(isinstance(value, str) for value in told[1][agent].values())
        actions = {
            a: int(seen[where][a]["action_mask"].nonzero()[0][0])
            for a in plain.agents
            if seen[where][a]["action_mask"].any()
        }
        idle = {a: free.action_space(a).n - 1 for a in free.agents}
        *_, seen_infos = seen_step = plain.step({**idle, **actions})
        *_, told_infos = told_step = free.step({**idle, **actions})
        seen, told = (seen_step[0], seen_infos), (told_step[0], told_infos)
        assert seen_step[1] == told_step[1]


def test_idle_masks_are_zeros_or_ones():
    module = importlib.import_module("aquasphere_env.aquasphere_v1")
    with pytest.raises(ValueError, match="idle_mask is 'zeros' or 'ones', not 'any'"):
        module.parallel_env(idle_mask="any")


def test_infos_of_gymnasium_without_words():
    env = gym.make("OctoDice-v1", num_players=2, infos="numbers")
    _, info = env.reset(seed=0)
    assert {"action_mask", "seat", "scores", "ranks", "round"} <= set(info)
    assert "end_reason" not in info
    with pytest.raises(ValueError, match="infos is 'all' or 'numbers', not 'none'"):
        gym.make("OctoDice-v1", num_players=2, infos="none")


def test_textarena_module_needs_no_textarena_until_used():
    from aquasphere_env.adapters import textarena

    if textarena.ta is not None:
        pytest.skip("TextArena is installed")
    with pytest.raises(ImportError, match="pip install textarena"):
        textarena.GameTextEnv(PEBBLES)

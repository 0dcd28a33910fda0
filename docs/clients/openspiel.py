"""OpenSpiel's bots and solvers: random play, MCTS with ISMCTS, outcome-sampling MCCFR; pickling."""

import pickle
from time import perf_counter

import numpy as np
import pyspiel
from open_spiel.python.algorithms import outcome_sampling_mccfr
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import aquasphere_env.adapters.openspiel  # noqa: F401

rng = np.random.RandomState(0)
game = pickle.loads(pickle.dumps(pyspiel.load_game("python_octodice(players=2,seeds=100)")))
start, decisions = perf_counter(), 0
for _ in range(20):
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(rng.choice(legal or state.legal_actions()))
        decisions += 1
print(f"{decisions / (perf_counter() - start):.0f} decisions/s", state.returns())

state = game.new_initial_state()
state.apply_action(7)
evaluator = RandomRolloutEvaluator(1, rng)
bot = ISMCTSBot(game, evaluator, uct_c=1.0, max_simulations=20, random_state=rng)
print(state.action_to_string(bot.step(state)))
twin = pickle.loads(pickle.dumps(state))
assert str(twin) == str(state)

solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
solver.iteration()
policy = pickle.loads(pickle.dumps(solver.average_policy()))
print(len(solver._infostates), "information states visited")

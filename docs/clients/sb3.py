"""sb3-contrib's MaskablePPO against greedy: 64 games at once, masks where it looks for them."""

from time import perf_counter

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from aquasphere_env.adapters.sb3 import GameVecEnv

games = GameVecEnv("aquasphere", 64, num_players=2, opponents="greedy", reward="margin")
model = MaskablePPO("MlpPolicy", games, n_steps=32, batch_size=512, seed=0)
start = perf_counter()
model.learn(8_192)
print(f"{model.num_timesteps / (perf_counter() - start):.0f} decisions/s")

margin, spread = evaluate_policy(model, games, n_eval_episodes=64, deterministic=True)
print(f"margin over greedy {margin:+.1f} points, spread {spread:.1f}")

"""SuperSuit's wrappers around PettingZoo: the mask stays in ``info``, so that views are arrays."""

from time import perf_counter

import numpy as np
import supersuit

from aquasphere_env import aquasphere_v1

STEPS = 500

env = aquasphere_v1.env(num_players=2, mask_in="info")
env = supersuit.frame_stack_v1(supersuit.dtype_v0(env, "float16"), stack_size=2)
rng = np.random.default_rng(0)
env.reset(seed=0)
start = perf_counter()
for _ in range(STEPS):
    view, reward, over, cut, info = env.last()
    if over or cut:
        env.reset()
        view, reward, over, cut, info = env.last()
    env.step(rng.choice(np.flatnonzero(info["action_mask"])))
print(f"{STEPS / (perf_counter() - start):.0f} decisions/s", view.shape, view.dtype)

"""TorchRL with all seats of a game of turns, in its parallel form."""

from time import perf_counter

from torchrl.envs import PettingZooWrapper

from aquasphere_env import aquasphere_v1

STEPS = 500

table = aquasphere_v1.parallel_env(num_players=3, infos="numbers", idle_mask="ones")
env = PettingZooWrapper(table, use_mask=True, categorical_actions=True)
env.rollout(2)
start = perf_counter()
rollout = env.rollout(STEPS, break_when_any_done=False)
print(f"{STEPS / (perf_counter() - start):.0f} decisions/s")
print(rollout["next", "player", "reward"].sum(dim=0).ravel().tolist(), "won and lost")

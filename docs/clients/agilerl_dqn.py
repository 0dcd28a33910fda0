"""AgileRL's DQN against random play: it takes the mask beside the observation."""

from time import perf_counter

import gymnasium as gym
import torch
from agilerl.algorithms.dqn import DQN
from agilerl.components.replay_buffer import ReplayBuffer
from tensordict import TensorDict

import aquasphere_env  # noqa: F401

GAMES, STEPS = 16, 100
envs = gym.make_vec("OctoDice-v1", GAMES, num_players=2, autoreset_mode="SameStep")
agent = DQN(envs.single_observation_space, envs.single_action_space, lr=1e-3, batch_size=128)
memory = ReplayBuffer(max_size=10_000)
seen, infos = envs.reset(seed=0)
start = perf_counter()
for _ in range(STEPS):
    action = agent.get_action(seen, epsilon=0.2, action_mask=infos["action_mask"])
    after, reward, over, cut, infos = envs.step(action)
    lesson = {"obs": seen, "action": action, "reward": reward, "next_obs": after, "done": over}
    tensors = {name: torch.as_tensor(array).float() for name, array in lesson.items()}
    memory.add(TensorDict(tensors, batch_size=[GAMES]))
    if len(memory) >= 256:
        agent.learn(memory.sample(128))
    seen = after
print(f"{GAMES * STEPS / (perf_counter() - start):.0f} decisions/s")

"""Tianshou's PPO on games against random play: the actor masks its own logits."""

from time import perf_counter

import gymnasium as gym
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from torch import nn

import aquasphere_env  # noqa: F401

NAME, OPTIONS = "OctoDice-v1", {"num_players": 2, "mask_in": "observation", "infos": "numbers"}
spaces = gym.make(NAME, **OPTIONS)
size, actions = spaces.observation_space["observation"].shape[0], int(spaces.action_space.n)


class Head(nn.Module):
    def __init__(self, outputs):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(size, 128), nn.ReLU(), nn.Linear(128, outputs))

    def forward(self, obs, state=None, info=None):
        out = self.layers(torch.as_tensor(obs.observation, dtype=torch.float32))
        if out.shape[1] == 1:  # the critic
            return out
        return out.masked_fill(torch.as_tensor(obs.action_mask) == 0, -1e9), state


policy = DiscreteActorPolicy(actor=Head(actions), action_space=spaces.action_space)
learner = PPO(policy=policy, critic=Head(1), optim=AdamOptimizerFactory(lr=1e-3))
games = DummyVectorEnv([lambda: gym.make(NAME, **OPTIONS)] * 8)
collector = Collector(learner, games, VectorReplayBuffer(4_000, 8))
settings = OnPolicyTrainerParams(
    training_collector=collector, max_epochs=1, epoch_num_steps=4_000, verbose=False,
    collection_step_num_env_steps=2_000, update_step_num_repetitions=2, batch_size=256,
)  # fmt: skip
start = perf_counter()
learner.run_training(settings)
print(f"{4_000 / (perf_counter() - start):.0f} decisions/s")

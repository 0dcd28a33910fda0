"""Tianshou's DQN on games against random play: legal actions are ``mask`` beside ``obs``."""

from time import perf_counter

import gymnasium as gym
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import aquasphere_env  # noqa: F401


def game():
    env = gym.make(
        "OctoDice-v1", num_players=2, opponents="random", mask_in="observation", infos="numbers"
    )
    return gym.wrappers.TransformObservation(
        env, lambda o: {"obs": o["observation"], "mask": o["action_mask"] == 1}, None
    )


env = gym.make("OctoDice-v1", num_players=2)
net = Net(
    state_shape=env.observation_space.shape, action_shape=env.action_space.n, hidden_sizes=[128]
)
policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), target_update_freq=200)
buffer = VectorReplayBuffer(20_000, 8)
collector = Collector(learner, DummyVectorEnv([game] * 8), buffer, exploration_noise=True)
settings = OffPolicyTrainerParams(
    training_collector=collector, max_epochs=1, epoch_num_steps=4_000, verbose=False,
    collection_step_num_env_steps=80, update_step_num_gradient_steps_per_sample=0.1,
)  # fmt: skip
start = perf_counter()
learner.run_training(settings)
print(f"{4_000 / (perf_counter() - start):.0f} decisions/s")

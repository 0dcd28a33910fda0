"""Advantage actor-critic on plain PyTorch, after CleanRL: 64 games, one seat against random."""

from time import perf_counter

import gymnasium as gym
import torch
from torch import nn
from torch.distributions import Categorical

import aquasphere_env  # noqa: F401

GAMES, STEPS, UPDATES, GAMMA = 64, 32, 8, 0.99
options = {"num_players": 2, "reward": "margin", "autoreset_mode": "SameStep"}
envs = gym.make_vec("OctoDice-v1", num_envs=GAMES, **options)
seen, infos = envs.reset(seed=0)
net = nn.Sequential(nn.Linear(seen.shape[1], 128), nn.ReLU(), nn.Linear(128, 1 + 122))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)


def judge(view, mask):
    value, logits = net(view).split([1, 122], dim=1)
    return value[:, 0], Categorical(logits=logits.masked_fill(mask == 0, -1e9))


start = perf_counter()
for _ in range(UPDATES):
    past, rewards, ended = [], [], []
    for _ in range(STEPS):
        view, mask = torch.from_numpy(seen.copy()), torch.from_numpy(infos["action_mask"].copy())
        with torch.no_grad():
            value, policy = judge(view, mask)
        action = policy.sample()
        past.append((view, mask, action, value))
        seen, reward, over, cut, infos = envs.step(action.numpy())
        rewards.append(torch.from_numpy(reward / 10).float())
        ended.append(torch.from_numpy(over | cut).float())
    view, mask, action, value = map(torch.cat, zip(*past, strict=True))
    ahead, returns = judge(torch.from_numpy(seen.copy()), mask[:GAMES])[0].detach(), []
    for reward, end in zip(reversed(rewards), reversed(ended), strict=True):
        returns.insert(0, ahead := reward + GAMMA * ahead * (1 - end))
    guess, policy = judge(view, mask)
    gain = policy.log_prob(action) * (torch.cat(returns) - value)
    loss = (torch.cat(returns) - guess).square().mean() / 2 - gain.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{GAMES * STEPS * UPDATES / (perf_counter() - start):.0f} decisions/s")

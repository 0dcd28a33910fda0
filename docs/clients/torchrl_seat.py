"""TorchRL on one seat against greedy: ``ActionMask`` keeps to the legal actions."""

from time import perf_counter

import torch
from tensordict.nn import TensorDictModule as Module
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymEnv, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor

import aquasphere_env  # noqa: F401

BATCH, FRAMES = 256, 2_048


def game():
    options = {"opponents": "greedy", "mask_in": "observation"}
    env = GymEnv("AquaSphere-v1", **options, categorical_action_encoding=True)
    to_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(to_bool, ActionMask()))


env = game()
head = torch.nn.LazyLinear(env.action_spec.space.n)
net = torch.nn.Sequential(torch.nn.LazyLinear(128), torch.nn.ReLU(), head)
actor = ProbabilisticActor(
    Module(net, in_keys=["observation"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
actor(env.reset())
optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
start = perf_counter()
for batch in Collector(game, actor, frames_per_batch=BATCH, total_frames=FRAMES):
    log_prob = actor.get_dist(batch).log_prob(batch["action"])
    loss = -(log_prob * batch["next", "reward"].squeeze(-1)).mean()  # REINFORCE
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"{FRAMES / (perf_counter() - start):.0f} decisions/s")

"""RLlib's PPO (new API stack) on all seats with one policy, and its own action-masking module."""

from time import perf_counter

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from aquasphere_env.adapters.rllib import GameMultiAgentEnv

ray.init(num_cpus=2, include_dashboard=False, logging_level="error")
register_env("aquasphere", GameMultiAgentEnv)
module = RLModuleSpec(
    module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64]}
)
config = (
    PPOConfig()
    .environment("aquasphere", env_config={"game": "aquasphere", "num_players": 2})
    .env_runners(num_env_runners=0, rollout_fragment_length=512)
    .training(train_batch_size_per_learner=1_024, minibatch_size=256, num_epochs=2)
    .multi_agent(policies={"all"}, policy_mapping_fn=lambda *_, **__: "all")
    .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"all": module}))
)
algorithm = config.build_algo()
start = perf_counter()
result = algorithm.train()
steps = result["env_runners"]["num_env_steps_sampled"]
print(f"{steps / (perf_counter() - start):.0f} decisions/s")
algorithm.stop()

"""RLlib ``MultiAgentEnv`` (new API stack) with the keys its action-masking module reads.

>>> register_env("aquasphere", GameMultiAgentEnv)
>>> module = RLModuleSpec(module_class=ActionMaskingTorchRLModule)
>>> config = (
...     PPOConfig()
...     .environment("aquasphere", env_config={"game": "aquasphere", "num_players": 2})
...     .multi_agent(policies={"all"}, policy_mapping_fn=lambda *_, **__: "all")
...     .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"all": module}))
... )
>>> config.build_algo().train()

``ActionMaskingTorchRLModule`` (among RLlib's examples) finds ``observations`` and ``action_mask``
(float32). Ray is needed to make an environment, not to import this module.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from ..envs.aec import GameAEC
from ..games import get_game

try:
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError:
    MultiAgentEnv = None

_Base: Any = MultiAgentEnv or object

Info = dict[str, Any]


class GameMultiAgentEnv(_Base):  # type: ignore[misc]
    """A game for RLlib: only the next agent to act is observed; rewards and ends go to all."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Make the game of ``config``.

        Its keys are ``game``, ``num_players``, ``reward``, ``observation`` and the game's options.

        Raises:
            ImportError: Ray is not installed.
            ValueError: a name, option or number that the game does not know.
        """
        if MultiAgentEnv is None:
            raise ImportError("this environment needs Ray: pip install 'ray[rllib]'")
        super().__init__()
        keywords = dict(config)
        game = keywords.pop("game")
        known = get_game(game) if isinstance(game, str) else game
        own = {k: keywords.pop(k) for k in ("reward", "observation") if k in keywords}
        variant = known.variant(keywords.pop("num_players", None), **keywords)
        self.env = GameAEC(variant, **own)
        self.possible_agents = list(self.env.possible_agents)
        self.agents = list(self.possible_agents)
        bare = self.env.bare_space
        num_actions = len(known.actions)
        space = spaces.Dict(
            observations=bare, action_mask=spaces.Box(0.0, 1.0, (num_actions,), np.float32)
        )
        self.observation_spaces = dict.fromkeys(self.agents, space)
        self.action_spaces = dict.fromkeys(self.agents, spaces.Discrete(num_actions))

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Info, Info]:
        """Start a game; return what the first to act sees."""
        self.env.reset(seed=seed, options=options)
        return self._seen([self.env.agent_selection]), {}

    def step(self, action_dict: Mapping[str, Any]) -> tuple[Info, Info, Info, Info, Info]:
        """Play the action of the agent to act; at the end all agents get an observation."""
        env = self.env
        env.step(action_dict.get(env.agent_selection))
        terminated = any(env.terminations.values())
        truncated = any(env.truncations.values())
        over = terminated or truncated
        seen = self._seen(self.possible_agents if over else [env.agent_selection])
        infos = {agent: env.infos[agent] for agent in seen}
        terminateds = {**env.terminations, "__all__": terminated}
        truncateds = {**env.truncations, "__all__": truncated}
        return seen, dict(env.rewards), terminateds, truncateds, infos

    def _seen(self, agents: list[str]) -> Info:
        observations = {}
        for agent in agents:
            seen = self.env.observe(agent)
            mask = seen["action_mask"].astype(np.float32)
            observations[agent] = {"observations": seen["observation"], "action_mask": mask}
        return observations

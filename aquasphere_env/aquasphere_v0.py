"""AquaSphere for PettingZoo: ``env()``, ``raw_env()`` and ``parallel_env()``."""

from .wrappers.modules import game_module

env, raw_env, parallel_env = game_module("aquasphere_v0")

__all__ = ["env", "parallel_env", "raw_env"]

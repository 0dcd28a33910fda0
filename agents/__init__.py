"""Players for every game, made from a string: ``random``, ``greedy``, ``ppo:<checkpoint>``."""

from aquasphere_env.players.compiled import Explanation

from .base import Agent
from .making import AGENT_FORMS, make_agent, register_opponents

__all__ = ["AGENT_FORMS", "Agent", "Explanation", "make_agent", "register_opponents"]

"""Players for every game, made from a string: ``random``, ``greedy``, ``ppo:<checkpoint>``."""

from .base import Agent, Explanation
from .making import AGENT_FORMS, make_agent, register_opponents

__all__ = ["AGENT_FORMS", "Agent", "Explanation", "make_agent", "register_opponents"]

"""Agents from strings, and strings as opponents in the environments."""

from functools import partial
from typing import Any

from aquasphere_env.core.game import Variant
from aquasphere_env.envs.opponents import register_opponent
from aquasphere_env.players.compiled import CompiledPlayer
from aquasphere_env.players.policies import POLICIES

from .base import Agent

AGENT_FORMS = {
    "random": "a uniformly random legal action",
    "greedy": "the action with the best evaluation after it (one decision ahead, compiled)",
    "ppo:<checkpoint>": "a network trained by python -m training.ppo; it plays its best action",
    "ppo-sample:<checkpoint>": "the same network, drawing from its action probabilities",
}


def make_agent(text: str, variant: Variant, seed: int = 0) -> Agent:
    """Return the agent called ``text`` for ``variant``.

    Raises:
        ValueError: a form that is not in ``AGENT_FORMS``, or a checkpoint that does not fit.
    """
    form, _, argument = text.partition(":")
    if form in POLICIES and not argument:
        return CompiledPlayer(form, variant, seed)
    if form in ("ppo", "ppo-sample") and argument:
        from .learned import LearnedAgent  # torch is imported only for this

        return LearnedAgent.load(argument, variant, sample=form == "ppo-sample", seed=seed)
    raise ValueError(f"no agent {text!r}; there are: {', '.join(AGENT_FORMS)}")


def register_opponents() -> None:
    """Let environments understand ``opponents="ppo:<checkpoint>"`` and its like."""

    def factory(form: str, argument: str, variant: Variant) -> Any:
        return make_agent(f"{form}:{argument}", variant)

    for form in ("ppo", "ppo-sample"):
        register_opponent(form, partial(factory, form))

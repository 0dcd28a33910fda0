"""Pgx on the CPU: steps of a batch, compiled by JAX into one loop, ended games beginning anew."""

from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

from benchmarks.peers.workers.serving import Run, serve


def make(game: str, batch: int, seen: bool) -> Run:
    """Return random play of ``batch`` games; unless ``seen``, observations are compiled away."""
    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(_: Any, carried: Any) -> Any:
        state, key, total, made = carried
        key, chosen, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        made += (state.legal_action_mask.sum(axis=1) > 1).sum()
        actions = jax.random.categorical(chosen, logits)
        state = step(state, actions, jax.random.split(chance, batch))
        total += state.observation.sum(dtype=jnp.float32) if seen else 0.0
        return state.replace(observation=jnp.zeros_like(state.observation)), key, total, made

    def steps_of(state: Any, key: Any, steps: Any) -> Any:
        return jax.lax.fori_loop(0, steps, once, (state, key, jnp.float32(0), jnp.int32(0)))

    loop: Any = jax.jit(steps_of)
    first, key = jax.random.split(jax.random.PRNGKey(0))
    state = jax.vmap(env.init)(jax.random.split(first, batch))

    def run(decisions: int) -> float:
        nonlocal state, key
        steps = max(1, decisions // batch)
        state, key, _, made = loop(state, key, steps)
        return int(made)

    return run


if __name__ == "__main__":
    serve(make)

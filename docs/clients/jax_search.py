"""DeepMind's mctx over our games: compiled JAX calls the functional step by ``pure_callback``."""

from time import perf_counter

import jax
import jax.numpy as jnp
import mctx
import numpy as np

from aquasphere_env.adapters.functional import FunctionalGame

GAMES, SIMULATIONS = 16, 16
game = FunctionalGame("octodice", num_players=2)  # mctx negates values: for two players
root = game.init(range(GAMES))
packed, numbers = game.pack(root), jax.ShapeDtypeStruct((GAMES,), jnp.float32)
masks = jax.ShapeDtypeStruct((GAMES, game.num_actions), jnp.bool_)
TOLD = [jax.ShapeDtypeStruct(packed.shape, jnp.uint8), numbers, numbers, masks]


def step(packed, actions):  # the mover's reward; values change sign with the player to move
    before = game.unpack(np.asarray(packed))
    after = game.step(before, np.asarray(actions, np.int64))
    paid = after.rewards[np.arange(GAMES), before.current_player]
    same = np.where(before.current_player == after.current_player, 1.0, -1.0)
    discount = np.where(after.terminated, 0.0, same).astype(np.float32)
    return game.pack(after), paid, discount, after.legal_action_mask


def recurrent(params, key, actions, packed):
    packed, reward, discount, legal = jax.pure_callback(step, TOLD, packed, actions)
    logits, value = jnp.where(legal, 0.0, -1e9), jnp.zeros(GAMES)  # your network's
    told = {"reward": reward, "discount": discount, "prior_logits": logits, "value": value}
    return mctx.RecurrentFnOutput(**told), packed


logits = jnp.zeros((GAMES, game.num_actions))
begin = mctx.RootFnOutput(prior_logits=logits, value=jnp.zeros(GAMES), embedding=packed)
illegal = ~root.legal_action_mask
search = jax.jit(
    lambda key: mctx.gumbel_muzero_policy((), key, begin, recurrent, SIMULATIONS, illegal)
)
search(jax.random.PRNGKey(0)).action.block_until_ready()
start = perf_counter()
actions = search(jax.random.PRNGKey(1)).action.block_until_ready()
print(f"{GAMES * SIMULATIONS / (perf_counter() - start):.0f} decisions/s", np.asarray(actions))

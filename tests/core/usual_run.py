"""What the package usually runs, and which kernels it compiles more often than needed.

``python -m tests.core.usual_run GAME…`` prints a line for every kernel with two signatures that
differ in more than the records, or the shapes of a record's fields, that they are for. With a warm
cache it sees only kernels that Python calls.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import types
from numba.core.dispatcher import Dispatcher

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game
from aquasphere_env.core.log import GameLog
from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position, to_position
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from aquasphere_env.envs.aec import GameAEC
from aquasphere_env.envs.batch import make_batch
from aquasphere_env.envs.parallel import GameParallel
from aquasphere_env.envs.rewards import REWARDS
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.envs.vector import SeatVectorEnv
from aquasphere_env.players.compiled_player import CompiledPlayer
from aquasphere_env.players.policies import POLICIES
from tests.conftest import ALL_GAMES

STEPS = 20
EVERY = 10  # decisions between two looks at everything


def first_legal(masks: np.ndarray) -> np.ndarray:
    """Return the first legal action of each row, 0 where there is none."""
    return np.argmax(masks, axis=-1)


def run_loops(game: Game) -> None:
    variant = game.variant()
    states = variant.new_states()
    loops.playouts(states, variant.blank, np.uint64(1), 2, new_records(1, RNG_DTYPE))
    states = variant.new_states(3)
    variant.start(states, 0, 2)
    loops.perft(states, 2)


def run_match(game: Game) -> None:
    match = Match(game.variant(), 3)
    players = [CompiledPlayer(policy, match.variant) for policy in POLICIES]
    while not match.over:
        player = players[len(match.history) % len(players)]
        if len(match.history) % EVERY == 0:
            look_at(match, player)
        match.step(int(player.act_on_states(match.states)[0]))
    *_, last = GameLog.of(match).replay(game)
    assert last.ranks() == match.ranks()


def look_at(match: Match, player: CompiledPlayer) -> None:
    player.explain(match.states, 0)
    for seat in range(match.variant.num_players):
        match.game.to_text(match.state, seat)
        for view in match.game.views.values():
            loops.observe_one(match.states, 0, seat, new_records(1, view.dtype), 0)
    loops.redeal_one(match.copy().states, 0, match.player, np.uint64(5))
    from_position(match.game, to_position(match.variant, match.state))


def run_batch(game: Game, reward: str) -> None:
    batch = make_batch(game, 3, reward=reward)
    batch.reset(seed=1)
    for _ in range(STEPS):
        batch.step(first_legal(batch.action_mask))
    batch.restore_state(batch.clone_state())
    batch.step(first_legal(batch.action_mask).astype(np.int32))


def run_learner(game: Game, opponent: str) -> None:
    single = SeatEnv(game, opponents=opponent)
    single.reset(seed=1)
    vector = SeatVectorEnv(game, 3, opponents=opponent)
    vector.reset(seed=1)
    for _ in range(STEPS):
        _, _, terminated, truncated, _ = single.step(first_legal(single.action_masks()))
        vector.step(first_legal(vector.action_masks()))
        if terminated or truncated:
            single.reset()


def run_turns(game: Game) -> None:
    env = GameAEC(game.variant())
    env.reset(seed=1)
    while env.agents:
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        env.step(None if over else int(first_legal(seen["action_mask"])))


def run_parallel(game: Game) -> None:
    env = GameParallel(game.variant())
    seen, _ = env.reset(seed=1)
    while env.agents:
        seen, *_ = env.step({name: int(first_legal(seen[name]["action_mask"])) for name in seen})


def run(game: Game) -> None:
    """Run everything that the package offers for ``game`` in words, views and environments."""
    run_loops(game)
    run_match(game)
    for reward in REWARDS:
        run_batch(game, reward)
    for opponent in POLICIES:
        run_learner(game, opponent)
    run_turns(game)
    if game.simultaneous:
        run_parallel(game)


def kernels() -> Iterator[Dispatcher]:
    """Yield every kernel of the modules loaded from the package."""
    found = {
        id(value): value
        for name, module in sorted(sys.modules.items())
        if name.partition(".")[0] == "aquasphere_env"
        for value in vars(module).values()
        if isinstance(value, Dispatcher)
    }
    return iter(found.values())


def kind(argument: Any) -> Any:
    """Return what a generic kernel may be compiled for: a record, or the shape of a field."""
    if isinstance(argument, types.Array) and isinstance(argument.dtype, types.Record):
        return argument.dtype
    return argument if isinstance(argument, types.Record | types.NestedArray) else None


def offenders() -> Iterator[str]:
    """Yield the name and signatures of every kernel that was compiled twice for one purpose."""
    for kernel in kernels():
        by_kinds = defaultdict(list)
        for signature in kernel.signatures:
            by_kinds[tuple(map(kind, signature))].append(signature)
        for signatures in by_kinds.values():
            if len(signatures) > 1:
                function = kernel.py_func
                differing = [
                    ", ".join(repr(given[k]) for given in signatures)
                    for k in range(len(signatures[0]))
                    if len({given[k] for given in signatures}) > 1
                ]
                yield f"{function.__module__}.{function.__name__}: {'; '.join(differing)}"


if __name__ == "__main__":
    for each in ALL_GAMES:
        if each.name in sys.argv[1:]:
            run(each)
    print(*offenders(), sep="\n")

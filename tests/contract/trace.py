"""Everything the kernels compute in a random game, as digests that processes can compare.

``python -m tests.contract.trace GAME [GAMES]`` prints the digests of every set-up of a game: one
game with its states and scores and, every few decisions, every view, text, evaluation and redeal;
then GAMES games in compiled loops.

Evaluations count to nine digits: they are the only results that are not integers or single floats
of them, and compilers may round sums and powers differently in the last place.
"""

import hashlib
import json
import sys
import warnings
from typing import Any

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant, digest
from aquasphere_env.core.match import Match
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from aquasphere_env.players.registry import make_player

from .loops import evaluate_one
from .setups import setups_of, walk

EVERY = 4  # decisions between two looks at what the players see: interpreted views take their time


class Digests:
    """One digest a name, over everything added under that name."""

    def __init__(self) -> None:
        self._hashes: dict[str, Any] = {}

    def add(self, name: str, content: bytes) -> None:
        self._hashes.setdefault(name, hashlib.sha256()).update(content)

    def result(self) -> dict[str, str]:
        return {name: h.hexdigest()[:16] for name, h in self._hashes.items()}


def trace(variant: Variant, seed: int) -> dict[str, str]:
    """Return digests of a whole random game, by what they are taken of."""
    digests = Digests()
    views = {name: new_records(1, view.dtype) for name, view in variant.game.views.items()}
    twin = variant.new_states()
    variant.start(twin, 0, seed)
    match = Match(variant, seed)
    for match in walk(variant, seed):
        if match.history:
            loops.step(twin, 0, match.history[-1])
        digests.add("states", digest(match.state).encode())
        digests.add("states by loops.step", digest(twin[0]).encode())
        digests.add("scores", match.game.read_scores(match.states).tobytes())
        if match.game.expert is not None and not match.over:
            digests.add(
                "expert", repr(make_player("expert", variant).explain(match.states, 0)).encode()
            )
        if match.over or len(match.history) % EVERY == 0:
            for player in range(variant.num_players):
                _add_player(digests, match, player, views)
    digests.add("forced moves", repr(match.forced).encode())
    digests.add("end", repr((match.ranks(), match.game.end_reason(match.state))).encode())
    return digests.result()


def _add_player(digests: Digests, match: Match, player: int, views: dict[str, np.ndarray]) -> None:
    for name, record in views.items():
        loops.observe_one(match.states, 0, player, record, 0)
        digests.add(f"view {name}", record.tobytes())
    mask = np.zeros(len(match.game.actions), np.int8)
    loops.read_mask(match.states, 0, player, mask)
    digests.add("masks", mask.tobytes())
    digests.add("texts", match.game.to_text(match.state, player).encode())
    imagined = match.states.copy()
    value = float(evaluate_one(imagined, 0, player)) + 0.0  # no negative zero
    digests.add("evaluations", f"{value:.9g}".encode())
    loops.redeal_one(imagined, 0, player, len(match.history))
    digests.add("redeals", digest(imagined[0]).encode())


def play_many(variant: Variant, num_games: int) -> str:
    """Return a digest of the decisions and the last state of random games in compiled loops."""
    states = variant.new_states()
    sources = new_records(1, RNG_DTYPE)
    decisions = loops.playouts(states, variant.blank, np.uint64(0), num_games, sources)
    return hashlib.sha256(f"{decisions} {digest(states[0])}".encode()).hexdigest()[:16]


def trace_game(name: str, num_games: int, seed: int = 1) -> dict[str, Any]:
    """Return the digests of every set-up of a game, and of its views."""
    result: dict[str, Any] = {}
    for setup in setups_of(name):
        variant = setup.variant()
        result[str(setup)] = trace(variant, seed) | {"playouts": play_many(variant, num_games)}
        result["views"] = {key: view.digest for key, view in variant.game.views.items()}
    return result


if __name__ == "__main__":
    # Interpreted, the generator's products overflow as they should, and numpy says so.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
    print(json.dumps(trace_game(sys.argv[1], int(sys.argv[2]))))

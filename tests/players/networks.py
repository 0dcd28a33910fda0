"""Untrained network files and positions for the tests of players; no torch."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game, Variant, legal_ids
from aquasphere_env.games import GAMES
from aquasphere_env.players.advice import advised_size
from aquasphere_env.players.network import TRUST, Network, save_network, tensor_shapes
from aquasphere_env.players.trained_on import TrainedOn
from aquasphere_env.players.value import value_shapes
from aquasphere_env.players.weights import Tensors
from aquasphere_env.players.zoo import FOLDER

WIDTH = 16
UNITS = 8, 32  # of an evaluation of the toys, as in the tests of training: the same kernels


def untrained(variant: Variant, trust: float = 1.5) -> Tensors:
    """Return random tensors whose correction is zero, so that the logits are advice alone."""
    game = variant.game
    shapes = tensor_shapes(advised_size(game, "flat"), len(game.actions), WIDTH)
    rng = np.random.default_rng(0)
    tensors = {k: rng.normal(0, 0.1, shape).astype(np.float32) for k, shape in shapes.items()}
    for name in ("correction.weight", "correction.bias"):
        tensors[name][:] = 0
    return {**tensors, TRUST: np.array(trust, np.float32)}


def network_file(
    path: Path,
    variant: Variant,
    tensors: Tensors | None = None,
    advice: Tensors | None = None,
    **changes: Any,
) -> str:
    """Write a network file, ``changes`` in what it was trained on; return the player's text."""
    trained_on = replace(TrainedOn.of(variant, "flat"), **changes)
    save_network(path, Network(trained_on, WIDTH, tensors or untrained(variant), advice))
    return f"net:{path}"


def units_of(game: Game) -> tuple[int, int]:
    """Return the units that evaluations of ``game`` have in the tests: as in the zoo."""
    if game.name not in GAMES:
        return UNITS
    first, second = load_file(FOLDER / f"{game.name}-2p.safetensors")["second"].shape
    return int(first), int(second)


def tensors_at_random(variant: Variant, seed: int = 0) -> Tensors:
    """Return the tensors of an evaluation that thinks anything."""
    rng = np.random.default_rng(seed)
    shapes = value_shapes(variant.game, *units_of(variant.game))
    return {
        name: rng.integers(-400, 400, shape).astype(kind) * (64 if name.endswith("bias") else 1)
        for name, (kind, shape) in shapes.items()
    }


def midgame(variant: Variant, count: int = 8, moves: int = 12) -> np.ndarray:
    """Return positions of random games after ``moves`` decisions, or before a game's last one."""
    states, trial = variant.new_states(count), variant.new_states()
    rng = np.random.default_rng(1)
    for i in range(count):
        variant.start(states, i, seed=i)
        for _ in range(moves):
            trial[0] = states[i]
            loops.step(trial, 0, int(rng.choice(legal_ids(states[i]))))
            if legal_ids(trial[0]):
                states[i] = trial[0]
    return states

"""The core's loops on Pebbles, a game small enough to know every answer by hand."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant, digest, legal_ids
from aquasphere_env.core.log import GameLog
from aquasphere_env.core.match import Match
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import new_records
from tests.toy.pebbles import GAME
from tests.toy.pebbles.components import STANDARD

DEPTHS = range(6)


def leaves(states: np.ndarray, depth: int) -> Iterator[np.void]:
    """Yield the ends of all sequences of ``depth`` decisions, shorter where the game ends."""
    state = states[0]
    if depth == 0 or state["terminated"] or state["truncated"]:
        yield state
        return
    for action in legal_ids(state):
        child = states.copy()
        loops.step(child, 0, action)
        yield from leaves(child, depth - 1)


def perft(variant: Variant, seed: int, depth: int) -> int:
    states = variant.new_states(depth + 1)
    variant.start(states, 0, seed)
    return int(loops.perft(states, depth))


@pytest.mark.parametrize("players", [1, 2, 4])
def test_perft_counts_what_plain_recursion_counts(players: int) -> None:
    variant = GAME.variant(players)
    states = variant.new_states()
    for seed in range(3):
        variant.start(states, 0, seed)
        for depth in DEPTHS:
            assert perft(variant, seed, depth) == sum(1 for _ in leaves(states, depth))


def test_perft_by_hand() -> None:
    """Three pebbles, one player: 1, 2, 3 or peek. After taking 1: 1, 2 or peek (two pebbles).

    After taking 2 one pebble is left: take it or peek. After peeking: 1, 2 or 3.
    """
    variant = GAME.variant(1, heap=3)
    assert [perft(variant, 0, depth) for depth in range(3)] == [1, 4, 3 + 2 + 1 + 3]


def test_playout_and_step_by_step_agree() -> None:
    variant = GAME.variant(3)
    by_playout, by_step = variant.new_states(), variant.new_states()
    sources = new_records(2, RNG_DTYPE)
    for seed in range(20):
        sources["rng"] = seed
        variant.start(by_playout, 0, seed)
        variant.start(by_step, 0, seed)
        decisions = loops.playout(by_playout, 0, sources, 0)
        match = Match(variant, seed)
        while not match.over:
            action = loops_random(match.states, sources)
            match.step(action)
            loops.step(by_step, 0, action)
        assert decisions == len(match.history)
        assert digest(by_playout[0]) == digest(by_step[0]) == digest(match.state)


def loops_random(states: np.ndarray, sources: np.ndarray) -> int:
    return int(loops.random_action(states[0], sources[1]))


def test_playouts_with_a_huge_seed_are_those_of_its_neighbours() -> None:
    """The seeds are counted in 64-bit integers: as floats, 2**63 and the next were one game."""
    variant = GAME.variant(2)
    states, again = variant.new_states(), variant.new_states()
    loops.playouts(states, variant.blank, np.uint64(2**63), 2, new_records(1, RNG_DTYPE))
    sources = new_records(1, RNG_DTYPE)
    for seed in (2**63, 2**63 + 1):
        variant.start(again, 0, seed)
        loops.playout(again, 0, sources, 0)
    assert digest(states[0]) == digest(again[0])


def test_forced_moves_are_not_decisions() -> None:
    """With one pebble left and the card known there is nothing to decide (P1, P3)."""
    variant = GAME.variant(1, heap=2)
    match = Match(variant, 0)
    match.step(GAME.actions.parse("peek at the card"))
    match.step(GAME.actions.parse("take 1"))
    assert match.over
    assert match.history == [GAME.actions.parse("peek at the card"), GAME.actions.parse("take 1")]
    assert match.forced == [(2, GAME.actions.parse("take 1"))]
    assert match.state["step_count"] == 2
    assert list(match.events()) == [
        (GAME.actions.parse("peek at the card"), False),
        (GAME.actions.parse("take 1"), False),
        (GAME.actions.parse("take 1"), True),
    ]


@pytest.mark.parametrize(
    ("points", "ranks"),
    [
        ([[5, 0, 0], [7, 0, 0]], [2, 1]),
        ([[5, 1, 0], [5, 2, 0]], [2, 1]),
        ([[5, 1, 3], [5, 1, 2]], [1, 2]),
        ([[5, 1, 3], [5, 1, 3], [4, 9, 9]], [1, 1, 3]),
        ([[-2, 0, 0], [-1, 0, 0], [-2, 0, 0], [-3, 0, 0]], [2, 1, 2, 4]),
        ([[1, 0, 0]], [1]),
    ],
)
def test_ranks_by_points_then_tie_breakers(points: list[list[int]], ranks: list[int]) -> None:
    out = np.zeros(len(points), np.int32)
    loops.ranks(np.array(points, np.int32), out)
    assert out.tolist() == ranks


def test_only_the_player_to_move_has_a_mask() -> None:
    match = Match(GAME.variant(2), 0)
    mask = np.full(len(GAME.actions), 7, np.int8)
    loops.read_mask(match.states, 0, 1 - match.player, mask)
    assert not mask.any()
    loops.read_mask(match.states, 0, match.player, mask)
    assert np.flatnonzero(mask).tolist() == match.legal_actions()


def test_options_are_kept_as_plain_values(tmp_path: Path) -> None:
    """Logs and network files write them as JSON."""
    path = tmp_path / "components.toml"
    path.write_bytes(STANDARD.read_bytes())
    text = STANDARD.read_text(encoding="utf-8")
    for components in (path, str(path), text):
        variant = GAME.variant(2, components=components, heap=np.int64(7))
        assert variant.options == {"components": text, "heap": 7}
        assert {type(value) for value in variant.options.values()} == {int, str}
        log = GameLog.of(Match(variant))
        assert GameLog.from_json(log.to_json()) == log

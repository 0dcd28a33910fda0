"""Entrants as players: who sits where gets what, times, and what tells that a file has changed."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.core.observer import Observer
from aquasphere_env.games import get_game
from aquasphere_env.players.fingerprints import fingerprints
from benchmarks.league import cast as module
from benchmarks.league.cast import Cast
from benchmarks.league.design import Block, deal_seeds, seatings
from tests.toy.pebbles import GAME as PEBBLES

from .leagues import FIRST, First

FIELD = tuple(sorted((FIRST, f"{__name__}:Lowest", f"{__name__}:Third")))


class Lowest(First):
    """Plays the first legal action, too, under another name."""


class Third(First):
    """Plays the third legal action, or the last."""

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> int:
        return int(np.flatnonzero(action_mask)[:3][-1])


CLASSES: dict[str, Callable[[], First]] = dict(
    zip(FIELD, (First, Lowest, Third), strict=True)  # in the order of their names
)


@pytest.mark.parametrize("number", [0, 1])
def test_points_and_places_are_those_of_the_entrants(number: int) -> None:
    """Every game of a block once more, move by move."""
    variant = PEBBLES.variant(3)
    played = Cast.of(FIELD, [variant]).play(2, Block(number, FIELD))
    observer = Observer(variant)
    for d, seed in enumerate(deal_seeds(2, Block(number, FIELD).deals)):
        for r, seats in enumerate(seatings(3, number)):
            match = Match(variant, seed)
            while not match.over:
                entrant = FIELD[seats.index(match.player)]
                player = CLASSES[entrant]()
                match.step(player.act(*observer.read(match.states, 0, match.player)))
            assert played.points[d, r].tolist() == [match.scores()[seat] for seat in seats]
            assert played.places[d, r].tolist() == [match.ranks()[seat] for seat in seats]
    assert len({tuple(points) for points in played.points.reshape(-1, 3).tolist()}) > 5


def test_a_block_does_not_depend_on_what_was_played_before() -> None:
    variants = [PEBBLES.variant(2)]
    block = Block(3, ("greedy", "random"))
    fresh = Cast.of(block.field, variants).play(0, block)
    cast = Cast.of(block.field, variants)
    cast.play(0, Block(1, block.field))
    again = cast.play(0, block)
    assert fresh.points.tolist() == again.points.tolist()
    other = cast.play(1, block)
    assert other.points.tolist() != again.points.tolist()


def test_a_decision_is_timed_alone_and_slow_players_less_often(monkeypatch) -> None:
    cast = Cast.of(["greedy"], [PEBBLES.variant(2)])
    (player,) = cast.players["greedy"]
    asked = []

    class Slow:
        def seed(self, seed: int) -> None:
            pass

        def act_on_states(self, states: np.ndarray) -> np.ndarray:
            asked.append(len(states))
            return player.act_on_states(states)

    cast.players["greedy"] = [Slow()]  # type: ignore[list-item]
    clock = iter(np.arange(0.0, 1000.0, 2.0))  # every look at it is two seconds later
    monkeypatch.setattr(module.time, "perf_counter", lambda: float(next(clock)))
    assert cast.milliseconds("greedy", 0) == 2000
    assert asked == [1] * (1 + 3)
    monkeypatch.setattr(module.time, "perf_counter", lambda: 0.0)
    asked.clear()
    assert cast.milliseconds("greedy", 0) == 0
    assert asked == [1] * (1 + module.TIMED_DECISIONS)


def test_what_tells_that_a_file_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "weights,v=1.safetensors"
    file.write_text("weights")
    with_file = [f"value:{file}", f"net:{file}", f"net:{file},temperature=2"]
    plain = tmp_path / "weights.safetensors"
    plain.write_text("weights")
    searching = [f"mcts:5,value={plain}", f"mcts:5,value={plain},exploration=2"]
    without = ["random", "greedy", "mcts:5", "mcts:5,leaf=random"]
    variant = PEBBLES.variant(2)
    before = fingerprints([*with_file, *searching, *without], variant)
    assert {before[name] for name in without} == {None}
    assert len({before[name] for name in (*with_file, *searching)}) == 1
    file.write_text("others")
    plain.write_text("others")
    after = fingerprints([*with_file, *searching], variant)
    assert all(after[name] not in (None, before[name]) for name in after)
    assert fingerprints([FIRST], variant)[FIRST] is not None


def test_the_zoos_files_tell_too() -> None:
    """A search uses them unless it plays out."""
    names = ["zoo", "zoo:aquasphere-2p", "mcts:5", "mcts:5,leaf=rollout"]
    found = fingerprints(names, get_game("aquasphere").variant(2))
    assert found.pop("mcts:5,leaf=rollout") is None
    assert len(set(found.values())) == 1
    assert None not in found.values()

"""The kernels against the game written once more in plain Python."""

import random
from pathlib import Path

import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.components import NUM_OBJECTIVES, OBJECTIVES_IN_PLAY
from tests.mutants.conditions import unmet

from .oracle import at_random, beside, beside_from_edited, busy, generous_set, greedy, rarest

pytestmark = pytest.mark.slow

COUNTS = (2, 3, 4)


@pytest.mark.parametrize("num_players", COUNTS)
@pytest.mark.parametrize("seed", range(8))
def test_same_options_and_same_table_at_every_decision(num_players: int, seed: int) -> None:
    """Random and lively games; all objectives are in play, three at a time."""
    choose = (at_random, busy)[seed % 2](seed)
    drawn = [(3 * seed + k) % NUM_OBJECTIVES for k in range(OBJECTIVES_IN_PLAY)]
    beside(GAME.variant(num_players), seed, choose, {"objectives": drawn})


@pytest.mark.parametrize("num_players", COUNTS)
def test_greedy_games(num_players: int) -> None:
    variant = GAME.variant(num_players)
    match = beside(variant, num_players, greedy(variant, 1), {})
    assert match.state["terminated"]


@pytest.mark.parametrize("num_players", COUNTS)
@pytest.mark.parametrize("max_rounds", [1, 7, 30])
def test_rarest_kinds_of_actions(num_players: int, max_rounds: int) -> None:
    variant = GAME.variant(num_players, max_rounds=max_rounds)
    match = beside(variant, max_rounds, rarest(max_rounds), {"first_player": num_players - 1})
    assert match.state["round_number"] < max_rounds


@pytest.mark.parametrize("num_players", COUNTS)
@pytest.mark.parametrize("seed", range(6))
def test_from_edited_positions(num_players: int, seed: int) -> None:
    choose = (rarest, busy)[seed % 2](seed)
    beside_from_edited(GAME.variant(num_players), 100 + seed, choose)


@pytest.mark.parametrize("num_players", COUNTS)
def test_another_component_set(num_players: int, tmp_path: Path) -> None:
    """Start tokens over the limit, a full stockpile, papers and facilities in every round."""
    variant = GAME.variant(num_players, components=str(generous_set(tmp_path / "set.toml")))
    for seed, player in enumerate((rarest, busy, at_random)):
        beside(variant, seed, player(seed), {"first_player": seed % num_players})
    beside_from_edited(variant, num_players, rarest(9))


def test_reference_sees_reshuffles() -> None:
    """With two players the stack runs out in most long games, so the comparison covers it."""
    reused = 0
    for seed in range(12):
        match = Match(GAME.variant(2), seed)
        choice = random.Random(seed)
        discarded = 0
        while not match.over:
            match.step(choice.choice(match.legal_actions()))
            reused += match.state["num_discards"] < discarded
            discarded = int(match.state["num_discards"])
    assert reused >= 5


def test_every_condition_of_the_rules_is_true_and_false_in_such_games() -> None:
    """A condition that they do not meet any more is not compared any more."""
    assert unmet("aquanauts") == []

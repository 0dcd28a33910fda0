"""The kernels against an independent plain-Python game: legal actions, states, events, perft."""

import random

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.check import check_state
from aquasphere_env.games.aquasphere import GAME
from tests.mutants.conditions import unmet

from .oracle import TASTES, Taste, compare, dealt, edited, resumed
from .positions import TABLES, crowded_tables, generous_tables, write_set
from .reference import Reference

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(9))
def test_games_agree(num_players, seed):
    taste = Taste(TASTES[seed % len(TASTES)], seed)
    compare(*dealt(num_players, seed), taste)


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("make", [crowded_tables, generous_tables])
def test_games_with_other_components_agree(num_players, make, tmp_path):
    """From the start and from edited positions."""
    tables = make()
    path = write_set(tmp_path / "set.toml", tables)
    for seed, name in enumerate(TASTES):
        compare(*dealt(num_players, seed, tables=tables, components=path), Taste(name, seed))
        match = edited(num_players, seed, tables, components=path)
        compare(*resumed(match, tables), Taste(name, seed))


@pytest.mark.parametrize("num_players", [2, 3, 4])
@pytest.mark.parametrize("name", TASTES)
def test_games_from_edited_positions_agree(num_players, name):
    for seed in range(6):
        match = edited(num_players, seed)
        check_state(match.variant, match.state)
        compare(*resumed(match), Taste(name, seed))


@pytest.mark.parametrize("first", range(4))
def test_games_with_chosen_chance_agree(first):
    """Cards of one kind lie together, and the sectors in any order."""
    chance = {
        "research_deck": [*range(5 * first, 41), *range(5 * first)],
        "lab_deck": [*range(29 - 6 * first, -1, -1), *range(30 - 6 * first, 30)],
        "ring": [(5 * k + first) % 6 for k in range(6)],
        "base_letters": [(first - k) % 6 for k in range(6)],
        "program_cards": [first, first + 2, first + 4, first + 6],
        "rotations": [first, first + 1, 5 - first],
        "first_player": first,
    }
    compare(*dealt(4, first, chance), Taste("rarest", first))


def count_sequences(num_players, seed, tables, depth, prefix=()):
    """Count sequences of ``depth`` decisions by replaying each from the start."""
    variant = GAME.variant(num_players)
    reference = Reference(tables, num_players, variant.dealt(seed))
    for words in prefix:
        reference.play(words)
    if depth == 0 or not reference.options:
        return 1
    if depth == 1:
        return len(reference.options)
    return sum(
        count_sequences(num_players, seed, tables, depth - 1, (*prefix, words))
        for words in sorted(reference.options)
    )


@pytest.mark.parametrize(
    ("num_players", "seed", "counts"),
    [(2, 1, (15, 129, 1168)), (3, 2, (14, 125, 1785)), (4, 3, (15, 219, 3201))],
)
def test_perft(num_players, seed, counts):
    """Golden numbers, counted by the kernels and by the reference."""
    variant = GAME.variant(num_players)
    states = variant.new_states(len(counts) + 1)
    found = []
    for depth in range(1, len(counts) + 1):
        variant.start(states, 0, seed)
        found.append(int(loops.perft(states, depth)))
    assert tuple(found) == counts
    assert count_sequences(num_players, seed, TABLES, 3) == counts[2]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_perft_in_the_middle_of_a_game(num_players):
    match, _ = dealt(num_players, 7)
    rng = random.Random(7)
    for _ in range(50):
        match.step(rng.choice(match.legal_actions()))
    states = match.variant.new_states(4)
    states[0] = match.states[0]
    prefix = [GAME.actions.describe(action) for action in match.history]
    assert loops.perft(states, 3) == count_sequences(num_players, 7, TABLES, 3, tuple(prefix))


def test_a_seed_is_a_game():
    variant = GAME.variant(3)
    states = variant.new_states(3)
    for slot, seed in enumerate((5, 5, 6)):
        variant.start(states, slot, seed)
    assert np.array_equal(states[0], states[1])
    assert not np.array_equal(states[0], states[2])


NEVER = {
    "turns.resolve: not state.terminated is False": "the end of the game returns from the loop",
}


def test_the_oracle_meets_every_outcome_of_every_condition():
    """A condition that it does not meet any more is not compared any more."""
    assert unmet("aquasphere") == sorted(NEVER)

"""Games against the oracle: every legal action, every sheet, every score."""

from collections import Counter

import pytest

from aquasphere_env.games.aquamarine import GAME
from tests.mutants.conditions import unmet

from .oracle import TASTES, crowded_reef, play_both, with_numbers
from .reference import Numbers

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("reef", [None, "random"])
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_games_on_the_reefs(num_players, reef, taste):
    """AM-T1 to AM-R11 on Reef A and reefs from the seed."""
    variant = GAME.variant(num_players, sheet=reef)
    game = play_both(variant, num_players, taste)
    assert max(len(diver.boxes) for diver in game.divers) >= 3


@pytest.mark.parametrize("taste", TASTES)
@pytest.mark.parametrize("num_players", [1, 2])
def test_games_on_crowded_reefs(num_players, taste):
    """AM-R8: all kinds in all mixtures, wrecks under the boats."""
    variant = GAME.variant(num_players)
    met = Counter()
    for seed in range(4):
        chance = {"squares": crowded_reef(seed)}
        game = play_both(variant, seed, taste, chance)
        for diver in game.divers:
            met.update({kind for kind, count in diver.counts().items() if count})
            met.update(diver.bonuses)
    assert min(met[kind] for kind in ("shoals", "coral", "jellyfish", "flag", "day", "night")) > 0


NUMBERS = [
    Numbers(dives=1, tank=1, extra=0, flags=(1, 2, 3, 4, 5, 6), marks=(0, 1, 2)),
    Numbers(dives=2, tank=3, extra=1, flags=(1, 7, 8, 9, 29, 30), marks=(1, 2, 5)),
    Numbers(dives=3, tank=2, extra=2, marks=(0, 1, 21)),
    Numbers(dives=3, tank=60, extra=0, marks=(5, 10, 20)),
]


@pytest.mark.parametrize("numbers", NUMBERS, ids=["short", "small", "gasping", "long"])
@pytest.mark.parametrize("num_players", [1, 3])
def test_games_with_other_numbers(tmp_path, num_players, numbers):
    """AM-R5, AM-R9: dives that end all the time, flags worth a point, marks at the surface."""
    variant = GAME.variant(num_players, components=with_numbers(tmp_path, numbers))
    ends = Counter()
    for seed, taste in enumerate(TASTES * 2):
        chance = {"squares": crowded_reef(seed)}
        game = play_both(variant, seed, taste, chance, numbers)
        ends[game.over] += 1
    assert ends.total() == 2 * len(TASTES)


def test_the_oracle_meets_every_outcome_of_every_condition():
    """A condition that it does not meet any more is not compared any more."""
    assert unmet("aquamarine") == []

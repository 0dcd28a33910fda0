"""Games that the test of conditions watches, see ``tests.mutants.conditions``."""

import tempfile
from pathlib import Path

from aquasphere_env.games.aquamarine import GAME

from .oracle import TASTES, crowded_reef, play_both, with_numbers
from .reference import Numbers


def play_games() -> None:
    """Play short games that meet whatever a game can meet."""
    short = Numbers(dives=2, tank=2, extra=0, flags=(1, 2, 3, 4, 5, 6), marks=(0, 1, 2))
    with tempfile.TemporaryDirectory() as folder:
        components = with_numbers(Path(folder), short)
        for seed, taste in enumerate(TASTES):
            chance = {"squares": crowded_reef(seed)}
            play_both(GAME.variant(1 + seed % 3), seed, taste, chance)
            play_both(GAME.variant(1, components=components), seed, taste, chance, short)
    play_both(GAME.variant(1, sheet="random"), 3, "deep")

"""Games that the test of conditions watches, see ``tests.mutants.conditions``."""

import tempfile
from pathlib import Path

from aquasphere_env.games.aquanauts import GAME

from .oracle import at_random, beside, beside_from_edited, busy, generous_set, rarest


def play_games() -> None:
    """Play games that meet whatever a game can meet."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(generous_set(Path(folder) / "set.toml"))
        for num_players in (2, 3, 4):
            variant = GAME.variant(num_players, components=path)
            for seed, player in enumerate((rarest, busy, at_random)):
                beside(variant, seed, player(seed), {"first_player": seed % num_players})
            beside_from_edited(variant, num_players, rarest(9))
            for seed in range(6):
                choose = (rarest, busy)[seed % 2](seed)
                beside_from_edited(GAME.variant(num_players), 100 + seed, choose)
    for max_rounds in (1, 7):
        variant = GAME.variant(3, max_rounds=max_rounds)
        beside(variant, max_rounds, rarest(max_rounds), {"first_player": 2})

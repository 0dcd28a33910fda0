"""Games that the test of conditions watches, see ``tests.mutants.conditions``."""

import tempfile
from pathlib import Path

from .oracle import TASTES, Taste, compare, dealt, edited, resumed
from .positions import crowded_tables, generous_tables, write_set


def play_games() -> None:
    """Play games that meet whatever a game can meet."""
    for seed, name in enumerate(TASTES):
        compare(*dealt(2 + seed, seed), Taste(name, seed))
        for number in range(8):
            compare(*resumed(edited(2 + seed, 10 * number + seed)), Taste(name, seed))
    with tempfile.TemporaryDirectory() as folder:
        for seed, make in enumerate((crowded_tables, generous_tables)):
            tables = make()
            path = write_set(Path(folder) / f"{seed}.toml", tables)
            for players in (2, 3, 4):
                match = edited(players, seed, tables, components=path)
                compare(*resumed(match, tables), Taste("random", players))

"""The held-out split: component sets and reefs of ours that nothing is trained on.

Every game has two. Files ``<game>_<number>.toml`` are component sets, ``<game>_<number>.txt`` the
sheets of reefs; the rest is the game's own.
"""

from pathlib import Path

from aquasphere_env.core.game import Game, Variant

FOLDER = Path(__file__).parent
_OPTIONS = {".toml": "components", ".txt": "sheet"}  # by the ending of a file


def files_of(game: Game) -> list[Path]:
    """Return the files of the held-out sets of ``game``."""
    found = (path for path in FOLDER.iterdir() if path.suffix in _OPTIONS)
    return sorted(path for path in found if path.stem.rpartition("_")[0] == game.name)


def held_out_variants(game: Game, num_players: int | None) -> dict[str, Variant]:
    """Return ``game`` on each of its held-out sets, by the names of their files.

    Raises:
        ValueError: the game is not for that many players, or has no held-out sets.
    """
    files = files_of(game)
    if not files:
        raise ValueError(f"{game.title} has no held-out component sets; leave out --held-out")
    options = {path.stem: {_OPTIONS[path.suffix]: str(path)} for path in files}
    return {name: game.variant(num_players, **given) for name, given in options.items()}

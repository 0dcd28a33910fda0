"""The held-out split: component sets and reefs of ours that nothing is trained on.

Every game has two. Files ``<game>_<number>.toml`` are component sets, ``<game>_<number>.txt`` the
sheets of reefs; all are played with the game's own components for what they do not hold.
"""

from pathlib import Path

from aquasphere_env.core.game import Game, Variant

FOLDER = Path(__file__).parent
_OPTIONS = {".toml": "components", ".txt": "sheet"}  # by the ending of a file


def files_of(game: Game) -> list[Path]:
    """Return the files of the held-out sets of ``game``."""
    found = (path for path in FOLDER.iterdir() if path.suffix in _OPTIONS)
    return sorted(path for path in found if path.stem.rpartition("_")[0] == game.name)


def held_out_variants(game: Game, num_players: int | None) -> list[Variant]:
    """Return ``game`` on each of its held-out sets.

    Raises:
        ValueError: the game is not for that many players, or has no held-out sets.
    """
    files = files_of(game)
    if not files:
        raise ValueError(f"{game.title} has no held-out component sets; leave out --held-out")
    return [
        game.variant(num_players, **{_OPTIONS[path.suffix]: str(path)}) for path in files
    ]


def set_names(variants: list[Variant]) -> dict[str, str]:
    """Return the digest of every variant by a name: that of its component set, or its file."""
    names = [variant.component_set for variant in variants]
    if len(set(names)) < len(names):  # reefs are played with one component set
        names = [f"{name}, reef {k + 1}" for k, name in enumerate(names)]
    return {name: variant.digest for name, variant in zip(names, variants, strict=True)}

"""The command line of data sets."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from training.options import GameOptions, Games, GamesPerFile, Seed

PARQUET, MINARI = FORMATS = ("parquet", "minari")


@dataclass
class Options:
    """Let players play, and keep every decision as a data set for offline learning."""

    player: Annotated[tuple[str, ...], tyro.conf.UseAppendAction] = ()
    """Who plays; given once for each player, the last one fills the seats that are left. By default
    greedy. In Minari's format the first one is whose decisions are kept."""
    game: str = "aquasphere"
    """Which game."""
    players: int | None = None
    """How many players; by default as many as are given, or the game's usual number."""
    games: Games = 1000
    """How many games."""
    format: Literal["parquet", "minari"] = "parquet"
    """Parquet files, or a data set of Minari."""
    folder: Path | None = None
    """Where it goes, by default runs/<game>-<players>p-data; in Minari's format the folder of all
    data sets, by default MINARI_DATASETS_PATH or ~/.minari/datasets."""
    name: str | None = None
    """Minari's id of the data set, by default <game>/<players>p-<player>-v0."""
    observation: str = "flat"
    """Which view: flat, entities, text, or planes for Aquamarine."""
    reward: str = "outcome"
    """What players get for a decision: outcome, rank, margin or score, as in environments."""
    mask_in: Literal["observation", "info"] = "observation"
    """Where Minari's episodes hold the legal actions."""
    option: GameOptions = ()
    """An option of the game, such as max_rounds=10 or components=FILE; can be given again."""
    games_per_file: GamesPerFile = None
    """How many games are kept at once, the others are lost when the command is stopped; by default
    100, in Minari's format 20."""
    seed: Seed = 0
    """Seed of the first game; the next has the next one."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print one JSON object."""

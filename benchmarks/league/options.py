"""The command line of the league."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from training.options import GamesOrUsual, SeedOrUsual

USUAL_GAME = "aquasphere"
USUAL_FIELD = ("random", "greedy", "expert", "mcts:50", "mcts:200")
USUAL_GAMES = 200


@dataclass
class Options:
    """Play all players against each other and rate them; what the folder says may be left out."""

    game: str | None = None
    """Which game, by default aquasphere."""
    players: int | None = None
    """How many players, by default the game's usual number; with 1 everyone plays alone."""
    player: Annotated[tuple[str, ...], tyro.conf.UseAppendAction] = ()
    """An entrant besides the field, such as package.module:Class; may be given several times."""
    field: tuple[str, ...] = ()
    """The other entrants, by default those of the folder, or random greedy expert mcts:50
    mcts:200."""
    games: GamesOrUsual = None
    """How many games every pair plays (with 3 and 4 players every combination, with 1 everyone),
    rounded up to 10 deals in all rotations, on each held-out set; by default 200."""
    seed: SeedOrUsual = None
    """Which deals: two leagues with different seeds share none; by default 0."""
    held_out: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Play on component sets and reefs that nothing is trained on."""
    again: tuple[str, ...] = ()
    """Entrants whose games are played again, since they have changed."""
    folder: Path | None = None
    """Where games and results are kept, by default runs/league-<game>-<players>p."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print league.json instead of league.md."""

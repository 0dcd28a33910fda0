"""What a server of the web UI offers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .people import HUMAN
from .replay import Replay

LEVELS = {  # players that a browser may always choose, in words
    "random": "any move",
    "greedy": "beginner",
    "expert": "good beginner",
    "mcts:20": "strong",
    "mcts:400": "champion",
}
CHOICES: dict[str, list[dict[str, Any]]] = {  # options that a browser may choose, by game
    "aquamarine": [{"name": "sheet", "value": "random", "words": "a random reef"}],
    "octodice": [
        {"name": "lab", "value": "random", "words": "lab tiles drawn at random"},
        {"name": "virtual_player", "value": True, "words": "with a virtual player (two players)"},
    ],
}
FILES = {  # options that take a file of one's own, in words
    "components": "Own components",
    "sheet": "Own sheet",
}
USUAL = "greedy"


@dataclass
class Setting:
    """What the web UI offers: the first game, possible opponents, games to replay."""

    game: str = "aquasphere"
    players: int | None = None
    opponents: Sequence[str] = (USUAL,)
    seed: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)  # of the first game
    replays: Sequence[Replay] = ()
    problems: Sequence[str] = ()  # with other recorded games
    store: Path | None = None  # where games are kept; None: only in memory

    def players_offered(self) -> list[str]:
        """Return the players that a browser may choose."""
        return list(dict.fromkeys([*LEVELS, *self.opponents]))

    def check_offered(self, name: str) -> None:
        """Raise ``ValueError`` unless the player ``name`` may be asked at this server."""
        if name not in self.players_offered():
            raise ValueError(f"no player {name!r} at this server")

    def adviser(self) -> str:
        """Return who gives advice if nobody is chosen: an opponent that knows something."""
        able = [name for name in self.opponents if name not in ("random", HUMAN)]
        return able[-1] if able else USUAL

"""What all parts of a data set have in common, and the folder that keeps it."""

import json
import math
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import aquasphere_env
from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Variant
from aquasphere_env.core.integers import shortened, shown
from aquasphere_env.core.observer import Observer
from aquasphere_env.core.options import given_options
from aquasphere_env.core.reading import FileError, read_text
from aquasphere_env.envs.rewards import reward_id
from aquasphere_env.games import get_game
from aquasphere_env.players.fingerprints import Fingerprints, fingerprints
from aquasphere_env.players.player import Player
from training.evaluate import seat_agents
from training.options import check

from .options import MINARI, PARQUET, Options

SETTINGS = "settings.json"
USUAL_PLAYER = "greedy"
USUAL_GAMES_PER_FILE = {PARQUET: 100, MINARI: 20}

_SCHEMA = "aquasphere-env-data-1"
_MOST_BYTES = 10_000_000  # of settings, which may hold a component file
_OPTIONS = {  # of the command line, by the settings that they give
    "num_players": "--players",
    "agents": "--player",
    "view": "--observation",
    "options": "--option",
    "games_per_file": "--games-per-file",
    "mask_in": "--mask-in",
}


class DataError(ValueError):
    """A folder that holds no data set, a broken one or another one; the message says which."""


@dataclass(frozen=True)
class Settings:
    """What tells which games a data set has and how it shows them: equal settings, equal data.

    ``agents`` are the players' names; game ``k`` has ``agents[0]`` on seat ``k % num_players`` and
    the others clockwise (Minari's environment draws the seat). ``fingerprints`` are those of the
    files that the names name, ``package`` is the version of aquasphere-env.
    """

    format: str
    game: str
    version: int
    num_players: int
    options: dict[str, Any]
    component_set: str
    component_hash: str
    view: str
    view_digest: str | None  # None of text
    reward: str
    mask_in: str | None  # None but for Minari
    agents: list[str]
    fingerprints: Fingerprints
    seed: int
    games: int
    games_per_file: int
    package: str

    @property
    def num_parts(self) -> int:
        """How many parts there are."""
        return math.ceil(self.games / self.games_per_file)

    def part(self, number: int) -> range:
        """Return the numbers of the games in a part."""
        first = number * self.games_per_file
        return range(first, min(first + self.games_per_file, self.games))

    def game_seed(self, number: int) -> int:
        """Return the seed of a game."""
        return self.seed + number

    def seating(self, number: int) -> tuple[str, ...]:
        """Return the names of the players of a game by seat."""
        n = self.num_players
        return tuple(self.agents[(seat - number) % n] for seat in range(n))

    def chance(self, *of: object) -> int:
        """Return a seed for a player's own chance: nothing else has the same."""
        return int.from_bytes(sha256(repr((self.seed, *of)).encode()).digest()[:8], "big")

    def continues(self, folder: Path) -> bool:
        """Return whether ``folder`` has a data set of these settings; nothing is in a new one.

        Raises:
            DataError: it holds something else.
        """
        path = folder / SETTINGS
        if not path.exists():
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise DataError(
                    f"{folder} is not empty and holds no data set; name another --folder"
                )
            return False
        before = _read(path)
        for name, new in self.document().items():
            old = before.get(name)
            if old != new:
                what = _OPTIONS.get(name, name if name in ("fingerprints", "package") else None)
                what = what or f"--{name}"
                raise DataError(
                    f"{folder} holds a data set with {what} {shown(old)}, not {shown(new)}; "
                    "name another --folder"
                )
        return True

    def document(self) -> dict[str, Any]:
        """Return the settings as JSON reads them back."""
        document: dict[str, Any] = json.loads(json.dumps({"schema": _SCHEMA, **asdict(self)}))
        return document

    def write(self, folder: Path) -> None:
        """Write them into ``folder``, which is made if it is missing."""
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(folder / SETTINGS) as stream:
            stream.write(json.dumps(self.document(), indent=1) + "\n")


@dataclass(frozen=True)
class Plan:
    """A data set to be made: its settings, the game and the players by name."""

    settings: Settings
    variant: Variant
    players: dict[str, Player]

    @classmethod
    def of(cls, options: Options) -> "Plan":
        """Return what ``options`` ask for.

        Raises:
            ValueError: what cannot be played or shown.
        """
        check(options)
        game = get_game(options.game)
        names = options.player or (USUAL_PLAYER,)
        usual = max(len(names), game.default_players)
        players = usual if options.players is None else options.players
        variant = game.variant(players, **given_options(options.option))
        seats = seat_agents(names, variant)
        agents = [names[min(k, len(names) - 1)] for k in range(variant.num_players)]
        reward_id(options.reward)
        view = Observer(variant, options.observation).view
        settings = Settings(
            format=options.format,
            game=game.name,
            version=game.version,
            num_players=variant.num_players,
            options=variant.options,
            component_set=variant.component_set,
            component_hash=variant.digest,
            view=options.observation,
            view_digest=None if view is None else view.digest,
            reward=options.reward,
            mask_in=options.mask_in if options.format == MINARI else None,
            agents=agents,
            fingerprints=fingerprints(agents, variant),
            seed=options.seed,
            games=options.games,
            games_per_file=options.games_per_file or USUAL_GAMES_PER_FILE[options.format],
            package=aquasphere_env.__version__,
        )
        return cls(settings, variant, dict(zip(agents, seats, strict=True)))


def _read(path: Path) -> dict[str, Any]:
    remedy = "name another --folder"
    try:
        document = json.loads(read_text(path, _MOST_BYTES))
    except FileError as error:
        raise DataError(f"{error}; {remedy}") from None
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: not JSON ({shortened(error)}); {remedy}") from None
    if not isinstance(document, dict) or document.get("schema") != _SCHEMA:
        raise DataError(f"{path}: not of schema {_SCHEMA!r}; {remedy}")
    return document

"""What a league keeps in its folder: its settings, and the games of every field, block by block.

- ``settings.json``: see ``Settings``; written before the first game and when players or games are
  added.
- ``games/<field>.json``: the blocks of one field that have been played, see ``FieldRecord``.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import numpy as np

from aquasphere_env.core.files import replacing
from aquasphere_env.core.integers import is_in, shortened, shown
from aquasphere_env.core.reading import FileError, read_text
from aquasphere_env.players.fingerprints import Fingerprints

from .design import DEALS_A_BLOCK, Block, Field, deal_seeds, seatings

SETTINGS = "settings.json"
GAMES = "games"

_SCHEMA = "aquasphere-env-league-settings-1"
_FIELD_SCHEMA = "aquasphere-env-league-games-1"
_MOST_BYTES = 1_000_000_000  # of a file; a thousand games have 50,000
_SLUG_LENGTH = 60  # characters of a file's name that tell who plays

_OPTIONS = {  # of the command line, by the settings that they give
    "game": "--game",
    "num_players": "--players",
    "held_out": "--held-out",
    "seed": "--seed",
}
_ELSEWHERE = "name another --folder"
_REMEDY = f"remove the file to play its games again, or {_ELSEWHERE}"


class RecordError(ValueError):
    """A folder that holds no league, a broken one or another one; the message says which."""


@dataclass(frozen=True)
class Settings:
    """What all games of a league have in common, and how far it goes.

    ``package`` is the version of aquasphere-env, since players change with it; ``component_sets``
    maps names to the hashes of what is played on; ``games`` is at least how many games every field
    plays.
    """

    game: str
    version: int
    num_players: int
    held_out: bool
    seed: int
    package: str
    component_sets: dict[str, str]
    games: int
    entrants: Fingerprints = field(default_factory=dict)

    @classmethod
    def read(cls, folder: Path) -> Self | None:
        """Return the settings of the league in ``folder``, ``None`` if there is nothing.

        Raises:
            RecordError: broken settings, or other files without any.
        """
        path = folder / SETTINGS
        if not path.exists():
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise RecordError(f"{folder} is not empty and holds no league; {_ELSEWHERE}")
            return None
        document = _read(path, _SCHEMA, _ELSEWHERE)
        kinds = {f.name: f.type for f in fields(cls)}
        if set(document) != set(kinds):
            odd = sorted(set(document) ^ set(kinds))[0]
            raise RecordError(f"{path}: missing or unknown key {shown(odd)}; {_ELSEWHERE}")
        for name, kind in kinds.items():
            plain = dict if name in ("component_sets", "entrants") else kind
            if type(document[name]) is not plain:
                raise RecordError(f"{path}: {name} cannot be {shown(document[name])}; {_ELSEWHERE}")
        if not all(map(_is_fingerprint, document["entrants"].items())):
            raise RecordError(f"{path}: entrants do not have fingerprints; {_ELSEWHERE}")
        return cls(**document)

    def write(self, folder: Path) -> None:
        """Write them into ``folder``, which is made if it is missing."""
        (folder / GAMES).mkdir(parents=True, exist_ok=True)
        _write(folder / SETTINGS, {"schema": _SCHEMA, **asdict(self)})

    def check_continues(self, before: "Settings", folder: Path) -> None:
        """Raise ``RecordError`` if these are not those of the league ``before`` in ``folder``."""
        same = replace(self, games=before.games, entrants=before.entrants)
        for name, new in asdict(same).items():
            old = asdict(before)[name]
            if old != new:
                option = _OPTIONS.get(name)
                remedy = f"leave {option} out, or {_ELSEWHERE}" if option else _ELSEWHERE
                what = option or name.replace("_", " ")
                raise RecordError(
                    f"{folder} holds a league with {what} {shown(old)}, not {shown(new)}; {remedy}"
                )
        if self.games < before.games:
            raise RecordError(
                f"{folder} holds a league of {before.games:,} games a field, and --games "
                f"{self.games:,} is fewer; leave --games out, or {_ELSEWHERE}"
            )


@dataclass(frozen=True)
class Played:
    """The games of a block: int64 (deals, rotations, entrants), entrants as in the field."""

    points: np.ndarray
    places: np.ndarray  # 1 is best, ties share the better one


@dataclass
class FieldRecord:
    """The blocks that a field has played, and the file that keeps them."""

    path: Path
    entrants: Fingerprints  # in the order of the field
    seed: int  # of the league
    num_sets: int  # of components
    blocks: dict[int, Played] = field(default_factory=dict)

    @classmethod
    def of(cls, folder: Path, settings: Settings, names: Field, *, new: bool = False) -> Self:
        """Return the record of the field ``names`` in the league of ``folder``, empty if ``new``.

        Raises:
            RecordError: a broken file, or one of entrants that have changed since.
        """
        entrants = {name: settings.entrants[name] for name in names}
        path = folder / GAMES / f"{_slug(names)}.json"
        record = cls(path, entrants, settings.seed, len(settings.component_sets))
        if path.exists() and not new:
            record._load()
        return record

    def add(self, block: Block, played: Played) -> None:
        """Keep ``played``: the file is replaced whole."""
        self.blocks[block.number] = played
        blocks = [self._frame(number) | _lists(self.blocks[number]) for number in self.blocks]
        document = {"schema": _FIELD_SCHEMA, "entrants": self.entrants, "blocks": blocks}
        _write(self.path, document)

    def forget(self) -> None:
        """Remove all that was played."""
        self.blocks.clear()
        self.path.unlink(missing_ok=True)

    def results(self, count: int) -> Played:
        """Return the first ``count`` blocks as one."""
        blocks = [self.blocks[number] for number in range(count)]
        return Played(*(np.concatenate(part) for part in _parts(blocks)))

    def _frame(self, number: int) -> dict[str, Any]:
        """Return what the design says of a block: seeds of the deals, seats by rotation."""
        deals = Block(number, tuple(self.entrants)).deals
        seats = seatings(len(self.entrants), number, self.num_sets)
        return {"number": number, "seeds": deal_seeds(self.seed, deals), "seats": seats}

    def _load(self) -> None:
        document = _read(self.path, _FIELD_SCHEMA, _REMEDY)
        if set(document) != {"entrants", "blocks"} or not isinstance(document["blocks"], list):
            raise RecordError(f"{self.path}: it has no blocks of games; {_REMEDY}")
        if document["entrants"] != self.entrants:
            raise RecordError(f"{self.path}: it holds games of other entrants; {_REMEDY}")
        for k, block in enumerate(document["blocks"]):
            number = block.get("number") if isinstance(block, dict) else None
            if type(number) is not int or number < 0 or number in self.blocks:
                raise self._broken(k, f"its number is {shown(number)}")
            self.blocks[number] = self._checked(k, block)

    def _checked(self, k: int, block: dict[str, Any]) -> Played:
        frame = self._frame(block["number"])
        if set(block) != {*frame, "points", "places"}:
            raise self._broken(k, "it has missing or unknown keys")
        for name, expected in frame.items():
            if block[name] != expected:
                raise self._broken(k, f"its {name} are not those of this league")
        players = len(self.entrants)
        for name in ("points", "places"):
            if not _is_whole(block[name], (DEALS_A_BLOCK, players, players)):
                raise self._broken(k, f"its {name} are not integers by deal, rotation and entrant")
        played = Played(np.array(block["points"], np.int64), np.array(block["places"], np.int64))
        if not 1 <= played.places.min() <= played.places.max() <= players:
            raise self._broken(k, f"its places are not 1 to {players}")
        return played

    def _broken(self, k: int, reason: str) -> RecordError:
        return RecordError(f"{self.path}: block {k}: {reason}; {_REMEDY}")


def _is_fingerprint(entry: tuple[str, Any]) -> bool:
    return entry[1] is None or isinstance(entry[1], str)


def _is_whole(value: Any, shape: tuple[int, ...]) -> bool:
    """Return whether ``value`` is nested lists of ``shape`` of integers that int32 holds."""
    if not shape:
        return is_in(value, np.iinfo(np.int32).min, np.iinfo(np.int32).max)
    is_list = isinstance(value, list) and len(value) == shape[0]
    return is_list and all(_is_whole(item, shape[1:]) for item in value)


def _parts(blocks: Iterable[Played]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    points, places = zip(*((block.points, block.places) for block in blocks), strict=True)
    return list(points), list(places)


def _lists(played: Played) -> dict[str, Any]:
    return {"points": played.points.tolist(), "places": played.places.tolist()}


def _slug(names: Field) -> str:
    """Return a name for a file that people can read and no other field has."""
    words = "+".join(re.sub(r"[^\w.]+", "-", name, flags=re.ASCII) for name in names)
    return f"{words[:_SLUG_LENGTH]}-{sha256(repr(names).encode()).hexdigest()[:8]}"


def _write(path: Path, document: Mapping[str, Any]) -> None:
    with replacing(path) as stream:
        stream.write(json.dumps(document, allow_nan=False) + "\n")


def _read(path: Path, schema: str, remedy: str) -> dict[str, Any]:
    """Return the JSON object in ``path`` without its schema."""
    try:
        document = json.loads(read_text(path, _MOST_BYTES))
    except FileError as error:
        raise RecordError(f"{error}; {remedy}") from None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path}: not JSON ({shortened(error)}); {remedy}") from None
    if not isinstance(document, dict) or document.pop("schema", None) != schema:
        raise RecordError(f"{path}: not of schema {schema!r}; {remedy}")
    return document

"""Game logs: one JSON object per line, enough to replay the game exactly."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from types import UnionType
from typing import Any, BinaryIO, get_args, get_origin, get_type_hints

from . import strict_json
from .files import replacing
from .game import Game, Variant
from .integers import shortened, shown
from .match import Match
from .reading import FileError, open_regular

SCHEMA = "aquasphere-env-log-1"
MOST_FILE_BYTES = 4_000_000_000  # of a file of logs
MOST_BYTES = 4_000_000  # of a line, as a component file may be in it; a usual one has 3,000


class LogError(ValueError):
    """A log that is malformed or does not replay; the message says where."""


@dataclass(frozen=True)
class GameLog:
    """A finished or interrupted game; the fields are the keys of its JSON line."""

    game: str
    version: int
    num_players: int
    options: dict[str, Any]
    component_set: str
    component_hash: str
    seed: int
    chance: dict[str, Any]  # injected chance by state field, usually empty
    actions: list[int]
    forced: list[list[int]]  # pairs (number of decisions before it, action)
    scores: list[int]
    ranks: list[int]
    end_reason: str | None  # None: interrupted
    agents: list[str] = field(default_factory=list)  # by seat
    schema: str = SCHEMA

    @classmethod
    def of(cls, match: Match, agents: Sequence[str] = ()) -> "GameLog":
        """Return the log of ``match`` as it stands; ``agents`` are the players' names by seat."""
        variant = match.variant
        return cls(
            game=match.game.name,
            version=match.game.version,
            num_players=variant.num_players,
            options=variant.options,
            component_set=variant.component_set,
            component_hash=variant.digest,
            seed=match.seed,
            chance=match.chance,
            actions=list(match.history),
            forced=[list(event) for event in match.forced],
            scores=match.scores(),
            ranks=match.ranks(),
            end_reason=match.game.end_reason(match.state),
            agents=list(agents),
        )

    def to_json(self) -> str:
        """Return the log as one line of JSON, without the line break."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str, where: str = "log") -> "GameLog":
        """Return the log in ``line``; raise ``LogError``, naming ``where``, if it is malformed."""
        data = _parsed(line, where)
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise LogError(f"{where}: not a game log of schema {SCHEMA!r}")
        names = {f.name for f in fields(cls)}
        if set(data) != names:
            odd = sorted(set(data) ^ names)
            raise LogError(f"{where}: missing or unknown key {shown(odd[0])}")
        for name, hint in get_type_hints(cls).items():
            for place, value in _unfit(name, data[name], hint):
                raise LogError(f"{where}: {place} cannot be {shown(value)}")
        log = cls(**data)
        for k, event in enumerate(log.forced):
            if len(event) != 2:
                raise LogError(f"{where}: forced[{k}] cannot be {shown(event)}")
        if log.agents and len(log.agents) != log.num_players:
            raise LogError(f"{where}: {len(log.agents)} agents for {log.num_players} players")
        return log

    def replay(
        self, game: Game, where: str = "log", variant: Variant | None = None
    ) -> Iterator[Match]:
        """Yield the match at its start and after every decision: the same object each time.

        No file that the log names is opened; ``variant`` gives what such a log was played on.

        Raises:
            LogError: the game, version or component set differs, an action is illegal, or the
                result differs.
        """
        match = self._start(game, where, variant)
        yield match
        for number, action in enumerate(self.actions):
            try:
                match.step(action)
            except (ValueError, TypeError) as error:
                raise LogError(f"{where}, action number {number}: {error}") from None
            yield match
        again = GameLog.of(match, self.agents)
        for name in ("forced", "scores", "ranks", "end_reason"):
            if getattr(again, name) != getattr(self, name):
                raise LogError(
                    f"{where}: {name} is {shown(getattr(self, name))}, "
                    f"but replaying gives {shown(getattr(again, name))}"
                )

    def _start(self, game: Game, where: str, given: Variant | None) -> Match:
        if (self.game, self.version) != (game.name, game.version):
            raise LogError(
                f"{where}: a game of {shown(self.game)} version {shown(self.version)}, "
                f"this is {game.name} version {game.version}"
            )
        try:
            variant = given or game.recorded_variant(self.num_players, self.options)
            self._check_components(variant)
            return Match(variant, self.seed, self.chance)
        except (ValueError, TypeError) as error:
            raise LogError(f"{where}: {error}") from None

    def _check_components(self, variant: Variant) -> None:
        if variant.num_players != self.num_players:
            raise ValueError(f"{self.num_players} players, not {variant.num_players}")
        if variant.digest != self.component_hash:
            raise ValueError(
                f"component set {shown(self.component_set)} has hash {variant.digest} here, "
                f"{shown(self.component_hash)} in the log"
            )


def _parsed(line: str, where: str) -> Any:
    try:
        return strict_json.loads(line)
    except json.JSONDecodeError as error:
        raise LogError(f"{where}: not a complete JSON line ({shortened(error)})") from None
    except RecursionError:
        raise LogError(f"{where}: not a game log, nested too deeply") from None
    except ValueError as error:  # also of integers with more digits than Python reads
        raise LogError(f"{where}: not a game log ({shortened(error)})") from None


def _unfit(place: str, value: Any, hint: Any) -> Iterator[tuple[str, Any]]:
    """Yield place and value of everything in ``value`` that is not of the type ``hint``."""
    if isinstance(hint, UnionType):
        fits = any(not list(_unfit(place, value, option)) for option in get_args(hint))
        yield from [] if fits else [(place, value)]
    elif get_origin(hint) is list and isinstance(value, list):
        for k, item in enumerate(value):
            yield from _unfit(f"{place}[{k}]", item, get_args(hint)[0])
    elif not isinstance(value, get_origin(hint) or hint) or (
        hint is int and isinstance(value, bool)
    ):
        yield place, value


def write_logs(path: str | Path, logs: Iterable[GameLog]) -> None:
    """Write ``logs`` to the file ``path``, a line each: all of them or, on an error, none.

    Raises:
        OSError: the file cannot be written.
    """
    with replacing(path) as stream:
        stream.writelines(f"{log.to_json()}\n" for log in logs)


def read_logs(path: str | Path, refused: list[LogError] | None = None) -> Iterator[GameLog]:
    """Yield the logs in the file ``path``.

    Args:
        path: a regular file.
        refused: takes the errors about lines that are no logs, while the others are yielded;
            without it the first bad line raises its error.

    Raises:
        LogError: a bad line, which it names, or the file cannot be read.
    """
    for log in numbered_logs(path):
        if isinstance(log[1], GameLog):
            yield log[1]
        elif refused is None:
            raise log[1]
        else:
            refused.append(log[1])


def numbered_logs(path: str | Path) -> Iterator[tuple[str, GameLog | LogError]]:
    """Yield for every line of the file ``path`` that is not blank where it is, and its log.

    Instead of the log there is the error about a line that is none.

    Raises:
        LogError: the file cannot be read.
    """
    try:
        stream = open_regular(path)
    except FileError as error:
        raise LogError(str(error)) from None
    with stream:
        size = os.fstat(stream.fileno()).st_size
        if size > MOST_FILE_BYTES:
            raise LogError(f"{path}: {size:,} bytes; up to {MOST_FILE_BYTES:,} are read")
        for number, line in enumerate(_lines(stream), 1):
            where = f"{path}, line {number}"
            if not line.strip():
                continue
            try:
                yield where, GameLog.from_json(_decoded(line, where), where)
            except LogError as error:
                yield where, error


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of ``stream``, of those that are too long only the beginning."""
    while line := stream.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES + 1)


def _decoded(line: bytes, where: str) -> str:
    if len(line) > MOST_BYTES:
        raise LogError(f"{where}: longer than {MOST_BYTES:,} bytes")
    try:
        return line.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise LogError(f"{where}: not UTF-8 at byte {error.start}") from None

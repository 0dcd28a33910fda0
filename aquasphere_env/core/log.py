"""Game logs: one JSON object per line, enough to replay the game exactly."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from .files import replacing
from .game import Game
from .match import IllegalActionError, Match

SCHEMA = "aquasphere-env-log-1"


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
        try:
            data = json.loads(line)
        except json.JSONDecodeError as error:
            raise LogError(f"{where}: not a complete JSON line ({error})") from None
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise LogError(f"{where}: not a game log of schema {SCHEMA!r}")
        names = {f.name for f in fields(cls)}
        if set(data) != names:
            odd = sorted(set(data) ^ names)
            raise LogError(f"{where}: missing or unknown key {odd[0]!r}")
        for name, hint in get_type_hints(cls).items():
            if not isinstance(data[name], _json_types(hint)):
                raise LogError(f"{where}: {name} cannot be {data[name]!r}")
        return cls(**data)

    def replay(self, game: Game, where: str = "log") -> Iterator[Match]:
        """Yield the match at its start and after every decision: the same object each time.

        Raises:
            LogError: the game, version or component set differs, an action is illegal, or the
                result differs.
        """
        match = self._start(game, where)
        yield match
        for number, action in enumerate(self.actions):
            try:
                match.step(action)
            except IllegalActionError as error:
                raise LogError(f"{where}, action number {number}: {error}") from None
            yield match
        again = GameLog.of(match, self.agents)
        for name in ("forced", "scores", "ranks", "end_reason"):
            if getattr(again, name) != getattr(self, name):
                raise LogError(
                    f"{where}: {name} is {getattr(self, name)}, "
                    f"but replaying gives {getattr(again, name)}"
                )

    def _start(self, game: Game, where: str) -> Match:
        if (self.game, self.version) != (game.name, game.version):
            raise LogError(
                f"{where}: a game of {self.game} version {self.version}, "
                f"this is {game.name} version {game.version}"
            )
        try:
            variant = game.variant(self.num_players, **self.options)
            if variant.digest != self.component_hash:
                raise LogError(
                    f"{where}: component set {self.component_set!r} has hash "
                    f"{variant.digest} here, {self.component_hash} in the log"
                )
            return Match(variant, self.seed, self.chance)
        except (ValueError, OSError) as error:
            raise LogError(
                str(error) if isinstance(error, LogError) else f"{where}: {error}"
            ) from None


def _json_types(hint: Any) -> tuple[type, ...]:
    options = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    return tuple(get_origin(option) or option for option in options)


def write_logs(path: str | Path, logs: Iterable[GameLog]) -> None:
    """Write ``logs`` to the file ``path``, a line each: all of them or, on an error, none.

    Raises:
        OSError: the file cannot be written.
    """
    with replacing(path) as stream:
        stream.writelines(f"{log.to_json()}\n" for log in logs)


def read_logs(path: str | Path) -> Iterator[GameLog]:
    """Yield the logs in the file ``path``; raise ``LogError``, naming the line, at a bad one."""
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield GameLog.from_json(line, f"{path}, line {number}")

"""Numbers on command lines: each type has its range, which ``--help`` shows and ``check`` holds to.

A dataclass of options names them as the types of its fields: ``games: Games = 1000``.
"""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple, TypeAlias, get_type_hints

import tyro


class Range(NamedTuple):
    """The numbers that an option takes, both ends included."""

    least: float
    most: float

    def __str__(self) -> str:
        """Return the range in words."""
        return f"{self.least:,} to {self.most:,}"

    def __contains__(self, number: object) -> bool:
        """Return whether ``number`` is in the range, which NaN never is."""
        return isinstance(number, int | float) and self.least <= number <= self.most


def shown(limits: Range) -> Any:
    """Return what makes ``--help`` show the range of an option."""
    return tyro.conf.arg(metavar=f"{limits.least}..{limits.most}")


_STEPS = Range(0, 10**12)
_SEED = Range(0, 2**32 - 1)  # what numpy's global generator takes
_GAMES = Range(1, 10**6)
_GAMES_OR_NONE = Range(0, 10**6)
_GAMES_PER_FILE = Range(1, 10**5)
_ENVS = Range(1, 2**16)
_DECISIONS = Range(8, 2**16)  # a seat's last decision waits for its next turn
_BATCH = Range(2, 2**24)
_EPOCHS = Range(1, 1000)
_RATE = Range(0.0, 1.0)
_ENTROPY = Range(0.0, 100.0)
_WIDTH = Range(1, 2**13)
_TRUST = Range(0.0, 1000.0)
_LEAGUE = Range(1, 1000)
_SEEDS = Range(1, 1000)
_ROUNDS = Range(1, 10**6)
_SAMPLES = Range(1, 10**7)
_UNITS = Range(1, 1024)
_PERCENT = Range(0, 100)
_SOME_PERCENT = Range(1, 100)

GameOptions: TypeAlias = Annotated[tuple[str, ...], tyro.conf.UseAppendAction]
Steps: TypeAlias = Annotated[int | None, _STEPS, shown(_STEPS)]
Seed: TypeAlias = Annotated[int, _SEED, shown(_SEED)]
SeedOrUsual: TypeAlias = Annotated[int | None, _SEED, shown(_SEED)]
Games: TypeAlias = Annotated[int, _GAMES, shown(_GAMES)]
GamesOrUsual: TypeAlias = Annotated[int | None, _GAMES, shown(_GAMES)]
GamesOrNone: TypeAlias = Annotated[int, _GAMES_OR_NONE, shown(_GAMES_OR_NONE)]
GamesPerFile: TypeAlias = Annotated[int | None, _GAMES_PER_FILE, shown(_GAMES_PER_FILE)]
Envs: TypeAlias = Annotated[int, _ENVS, shown(_ENVS)]
Decisions: TypeAlias = Annotated[int, _DECISIONS, shown(_DECISIONS)]
Batch: TypeAlias = Annotated[int, _BATCH, shown(_BATCH)]
Epochs: TypeAlias = Annotated[int, _EPOCHS, shown(_EPOCHS)]
Rate: TypeAlias = Annotated[float, _RATE, shown(_RATE)]
Entropy: TypeAlias = Annotated[float, _ENTROPY, shown(_ENTROPY)]
Width: TypeAlias = Annotated[int, _WIDTH, shown(_WIDTH)]
Trust: TypeAlias = Annotated[float, _TRUST, shown(_TRUST)]
League: TypeAlias = Annotated[int, _LEAGUE, shown(_LEAGUE)]
Seeds: TypeAlias = Annotated[int, _SEEDS, shown(_SEEDS)]
Rounds: TypeAlias = Annotated[int, _ROUNDS, shown(_ROUNDS)]
Samples: TypeAlias = Annotated[int, _SAMPLES, shown(_SAMPLES)]
Units: TypeAlias = Annotated[int | None, _UNITS, shown(_UNITS)]
Percent: TypeAlias = Annotated[int, _PERCENT, shown(_PERCENT)]
SomePercent: TypeAlias = Annotated[int, _SOME_PERCENT, shown(_SOME_PERCENT)]


def flag(field: str) -> str:
    """Return the option of a field: ``--num-envs``."""
    return f"--{field.replace('_', '-')}"


def ranges_of(options: type) -> Iterator[tuple[str, Range]]:
    """Yield the fields of the dataclass ``options`` that have a range, and the range."""
    for name, hint in get_type_hints(options, include_extras=True).items():
        for extra in getattr(hint, "__metadata__", ()):
            if isinstance(extra, Range):
                yield name, extra


def check(options: Any) -> None:
    """Hold a dataclass of options to the ranges of its types, tuples by each of their numbers.

    ``None`` is not given.

    Raises:
        ValueError: a number outside its range; the message names option, value and range.
    """
    for name, limits in ranges_of(type(options)):
        given = getattr(options, name)
        for value in given if isinstance(given, tuple) else (given,):
            if value is not None and value not in limits:
                raise ValueError(f"{flag(name)} {value!r} is outside its range, {limits}")

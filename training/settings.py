"""What the settings of all kinds of runs share: what a checkpoint keeps, and what may change."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Self, get_origin, get_type_hints

import tyro

from agents.checkpoint import CheckpointError
from aquasphere_env.core.game import Variant
from aquasphere_env.core.integers import shortened
from aquasphere_env.core.options import given_options, option_words
from aquasphere_env.games import get_game

from . import options
from .options import GameOptions, flag

_NOT_KEPT = ("folder", "resume", "advice", "wandb")  # by a checkpoint as settings


@dataclass
class Settings:
    """The settings of a run; its kinds add theirs."""

    game: str = "aquasphere"
    """Which game."""
    players: int | None = None
    """How many players, the game's usual number by default."""
    option: GameOptions = ()
    """An option of the game, such as components=FILE or sheet=random; can be given again."""
    folder: Path | None = None
    """Where results go; by default a folder of this name in runs, numbered if that holds a run."""
    resume: Path | None = None
    """A checkpoint to go on from, in its folder."""

    FOR_GOOD: ClassVar[tuple[str, ...]] = ("game", "players", "option")
    """The settings that a run that goes on cannot change."""

    def check(self) -> None:
        """Raise ``ValueError`` for a number outside its range, or for numbers that do not fit."""
        options.check(self)

    def variant(self) -> Variant:
        """Return the game to learn; raise ``ValueError`` for one that cannot be."""
        return get_game(self.game).variant(self.players, **given_options(self.option))

    def settled(self) -> Self:
        """Return the same settings with every default that depends on the game filled in.

        Options hold the text of a file instead of its path, so that a run that goes on is the same
        whatever has become of the file.
        """
        variant = self.variant()
        return replace(self, players=variant.num_players, option=option_words(variant.options))

    def settings(self) -> dict[str, Any]:
        """Return what a checkpoint keeps."""
        return {name: value for name, value in asdict(self).items() if name not in _NOT_KEPT}

    def check_continues(self, before: "Settings", place: str | Path) -> None:
        """Raise ``ValueError`` if a run with the settings ``before`` cannot go on with these.

        ``place`` is the checkpoint, for the message.
        """
        for name in self.FOR_GOOD:
            old, new = getattr(before, name), getattr(self, name)
            if old != new:
                raise ValueError(
                    f"{place}: trained with {flag(name)} {shortened(old)}, which cannot become "
                    f"{shortened(new)}; leave the option out, or begin a new run"
                )

    @classmethod
    def asked_for(
        cls,
        arguments: Sequence[str] | None,
        description: str | None,
        kept: Callable[[Path], dict[str, Any]],
    ) -> Self:
        """Return the settings of a command line; those not given are those of ``--resume``.

        ``kept`` returns what a checkpoint has kept.

        Raises:
            ValueError: the checkpoint cannot be read.
        """
        config = tyro.cli(cls, args=arguments, description=description)
        if config.resume is None:
            return config
        before = cls.recorded(kept(config.resume), config.resume)
        return tyro.cli(cls, args=arguments, default=before)

    @classmethod
    def recorded(cls, settings: dict[str, Any], place: str | Path) -> Self:
        """Return the settings that the checkpoint ``place`` has kept.

        Raises:
            CheckpointError: a setting is missing, unknown, of another type or outside its range.
        """
        hints = get_type_hints(cls)
        names = [f.name for f in fields(cls) if f.name not in _NOT_KEPT]
        if set(settings) != set(names):
            odd = sorted(set(settings) ^ set(names), key=str)[0]
            raise CheckpointError(f"{place}: settings: missing or unknown setting {odd!r}")
        for name in names:
            if not _is_of(settings[name], hints[name]):
                value = settings[name]
                raise CheckpointError(f"{place}: settings: {name} is not {value!r}")
        config = cls(**settings)
        try:
            config.check()
            options = given_options(config.option)  # they come from a file: no path is opened
            get_game(config.game).recorded_variant(config.players, options)
        except ValueError as error:
            raise CheckpointError(f"{place}: settings: {error}") from None
        return config


def _is_of(value: Any, kind: Any) -> bool:
    """Return whether a setting's ``value`` is of its type: a tuple is one of texts."""
    if get_origin(kind) is tuple:
        return isinstance(value, tuple) and all(isinstance(each, str) for each in value)
    allowed = (int, float) if kind is float else kind
    return isinstance(value, allowed) and not isinstance(value, bool)

"""Whether a player is still what it was: the files that its name names, digested."""

import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from ..core.game import Variant
from .mcts import NO_VALUE, Settings
from .zoo import PREFIX as ZOO
from .zoo import located

Fingerprints = dict[str, str | None]  # by player, of the files that its name names


def fingerprints(names: Sequence[str], variant: Variant) -> Fingerprints:
    """Return for every player that has been made what tells whether its file has changed.

    That is the file of weights that it plays ``variant`` with, or of the module of one's own
    player, not of what that imports; ``None`` for players without a file.
    """
    return {name: _digest(weights_of(name, variant) or _module(name)) for name in names}


def weights_of(name: str, variant: Variant) -> Path | None:
    """Return the file of weights that a player needs for ``variant``, if it needs one."""
    form, _, argument = name.partition(":")
    if form == "net":
        whole = Path(argument)
        return whole if whole.is_file() else Path(argument.rpartition(",")[0])
    if form == "value":
        return located(argument, variant)
    if form == ZOO:
        return located(name, variant)
    value = Settings.for_variant(argument, variant).value if form == "mcts" else NO_VALUE
    return None if value == NO_VALUE else located(value, variant)


def _module(name: str) -> Path | None:
    form, _, argument = name.partition(":")
    file = getattr(sys.modules.get(form), "__file__", None) if argument else None
    return None if file is None else Path(file)


def _digest(path: Path | None) -> str | None:
    return None if path is None else sha256(path.read_bytes()).hexdigest()[:16]

"""Every set-up that the contract is tested on, and random games of it for all tests alike."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from aquasphere_env.core.game import Variant
from aquasphere_env.core.match import Match
from aquasphere_env.games import GAMES, get_game

from .spec import spec_of


@dataclass(frozen=True)
class Setup:
    """A game with its player count and options."""

    game: str
    num_players: int
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game, str(self.num_players), *words])

    def variant(self) -> Variant:
        return get_game(self.game).variant(self.num_players, **self.options)


def setups_of(name: str) -> list[Setup]:
    """Return the set-ups of a game: every player count, and what its ``SPEC`` adds."""
    game = get_game(name)
    counts = range(game.min_players, game.max_players + 1)
    return [Setup(name, n) for n in counts] + [
        Setup(name, n, options) for n, options in spec_of(name).setups
    ]


SETUPS = [setup for name in GAMES for setup in setups_of(name)]


def walk(variant: Variant, seed: int) -> Iterator[Match]:
    """Yield a random game at its start and after every decision, the same object each time."""
    match = Match(variant, seed)
    chooser = random.Random(seed)
    yield match
    while not match.over:
        match.step(chooser.choice(match.legal_actions()))
        yield match


def sample(variant: Variant, seed: int, every: int) -> Iterator[Match]:
    """Yield a random game at every ``every``-th decision, and at its end."""
    for number, match in enumerate(walk(variant, seed)):
        if match.over or number % every == seed % every:
            yield match


def finish(match: Match, seed: int = 0) -> Match:
    """Play ``match`` to its end at random."""
    chooser = random.Random(seed)
    while not match.over:
        match.step(chooser.choice(match.legal_actions()))
    return match

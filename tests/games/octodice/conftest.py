"""Positions of OctoDice for the tests."""

import json
from collections.abc import Callable, Sequence

import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position
from aquasphere_env.games.octodice import GAME

Position = Callable[..., Match]


def dice(white: Sequence[str], black: Sequence[str]) -> str:
    """Return the fields for white symbols and black faces like ``red 2`` or ``octopus``."""
    words = [face.split() for face in black]
    colours = [word[0] for word in words]
    numbers = [int(word[1]) if len(word) == 2 else -1 for word in words]
    lines = {"white": list(white), "colour": colours, "number": numbers}
    return "\n".join(f"{name} = {json.dumps(value)}" for name, value in lines.items())


def position(
    num_players: int,
    white: str | None = None,
    black: str | None = None,
    fields: str = "",
    players: dict[int, str] | None = None,
    seed: int = 1,
    **options: object,
) -> Match:
    """Return a match in the main phase of seat 0 with these dice and fields."""
    lines = [f'game = "{GAME.id}"', f"num_players = {num_players}", f"seed = {seed}", "[options]"]
    lines += [f"{name} = {json.dumps(value)}" for name, value in options.items()]
    lines += ["[state]"]
    if white and black:
        lines += [dice(white.split(", "), black.split(", "))]
        lines += [] if "kept" in fields else ["kept = [1, 1, 1, 1, 0, 0]"]
    lines += [fields if "phase" in fields else f'phase = "main"\n{fields}']
    for seat, text in (players or {}).items():
        lines += [f"[state.players.{seat}]", text]
    variant, states = from_position(GAME, "\n".join(lines))
    match = Match(variant, seed)
    match.states[:] = states
    match._play_forced()
    return match


@pytest.fixture(name="position")
def _position() -> Position:
    return position


@pytest.fixture
def play() -> Callable[..., Match]:
    def play_all(match: Match, *words: str) -> Match:
        for text in words:
            match.step(GAME.actions.parse(text))
        return match

    return play_all


@pytest.fixture
def legal() -> Callable[..., set[str]]:
    def texts(match: Match, start: str = "") -> set[str]:
        words = [GAME.actions.describe(action) for action in match.legal_actions()]
        return {text for text in words if text.startswith(start)}

    return texts

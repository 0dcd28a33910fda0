"""Positions for tests, given by dice and fields; random games; what players see."""

import json
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.match import IllegalActionError, Match
from aquasphere_env.core.position import from_position
from aquasphere_env.core.state import new_records
from aquasphere_env.core.view import View
from aquasphere_env.games.octodice import GAME

FLAT, ENTITIES = GAME.views["flat"], GAME.views["entities"]
FIRST = [["A1", "B1", "C1"], ["D1", "E1", "F1"], ["G1", "H1", "I1"]]
SECOND = [["A2", "B2", "C2"], ["D2", "E2", "F2"], ["G2", "H2", "I2"]]


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
    lines += [fields if "phase" in fields else f'phase = "main"\n{fields}']
    if '"first keep"' not in fields and "kept" not in fields:
        lines += ["kept = [1, 1, 1, 1, 0, 0]"]
    for seat, text in (players or {}).items():
        lines += [f"[state.players.{seat}]", text]
    variant, states = from_position(GAME, "\n".join(lines))
    match = Match(variant, seed)
    match.states[:] = states
    match._play_forced()
    return match


def play(match: Match, *words: str) -> Match:
    for text in words:
        match.step(GAME.actions.parse(text))
    return match


def decline(match: Match) -> Match:
    """Decline all main and bonus actions of this turn."""
    turn = match.state["round_number"], match.state["active_player"]
    while not match.over and "done" in legal(match):
        if turn != (match.state["round_number"], match.state["active_player"]):
            break
        play(match, "done")
    return match


def legal(match: Match, start: str = "") -> set[str]:
    """Return the legal actions whose words begin with ``start``, in words."""
    words = [GAME.actions.describe(action) for action in match.legal_actions()]
    return {text for text in words if text.startswith(start)}


def refused(match: Match, words: str, reason: str) -> None:
    """Assert that the action is illegal for ``reason``."""
    with pytest.raises(IllegalActionError, match=reason):
        match.step(GAME.actions.parse(words))


def me(match: Match, player: int = 0) -> np.void:
    sheet: np.void = match.state["players"][player]
    return sheet


def random_match(num_players: int, seed: int, **options: object) -> Iterator[Match]:
    """Yield a match at every decision of a random game, and at its end."""
    match = Match(GAME.variant(num_players, **options), seed)
    chooser = np.random.default_rng(seed)
    while not match.over:
        yield match
        match.step(int(chooser.choice(match.legal_actions())))
    yield match


def random_matches(num_players: int, count: int = 8, **options: object) -> Iterator[Match]:
    """Yield the decisions and ends of ``count`` random games."""
    for seed in range(count):
        yield from random_match(num_players, seed, **options)


def observed(match: Match, view: View, player: int) -> np.void:
    """Return what ``player`` sees, written over NaN."""
    out = new_records(1, view.dtype)
    out[:] = np.full(view.size, np.nan, np.float32).view(view.dtype)
    loops.observe_one(match.states, 0, player, out, 0)
    record: np.void = out[0]
    return record

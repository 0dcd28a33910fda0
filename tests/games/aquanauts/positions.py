"""Positions for tests: a start with player 0 first, and what the test overrides; whole games."""

import random
from collections.abc import Iterator

from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.text import tokens_text


def position(state: str = "", num_players: int = 2, seed: int = 0) -> Match:
    """Return a match in round 1, player 0 to place a robot, with the TOML ``state`` on top."""
    variant, states = from_position(
        GAME,
        f'game = "{GAME.id}"\nnum_players = {num_players}\nseed = {seed}\n'
        f"[chance]\nfirst_player = 0\n[state]\n{state}",
    )
    match = Match(variant, seed, {"first_player": 0})
    match.states[:] = states
    return match


def play(match: Match, *words: str) -> Match:
    for text in words:
        match.step(GAME.actions.parse(text))
    return match


def options(match: Match) -> list[str]:
    return [GAME.actions.describe(action) for action in match.legal_actions()]


def forced(match: Match) -> list[str]:
    return [GAME.actions.describe(action) for _, action in match.forced]


def store(match: Match, player: int) -> str:
    """Return the store as symbols in the order P A O B S, ``-`` when empty."""
    return tokens_text(match.state["players"][player]["store"])


def stockpile(match: Match) -> str:
    return tokens_text(match.state["stockpile"])


def points(match: Match, player: int) -> int:
    return int(match.state["players"][player]["points"])


def lively(match: Match, choice: random.Random) -> int:
    """Return a random action, every other time one that leads to launches and papers."""
    legal = match.legal_actions()
    if choice.random() < 0.5:
        return choice.choice(legal)
    texts = [GAME.actions.describe(action) for action in legal]
    wanted = [a for a, words in zip(legal, texts, strict=True) if words.startswith("publish p")]
    wanted += [a for a, words in zip(legal, texts, strict=True) if "submersible" in words]
    if texts[0].startswith("load"):
        wanted = legal[-3:]  # the largest sets
    return choice.choice(wanted or legal)


def games(count: int, seed: int = 0, share: float = 1.0) -> Iterator[Match]:
    """Yield ``share`` of the decisions of lively games with 2, 3 and 4 players, and their ends."""
    choice = random.Random(seed)
    for number in range(count):
        match = Match(GAME.variant(2 + number % 3), seed + number)
        while not match.over:
            if choice.random() < share:
                yield match
            match.step(lively(match, choice))
        yield match

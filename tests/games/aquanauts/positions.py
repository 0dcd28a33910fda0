"""Positions for tests: a start with player 0 first, and what the test overrides; whole games."""

import random
from collections.abc import Iterator, Sequence

from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.text import tokens_text

# The bay of player 0 pays for R13, each of the two of player 1 for R07.
BAYS = """
    open_papers = ["R07", "R13", "R24", "R12"]
    [state.bays.0]
    owner = 1
    cargo = [0, 3, 0]
    [state.bays.1]
    owner = 0
    cargo = [3, 1, 0]
    [state.bays.2]
    owner = 1
    cargo = [0, 3, 0]
    """


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


def round_end(me: str, state: str = "", num_players: int = 2) -> Match:
    """Player 0, described by ``me``, places the last worker of the round."""
    others = "\n".join(f"[state.players.{p}]\nrobots = 0" for p in range(1, num_players))
    text = f"{state}\n{others}\n[state.players.0]\nrobots = 1\n{me}"
    return position(text, num_players=num_players)


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


def games(
    count: int, counts: Sequence[int] = (2, 3, 4), seed: int = 0, share: float = 1.0
) -> Iterator[Match]:
    """Yield ``share`` of the decisions of lively games with ``counts`` players, and their ends."""
    choice = random.Random(seed)
    for number in range(count):
        match = Match(GAME.variant(counts[number % len(counts)]), seed + number)
        while not match.over:
            if choice.random() < share:
                yield match
            match.step(lively(match, choice))
        yield match

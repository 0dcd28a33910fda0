"""Positions for tests: a start with player 0 first, and what the test overrides; whole games."""

import random
import tomllib
from collections.abc import Iterator, Sequence

from aquasphere_env.core.match import Match
from aquasphere_env.core.position import from_position
from aquasphere_env.games.aquanauts import GAME
from aquasphere_env.games.aquanauts.actions import OPEN_PAPERS
from aquasphere_env.games.aquanauts.components import EMPTY, FACILITY_IDS, PAPER_IDS, TRACK_SPACES
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


PILES = (  # the ids, what lies open, its pile and the pile's size, what a player has of them
    (FACILITY_IDS, "track", "tile_stack", "stack_size", "grid"),
    (PAPER_IDS, "open_papers", "paper_deck", "deck_size", "papers"),
)
NOTHING = "-"
HARD_OBJECTIVES = ["J02", "J11", "J12"]  # positions seldom meet them


def position(state: str = "", num_players: int = 2, seed: int = 0) -> Match:
    """Return a match in round 1, player 0 to place a robot, with the TOML ``state`` on top.

    Facilities and papers that ``state`` puts somewhere are missing where they were at the start.
    """
    match = Match(GAME.variant(num_players), seed, {"first_player": 0})
    _, match.states[:] = from_position(
        GAME,
        f'game = "{GAME.id}"\nnum_players = {num_players}\nseed = {seed}\n'
        f"[chance]\nfirst_player = 0\n[state]\n{rest_of(state, num_players, seed)}\n{state}",
    )
    return match


def rest_of(state: str, num_players: int, seed: int) -> str:
    """Return the rows and piles that ``state`` does not give, with what it leaves for them."""
    given = tomllib.loads(state)
    start = GAME.variant(num_players).dealt(seed)
    lines = [] if "objectives" in given else [f"objectives = {HARD_OBJECTIVES}"]
    for ids, row, pile, size, own in PILES:
        dealt = [ids[k] for k in start[pile] if k != EMPTY]
        kept = [given.get("in_hand"), *given.get("discards", []), *given.get(row, [])]
        for player in given.get("state", {}).get("players", {}).values():
            kept += player.get(own, [])
        rest = [name for name in dealt if name not in kept]
        if row not in given:
            count = OPEN_PAPERS if row == "open_papers" else TRACK_SPACES
            lines.append(f"{row} = {[rest.pop() for _ in range(count)]}")
        if pile not in given:
            lines.append(f"{pile} = {rest + [NOTHING] * (len(ids) - len(rest))}")
            lines.append(f"{size} = {len(rest)}")
    return "\n".join(lines)


def round_end(me: str, state: str = "", num_players: int = 2) -> Match:
    """Player 0, described by ``me``, places the last worker of the round."""
    others = [f"[state.players.{p}]" for p in range(1, num_players)]
    placed = "\n".join(f"{other}\nrobots = 0" for other in others if other not in state)
    text = f"{state}\n{placed}\n[state.players.0]\nrobots = 1\n{me}"
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

"""Every text in its place and every place within reach, over positions of whole games."""

import re
from collections.abc import Iterator

import pytest

from aquasphere_env.core.match import Match
from aquasphere_env.drawing import raster
from aquasphere_env.drawing.stack import LEAST_TARGET, LEAST_TEXT
from aquasphere_env.games import get_game
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from aquasphere_env.viewer.table import pictures

from .layout import Mark, marks, misplaced, missed, too_small
from .test_pictures import drawn_games

POSITIONS = 300  # of a game, over all player counts
EVERY = 11  # decisions between them
STACKED_EVERY = 3  # of them are looked at on a narrow screen too
SIZE = (1280, 800)


def positions(name: str, players: int) -> Iterator[Match]:
    """Yield positions of games that greedy and random players play in turn, the ends included."""
    variant = get_game(name).variant(players)
    seed = 0
    while True:
        seed += 1
        who = make_player(("random", "greedy")[seed % 2], variant, seed)
        history = play_games(variant, [who] * players, [seed]).histories[0]
        match = Match(variant, seed)
        for number, action in enumerate(history):
            if number % EVERY == seed % EVERY:
                yield match
            match.step(action)
        yield match


def faults(match: Match, player: int | None) -> list[str]:
    """Return what is wrong with the picture of ``match``."""
    last = match.history[-1] if match.history else None
    drawn = marks(match.game.draw(match.state, player, last))
    return [*misplaced(drawn, *SIZE), *missed(drawn, frozenset(match.legal_actions()))]


def narrow_faults(match: Match, player: int) -> Iterator[str]:
    """Yield what is wrong with the stack of a narrow screen, and what is missing in it."""
    last = match.history[-1] if match.history else None
    legal = frozenset(match.legal_actions())
    shown: set[str] = set()
    offered: set[int] = set()
    for sheet in pictures(match.game, match.state, player, (last, None), True):
        width, height = raster.size(sheet["svg"])
        drawn = marks(sheet["svg"])
        faults = [*misplaced(drawn, width, height), *missed(drawn, legal)]
        faults += too_small(drawn, legal & offered_in(drawn), LEAST_TEXT, LEAST_TARGET)
        yield from (f"{sheet['name']}: {fault}" for fault in faults)
        shown |= ids_in(sheet["svg"])
        offered |= offered_in(drawn)
    if missing := legal - offered:
        yield f"no place to play {sorted(missing)}"
    if cut := ids_in(match.game.draw(match.state, player, last)) - shown - NOT_STACKED:
        yield f"cut: {sorted(cut)}"


NOT_STACKED = {"picture-asked", "picture-last"} | {f"earned-{seat}" for seat in range(4)}


def ids_in(svg: str) -> set[str]:
    return set(re.findall(' id="([^"]+)"', svg))


def offered_in(drawn: list[Mark]) -> frozenset[int]:
    return frozenset(action for mark in drawn for action in mark.actions)


def player_counts() -> list[tuple[str, int]]:
    games = map(get_game, drawn_games())
    return [(g.name, n) for g in games for n in range(g.min_players, g.max_players + 1)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), player_counts())
def test_texts_cross_nothing_and_places_are_hit(name: str, players: int) -> None:
    counts = sum(game == name for game, _ in player_counts())
    for number, match in enumerate(positions(name, players)):
        if number == POSITIONS // counts:
            return
        where = f"seed {match.seed}, {len(match.history)}"
        assert faults(match, match.player) == [], where
        if number % STACKED_EVERY == 0:
            assert list(narrow_faults(match, match.player)) == [], where


def picture(*content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(content)}</svg>'


def words(x: float, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y}" font-size="12" fill="#000">{text}</text>'


PANEL = '<rect x="10" y="10" width="60" height="30" fill="#fff"/>'
SPOT = '<rect x="20" y="12" width="9" height="20" fill="#fff"/>'
PLACE = f'<g data-actions="7">{PANEL}</g>'


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (words(5, 20, "dive 1") + words(20, 20, "dive 2"), "crosses"),
        (PANEL + words(12, 30, "a long name"), "leaves its panel"),
        (words(12, 30, "hidden") + SPOT, "is under"),
        (words(1270, 30, "outside"), "leaves the picture"),
    ],
)
def test_the_measure_finds_what_is_misplaced(content: str, fault: str) -> None:
    found = list(misplaced(marks(picture(content)), *SIZE))
    assert any(fault in line for line in found), found


def test_the_measure_finds_what_is_out_of_reach() -> None:
    legal = frozenset({7})
    assert not list(missed(marks(picture(PLACE)), legal))
    over = '<rect x="30" y="20" width="20" height="10" fill="#fff"/>'
    assert list(missed(marks(picture(PLACE, over)), legal))


def test_the_measure_passes_what_is_well_placed() -> None:
    content = PANEL + words(14, 30, "short") + words(80, 30, "beside")
    assert not list(misplaced(marks(picture(content)), *SIZE))

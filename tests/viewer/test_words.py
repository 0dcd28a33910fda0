"""Words for people: every choice has some, they come true, and they tell nothing that is hidden."""

from collections.abc import Iterator

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game
from aquasphere_env.core.match import Match
from aquasphere_env.drawing.guide import changes, plural
from aquasphere_env.games import get_game
from aquasphere_env.games.aquamarine.scoring import points
from aquasphere_env.games.aquamarine.text import sheet_of
from aquasphere_env.language.guides import asked, choices, guide_of
from aquasphere_env.language.moves import Chronicle, events
from tests.contract.spec import spec_of

from .test_pictures import drawn_games

pytestmark = pytest.mark.slow


def random_games(game: Game) -> Iterator[Match]:
    """Yield the positions of a random game for every number of players."""
    for players in range(game.min_players, game.max_players + 1):
        match = Match(game.variant(players), players)
        chance = np.random.default_rng(players)
        while not match.over:
            yield match
            match.step(int(chance.choice(match.legal_actions())))
        yield match


@pytest.mark.parametrize("name", drawn_games())
def test_every_choice_and_question_has_words(name: str) -> None:
    game = get_game(name)
    kinds = guide_of(game).TEXTS["kinds"]
    assert set(kinds) == {group.name for group in game.actions.groups}
    for match in random_games(game):
        if match.over:
            assert asked(match) == ""
            continue
        assert asked(match)
        said = choices(match)
        assert [choice["id"] for choice in said] == match.legal_actions()
        assert all(choice["words"] and choice["rules"] for choice in said)


@pytest.mark.parametrize("name", drawn_games())
def test_the_same_words_mean_the_same(name: str) -> None:
    """Choices that read alike differ at most in which of two equal dice or tiles is used."""
    for match in random_games(get_game(name)):
        by_words: dict[str, set[str]] = {}
        for choice in choices(match) if not match.over else ():
            by_words.setdefault(choice["words"], set()).add(choice["effect"])
        assert all(len(effects) == 1 for effects in by_words.values())


@pytest.mark.parametrize("name", drawn_games())
def test_consequences_come_true(name: str) -> None:
    game = get_game(name)
    guide = guide_of(game)
    for number, match in enumerate(random_games(game)):
        if number % 5 or match.over:
            continue
        player = match.player
        before = guide.holdings(match.state, player)
        for choice in choices(match):
            states = match.states.copy()
            loops.apply_one(states, 0, choice["id"])
            really = changes(before, guide.holdings(states[0], player))
            told = set(filter(None, choice["effect"].split(", ")))
            assert told <= set(really.split(", ")), choice


@pytest.mark.parametrize("name", drawn_games())
def test_words_and_consequences_tell_nothing_hidden(name: str) -> None:
    game = get_game(name)
    for number, match in enumerate(random_games(game)):
        if number % 3 or match.over:
            continue
        other = match.copy()
        loops.redeal_one(other.states, 0, match.player, np.uint64(number + 7))
        assert choices(other) == choices(match)
        assert asked(other) == asked(match)


@pytest.mark.parametrize("name", drawn_games())
def test_the_sources_of_points_add_up(name: str) -> None:
    game = get_game(name)
    known = set(guide_of(game).TEXTS["sources"])
    for match in random_games(game):
        if not match.over:
            continue
        points = [0] * match.variant.num_players
        for event in events(match):
            for player, source, number in event.points:
                assert source in known
                points[player] += number
        assert points == match.scores()


def test_the_scoring_of_a_round_is_told_by_its_parts() -> None:
    match = next(m for m in random_games(get_game("aquasphere")) if m.state["round_number"] == 1)
    scored = [e for e in events(match) if any(s == "bots in play" for _, s, _ in e.points)]
    assert len(scored) == 1
    assert {source for _, source, _ in scored[0].points} >= {"bots in play", "octopods left"}


def test_a_chronicle_follows_its_match_and_begins_again_after_undo() -> None:
    match = Match(get_game("aquasphere").variant(2), 4)
    chronicle = Chronicle()
    for _ in range(9):
        match.step(match.legal_actions()[0])
        assert chronicle.of(match) == events(match)
    earlier = Match(match.variant, 4)
    earlier.step(earlier.legal_actions()[-1])
    assert chronicle.of(earlier) == events(earlier)


@pytest.mark.parametrize("name", drawn_games())
def test_every_step_of_the_tour_has_its_piece(name: str) -> None:
    game = get_game(name)
    options = spec_of(name).rich_options
    svg = game.draw(Match(game.variant(None, **options), 1).state, 0)
    for step in guide_of(game).TEXTS["tour"]:
        assert f'id="{step["piece"]}"' in svg, step
    assert 8 <= len(guide_of(game).TEXTS["tour"]) <= 12


def test_amounts_in_words() -> None:
    assert plural(1, "crystals") == "1 crystal"
    assert plural(2, "facilities") == "2 facilities"
    assert plural(1, "octopuses") == "1 octopus"
    before, after = {"points": 1, "time": 4, "cards": 0}, {"points": 4, "time": 2, "cards": 0}
    assert changes(before, after) == "+3 points, \N{MINUS SIGN}2 time"


def test_alone_a_missed_mark_costs_all_points_on_the_board_too() -> None:
    """AM-R9: what is drawn at the end is what counts."""
    variant = get_game("aquamarine").variant(1)
    match, chance = Match(variant, 8), np.random.default_rng(8)
    while not match.over:
        match.step(int(chance.choice(match.legal_actions())))
    assert match.scores() == [0]
    assert points(match.state, sheet_of(match.state, "shown", 0)) > 0, "which it would be without"
    drawn = variant.game.draw(match.state, 0)
    assert '<g id="panel-0"><title>player_0 (you): 0 points</title>' in drawn

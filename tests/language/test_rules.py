"""The rules for a prompt: short, all that the page lists, with the numbers of the set-up."""

import re

import pytest

from aquasphere_env.core.game import Game
from aquasphere_env.envs.observations import EnvObserver
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.games.pages import folder_of, page_of
from aquasphere_env.language.rules import PRIMER, rules_text
from aquasphere_env.language.telling import plain
from tests.contract.test_rule_ids import ids_in, listed_in
from tests.toy.pebbles import GAME as PEBBLES
from tests.toy.sealed import GAME as SEALED

MOST_WORDS = 900
MOST_WORDS_IN_FULL = 3000


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return get_game(request.param)


def primer_of(game: Game) -> str:
    return (folder_of(game) / PRIMER).read_text(encoding="utf-8")


def test_a_primer_tells_every_rule_of_the_page(game: Game) -> None:
    """Rulings are on points that a beginner need not know; all else is there."""
    listed = set(listed_in(page_of(game).read_text(encoding="utf-8")))
    told = ids_in(primer_of(game))
    assert told <= listed, "the page has no such rule"
    assert {rule for rule in listed - told if rule[3] != "R"} == set()


@pytest.mark.parametrize("rules", ["short", "full"])
def test_rules_fit_a_prompt_and_need_no_ids_or_placeholders(game: Game, rules: str) -> None:
    for players in range(game.min_players, game.max_players + 1):
        variant = game.variant(players)
        text = rules_text(variant, rules)
        assert 300 < len(text.split()) < (MOST_WORDS if rules == "short" else MOST_WORDS_IN_FULL)
        assert "<!--" not in text
        assert "```" not in text
        if rules == "short":
            assert not re.search(r"[{}]|[A-Z]{2}-[A-Z]\d", text)
        space = EnvObserver(variant, "text", "info").space
        assert space.contains(plain(text)), set(plain(text)) - set(space.character_set)


def test_no_rules_are_an_empty_text(game: Game) -> None:
    assert rules_text(game.variant(), None) == ""


@pytest.mark.parametrize("game", [PEBBLES, SEALED], ids=lambda game: game.name)
def test_a_game_without_a_primer_says_so(game: Game) -> None:
    with pytest.raises(
        ValueError, match=f"^{game.title} has no short rules .*rules='full' or None"
    ):
        rules_text(game.variant(), "short")
    for bad in ("long", "", True, 1):
        with pytest.raises(ValueError, match=r"^rules is 'short', 'full' or None, not "):
            rules_text(game.variant(), bad)


def test_the_numbers_are_those_of_the_set_up() -> None:
    """A file of one's own, and each number of players."""
    file = (folder_of(get_game("aquasphere")) / "components.toml").read_text(encoding="utf-8")
    own = file.replace("costs = [1, 2, 3, 4]", "costs = [2, 3, 4, 6]")
    own = own.replace("start = [0, 1]", "start = [0, 1, 2]").replace(
        "limits = [2, 4, 5]", "limits = [3, 4, 5]"
    )
    text = rules_text(get_game("aquasphere").variant(2, components=own), "short")
    assert "pays 2 time, the next 3, then 4, 6." in text
    assert "start to 0 or 1 or 2;" in text
    assert "station holds 3 bots" in text
    assert "station holds 5 bots" in rules_text(get_game("aquasphere").variant(4), "short")
    assert "9 turns each" in rules_text(get_game("octodice").variant(1), "short")
    assert "6 turns each" in rules_text(get_game("octodice").variant(3), "short")
    assert "at most 7 rounds" in rules_text(get_game("aquanauts").variant(2, max_rounds=7), "short")
    assert "1 to 4, 9 to 12, 17 to 20" in rules_text(get_game("aquamarine").variant(1), "short")

"""The player ``expert``: rules of thumb that stand on the game's page, and that play.

``trace.py`` compares what it decides between processes, compiled and interpreted.
"""

import re
from collections.abc import Sequence

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import Variant
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.games.pages import page_of
from aquasphere_env.players.expert import decide_each
from aquasphere_env.players.player import Player
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player

from .setups import SETUPS, Setup, sample, setups_of

pytestmark = pytest.mark.slow

SEEDS = range(100)
EVERY_GAME = pytest.mark.parametrize("name", [name for name in GAMES if get_game(name).expert])
EXPERT_SETUPS = [setup for setup in SETUPS if get_game(setup.game).expert]
EVERY_SETUP = pytest.mark.parametrize("setup", EXPERT_SETUPS, ids=str)
COMPETITIONS = pytest.mark.parametrize(
    "setup", [s for s in EXPERT_SETUPS if s.num_players > 1 and not s.options], ids=str
)


class Watched:
    """The expert, which checks its answers and counts its rules of thumb."""

    name = "watched"

    def __init__(self, variant: Variant) -> None:
        self.expert = make_player("expert", variant)
        self.fired = np.zeros(len(variant.game.expert.RULES_OF_THUMB), np.int64)

    def seed(self, seed: int) -> None:
        """Nothing is left to chance."""

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        before = states.tobytes()
        actions, rules = decided(states)
        assert states.tobytes() == before, "a rule of thumb changed the state"
        self.fired += np.bincount(rules, minlength=len(self.fired))
        np.testing.assert_array_equal(actions, self.expert.act_on_states(states))
        return actions


def decided(states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what the expert plays in each state, and by which rule of thumb."""
    actions, rules = np.zeros(len(states), np.int64), np.zeros(len(states), np.int64)
    decide_each(states, actions, rules)
    return actions, rules


def shares(variant: Variant, seats: Sequence[Player]) -> np.ndarray:
    """Return each seat's share of the victories in games from ``SEEDS``."""
    states = play_games(variant, seats, list(SEEDS)).states
    first = np.array([variant.game.ranks(states, i) for i in range(len(states))]) == 1
    shared: np.ndarray = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
    return shared


@EVERY_GAME
def test_every_rule_of_thumb_is_used(name: str) -> None:
    """By experts among themselves, who meet what experts make of the game, in all set-ups."""
    names = get_game(name).expert.RULES_OF_THUMB
    fired = np.zeros(len(names), np.int64)
    for setup in setups_of(name):
        expert = Watched(setup.variant())
        play_games(setup.variant(), [expert] * setup.num_players, list(SEEDS))
        fired += expert.fired
    assert [rule for rule, times in zip(names, fired, strict=True) if not times] == []


@EVERY_SETUP
def test_it_is_blind_to_what_is_hidden(setup: Setup) -> None:
    for match in sample(setup.variant(), seed=12, every=3):
        states = match.states.copy()
        loops.redeal_one(states, 0, match.player, np.uint64(5))
        if not match.over:
            np.testing.assert_array_equal(decided(states), decided(match.states))


@EVERY_SETUP
def test_it_has_an_answer_wherever_random_play_leads(setup: Setup) -> None:
    variant = setup.variant()
    expert = make_player("expert", variant)
    for match in sample(variant, seed=13, every=1):
        if not match.over:
            opinion = expert.explain(match.states, 0)
            assert sorted(opinion.scores) == match.legal_actions()
            assert opinion.rule in variant.game.expert.RULES_OF_THUMB


@COMPETITIONS
def test_it_wins_more_than_its_share_against_random_play(setup: Setup) -> None:
    """Over all seats; ``tests/players/test_expert.py`` holds the games to the level they have."""
    variant = setup.variant()
    expert, chance = make_player("expert", variant), make_player("random", variant)
    won = 0.0
    for seat in range(setup.num_players):
        seats = [expert if player == seat else chance for player in range(setup.num_players)]
        won += shares(variant, seats)[seat]
    assert won > 1  # its share of a game with each seating


@EVERY_GAME
def test_the_page_explains_every_rule_of_thumb(name: str) -> None:
    """In one sentence each, under the name that ``Explanation.rule`` gives."""
    text = page_of(get_game(name)).read_text(encoding="utf-8")
    section = text.split("## How a good beginner plays\n")[1].split("\n## ")[0]
    rules = re.findall(r"^\d+\. \*\*(.+?)\*\*: ([^.]+)\.$", section, re.MULTILINE)
    assert tuple(rule for rule, _sentence in rules) == get_game(name).expert.RULES_OF_THUMB

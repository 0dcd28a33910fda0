"""What a player is told: rules, news, position, actions; nothing that it cannot know."""

import itertools
import random

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import legal_ids
from aquasphere_env.core.match import Match
from aquasphere_env.core.observer import Observer
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.language.moves import Chronicle, events, events_since, visible_events
from aquasphere_env.language.telling import NOTHING_MORE, Teller, Telling
from tests.contract.setups import SETUPS, Setup, sample, walk
from tests.toy.sealed import GAME as SEALED

from .told import told_of

ALL = Telling(news=True, hints=True)
SOME = [setup for setup in SETUPS if setup.num_players in (1, 3)]


@pytest.mark.parametrize("setup", SOME, ids=str)
def test_nothing_more_is_the_text_observation(setup: Setup) -> None:
    variant = setup.variant()
    teller, observer = Teller(variant), Observer(variant, "text")
    for match in sample(variant, seed=3, every=17):
        for player in range(variant.num_players):
            text = observer.text(match.state, player)
            assert told_of(teller, match, player) == text
            hinted = told_of(Teller(variant, Telling(hints=True)), match, player)
            assert [line.split(" | ")[0] for line in hinted.split("\n")[-5:]] == [
                line.split(" | ")[0] for line in text.split("\n")[-5:]
            ]


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_states_that_differ_in_what_is_hidden_are_told_alike(setup: Setup) -> None:
    variant = setup.variant()
    teller = Teller(variant, ALL)
    for match in sample(variant, seed=6, every=13):
        past = events(match)
        for player, seed in itertools.product(range(variant.num_players), (1, 2)):
            twin = match.states.copy()
            loops.redeal_one(twin, 0, player, np.uint64(seed))
            told = teller.told(match.state, player, past)
            assert teller.told(twin[0], player, past) == told


@pytest.mark.parametrize(
    ("name", "every"), [pytest.param("aquamarine", 19, marks=pytest.mark.slow), ("sealed", 4)]
)
def test_an_open_turn_of_others_is_not_told(name: str, every: int) -> None:
    """However the others play until the turn ends, all of it."""
    variant = SEALED.variant(3) if name == "sealed" else get_game(name).variant(3)
    teller = Teller(variant, Telling(news=True))
    unseen = 0
    for match in sample(variant, seed=10, every=every):
        if match.over:
            break
        for seed in range(2):
            twin, chooser = match.copy(), random.Random(seed)
            watchers = set(range(3)) - {twin.player}
            before = {player: told_of(teller, twin, player) for player in watchers}
            mover = twin.player
            while not twin.over and twin.player == mover:
                twin.step(chooser.choice(twin.legal_actions()))
            if twin.over or twin.state["round_number"] != match.state["round_number"]:
                continue
            for player in watchers - {twin.player}:
                assert told_of(teller, twin, player) == before[player]
                unseen += 1
    assert unseen


@pytest.mark.parametrize("setup", SOME, ids=str)
def test_news_are_told_once_and_completely(setup: Setup) -> None:
    """Over all its decisions a player is told of each move of the others that it may know of."""
    variant = setup.variant()
    told: dict[int, list[int]] = {player: [] for player in range(variant.num_players)}
    chronicle = Chronicle()
    for match in walk(variant, seed=5):
        player = match.player
        past = chronicle.of(match)
        if match.over or len(past) > 150:
            break
        places = {id(event): k for k, event in enumerate(past)}
        known = visible_events(past, variant.game, match.state, player)
        others = [event for event in known if event.player != player]
        news = events_since(past, variant.game, match.state, player)
        told[player] += [places[id(event)] for event in news if event.player != player]
        assert sorted(told[player]) == [places[id(event)] for event in others]


def test_news_tell_what_moves_changed() -> None:
    match = Match(get_game("octodice").variant(2), 3)
    teller = Teller(match.variant, Telling(news=True))
    chooser = random.Random(4)
    texts = []
    while not match.over:
        match.step(chooser.choice(match.legal_actions()))
        texts.append(told_of(teller, match, match.player))
    news = "\n".join(text.split("\n\n")[0] for text in texts if text.startswith("Since your last"))
    assert "- player_1: keep white 1 and " in news
    assert "points" in news
    assert "\N{MINUS SIGN}" not in news
    assert not teller.told(match.state, 0).startswith("Since")  # the past is not known


def test_hints_are_the_guide_s_words() -> None:
    match = Match(get_game("aquanauts").variant(2), 1)
    text = told_of(Teller(match.variant, Telling(hints=True)), match, match.player)
    line = next(line for line in text.split("\n") if line.startswith("0: robot"))
    assert line == "0: robot to Generator Hall | Robot to Generator Hall: 2 power; +2 power"


@pytest.mark.parametrize("name", GAMES)
def test_rules_come_first(name: str) -> None:
    match = Match(get_game(name).variant(), 1)
    text = told_of(Teller(match.variant, Telling("short", True, True)), match, match.player)
    assert text.startswith(f"# {match.game.title}: what you must know")
    assert all(f"\n{action}: " in text for action in legal_ids(match.state))


@pytest.mark.parametrize(
    ("telling", "observation", "words"),
    [
        (Telling("short"), "flat", "need observation='text', not 'flat'"),
        (Telling(news=True), "entities", "need observation='text'"),
        (Telling(hints=1), "text", "hints is True or False, not 1"),  # type: ignore[arg-type]
        (Telling("long"), "text", "rules is 'short', 'full' or None, not 'long'"),
    ],
)
def test_a_telling_that_makes_no_sense_is_refused(
    telling: Telling, observation: str, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        telling.check(get_game("aquasphere"), observation)
    NOTHING_MORE.check(get_game("aquasphere"), "flat")

"""The games of training: who sits where, whose decisions are learned, and the league."""

from typing import Any

import numpy as np
import pytest
import torch

from agents.network import build_network
from tests.players.networks import tensors_at_random
from tests.toy.pebbles import GAME as PEBBLES
from training.config import VIEW
from training.games import EARLIER_SELF, EVERY_SEAT, Games
from training.league import League

from .short_runs import short, use


def network(seed: int = 0):
    torch.manual_seed(seed)
    return build_network(PEBBLES, VIEW, 16)


def games_of(monkeypatch, players: int = 2, advice: Any = None, **settings: Any) -> Games:
    use(PEBBLES, monkeypatch)
    config = short(None, players=players, num_envs=64, **settings).settled()
    league = League(network(), 3)
    league.admit(network().state_dict())
    games = Games(PEBBLES.variant(players), config, league, advice)
    games.begin(np.random.default_rng(0))
    return games


def read(games: Games) -> tuple[np.ndarray, np.ndarray]:
    """Return what the players to move see, and their actions."""
    observations = np.zeros((64, games.size), np.float32)
    masks = np.zeros((64, games.num_actions), np.bool_)
    games.read(observations, masks)
    return observations, masks


def play(games: Games, steps: int) -> list[np.ndarray]:
    """Play on at random, the opponents as they like; return who learned in each step."""
    chance, learned = np.random.default_rng(0), []
    for _ in range(steps):
        observations, masks = read(games)
        assert masks.any(axis=1).all()
        actions = (chance.random(masks.shape) * masks).argmax(axis=1)
        learned.append(games.learning.copy())
        games.answer(observations, masks, actions, chance)
        games.step(actions, chance)
    return learned


def test_every_seat_learns_where_there_are_no_opponents(monkeypatch) -> None:
    """PettingZoo #1331, sb3-contrib #250: one network for all seats."""
    games = games_of(monkeypatch, 3)
    assert np.all(play(games, 60))
    assert set(games.results()) == {"points"}


def test_opponents_have_their_shares_and_the_learner_every_seat(monkeypatch) -> None:
    """MicroRTS-Py #57."""
    games = games_of(
        monkeypatch, 3, opponents=("greedy", "random"), opponent_share=0.5, league_share=0.25
    )
    kinds, seats = [], []
    begin = games._seat_next

    def noting(which, chance) -> None:
        begin(which, chance)
        kinds.extend(games._kind[which].tolist())
        seats.extend(games._seat[which].tolist())

    games._seat_next = noting
    learned = np.array(play(games, 200))
    shares = np.bincount(kinds, minlength=4) / len(kinds)
    np.testing.assert_allclose(shares, [0.25, 0.25, 0.25, 0.25], atol=0.05)
    np.testing.assert_allclose(np.bincount(seats) / len(seats), [1 / 3] * 3, atol=0.05)
    assert learned.mean() == pytest.approx(0.25 + 0.75 / 3, abs=0.1)
    assert set(games.results()) == {
        *("points", "win_rate_self", "win_rate_greedy", "win_rate_random")
    }


def test_greedy_answers_in_its_games_alone(monkeypatch) -> None:
    games = games_of(monkeypatch, opponents=("greedy",), opponent_share=1.0)
    assert games.results() == {}
    play(games, 100)
    assert games.results()["win_rate_greedy"] < 0.35, "the learner plays at random here"


def test_alone_there_are_no_opponents(monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    assert short(None, opponent_share=1.0).mix(1) == [("every seat", 1.0)]


def test_an_opponent_named_twice_counts_once() -> None:
    mix = short(None, opponents=("greedy", "random", "greedy"), opponent_share=0.5).mix(2)
    assert mix[2:] == [("greedy", 0.25), ("random", 0.25)]


def test_advice_is_the_evaluations(monkeypatch) -> None:
    by_greedy, by_value = (
        games_of(monkeypatch, advice=advice)
        for advice in (None, tensors_at_random(PEBBLES.variant(2)))
    )
    views = PEBBLES.views[VIEW].size
    first, second = read(by_greedy)[0], read(by_value)[0]
    assert (first[:, :views] == second[:, :views]).all()
    assert (first[:, views:] != second[:, views:]).any()


def test_the_spread_is_that_of_whole_games(monkeypatch) -> None:
    games = games_of(monkeypatch, reward="outcome")
    assert games.spread() == 1, "nothing has been paid"
    play(games, 60)
    assert games.spread() == pytest.approx(1, abs=0.05), "1 and -1, but for ties"
    assert games_of(monkeypatch, reward="score").spread() == 1


def test_the_spread_before_a_game_has_ended(monkeypatch) -> None:
    use(PEBBLES, monkeypatch)
    games = games_of(monkeypatch, reward="score")
    games.step(np.zeros(64, int), np.random.default_rng(0))  # one pebble each
    assert games._finished == 0
    assert games.spread() == pytest.approx(0.5**0.5)


def test_results_of_a_game_with_two_rivals_count_for_none(monkeypatch) -> None:
    games = games_of(monkeypatch, league_share=1.0)
    games.change_rival()
    noted, chance = [], np.random.default_rng(0)
    monkeypatch.setattr(games.league, "note", noted.append)
    ended, expected = np.zeros(64, bool), 0
    for _ in range(60):
        observations, masks = read(games)
        actions = masks.argmax(axis=1)
        games.answer(observations, masks, actions, chance)
        games.step(actions, chance)
        expected += int((games.over & ended).sum())
        ended |= games.over
    assert len(noted) == expected > 0


def test_a_full_league_drops_whom_the_learner_beats_most() -> None:
    league = League(network(), 3)
    for number in range(3):
        league.admit({"number": number})
    league.rates = [0.5, 0.9, 0.2]
    league.admit({"number": 3})
    assert [member["number"] for member in league.members] == [0, 2, 3]
    assert league.rates == [0.5, 0.2, 0.5]


def test_those_hard_to_beat_come_more_often() -> None:
    rival, chance = network(), np.random.default_rng(0)
    league = League(rival, 3)
    for seed in range(3):
        league.admit(network(seed).state_dict())
    league.rates = [1.0, 0.5, 0.0]
    chances = league.chances()
    np.testing.assert_allclose(chances, np.array([0.01, 0.26, 1.01]) / 1.28)
    drawn = []
    for _ in range(500):
        league.choose(chance)
        drawn.append(league.present)
    np.testing.assert_allclose(np.bincount(drawn) / 500, chances, atol=0.06)
    assert rival.value.weight.equal(league.members[league.present]["value.weight"])


def test_a_rate_goes_towards_the_games() -> None:
    league = League(network(), 2)
    league.admit(network().state_dict())
    league.note(1.0)
    assert league.rates == [0.51]
    for _ in range(500):
        league.note(0.0)
    assert league.rates[0] < 0.001


def test_the_league_keeps_what_a_member_was() -> None:
    """ml-agents #1070 #1975: frozen opponents do not learn along."""
    learner = network()
    league = League(network(1), 2)
    league.admit(learner.state_dict())
    before = learner.value.weight.detach().clone()
    learner.value.weight.data.zero_()
    assert league.members[0]["value.weight"].equal(before)


def test_kinds_have_numbers_in_the_order_of_the_mix() -> None:
    mix = short(None, opponents=("greedy",), opponent_share=0.5).mix(2)
    assert [mix[EVERY_SEAT][0], mix[EARLIER_SELF][0]] == ["every seat", "self"]

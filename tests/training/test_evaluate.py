"""Evaluation: paired seeds, rotated seats, intervals."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from agents import make_agent
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.players.playing import play_games
from training import evaluate as module
from training.evaluate import Estimate, evaluate, main, seat_agents


def test_equal_agents_share_the_victories():
    variant = get_game("aquasphere").variant(3)
    result = evaluate(variant, seat_agents(["random"], variant), 30)
    (standing,) = result.standings
    assert standing.games == 90
    assert standing.win_rate.mean == pytest.approx(1 / 3)
    assert sum(standing.win_rate_by_seat) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("game", "players", "least"),
    [
        ("aquasphere", 2, 50),
        ("octodice", 1, 38),
        ("aquanauts", 2, 30),
        ("aquamarine", 1, 60),  # no points without a medal (AM-R9)
        ("aquamarine", 2, 65),
    ],
)
def test_greedy_is_worth_beating(game, players, least):
    """Mean points of greedy among itself, the same on any machine."""
    variant = get_game(game).variant(players)
    result = evaluate(variant, seat_agents(["greedy"], variant), 64)
    assert result.standings[0].score.mean > least


def test_greedy_beats_random_from_every_seat():
    variant = get_game("aquasphere").variant(4)
    entrants = seat_agents(["greedy", "random"], variant)
    result = evaluate(variant, entrants, 80)
    greedy, random = result.standings
    assert greedy.agent == "greedy"
    assert min(greedy.win_rate_by_seat) > 0.8
    assert greedy.score.low > random.score.high
    assert random.games == 3 * greedy.games


@pytest.mark.parametrize("name", GAMES)
def test_same_seed_same_result(name):
    game = get_game(name)
    variant = game.variant()
    results = [
        evaluate(variant, seat_agents(["greedy", "random"], variant), 8, seed=5) for _ in range(2)
    ]
    assert results[0] == results[1]


def test_seats_of_one_seed_are_rotated(monkeypatch):
    variant = get_game("aquasphere").variant(3)
    seatings = []
    entrants = [make_agent("random", variant) for _ in range(3)]

    def spy(variant, seats, seeds, advance):
        seatings.append((tuple(entrants.index(player) for player in seats), tuple(seeds)))
        return play_games(variant, seats, seeds, advance)

    monkeypatch.setattr(module, "play_games", spy)
    evaluate(variant, entrants, 6, seed=4)
    assert seatings == [((0, 1, 2), (4, 5)), ((2, 0, 1), (4, 5)), ((1, 2, 0), (4, 5))]


def test_interval_against_the_formula():
    values = np.array([0.0, 1.0, 1.0, 0.0])
    estimate = Estimate.of(values)
    half = 1.96 * math.sqrt(1 / 3) / 2
    assert (estimate.mean, estimate.low) == (0.5, pytest.approx(0.5 - half))


def test_command_line_prints_json(capsys):
    main(["greedy", "random", "--games", "4", "--json"])
    result = json.loads(capsys.readouterr().out)
    assert [standing["agent"] for standing in result["standings"]] == ["greedy", "random"]
    assert result["num_players"] == 2


def test_one_seed_has_no_interval_of_points_and_valid_json(capsys):
    main(["greedy", "random", "--games", "2", "--json"])

    def refuse(constant):
        raise AssertionError(f"{constant} is no JSON")

    result = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert result["standings"][0]["score"]["low"] is None
    main(["greedy", "random", "--games", "2"])
    assert "[-]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("share", "count", "interval"),
    [  # Newcombe (1998), Statistics in Medicine 17, table I, method 3
        (81 / 263, 263, (0.2553, 0.3662)),
        (15 / 148, 148, (0.0624, 0.1605)),
        (0 / 20, 20, (0.0, 0.1611)),
        (1 / 29, 29, (0.0061, 0.1718)),
    ],
)
def test_wilson_against_published_values(share, count, interval):
    assert module._wilson(share, count) == pytest.approx(interval, abs=5e-5)


def test_win_rates_stay_within_the_scale():
    for shares in (np.ones(10), np.zeros(10), np.r_[np.ones(9), 0.5], np.array([1.0])):
        estimate = Estimate.bounded(shares, 2 * len(shares), 0, 1)
        assert 0 <= estimate.low < estimate.high <= 1
        assert estimate.low <= estimate.mean <= estimate.high
    ranks = Estimate.bounded(np.array([1.0, 1.0, 1.5]), 6, 1, 2)
    assert 1 <= ranks.low < ranks.mean < ranks.high <= 2
    alone = Estimate.bounded(np.ones(3), 3, 1, 1)
    assert (alone.low, alone.high) == (1, 1)


def test_an_effective_size_is_that_of_independent_games():
    rng = np.random.default_rng(0)
    wins = (rng.random(4000) < 0.3).astype(float)
    assert module._effective_size(wins, 8000) == pytest.approx(4000, rel=0.01)
    paired = np.repeat(wins, 2).reshape(-1, 2).mean(axis=1)  # the second game of a seed is the same
    assert module._effective_size(paired, 8000) == pytest.approx(4000, rel=0.01)
    assert module._effective_size(np.full(10, 0.5), 20) == 20


def test_different_players_of_one_name_have_a_standing_each():
    class Lowest:
        name = "mine"

        def act(self, observation, action_mask):
            return int(action_mask.argmax())

    variant = get_game("aquasphere").variant(2)
    first, second = (make_agent(Lowest(), variant) for _ in range(2))
    assert [s.agent for s in evaluate(variant, [first, second], 4).standings] == [
        "mine",
        "mine (2)",
    ]
    (alone,) = evaluate(variant, [first, first], 4).standings
    assert (alone.agent, alone.games) == ("mine", 8)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["best"], "no player 'best'"),
        (["random", "--game", "chess"], "no game 'chess'"),
        (["random", "--players", "9"], "2 to 4 players"),
    ],
)
def test_command_line_errors_are_sentences(arguments, message):
    with pytest.raises(SystemExit, match=message):
        main(arguments)


class Cheats:
    def act(self, observation, action_mask):
        return int(action_mask.argmin())


def test_an_illegal_answer_of_a_player_is_a_sentence():
    with pytest.raises(SystemExit, match=r"test_evaluate:Cheats: illegal action"):
        main([f"{__name__}:Cheats", "random", "--games", "2"])


def test_options_of_the_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["random", "--game", "aquanauts", "--games", "2", "--option", "max_rounds=2", "--json"]
    main(words)
    assert json.loads(capsys.readouterr().out)["options"] == {"max_rounds": 2}
    missing = tmp_path / "none.toml"
    with pytest.raises(SystemExit, match=r"none\.toml"):
        main(["random", "--option", f"components={missing}"])

"""Ratings against hand-computed values, and intervals against many simulated leagues."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.league import ratings
from benchmarks.league.ratings import (
    anchored,
    bradley_terry,
    estimate_bradley_terry,
    estimate_plackett_luce,
    imaginary_ties,
    plackett_luce,
)


@pytest.mark.parametrize(("won", "tied", "lost"), [(150, 0, 50), (30, 40, 30), (7, 3, 0)])
def test_two_entrants_have_a_closed_form(won: int, tied: int, lost: int) -> None:
    wins = np.array([[0, won + tied / 2], [lost + tied / 2, 0]])
    first, second = bradley_terry(wins)
    odds = (won + tied / 2 + 0.5) / (lost + tied / 2 + 0.5)
    assert first - second == pytest.approx(400 * math.log10(odds), abs=1e-6)
    assert first + second == pytest.approx(0, abs=1e-6)


def penalised(strengths: np.ndarray, wins: np.ndarray) -> float:
    """Return minus log-likelihood less half the log-determinant of the information (Firth)."""
    differences = strengths[:, None] - strengths
    chances = 1 / (1 + np.exp(-differences))
    told = (wins + wins.T) * chances * (1 - chances)
    information = np.diag(told.sum(axis=0)) - told
    _, log_determinant = np.linalg.slogdet(information[1:, 1:])  # whichever is left out
    return float((wins * np.logaddexp(0, -differences)).sum() - log_determinant / 2)


@pytest.mark.parametrize("seed", range(3))
def test_several_entrants_maximise_the_penalised_likelihood(seed: int) -> None:
    wins = np.random.default_rng(seed).integers(0, 6, (5, 5)).astype(float)
    wins[:, 4] += 4  # one who seldom wins
    wins[4, 1:] = 0
    np.fill_diagonal(wins, 0)
    best = minimize(penalised, np.zeros(5), (wins,), tol=1e-10).x
    expected = 400 / math.log(10) * (best - best.mean())
    assert bradley_terry(wins) == pytest.approx(expected, abs=0.05)


def test_imaginary_ties_are_one_less_than_entrants() -> None:
    wins = np.random.default_rng(0).integers(0, 40, (6, 6)).astype(float)
    np.fill_diagonal(wins, 0)
    wins[0, 5] = wins[5, 0] = 0  # who never met
    ties = imaginary_ties(wins)
    assert ties.sum() / 2 == pytest.approx(5)
    assert ties == pytest.approx(ties.T)
    assert ties[0, 5] == 0


def test_pairs_of_very_different_strength_pull_nobody_together() -> None:
    """Six entrants, each 350 points above the next: the first has 1750 more than the last."""
    rng = np.random.default_rng(2)
    strengths = 350 * np.arange(6)[::-1]
    chances = 1 / (1 + 10 ** ((strengths - strengths[:, None]) / 400))
    spans = []
    for _ in range(30):
        won = np.triu(rng.binomial(60, chances), 1).astype(float)
        rated = bradley_terry(won + np.tril(60 - won.T, -1))
        spans.append(rated[0] - rated[-1])
    assert np.mean(spans) == pytest.approx(1750, rel=0.03)


def test_who_wins_all_has_a_rating() -> None:
    wins = np.array([[0.0, 200.0, 200.0], [0.0, 0.0, 200.0], [0.0, 0.0, 0.0]])
    rated = bradley_terry(wins)
    assert np.isfinite(rated).all()
    assert rated[0] - rated[1] == pytest.approx(rated[1] - rated[2], abs=1e-4)  # by symmetry
    assert 800 < rated[0] - rated[1] < 1200


@pytest.mark.parametrize(
    ("names", "moved"),
    [(("a", "greedy", "b"), (900, 1000, 1200)), (("a", "b", "c"), (2600 / 3, 2900 / 3, 3500 / 3))],
)
def test_greedy_has_1000_or_else_the_mean(names: tuple[str, ...], moved: tuple[float]) -> None:
    assert anchored(np.array([0.0, 100.0, 300.0]), names) == pytest.approx(moved)


def deals(rng: np.random.Generator, chance: float, count: int, games: int = 2) -> np.ndarray:
    """Return the wins by deal of two entrants, of whom the first wins with ``chance``."""
    won = rng.binomial(games, chance, count)
    wins = np.zeros((count, 2, 2))
    wins[:, 0, 1], wins[:, 1, 0] = won, games - won
    return wins


@pytest.mark.slow
def test_intervals_contain_the_truth_about_as_often_as_they_say(monkeypatch) -> None:
    monkeypatch.setattr(ratings, "RESAMPLES", 100)
    rng = np.random.default_rng(0)
    hits = 0
    for seed in range(60):
        strong = 1000 + 400 * math.log10(0.7 / 0.3)
        (estimate, fixed) = estimate_bradley_terry(deals(rng, 0.7, 50), ("a", "greedy"), seed)
        assert (fixed.mean, fixed.low, fixed.high) == (1000, 1000, 1000)
        hits += estimate.low <= strong <= estimate.high
    assert 53 <= hits < 60


def test_a_deal_is_one_observation(monkeypatch) -> None:
    """Games that say the same twice make no interval narrower."""
    monkeypatch.setattr(ratings, "RESAMPLES", 400)
    once = deals(np.random.default_rng(3), 0.6, 60, games=1)
    halves = []
    for wins in (2 * once, np.concatenate([once, once])):  # 60 deals of 2 games, or 120 of one
        estimate = estimate_bradley_terry(wins, ("a", "greedy"), 0)[0]
        halves.append(estimate.high - estimate.low)
    assert halves[0] / halves[1] == pytest.approx(math.sqrt(2), rel=0.2)


def test_who_lost_all_is_uncertain_downwards() -> None:
    wins = deals(np.random.default_rng(0), 1.0, 50)
    greedy, loser = estimate_bradley_terry(wins, ("greedy", "loser"), 0)
    assert greedy.mean == 1000
    assert math.isfinite(loser.low)
    assert loser.mean - loser.low > loser.high - loser.mean > 50


def test_one_game_by_weng_and_lin() -> None:
    """Two new skills of 25, sd 25/3, beta 25/6: half of sd squared / c is won, by their formula."""
    sd, beta = 25 / 3, 25 / 6
    c = math.sqrt(2 * (sd**2 + beta**2))
    (winner, loser), sigmas = plackett_luce([((0, 1), (1, 2))], 2)
    assert winner == pytest.approx(25 + sd**2 / c * 0.5)
    assert loser == pytest.approx(25 - sd**2 / c * 0.5)
    assert (sigmas < sd).all()


def test_a_tie_and_a_whole_table() -> None:
    (first, second), _ = plackett_luce([((0, 1), (1, 1))], 2)
    assert first == pytest.approx(second)
    skills, _ = plackett_luce([((2, 0, 3, 1), (1, 2, 2, 4))], 4)
    assert skills[0] == pytest.approx(skills[3])
    assert skills[2] > skills[0] > skills[1]


@pytest.fixture
def few_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "ORDERS", 4)
    monkeypatch.setattr(ratings, "ORDERED_RESAMPLES", 20)


def test_skills_are_the_mean_over_orders(few_fits: None) -> None:
    tables = [[((0, 1), (1, 2)), ((1, 0), (1, 2))] for _ in range(15)]
    tables += [[((0, 1), (1, 2)), ((0, 1), (1, 2))] for _ in range(15)]
    one, other = (estimate_plackett_luce(tables, 2, seed) for seed in (0, 1))
    assert one == estimate_plackett_luce(tables, 2, 0)
    assert one[0] != other[0]
    in_one_order = [
        plackett_luce([t for d in order for t in d], 2)[0] for order in (tables, tables[::-1])
    ]
    between_orders = abs(in_one_order[0][0] - in_one_order[1][0])
    assert abs(one[0][0].mean - other[0][0].mean) < between_orders / 2
    for estimate, sigma in zip(*one, strict=True):
        assert estimate.mean - estimate.low >= 1.96 * sigma
        assert estimate.high - estimate.mean == pytest.approx(estimate.mean - estimate.low)


def test_progress_counts_every_fit(monkeypatch, few_fits: None) -> None:
    monkeypatch.setattr(ratings, "RESAMPLES", 10)
    counted: list[int] = []
    estimate_bradley_terry(deals(np.random.default_rng(0), 0.5, 10), ("a", "b"), 0, counted.append)
    estimate_plackett_luce([[((0, 1), (1, 2))]] * 3, 2, 0, counted.append)
    assert sum(counted) == 10 + 4 + 20

"""Ratings from results by deal, with intervals: Bradley-Terry and Plackett-Luce.

**Bradley-Terry** (1952): the chance that one entrant is placed before another is logistic in the
difference of their ratings. Maximum likelihood (``choix``, the algorithm of Maystre and
Grossglauser, 2015) over all pairs that sat at one table, a tie as half a win for each. On Elo's
scale: 400 points are odds of 10 to 1. The likelihood is penalised as Firth (1993) does, by the
prior of Jeffreys: it takes bias away, and whoever wins all games has a rating, too. It comes to
imaginary ties besides the games, one in all between two entrants, n - 1 among n, shared out to the
pairs by how much they tell (their leverage), so that pairs of very different strength have next to
none.

**Plackett-Luce** (Weng and Lin, 2011, as in ``openskill``): skills that are updated game by game,
all places of a table at once. The result depends on the order of the games; it is the mean over
``ORDERS`` orders drawn from the league's seed. Entrants do not learn, so ``tau`` is 0.

Intervals are 95 % from resampled deals: a deal, with all games that anyone played on it, is one
observation. For Bradley-Terry every resample draws what the imaginary games add to each side, from
the gamma distribution with the same mean: of an entrant who lost all games this gives the posterior
of Jeffreys, and its rating is as uncertain as it is; percentiles. For Plackett-Luce every
resample has an order of its own, and the interval is the mean plus and minus 1.96 standard
deviations of the resamples, or of the model's own if that is larger, as it is for such an entrant.
"""

import math
from collections.abc import Callable, Sequence

import choix
import numpy as np
from openskill.models import PlackettLuce

from training.evaluate import CONFIDENCE_Z, Estimate

ANCHOR, ANCHOR_RATING = "greedy", 1000.0
ELO = 400 / math.log(10)
RESAMPLES = 1000
ORDERS, ORDERED_RESAMPLES = 10, 100  # of Plackett-Luce, which takes longer
NUM_FITS = RESAMPLES + ORDERS + ORDERED_RESAMPLES
_MOST_ROUNDS, _TOLERANCE = 100, 1e-9  # of shares of imaginary games
_LEAST_DRAWN = 1e-6  # of an imaginary game, lest a rating becomes infinite
_TAIL = 2.5  # per cent on each side of an interval

Advance = Callable[[int], None]  # called with the number of fits made since the last call
Table = tuple[Sequence[int], Sequence[int]]  # entrants, and their places


def bradley_terry(wins: np.ndarray) -> np.ndarray:
    """Return the ratings of all entrants on Elo's scale, with mean 0.

    Args:
        wins: float (n, n), how often the entrant of the row was placed before that of the column.
    """
    return _rated(wins + imaginary_ties(wins) / 2)


def imaginary_ties(wins: np.ndarray) -> np.ndarray:
    """Return how many imaginary ties each pair has besides its games: float (n, n), symmetric."""
    met = wins + wins.T
    ties: np.ndarray = (met > 0) * 2 / len(wins)
    for _ in range(_MOST_ROUNDS):
        before, ties = ties, _leverages(met, _rated(wins + ties / 2))
        if np.abs(ties - before).max() < _TOLERANCE:
            break
    return ties


def _rated(wins: np.ndarray) -> np.ndarray:
    ratings: np.ndarray = ELO * choix.ilsr_pairwise_dense(wins)
    return ratings


def _leverages(met: np.ndarray, ratings: np.ndarray) -> np.ndarray:
    """Return the sum of the leverages of all games of each pair: what they tell, n - 1 in all."""
    ahead = (ratings[:, None] - ratings) / ELO
    told = met / (2 + np.exp(ahead) + np.exp(-ahead))  # games times p times 1 - p
    inverse = np.linalg.pinv(np.diag(told.sum(axis=0)) - told, hermitian=True)
    own = inverse.diagonal()
    leverages: np.ndarray = told * (own[:, None] + own - 2 * inverse)
    return leverages


def anchored(ratings: np.ndarray, names: Sequence[str]) -> np.ndarray:
    """Return ``ratings`` (..., n) moved so that greedy has 1000, or the mean without greedy."""
    base = (
        ratings[..., [names.index(ANCHOR)]]
        if ANCHOR in names
        else ratings.mean(axis=-1, keepdims=True)
    )
    moved: np.ndarray = ratings - base + ANCHOR_RATING
    return moved


def estimate_bradley_terry(
    wins: np.ndarray, names: Sequence[str], seed: int, advance: Advance = lambda fits: None
) -> list[Estimate]:
    """Return the ratings of ``names`` from the ``wins`` of every deal, float (deals, n, n)."""
    rng = np.random.default_rng(seed)
    deals = len(wins)
    ties = imaginary_ties(wins.sum(axis=0))
    rated = anchored(_rated(wins.sum(axis=0) + ties / 2), names)
    resampled = np.empty((RESAMPLES, len(names)))
    for row in resampled:
        counts = rng.multinomial(deals, np.full(deals, 1 / deals))
        drawn = np.maximum(rng.gamma(ties / 2), _LEAST_DRAWN) * (ties > 0)
        row[:] = _rated(np.tensordot(counts, wins, 1) + drawn)
        advance(1)
    ends = np.percentile(anchored(resampled, names), [_TAIL, 100 - _TAIL], axis=0)
    return [
        Estimate(float(mean), float(min(low, mean)), float(max(high, mean)))
        for mean, low, high in zip(rated, *ends, strict=True)
    ]


def plackett_luce(tables: Sequence[Table], count: int) -> np.ndarray:
    """Return mean and standard deviation of the skills of ``count`` entrants, float (2, count).

    Args:
        tables: the games in the order in which they count.
        count: of entrants.
    """
    model = PlackettLuce(tau=0.0)
    skills = [model.rating() for _ in range(count)]
    for entrants, places in tables:
        teams = model.rate([[skills[k]] for k in entrants], ranks=[float(p) for p in places])
        for k, (skill,) in zip(entrants, teams, strict=True):
            skills[k] = skill
    return np.array([[skill.mu for skill in skills], [skill.sigma for skill in skills]])


def estimate_plackett_luce(
    tables: Sequence[Sequence[Table]], count: int, seed: int, advance: Advance = lambda fits: None
) -> tuple[list[Estimate], list[float]]:
    """Return skills with intervals, and the standard deviations that the model itself gives.

    Args:
        tables: the games of every deal.
        count: of entrants.
        seed: of the orders and resamples.
        advance: see ``Advance``.
    """
    rng = np.random.default_rng(seed)

    def fit(deals: Sequence[int]) -> np.ndarray:
        games = [table for deal in deals for table in tables[deal]]
        skills = plackett_luce([games[k] for k in rng.permutation(len(games))], count)
        advance(1)
        return skills

    means, deviations = np.mean([fit(range(len(tables))) for _ in range(ORDERS)], axis=0)
    resampled = [
        fit(rng.integers(len(tables), size=len(tables)).tolist())[0]
        for _ in range(ORDERED_RESAMPLES)
    ]
    halves = CONFIDENCE_Z * np.maximum(np.std(resampled, axis=0, ddof=1), deviations)
    estimates = [
        Estimate(float(mean), float(mean - half), float(mean + half))
        for mean, half in zip(means, halves, strict=True)
    ]
    return estimates, deviations.tolist()

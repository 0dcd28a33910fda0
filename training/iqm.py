"""What several seeds say together: interquartile means with bootstrap intervals.

As in rliable: Agarwal, Schwarzer, Castro, Courville and Bellemare, "Deep reinforcement learning at
the edge of the statistical precipice", NeurIPS 2021, arXiv:2108.13264. Every game is a stratum of
its own here, so runs are drawn with replacement, and intervals are percentiles.
"""

import numpy as np
from scipy import stats

from .evaluate import Estimate

CUT = 0.25  # share of the runs that is left out at either end
CONFIDENCE = 0.95
RESAMPLES = 2000


def iqm(by_run: np.ndarray) -> np.ndarray:
    """Return the mean of the middle half of the runs, the last axis of ``by_run``."""
    middle: np.ndarray = stats.trim_mean(by_run, CUT, axis=-1)
    return middle


def estimates(by_run: np.ndarray, seed: int = 0) -> list[Estimate]:
    """Return interquartile means of the rows of ``by_run``, (rows, runs); one has no interval."""
    runs = by_run.shape[1]
    means = iqm(by_run)
    if runs == 1:
        return [Estimate(float(mean), None, None) for mean in means]
    drawn = np.random.default_rng(seed).integers(runs, size=(RESAMPLES, runs))
    resampled = np.stack([iqm(by_run[:, runs_drawn]) for runs_drawn in drawn])
    rest = (1 - CONFIDENCE) / 2
    lows, highs = np.quantile(resampled, [rest, 1 - rest], axis=0)
    return [Estimate(*map(float, each)) for each in zip(means, lows, highs, strict=True)]

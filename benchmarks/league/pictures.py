"""Two pictures of a league: ratings with their intervals, and the matrix of win rates."""

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from aquasphere_env.core.files import replacing

from .report import title

RATINGS, MATRIX = "ratings.png", "matrix.png"
_DARK = 0.35  # how far from 50 % a cell is too dark for black letters


def draw_ratings(league: dict[str, Any], target: Path) -> None:
    """Draw a dot and an interval for each player, the best on top."""
    standings = league["standings"][::-1]
    names = [s["player"] for s in standings]
    ratings = [s["bradley_terry"] for s in standings]
    means = np.array([r["mean"] for r in ratings])
    ends = np.array([[r["low"], r["high"]] for r in ratings]).T
    figure, axes = plt.subplots(figsize=(8, 1.5 + 0.4 * len(names)), layout="constrained")
    axes.errorbar(means, names, xerr=np.abs(ends - means), fmt="o", capsize=4)
    axes.set(xlabel="Bradley-Terry rating (Elo's scale), 95 % interval", title=title(league))
    axes.grid(axis="x", alpha=0.3)
    axes.margins(y=0.2)
    _save(figure, target)


def draw_matrix(league: dict[str, Any], target: Path) -> None:
    """Draw how often the player of the row was placed before that of the column."""
    names = league["pairwise"]["players"]
    rates = np.array(league["pairwise"]["win_rates"], float)  # None becomes NaN
    size = 3 + 0.7 * len(names)
    figure, axes = plt.subplots(figsize=(size + 1, size), layout="constrained")
    image = axes.imshow(100 * rates, cmap="RdBu", vmin=0, vmax=100)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    for (row, column), rate in np.ndenumerate(rates):
        if not np.isnan(rate):
            color = "white" if abs(rate - 0.5) > _DARK else "black"
            text = f"{100 * rate:.0f}"
            axes.text(column, row, text, color=color, ha="center", va="center")
    figure.colorbar(image, label="placed before (%)", shrink=0.8)
    axes.set_title(title(league))
    _save(figure, target)


def _save(figure: Any, target: Path) -> None:
    with replacing(target, "wb") as stream:
        figure.savefig(stream, format="png", dpi=120)
    plt.close(figure)

"""Learning curves as pictures: of one run from its ``progress.csv``, or of several seeds."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from aquasphere_env.core.files import replacing

from .config import SELF
from .iqm import estimates
from .table import FILE, GAMES, STEPS, Row, rows_until

_WIN_RATE = f"{GAMES}win_rate_"
_POINTS = f"{GAMES}points"
_BAND_POINTS = 100  # of a curve of several runs


def draw_curve(folder: Path) -> Path:
    """Draw win rates and points over steps into ``learning_curve.png``; return its path."""
    return draw(folder, STEPS, "decisions", _opponents([folder]), _POINTS)


def _opponents(folders: Sequence[Path]) -> dict[str, str]:
    """Return the opponents that the tables of ``folders`` tell of, by column."""
    columns = [name for folder in folders for row in _rows(folder) for name in row]
    rivals = {c: c.removeprefix(_WIN_RATE) for c in sorted(columns) if c.startswith(_WIN_RATE)}
    return {c: "earlier selves" if rival == SELF else rival for c, rival in rivals.items()}


def _rows(folder: Path) -> list[Row]:
    return rows_until(folder / FILE, math.inf)


def draw_seeds(folder: Path, runs: Sequence[Path]) -> Path:
    """Draw interquartile means of ``runs`` with their intervals into ``folder``; return the path.

    A point of a run is read off the line between its rows; the curve covers what all runs have.
    """
    figure, (left, right) = _axes()
    tables = [_rows(run) for run in runs]
    for rate, opponent in _opponents(runs).items():
        _band(left, tables, rate, 100, f"against {opponent}")
    _band(right, tables, _POINTS, 1, None)
    return _save(figure, (left, right), "decisions", folder)


def _band(axes: Any, tables: list[list[Row]], column: str, scale: float, label: str | None) -> None:
    lines = [_series(rows, STEPS, column) for rows in tables]
    if not all(steps for steps, _ in lines):
        return
    first, last = max(steps[0] for steps, _ in lines), min(steps[-1] for steps, _ in lines)
    if first > last:
        return
    grid = np.linspace(first, last, _BAND_POINTS)
    by_run = np.array([np.interp(grid, steps, values) for steps, values in lines]).T * scale
    found = estimates(by_run)
    (line,) = axes.plot(grid, [each.mean for each in found], label=label)
    if len(tables) > 1:
        lows, highs = [each.low for each in found], [each.high for each in found]
        axes.fill_between(grid, lows, highs, color=line.get_color(), alpha=0.25, linewidth=0)


def draw(folder: Path, column: str, label: str, win_rates: Mapping[str, str], points: str) -> Path:
    """Draw columns of a run's table over ``column``, which means ``label``; return the path.

    ``win_rates`` names opponents by column; ``points`` is the column of the learner's points.
    """
    rows = rows_until(folder / FILE, math.inf, column)
    figure, (left, right) = _axes()
    for rate, opponent in win_rates.items():
        steps, values = _series(rows, column, rate)
        if steps:
            left.plot(steps, [100 * v for v in values], label=f"against {opponent}")
    right.plot(*_series(rows, column, points))
    return _save(figure, (left, right), label, folder)


def _axes() -> Any:
    return plt.subplots(1, 2, figsize=(10, 4), layout="constrained")


def _save(figure: Any, axes: tuple[Any, Any], label: str, folder: Path) -> Path:
    left, right = axes
    left.set(xlabel=label, ylabel="games won (%)", ylim=(0, 100))
    if left.lines:
        left.legend()
    right.set(xlabel=label, ylabel="points of the learner")
    target = folder / "learning_curve.png"
    with replacing(target, "wb") as stream:
        figure.savefig(stream, format="png", dpi=120)
    plt.close(figure)
    return target


def _series(rows: list[Row], column: str, value: str) -> tuple[list[float], list[float]]:
    points = [(float(row[column]), float(row[value])) for row in rows if row.get(value)]
    return [step for step, _ in points], [number for _, number in points]

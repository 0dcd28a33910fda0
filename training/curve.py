"""The learning-curve picture of a run, from its ``progress.csv``."""

import math
from collections.abc import Mapping
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from aquasphere_env.core.files import replacing

from .config import SELF
from .table import FILE, GAMES, STEPS, Row, rows_until

_WIN_RATE = f"{GAMES}win_rate_"
_POINTS = f"{GAMES}points"


def draw_curve(folder: Path) -> Path:
    """Draw win rates and points over steps into ``learning_curve.png``; return its path."""
    columns = dict.fromkeys(name for row in rows_until(folder / FILE, math.inf) for name in row)
    rivals = {name: name.removeprefix(_WIN_RATE) for name in columns if name.startswith(_WIN_RATE)}
    rivals |= {name: "earlier selves" for name, rival in rivals.items() if rival == SELF}
    return draw(folder, STEPS, "decisions", rivals, _POINTS)


def draw(folder: Path, column: str, label: str, win_rates: Mapping[str, str], points: str) -> Path:
    """Draw columns of a run's table over ``column``, which means ``label``; return the path.

    ``win_rates`` names opponents by column; ``points`` is the column of the learner's points.
    """
    rows = rows_until(folder / FILE, math.inf, column)
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for rate, opponent in win_rates.items():
        steps, values = _series(rows, column, rate)
        if steps:
            left.plot(steps, [100 * v for v in values], label=f"against {opponent}")
    left.set(xlabel=label, ylabel="games won (%)", ylim=(0, 100))
    if left.lines:
        left.legend()
    right.plot(*_series(rows, column, points))
    right.set(xlabel=label, ylabel="points of the learner")
    target = folder / "learning_curve.png"
    with replacing(target, "wb") as stream:
        figure.savefig(stream, format="png", dpi=120)
    plt.close(figure)
    return target


def _series(rows: list[Row], column: str, value: str) -> tuple[list[float], list[float]]:
    points = [(float(row[column]), float(row[value])) for row in rows if row.get(value)]
    return [step for step, _ in points], [number for _, number in points]

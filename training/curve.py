"""The learning-curve picture of a run, from its ``progress.csv``."""

import math
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from aquasphere_env.core.files import replacing

from .table import FILE, STEPS, Row, rows_until

_WIN_RATES = {
    "games/win_rate_random": "random",
    "games/win_rate_greedy": "greedy",
    "games/win_rate_self": "earlier selves",
}
_POINTS = "games/points"


def draw_curve(folder: Path) -> Path:
    """Draw win rates and points over steps into ``learning_curve.png``; return its path."""
    rows = rows_until(folder / FILE, math.inf)
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for column, label in _WIN_RATES.items():
        steps, values = _series(rows, column)
        if steps:
            left.plot(steps, [100 * v for v in values], label=f"against {label}")
    left.set(xlabel="decisions", ylabel="games won (%)", ylim=(0, 100))
    if left.lines:
        left.legend()
    right.plot(*_series(rows, _POINTS))
    right.set(xlabel="decisions", ylabel="points of the learner")
    target = folder / "learning_curve.png"
    with replacing(target, "wb") as stream:
        figure.savefig(stream, format="png", dpi=120)
    plt.close(figure)
    return target


def _series(rows: list[Row], column: str) -> tuple[list[float], list[float]]:
    points = [(float(row[STEPS]), float(row[column])) for row in rows if row.get(column)]
    return [step for step, _ in points], [value for _, value in points]

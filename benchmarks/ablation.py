"""Which parts of learning from views alone make it strong: the same short run, with one changed.

    python -m benchmarks.ablation                      # write benchmarks/results/ablation.json
    python -m benchmarks.ablation --only standard "flat trunk alone" --steps 200000

Every row is a run of ``training.ppo --advice none`` with as many steps, evaluated against greedy
when it is done. Rows that are not measured now stay in the file; CPU seconds tell what a row costs
on a busy machine, too.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("benchmarks.ablation")
    explain_missing("benchmarks.ablation", "train")

import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import torch
import tyro

from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Variant
from aquasphere_env.games.pages import table
from aquasphere_env.players.registry import make_player
from aquasphere_env.viewer.progress import Progress
from training.config import NOBODY, VIEW, Config
from training.evaluate import evaluate
from training.export import export
from training.options import Games, Seed, Steps, check
from training.run import Run

from .machine import machine

_NAME = "benchmarks.ablation"
RESULT = Path(__file__).resolve().parent / "results" / "ablation.json"
STANDARD = "standard"
NO_AXES = "flat trunk alone"  # the network before it judged the things that actions name

ROWS: dict[str, dict[str, Any]] = {
    STANDARD: {},
    NO_AXES: {},
    "trunk of 128": {"width": 128},
    "one epoch": {"num_epochs": 1},
    "learning rate 3e-3": {"learning_rate": 3e-3},
    "no discount": {"gamma": 1.0},
    "entropy 0.01": {"entropy": 0.01},
    "reward: own points": {"reward": "score"},
    "reward: who wins": {"reward": "outcome"},
    "half of the games against greedy": {"opponent_share": 0.5},
    "no games against greedy": {"opponent_share": 0.0},
}
LEARNING_RATE = 1.5e-3  # of all rows but the one that says otherwise


@dataclass
class Options:
    """Measure what makes learning from views alone strong."""

    only: tuple[str, ...] = ()
    """The rows to measure, all by default."""
    steps: Steps = 1_000_000
    """Decisions of the learner in each run."""
    games: Games = 1000
    """Games of the evaluation."""
    seed: Seed = 0
    """Seed of the runs."""
    output: Path = RESULT
    """Where results go; rows in it that are not measured now stay."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print JSON instead of a table."""


@contextmanager
def axes(variant: Variant, name: str) -> Iterator[None]:
    """Let the network of the row ``name`` see the axes of the view, or none of them."""
    view = variant.game.views[VIEW]
    kept = view.axes
    try:
        view.axes = {} if name == NO_AXES else kept
        yield
    finally:
        view.axes = kept


def measure(name: str, options: Options) -> dict[str, Any]:
    """Return the result of a row: a run and its evaluation against greedy."""
    given = {"learning_rate": LEARNING_RATE, **ROWS[name]}
    config = Config(advice=NOBODY, steps=options.steps, seed=options.seed, **given).settled()
    config.check()
    variant = config.variant()
    with axes(variant, name), tempfile.TemporaryDirectory() as folder:
        run = Run(config, variant, advised=False)
        wall, spent = time.monotonic(), time.process_time()
        with Progress(f"steps of {name!r}", options.steps or 0) as progress:
            while run.steps < run.schedule.last_step:
                run.update()
                progress.reach(run.steps)
        seconds, cpu = time.monotonic() - wall, time.process_time() - spent
        path = Path(folder) / "player.safetensors"
        export(run.capture(), path)
        players = [make_player(text, variant) for text in (f"net:{path}", "greedy")]
        standings = evaluate(variant, players, options.games, options.seed).standings
    return {
        "row": name,
        "steps": run.steps,
        "seed": options.seed,
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu, 1),
        "parameters": sum(each.numel() for each in run.learner.network.parameters()),
        "win_rate": asdict(standings[0].win_rate),
        "score": asdict(standings[0].score),
        "opponent_score": asdict(standings[1].score),
    }


def ablation_table(results: dict[str, Any]) -> str:
    """Return the rows as a Markdown table."""
    lines = []
    for row in results["rows"]:
        rate, score = row["win_rate"], row["score"]
        lines.append(
            (
                row["row"],
                f"{row['steps'] / 1e6:.2f} M",
                f"{row['cpu_seconds']:.0f}",
                f"{100 * rate['mean']:.1f}% [{100 * rate['low']:.1f}, {100 * rate['high']:.1f}]",
                f"{score['mean']:.1f} : {row['opponent_score']['mean']:.1f}",
            )
        )
    return table(("row", "steps", "CPU s", "victories over greedy", "points"), lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        names = list(dict.fromkeys(options.only)) or list(ROWS)
        try:
            check(options)
            if unknown := [name for name in names if name not in ROWS]:
                raise ValueError(f"no row {unknown[0]!r}; there are: {', '.join(ROWS)}")
            results = read_results(options.output)
        except ValueError as error:
            fail(_NAME, error)
        results["machine"] = machine()
        for name in names:
            add(results, measure(name, options))
            with replacing(options.output) as stream:
                stream.write(json.dumps(results, indent=1, allow_nan=False) + "\n")
        in_json = json.dumps(results, indent=1, allow_nan=False)
        say(in_json if options.json else ablation_table(results))


def read_results(path: Path) -> dict[str, Any]:
    """Return the results in ``path``, none if there is no such file.

    Raises:
        ValueError: the file holds something else.
    """
    if not path.exists():
        return {"rows": []}
    try:
        results: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        ablation_table(results)
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path} holds no ablation; remove it, or name another --output") from None
    return results


def add(results: dict[str, Any], row: dict[str, Any]) -> None:
    """Put ``row`` in the place of one of the same name and seed, in the order of ``ROWS``."""
    rows = [r for r in results["rows"] if (r["row"], r["seed"]) != (row["row"], row["seed"])]
    rows.append(row)
    results["rows"] = sorted(rows, key=lambda r: (list(ROWS).index(r["row"]), r["seed"]))


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()

"""Put the evaluation of a run into the package, with how it came about.

    python -m training.zoo runs/aquasphere-2p-value

``zoo:aquasphere-2p`` then plays it, and ``mcts:<n>`` searches with it.
"""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import tyro

from agents.checkpoint import CheckpointError
from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.players.value import load_value, save_value
from aquasphere_env.players.zoo import FOLDER, zoo_name

from .folder import EVALUATION, VALUE, VALUE_CHECKPOINT
from .options import flag
from .table import FILE, rows_until
from .value_config import MOST_BYTES, ValueConfig
from .value_learner import ValueCheckpoint

_NAME = "training.zoo"


def story(run: Path, before: Sequence[Path] = ()) -> tuple[ValueConfig, dict[str, Any]]:
    """Return the settings of a finished run, and what the zoo tells of it.

    ``before`` are the runs that it went on from, the first one first.

    Raises:
        ValueError: a folder holds no run of training.value, or that of ``run`` no finished one.
    """
    checkpoints = [_checkpoint(folder) for folder in (*before, run)]
    configs = [ValueConfig.recorded(each.settings, run) for each in checkpoints]
    try:
        result = json.loads((run / EVALUATION).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{run} holds no finished run of training.value: {error}") from None
    for standing in (s for field in result for s in field["standings"]):
        standing["agent"] = standing["agent"].partition(":")[0]  # without the path
    last = checkpoints[-1]
    return configs[-1], {
        "commands": command_lines(configs),
        "seed": configs[0].seed,
        "commit": commit(),
        "trained_on": vars(last.trained_on),
        "curve": [
            {name: float(value) for name, value in row.items() if value}
            for row in rows_until(run / FILE, last.rounds, "round")
        ],
        "result": result,
    }


def _checkpoint(run: Path) -> ValueCheckpoint:
    try:
        return ValueCheckpoint.load(run / VALUE_CHECKPOINT)
    except CheckpointError as error:
        raise ValueError(f"{run} holds no run of training.value: {error}") from None


def command_lines(configs: Sequence[ValueConfig]) -> list[str]:
    """Return the commands that make a run in stages with these settings."""
    first = configs[0]
    usual = ValueConfig(game=first.game, players=first.players).settled()
    lines = [
        _line("", {"game": first.game, "players": first.players} | _changed(first, usual)),
    ]
    for k, (before, config) in enumerate(pairwise(configs), 1):
        lines.append(_line(f" --resume <stage {k}>/{VALUE_CHECKPOINT}", _changed(config, before)))
    return lines


def _changed(config: ValueConfig, usual: ValueConfig) -> dict[str, Any]:
    return {
        name: value for name, value in config.settings().items() if value != getattr(usual, name)
    }


def _line(start: str, given: dict[str, Any]) -> str:
    words = [f"{flag(name)} {value}" for name, value in given.items()]
    return " ".join([f"python -m training.value{start}", *words])


def commit() -> str | None:
    """Return the commit of this checkout, ``None`` outside of one."""
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or None


def add(run: Path, folder: Path, before: Sequence[Path] = ()) -> Path:
    """Copy the evaluation of ``run`` into ``folder`` and tell its story; return the file.

    ``before`` are the runs that it went on from.

    Raises:
        ValueError: the run is not finished, or its evaluation is too large.
    """
    config, told = story(run, before)
    variant = config.variant()
    tensors = load_value(run / VALUE, variant)
    size = (run / VALUE).stat().st_size
    if size > MOST_BYTES:
        raise ValueError(
            f"{run / VALUE} has {size:,} bytes, more than {MOST_BYTES:,}; learn with fewer --units"
        )
    path = folder / f"{zoo_name(variant)}.safetensors"
    save_value(path, variant, tensors)
    with replacing(path.with_suffix(".json")) as stream:
        stream.write(json.dumps(told, indent=1) + "\n")
    return path


@dataclass
class Options:
    """Put the evaluation of a run into the package."""

    run: tyro.conf.Positional[Path]
    """The folder of a finished run of training.value."""
    before: tuple[Path, ...] = ()
    """Folders of the runs that it went on from, the first one first."""
    folder: Path = FOLDER
    """Where the zoo is."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        try:
            say(f"wrote {add(options.run, options.folder, options.before)}")
        except ValueError as error:
            fail(_NAME, error)


if __name__ == "__main__":
    main()

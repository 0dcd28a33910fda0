"""Put the evaluation of a run into the package, with how it came about.

    python -m training.zoo runs/aquasphere-2p-value

``zoo:aquasphere-2p`` then plays it, and ``mcts:<n>`` searches with it.
"""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
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
from .value_config import ValueConfig
from .value_learner import ValueCheckpoint

_NAME = "training.zoo"
_MOST_BYTES = 300_000


def story(run: Path) -> tuple[ValueConfig, dict[str, Any]]:
    """Return the settings of a finished run, and what the zoo tells of it.

    Raises:
        ValueError: the folder holds no finished run of training.value.
    """
    try:
        checkpoint = ValueCheckpoint.load(run / VALUE_CHECKPOINT)
        config = ValueConfig.recorded(checkpoint.settings, run / VALUE_CHECKPOINT)
        result = json.loads((run / EVALUATION).read_text(encoding="utf-8"))
    except (CheckpointError, OSError, ValueError) as error:
        raise ValueError(f"{run} holds no finished run of training.value: {error}") from None
    curve = [
        {name: float(value) for name, value in row.items() if value}
        for row in rows_until(run / FILE, checkpoint.rounds, "round")
    ]
    return config, {
        "command": command_line(config),
        "seed": config.seed,
        "commit": commit(),
        "trained_on": vars(checkpoint.trained_on),
        "curve": curve,
        "result": result,
    }


def command_line(config: ValueConfig) -> str:
    """Return the command that makes a run with these settings."""
    usual = ValueConfig(game=config.game, players=config.players).settled()
    given = {"game": config.game, "players": config.players} | {
        name: value for name, value in config.settings().items() if value != getattr(usual, name)
    }
    words = [f"{flag(name)} {value}" for name, value in given.items()]
    return " ".join(["python -m training.value", *words])


def commit() -> str | None:
    """Return the commit of this checkout, ``None`` outside of one."""
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or None


def add(run: Path, folder: Path) -> Path:
    """Copy the evaluation of ``run`` into ``folder`` and tell its story; return the file.

    Raises:
        ValueError: the run is not finished, or its evaluation is too large.
    """
    config, told = story(run)
    variant = config.variant()
    tensors = load_value(run / VALUE, variant)
    size = (run / VALUE).stat().st_size
    if size > _MOST_BYTES:
        raise ValueError(
            f"{run / VALUE} has {size:,} bytes, more than {_MOST_BYTES:,}; learn with fewer --units"
        )
    path = folder / f"{zoo_name(variant)}.safetensors"
    save_value(path, variant, tensors)
    with replacing(path.with_suffix(".json")) as stream:
        stream.write(json.dumps(told, indent=1) + "\n")
    return path


@dataclass
class Options:
    """Put the evaluations of runs into the package."""

    runs: tyro.conf.Positional[tuple[Path, ...]]
    """Folders of finished runs of training.value."""
    folder: Path = FOLDER
    """Where the zoo is."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        for run in options.runs:
            try:
                say(f"wrote {add(run, options.folder)}")
            except ValueError as error:
                fail(_NAME, error)


if __name__ == "__main__":
    main()

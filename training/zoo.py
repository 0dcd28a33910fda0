"""Put the evaluation or the network of a run into the package, with how it came about.

    python -m training.zoo runs/aquasphere-2p-value
    python -m training.zoo runs/aquasphere-2p
    python -m training.zoo runs/aquanauts-2p --half

``zoo:aquasphere-2p`` then plays the evaluation, ``mcts:<n>`` searches with it, and
``zoo:aquasphere-2p-policy`` plays the network.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("training.zoo")
    explain_missing("training.zoo", "train")

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tyro

from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import is_advised
from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Variant
from aquasphere_env.players.network import Network, in_half, load_network, packed_network
from aquasphere_env.players.value import load_value
from aquasphere_env.players.zoo import FOLDER, policy_name, zoo_name

from .config import GREEDY, NOBODY, Config
from .folder import CHECKPOINT, EVALUATION, NETWORK, VALUE, VALUE_CHECKPOINT
from .options import flag
from .settings import Settings
from .table import FILE, STEPS, Row, rows_until
from .value_config import MOST_BYTES, ValueConfig
from .value_learner import ValueCheckpoint

_NAME = "training.zoo"
_MOST_POLICY_BYTES = 3_000_000
_MOST_POINTS = 40  # of a curve


@dataclass(frozen=True)
class Kind:
    """What makes something of the zoo, and where its runs keep it."""

    module: str  # of the command
    settings: type[Settings]
    checkpoint: str  # the name of the file
    load: Callable[[Path], Any]  # a checkpoint
    product: str  # the name of the file
    check: Callable[[Path, Variant], Any]  # raises NetworkError for a product that cannot play
    most_bytes: int  # of a product
    shrink: str  # the option that makes it smaller
    column: str  # of the table: how far the run had come
    name: Callable[[Variant], str]  # in the zoo
    unkept: Callable[[Any, Variant], dict[str, str]]  # options that a checkpoint's settings lack


def _nothing(checkpoint: ValueCheckpoint, variant: Variant) -> dict[str, str]:
    return {}


def _advice(checkpoint: Checkpoint, variant: Variant) -> dict[str, str]:
    """Return who advised a run, unless it is who does by default."""
    if not is_advised(checkpoint.policy):
        return {"advice": NOBODY}
    adviser, usual = checkpoint.adviser(), Config().adviser(variant)
    if adviser is None:
        return {} if usual is None else {"advice": GREEDY}
    is_usual = usual is not None and all(np.array_equal(adviser[k], usual[k]) for k in adviser)
    return {} if is_usual else {"advice": f"<{VALUE}>"}


KINDS = (
    Kind(
        module="training.value",
        settings=ValueConfig,
        checkpoint=VALUE_CHECKPOINT,
        load=ValueCheckpoint.load,
        product=VALUE,
        check=load_value,
        most_bytes=MOST_BYTES,
        shrink="units",
        column="round",
        name=zoo_name,
        unkept=_nothing,
    ),
    Kind(
        module="training.ppo",
        settings=Config,
        checkpoint=CHECKPOINT,
        load=Checkpoint.load,
        product=NETWORK,
        check=load_network,
        most_bytes=_MOST_POLICY_BYTES,
        shrink="width",
        column=STEPS,
        name=policy_name,
        unkept=_advice,
    ),
)


def kind_of(run: Path) -> Kind:
    """Return what kind of run the folder ``run`` holds; raise ``ValueError`` if none."""
    for kind in KINDS:
        if (run / kind.checkpoint).exists():
            return kind
    names = " or ".join(kind.checkpoint for kind in KINDS)
    raise ValueError(f"{run} holds no run of training.value or training.ppo: no {names}")


def story(kind: Kind, run: Path, before: Sequence[Path] = ()) -> tuple[Settings, dict[str, Any]]:
    """Return the settings of a finished run, and what the zoo tells of it.

    ``before`` are the runs that it went on from, the first one first.

    Raises:
        ValueError: a folder holds no run of this kind, or that of ``run`` no finished one.
    """
    checkpoints = [_checkpoint(kind, folder) for folder in (*before, run)]
    configs = [kind.settings.recorded(each.settings, run) for each in checkpoints]
    if configs[-1].option:
        raise ValueError(f"{run} has learned a game with options; the zoo is of those without")
    try:
        result = json.loads((run / EVALUATION).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{run} holds no finished run of {kind.module}: {error}") from None
    for standing in (s for field in result for s in field["standings"]):
        standing["agent"] = standing["agent"].partition(":")[0]  # without the path
    rows = rows_until(run / FILE, float("inf"), kind.column)
    unkept = kind.unkept(checkpoints[0], configs[0].variant())
    return configs[-1], {
        "commands": command_lines(kind, configs, unkept),
        "seed": checkpoints[0].settings["seed"],
        "commit": commit(),
        "trained_on": vars(checkpoints[-1].trained_on),
        "curve": [
            {name: float(value) for name, value in row.items() if value} for row in _thinned(rows)
        ],
        "result": result,
    }


def _checkpoint(kind: Kind, run: Path) -> Any:
    try:
        return kind.load(run / kind.checkpoint)
    except CheckpointError as error:
        raise ValueError(f"{run} holds no run of {kind.module}: {error}") from None


def _thinned(rows: list[Row]) -> list[Row]:
    """Return every so manieth row, the last one included."""
    every = -(-len(rows) // _MOST_POINTS)
    return rows[::-1][:: max(every, 1)][::-1]


def command_lines(kind: Kind, configs: Sequence[Settings], unkept: Mapping[str, str]) -> list[str]:
    """Return the commands that make a run in stages with these settings, ``unkept`` at first."""
    first = configs[0]
    usual = kind.settings(game=first.game, players=first.players).settled()
    given = {"game": first.game, "players": first.players} | _changed(first, usual)
    lines = [_line(kind, "", {**given, **unkept})]
    for k, (before, config) in enumerate(pairwise(configs), 1):
        resumed = f" --resume <stage {k}>/{kind.checkpoint}"
        lines.append(_line(kind, resumed, _changed(config, before)))
    return lines


def _changed(config: Settings, usual: Settings) -> dict[str, Any]:
    return {
        name: value for name, value in config.settings().items() if value != getattr(usual, name)
    }


def _line(kind: Kind, start: str, given: dict[str, Any]) -> str:
    words = [f"{flag(name)} {_word(value)}" for name, value in given.items()]
    return " ".join([f"python -m {kind.module}{start}", *words])


def _word(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def commit() -> str | None:
    """Return the commit of this checkout, ``None`` outside of one."""
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or None


def add(run: Path, folder: Path, before: Sequence[Path] = (), half: bool = False) -> Path:
    """Copy the evaluation or network of ``run`` into ``folder`` and tell its story.

    ``before`` are the runs that it went on from; ``half`` keeps a network in half precision.
    Returns the file.

    Raises:
        ValueError: the run is not finished, or what it made cannot play or is too large, or is no
            network to halve.
    """
    kind = kind_of(run)
    config, told = story(kind, run, before)
    variant = config.variant()
    product = kind.check(run / kind.product, variant)
    if half and not isinstance(product, Network):
        raise ValueError(f"{run / kind.product} is an evaluation: its weights are integers")
    content = packed_network(in_half(product)) if half else (run / kind.product).read_bytes()
    if len(content) > kind.most_bytes:
        raise ValueError(
            f"{run / kind.product} has {len(content):,} bytes, more than {kind.most_bytes:,}; "
            f"learn with less {flag(kind.shrink)}"
        )
    path = folder / f"{kind.name(variant)}.safetensors"
    with replacing(path, "wb") as stream:
        stream.write(content)
    with replacing(path.with_suffix(".json")) as stream:
        stream.write(json.dumps(told, indent=1) + "\n")
    return path


@dataclass
class Options:
    """Put the evaluation or the network of a run into the package."""

    run: tyro.conf.Positional[Path]
    """The folder of a finished run of training.value or training.ppo."""
    before: tuple[Path, ...] = ()
    """Folders of the runs that it went on from, the first one first."""
    half: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Keep the weights of a network in half precision: half the bytes, actions all but the same."""
    folder: Path = FOLDER
    """Where the zoo is."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        try:
            say(f"wrote {add(options.run, options.folder, options.before, options.half)}")
        except ValueError as error:
            fail(_NAME, error)


if __name__ == "__main__":
    main()

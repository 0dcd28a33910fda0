"""Decisions per second of other libraries' games and of ours, in turns on one core.

    python -m benchmarks.peers                       # all of them; Markdown
    python -m benchmarks.peers --names ours openspiel-cpp --rounds 3
    python -m benchmarks.peers --file benchmarks/results/peers.json

Random legal moves everywhere. Libraries that this environment lacks come into environments of their
own, beside it, in ``build/peers``; what cannot be installed is told. With ``--file`` a picture is
drawn beside it.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("benchmarks.peers")
    explain_missing("benchmarks.peers", "league")

import contextlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro

from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.viewer.progress import Progress
from training.options import Range, shown
from training.options import check as in_range

from ..environments import CommandError, InstallError, versions
from ..machine import machine
from .measuring import Worker, measure, missing_reason, modes_of, python_of
from .registry import OURS, PEERS
from .report import PICTURE, draw, lead_table, peers_table

_NAME = "benchmarks.peers"
_SECONDS = Range(0.001, 3600.0)
_ROUNDS = Range(1, 1000)


@dataclass
class Options:
    """Measure other libraries and ours."""

    names: tuple[str, ...] = tuple(PEERS)
    """Which libraries; ours is always among them."""
    seconds: Annotated[float, _SECONDS, shown(_SECONDS)] = 0.3
    """How long one run of a game takes, about."""
    rounds: Annotated[int, _ROUNDS, shown(_ROUNDS)] = 5
    """How often all take their turns; the medians count."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print JSON instead of Markdown."""
    file: Path | None = None
    """Write JSON to this file, and a picture beside it."""


def measured(options: Options) -> dict[str, Any]:
    """Return versions, rows and what is missing."""
    pythons, found, missing = {}, {}, {}
    for name in dict.fromkeys([OURS, *options.names]):
        peer = PEERS[name]
        say(f"{peer.title}: installing or finding it", error=True)
        try:
            pythons[name] = python_of(peer, Path(sys.executable))
        except InstallError as error:
            missing[name] = missing_reason(error)
            say(f"{peer.title} cannot be installed here: {missing[name]}", error=True)
            continue
        found[name] = versions(pythons[name], [peer.library])[peer.library]
    with contextlib.ExitStack() as stack:
        workers = {
            name: stack.enter_context(Worker(python, PEERS[name].worker))
            for name, python in pythons.items()
        }
        total = options.rounds * sum(len(modes_of(name)) for name in workers)
        with Progress("runs (the first round compiles)", total) as progress:
            rows = measure(workers, options.seconds, options.rounds, progress.advance)
    return {"machine": machine(), "versions": found, "missing": missing, "rows": rows}


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command(_NAME), contextlib.ExitStack() as stack:
        options = tyro.cli(Options, args=arguments, description=__doc__)
        try:
            in_range(options)
        except ValueError as error:
            fail(_NAME, error)
        if unknown := [name for name in options.names if name not in PEERS]:
            fail(_NAME, f"no library {unknown[0]!r}; there are: {', '.join(PEERS)}")
        file = stack.enter_context(replacing(options.file)) if options.file is not None else None
        try:
            results = measured(options)
        except CommandError as error:
            fail(_NAME, error)
        for row in results["rows"]:
            if row["error"]:
                say(f"{row['peer']}, {row['game']}: {row['error']}", error=True)
        text = json.dumps(results, indent=1, allow_nan=False) + "\n"
        if file is not None and options.file is not None:
            file.write(text)
            draw(results, options.file.with_name(PICTURE))
        markdown = f"{lead_table(results)}\n\n{peers_table(results)}\n"
        sys.stdout.write(text if options.json else markdown)


if __name__ == "__main__":
    main()

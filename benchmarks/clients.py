"""Runs the example of every client library, ``docs/clients/*.py``, against the real library.

    python -m benchmarks.clients                          # all of them; a table
    python -m benchmarks.clients torchrl_seat rllib_ppo
    python -m benchmarks.clients --file benchmarks/results/clients.json

Libraries that this environment lacks come into environments of their own, beside it, in
``build/clients``; they see the packages of this one.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("benchmarks.clients")
    explain_missing("benchmarks.clients", "train")

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import tyro

from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.games import pages

from .environments import ROOT, CommandError, python_with, run, versions

EXAMPLES = ROOT / "docs" / "clients"
FOLDER = ROOT / "build" / "clients"
HERE = "here"  # the environment that runs this

# What is installed into each environment: libraries that get along with each other.
ENVIRONMENTS: dict[str, tuple[str, ...]] = {
    HERE: (),
    "torch": ("jax", "mctx", "supersuit", "tianshou", "torchrl"),
    "agilerl": ("agilerl", "peft"),  # with another tensordict than TorchRL's
    "ray": ("ray[rllib]",),  # with another Gymnasium
    "textarena": ("textarena>=0.7",),  # pins versions of its own
}


class Client(NamedTuple):
    """An example: the libraries it is about, where they are, and what it shows."""

    libraries: tuple[str, ...]
    environment: str
    shows: str


CLIENTS: dict[str, Client] = {
    "sb3": Client(("stable-baselines3", "sb3-contrib"), HERE, "MaskablePPO on 64 games at once"),
    "torch_only": Client(("torch",), HERE, "actor-critic in one page, after CleanRL"),
    "openspiel": Client(("open-spiel",), HERE, "ISMCTS, outcome-sampling MCCFR, pickling"),
    "torchrl_seat": Client(("torchrl",), "torch", "a collector, `ActionMask`, one seat"),
    "torchrl_table": Client(("torchrl",), "torch", "all seats in the parallel form"),
    "tianshou_dqn": Client(("tianshou",), "torch", "masked DQN"),
    "tianshou_ppo": Client(("tianshou",), "torch", "masked PPO"),
    "supersuit_frames": Client(("supersuit",), "torch", "wrappers around PettingZoo"),
    "jax_search": Client(("jax", "mctx"), "torch", "Gumbel MuZero's search by `pure_callback`"),
    "agilerl_dqn": Client(("agilerl",), "agilerl", "masked DQN"),
    "textarena_game": Client(("textarena",), "textarena", "two agents that answer in messages"),
    "rllib_ppo": Client(("ray",), "ray", "PPO on the new API stack, one policy for all seats"),
}


class ClientError(RuntimeError):
    """An example that does not tell what it has to."""


class Ran(NamedTuple):
    """What an example has shown."""

    versions: dict[str, str]
    decisions_per_s: float


def interpreter(environment: str) -> Path:
    """Return the Python of ``environment``, which is made unless it is there.

    Raises:
        InstallError: the libraries cannot be installed.
    """
    if environment == HERE:
        return Path(sys.executable)
    return python_with(FOLDER / environment, ENVIRONMENTS[environment])


def run_example(name: str) -> Ran:
    """Run the example ``name`` in its environment.

    Raises:
        ClientError: it does not tell its speed.
        CommandError: it fails; ``InstallError``: it cannot be tried.
    """
    client = CLIENTS[name]
    python = interpreter(client.environment)
    output = run([str(python), "-W", "ignore", str(EXAMPLES / f"{name}.py")])
    found = re.search(r"^([\d.]+) decisions/s", output, re.MULTILINE)
    if found is None:
        raise ClientError(f"{name} does not tell its decisions/s:\n{output}")
    return Ran(versions(python, client.libraries), float(found[1]))


def clients_table(results: dict[str, dict[str, Any]]) -> str:
    """Return what ran, in which version, how fast, for all examples with results."""
    rows = []
    for name, client in CLIENTS.items():
        if (told := results.get(name)) is None:
            continue
        versions = ", ".join(f"{each} {told['versions'][each]}" for each in client.libraries)
        rate = f"{told['decisions_per_s']:,.0f}"
        rows.append((versions, client.shows, rate, f"`docs/clients/{name}.py`"))
    return pages.table(("library", "what runs", "decisions/s", "example, run by the tests"), rows)


@dataclass
class Options:
    """Run the examples of client libraries."""

    names: Annotated[tuple[str, ...], tyro.conf.Positional] = tuple(CLIENTS)
    """Which of them."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print JSON instead of a table."""
    file: Path | None = None
    """Write what was measured to this file, those of other examples stay."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command("benchmarks.clients"):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        if unknown := [name for name in options.names if name not in CLIENTS]:
            fail("benchmarks.clients", f"no example {unknown[0]}; there are: {', '.join(CLIENTS)}")
        try:
            results = read_results(options.file)
            for number, name in enumerate(options.names, 1):
                say(f"{name}, {number} of {len(options.names)}", error=True)
                results[name] = run_example(name)._asdict()
                if options.file is not None:
                    with replacing(options.file) as stream:
                        stream.write(json.dumps(results, indent=1) + "\n")
        except (ClientError, CommandError, ValueError) as error:
            fail("benchmarks.clients", error)
        say(json.dumps(results, indent=1) if options.json else clients_table(results))


def read_results(path: Path | None) -> dict[str, Any]:
    """Return the results in ``path``, none if there is no such file.

    Raises:
        ValueError: the file holds something else.
    """
    if path is None or not path.exists():
        return {}
    try:
        results: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        clients_table(results)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ValueError(
            f"{path} holds no results of clients; remove it, or name another"
        ) from None
    return results


if __name__ == "__main__":
    main()

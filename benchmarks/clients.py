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
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import tyro

from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.files import replacing
from aquasphere_env.games import pages

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "docs" / "clients"
FOLDER = ROOT / "build" / "clients"
HERE = "here"  # the environment that runs this
PATIENCE = 900.0  # seconds for an example or an installation

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
    """An example that fails, or an environment that cannot be made."""


class InstallError(ClientError):
    """Libraries that cannot be installed here, as without a network."""


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
    folder = FOLDER / environment
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    made_of = folder / "made_of.json"
    wanted = json.dumps([sys.version, sys.prefix, *ENVIRONMENTS[environment]])
    if made_of.is_file() and made_of.read_text(encoding="utf-8") == wanted:
        return python
    shutil.rmtree(folder, ignore_errors=True)
    _run([sys.executable, "-m", "venv", str(folder)])
    # pip finds what is installed here, and installs what it has to replace beside it.
    (site,) = folder.glob("**/site-packages")
    (site / "beside.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    try:
        _run([str(python), "-m", "pip", "install", "-q", *ENVIRONMENTS[environment]])
    except ClientError as error:
        raise InstallError(str(error)) from None
    made_of.write_text(wanted, encoding="utf-8")
    return python


def run_example(name: str) -> Ran:
    """Run the example ``name`` in its environment.

    Raises:
        ClientError: it fails, or does not tell its speed; ``InstallError``: it cannot be tried.
    """
    client = CLIENTS[name]
    python = str(interpreter(client.environment))
    output = _run([python, "-W", "ignore", str(EXAMPLES / f"{name}.py")])
    found = re.search(r"^([\d.]+) decisions/s", output, re.MULTILINE)
    if found is None:
        raise ClientError(f"{name} does not tell its decisions/s:\n{output}")
    asked = "import sys, importlib.metadata as m; print(*map(m.version, sys.argv[1:]))"
    versions = _run([python, "-c", asked, *client.libraries]).split()
    told = dict(zip(client.libraries, versions, strict=True))
    return Ran(told, float(found[1]))


def _run(words: list[str]) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(
            words, cwd=ROOT, env=environment, timeout=PATIENCE, capture_output=True, text=True
        )
    except subprocess.TimeoutExpired:
        raise ClientError(f"{' '.join(words)} takes more than {PATIENCE:.0f} s") from None
    if done.returncode:
        raise ClientError(f"{' '.join(words)} fails:\n{done.stdout}{done.stderr}")
    return done.stdout


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
                say(f"{name}, {number} of {len(options.names)}")
                results[name] = run_example(name)._asdict()
                if options.file is not None:
                    with replacing(options.file) as stream:
                        stream.write(json.dumps(results, indent=1) + "\n")
        except (ClientError, ValueError) as error:
            fail("benchmarks.clients", error)
        say(clients_table(results))


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

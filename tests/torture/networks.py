"""Damaged files of networks and evaluations: refused in words, or a player that plays."""

import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from safetensors import safe_open
from safetensors.numpy import save

from aquasphere_env.core.game import Game
from aquasphere_env.players.asking import ask
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.value import save_value
from aquasphere_env.players.weights import NetworkError
from tests.players.networks import midgame, network_file, tensors_at_random
from tests.toy.pebbles import GAME as PEBBLES

from . import Report
from .damage import FILE_DAMAGES, changed_numbers, dropped, places, renamed, replaced
from .trials import last_line, numbers

VARIANT = PEBBLES.variant(2)
_KEY = "aquasphere_env"
CLASSES = (*FILE_DAMAGES, "tensor changed", "tensor dropped", "entry replaced", "entry renamed")


def run(budget_seconds: float, seed: int, games: Sequence[Game] = ()) -> Report:
    """Damage networks of the toy game for ``budget_seconds``, whatever ``games`` are.

    The same ``seed`` damages the same.
    """
    report = Report("networks")
    with tempfile.TemporaryDirectory() as folder:
        files = whole_files(Path(folder))
        for number in numbers(budget_seconds, seed):
            whole = files[number // len(CLASSES) % len(files)]
            attempt(Path(folder) / "player.safetensors", whole, number, report)
    return report


class Whole(NamedTuple):
    """A file that can be damaged, and the prefix of its players."""

    prefix: str
    content: bytes


def whole_files(folder: Path) -> list[Whole]:
    """Return a network with an adviser and an evaluation of the toy game, written to ``folder``."""
    network_file(folder / "net", VARIANT, advice=tensors_at_random(VARIANT))
    save_value(folder / "value", VARIANT, tensors_at_random(VARIANT))
    return [Whole(prefix, (folder / prefix).read_bytes()) for prefix in ("net", "value")]


def attempt(path: Path, whole: Whole, number: int, report: Report) -> None:
    """Write damage ``number`` of the file ``whole`` to ``path`` and look what becomes of it."""
    chooser = random.Random(number)
    kind = CLASSES[number % len(CLASSES)]
    what = f"{whole.prefix}: {kind}"
    report.tried[what] += 1
    path.write_bytes(whole.content)
    try:
        path.write_bytes(damaged(path, whole.content, kind, chooser))
        player = make_player(f"{whole.prefix}:{path}", VARIANT)
        states = midgame(VARIANT)
        ask(player, VARIANT, states)
        player.explain(states, 0)
        report.worked += 1
    except NetworkError as error:
        report.refused += 1
        if "\n" in str(error) or str(path) not in str(error):
            report.faults.append(f"{what}, number {number}: no sentence with the file: {error}")
    except Exception:
        report.faults.append(f"{what}, number {number}: {last_line()}")


def damaged(path: Path, whole: bytes, kind: str, chooser: random.Random) -> bytes:
    """Return the file ``whole``, which is at ``path``, with one thing damaged."""
    if kind in FILE_DAMAGES:
        return FILE_DAMAGES[kind](whole, chooser)
    with safe_open(path, framework="numpy") as file:
        document: Any = json.loads(file.metadata()[_KEY])
        tensors: dict[str, np.ndarray] = {k: file.get_tensor(k) for k in file.keys()}  # noqa: SIM118
    name = chooser.choice(sorted(tensors))
    if kind == "tensor changed":
        tensors[name] = changed_numbers(tensors[name], chooser)
    elif kind == "tensor dropped":
        renamed(tensors, name, random.Random(0)) if chooser.random() < 0.5 else tensors.pop(name)
        tensors = {str(key): value for key, value in tensors.items()}
    else:
        change = replaced if kind == "entry replaced" else chooser.choice([renamed, dropped])
        change(*chooser.choice(list(places(document))), chooser)
    return save(tensors, {_KEY: json.dumps(document)})

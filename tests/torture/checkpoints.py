"""Damaged checkpoints: refused in words before anything is written, or a run that goes on."""

import contextlib
import io
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch

from aquasphere_env.core.game import Game
from tests.toy.pebbles import GAME as PEBBLES
from tests.training import short_values
from tests.training.short_runs import AGAINST_ALL, TINY, UPDATE, resume, short, use
from training import ppo, value

from . import Report
from .damage import FILE_DAMAGES, changed_numbers, dropped, places, renamed, replaced
from .trials import last_line, numbers

CLASSES = (*FILE_DAMAGES, "tensor changed", "value replaced", "entry dropped", "entry renamed")
_GIVEN = [  # so that no damaged setting makes a long run
    word
    for name in ("num_steps", "batch_size", "eval_games", "league_size")
    for word in (f"--{name.replace('_', '-')}", str(TINY[name]))
] + ["--num-epochs", "1", "--steps", str(3 * UPDATE)]
_GIVEN_VALUES = ["--batch-size", "64", "--gate-games", "0", "--eval-games", "0", "--rounds", "3"]


@dataclass(frozen=True)
class Trained:
    """The checkpoint of a kind of training, and how to go on from one."""

    what: str
    whole: bytes
    resume: Callable[..., int]


def run(budget_seconds: float, seed: int, games: Sequence[Game] = ()) -> Report:
    """Damage checkpoints of the toy game for ``budget_seconds``, whatever ``games`` are.

    The same ``seed`` damages the same.
    """
    report = Report("checkpoints")
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        use(PEBBLES, patch)
        trained = whole_checkpoints(Path(folder) / "whole")
        for number in numbers(budget_seconds, seed):
            attempt(Path(folder), trained[number // len(CLASSES) % 2], number, report)
    return report


def whole_checkpoints(folder: Path) -> list[Trained]:
    """Return the checkpoints of short runs in ``folder``; training must know the toy game."""
    with contextlib.redirect_stdout(io.StringIO()):
        value.train(short_values.short(folder / "value", rounds=2, gate_games=0))
        advice = folder / "value" / "value.safetensors"
        ppo.train(short(folder / "ppo", steps=2 * UPDATE, advice=str(advice), **AGAINST_ALL))
    return [
        Trained("ppo", (folder / "ppo" / "model.pt").read_bytes(), resume),
        Trained("value", (folder / "value" / "value.pt").read_bytes(), short_values.resume),
    ]


def attempt(folder: Path, trained: Trained, number: int, report: Report) -> None:
    """Go on from damage ``number`` of a checkpoint and look what becomes of it."""
    chooser = random.Random(number)
    kind = CLASSES[number % len(CLASSES)]
    what = f"{trained.what}: {kind}"
    report.tried[what] += 1
    path = folder / f"damaged-{trained.what}-{number}.pt"
    branch = folder / f"branch-{trained.what}-{number}"
    path.write_bytes(damaged(trained.whole, kind, chooser))
    given = _GIVEN if trained.what == "ppo" else _GIVEN_VALUES
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            trained.resume(path, "--folder", str(branch), *given)
        report.worked += 1
    except ValueError as error:  # what the command shows as a sentence
        report.refused += 1
        if "\n" in str(error):
            report.faults.append(f"{what}, number {number}: no sentence: {error}")
        if branch.exists() and "diverged" not in str(error):
            report.faults.append(f"{what}, number {number}: refused, but written: {error}")
    except (Exception, SystemExit):
        report.faults.append(f"{what}, number {number}: {last_line()}")


def damaged(whole: bytes, kind: str, chooser: random.Random) -> bytes:
    """Return the checkpoint ``whole`` with one thing damaged."""
    if kind in FILE_DAMAGES:
        return FILE_DAMAGES[kind](whole, chooser)
    content: Any = torch.load(io.BytesIO(whole), weights_only=True)
    _damage(content, kind, chooser)
    octets = io.BytesIO()
    torch.save(content, octets)
    return octets.getvalue()


def _damage(content: Any, kind: str, chooser: random.Random) -> None:
    found = list(places(content))
    if kind == "tensor changed":
        tensors = [(h, k) for h, k in found if isinstance(h[k], torch.Tensor)]
        holder, key = chooser.choice(tensors)
        holder[key] = torch.from_numpy(changed_numbers(holder[key].numpy(), chooser))
        return
    change = {"value replaced": replaced, "entry dropped": dropped, "entry renamed": renamed}[kind]
    sections = {id(holder): holder for holder, _ in found}  # each alike: large ones hide small ones
    holder = chooser.choice(list(sections.values()))
    keys = list(holder) if isinstance(holder, dict) else range(len(holder))
    change(holder, chooser.choice(keys), chooser)

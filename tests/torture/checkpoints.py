"""Damaged checkpoints: refused in words before anything is written, or a run that goes on."""

import contextlib
import io
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from aquasphere_env.core.game import Game
from tests.toy.pebbles import GAME as PEBBLES
from tests.training.short_runs import TINY, UPDATE, resume, short, use
from training import ppo

from . import Report
from .damage import FILE_DAMAGES, changed_numbers, dropped, places, renamed, replaced
from .trials import last_line, numbers

CLASSES = (*FILE_DAMAGES, "tensor changed", "value replaced", "entry dropped", "entry renamed")
_GIVEN = [  # so that no damaged setting makes a long run
    word
    for name in ("num_steps", "batch_size", "eval_games", "league_size")
    for word in (f"--{name.replace('_', '-')}", str(TINY[name]))
] + ["--num-epochs", "1", "--steps", str(3 * UPDATE)]


def run(budget_seconds: float, seed: int, games: Sequence[Game] = ()) -> Report:
    """Damage checkpoints of the toy game for ``budget_seconds``, whatever ``games`` are.

    The same ``seed`` damages the same.
    """
    report = Report("checkpoints")
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        use(PEBBLES, patch)
        whole = whole_checkpoint(Path(folder) / "whole")
        for number in numbers(budget_seconds, seed):
            attempt(Path(folder), whole, number, report)
    return report


def whole_checkpoint(folder: Path) -> bytes:
    """Return the checkpoint of a short run in ``folder``; training must know the toy game."""
    with contextlib.redirect_stdout(io.StringIO()):
        ppo.train(short(folder, steps=2 * UPDATE))
    return (folder / "model.pt").read_bytes()


def attempt(folder: Path, whole: bytes, number: int, report: Report) -> None:
    """Go on from damage ``number`` of the checkpoint ``whole`` and look what becomes of it."""
    chooser = random.Random(number)
    kind = CLASSES[number % len(CLASSES)]
    report.tried[kind] += 1
    path, branch = folder / f"damaged-{number}.pt", folder / f"branch-{number}"
    path.write_bytes(damaged(whole, kind, chooser))
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            resume(path, "--folder", str(branch), *_GIVEN)
        report.worked += 1
    except ValueError as error:  # what the command shows as a sentence
        report.refused += 1
        if "\n" in str(error):
            report.faults.append(f"{kind}, number {number}: no sentence: {error}")
        if branch.exists() and "diverged" not in str(error):
            report.faults.append(f"{kind}, number {number}: refused, but written: {error}")
    except (Exception, SystemExit):
        report.faults.append(f"{kind}, number {number}: {last_line()}")


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

"""Values from files against a pattern: same kinds, keys, shapes; every number finite."""

import math
from typing import Any

import numpy as np
import torch


class UnlikeError(ValueError):
    """A value that differs from its pattern; the message names the place."""


def check_alike(value: Any, pattern: Any, place: str) -> None:
    """Hold ``value`` to ``pattern``, which has the same structure.

    Tensors have the pattern's dtype and shape; dictionaries its keys, lists and tuples its length;
    everything else its type. Nothing is coerced: ``True`` is no number.

    Raises:
        UnlikeError: ``value`` differs, or has a number that is not finite.
    """
    if isinstance(pattern, torch.Tensor):
        _check_tensor(value, pattern, place)
    elif type(value) is not type(pattern):
        raise UnlikeError(f"{place} is {_kind(value)}, not {_kind(pattern)}")
    elif isinstance(pattern, dict):
        if value.keys() != pattern.keys():
            odd = sorted(value.keys() ^ pattern.keys(), key=str)[0]
            raise UnlikeError(f"{place}: missing or unknown entry {odd!r}")
        for key in pattern:
            check_alike(value[key], pattern[key], f"{place}.{key}")
    elif isinstance(pattern, list | tuple):
        if len(value) != len(pattern):
            raise UnlikeError(f"{place} has {len(value)} entries, not {len(pattern)}")
        for k, (item, like) in enumerate(zip(value, pattern, strict=True)):
            check_alike(item, like, f"{place}.{k}")
    elif isinstance(pattern, float) and not math.isfinite(value):
        raise UnlikeError(f"{place} is {value}, which is not finite")


def is_finite(tensor: torch.Tensor) -> bool:
    """Return whether all values are finite.

    In numpy, in one thread: on a busy machine torch's threads would wait for each other.
    """
    return bool(np.isfinite(tensor.detach().numpy()).all())


def copied(tensor: torch.Tensor) -> torch.Tensor:
    """Return a copy, made by one thread as in ``is_finite``."""
    return torch.from_numpy(tensor.detach().numpy().copy())


def _check_tensor(value: Any, pattern: torch.Tensor, place: str) -> None:
    is_plain = type(value) is torch.Tensor and value.layout == torch.strided
    if not is_plain or value.dtype != pattern.dtype or value.shape != pattern.shape:
        raise UnlikeError(f"{place} is {_kind(value)}, not {_kind(pattern)}")
    if not is_finite(value):
        raise UnlikeError(f"{place} has a value that is not finite")


def _kind(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        return f"a {value.layout} tensor of {value.dtype} {tuple(value.shape)}".replace(
            "torch.", ""
        )
    return f"of type {type(value).__name__}"

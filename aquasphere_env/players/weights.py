"""Files of weights: tensors in the safetensors format, and what they were trained on.

The header's metadata holds one JSON document under ``aquasphere_env`` with ``schema``,
``trained_on`` and what else the kind of network needs.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from ..core.files import replacing
from ..core.game import Variant
from .trained_on import TrainedOn

_METADATA = "aquasphere_env"

Tensors = dict[str, np.ndarray]
Shape = tuple[Any, tuple[int, ...]]  # dtype and extents
Shapes = Mapping[str, Shape]  # by name


class NetworkError(ValueError):
    """A file of weights that is broken or belongs to something else; the message says which."""


def save_weights(
    path: str | Path, schema: str, trained_on: TrainedOn, tensors: Tensors, **document: Any
) -> None:
    """Write a file of weights; one that was there stays whole until this one is."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, "wb") as stream:
        stream.write(packed_weights(schema, trained_on, tensors, **document))


def packed_weights(schema: str, trained_on: TrainedOn, tensors: Tensors, **document: Any) -> bytes:
    """Return the content of a file of weights."""
    document = {"schema": schema, "trained_on": asdict(trained_on), **document}
    return save(tensors, {_METADATA: json.dumps(document)})


def read_weights(
    path: str | Path, schema: str, variant: Variant, *, older: Sequence[str] = ()
) -> tuple[TrainedOn, dict[str, Any], Tensors]:
    """Return what the weights in ``path`` were trained on, the whole document, and the tensors.

    Raises:
        NetworkError: no file of ``schema`` or an ``older`` one, a broken one, or one that cannot
            play ``variant``.
    """
    document, tensors = _read(path)
    if not isinstance(document, dict) or document.get("schema") not in (schema, *older):
        raise NetworkError(f"{path}: not a network file of schema {schema!r}")
    try:
        trained_on = TrainedOn.read(document.get("trained_on"))
    except ValueError as error:
        raise NetworkError(f"{path}: {error}") from None
    if problem := trained_on.mismatch(variant):
        raise NetworkError(f"{path}: {problem}")
    return trained_on, document, tensors


def read_document(path: str | Path) -> Any:
    """Return the JSON document of a file of weights; raise ``NetworkError`` if it is broken."""
    return _read(path)[0]


def whole_number(path: str | Path, document: dict[str, Any], name: str, most: int) -> int:
    """Return ``document[name]``; raise ``NetworkError`` unless it is an integer from 1 to most."""
    value = document.get(name)
    if type(value) is not int or not 1 <= value <= most:
        raise NetworkError(f"{path}: {name} is 1 to {most}, not {value!r:.80}")
    return value


def check_tensors(path: str | Path, tensors: Tensors, expected: Shapes) -> None:
    """Raise ``NetworkError`` unless there are just the tensors expected, all of them finite."""
    if set(tensors) != set(expected):
        odd = sorted(set(tensors) ^ set(expected))[0]
        raise NetworkError(f"{path}: missing or unknown tensor {odd!r}")
    for name, (kind, shape) in expected.items():
        tensor = tensors[name]
        if tensor.dtype != kind or tensor.shape != shape:
            found = f"{tensor.dtype} {tensor.shape}"
            raise NetworkError(f"{path}: tensor {name!r} is {found}, not {np.dtype(kind)} {shape}")
        if not np.isfinite(tensor).all():
            raise NetworkError(f"{path}: tensor {name!r} has a value that is not finite")


def _read(path: str | Path) -> tuple[Any, Tensors]:
    if Path(path).suffix == ".pt":
        raise NetworkError(
            f"{path}: a checkpoint of training, not a network file; "
            f"python -m training.export {path} writes one"
        )
    try:
        with safe_open(path, framework="numpy") as file:
            text = (file.metadata() or {}).get(_METADATA, "null")
            return json.loads(text), {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except FileNotFoundError:
        raise NetworkError(f"{path}: no such file") from None
    except (
        SafetensorError,
        OSError,
        ValueError,
        TypeError,
        AttributeError,
        RecursionError,
    ) as error:
        raise NetworkError(f"{path}: not a network file ({error})") from None

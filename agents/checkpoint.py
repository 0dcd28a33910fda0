"""Checkpoints: training runs as they stand, refused where they are damaged or do not fit."""

import io
import zipfile
from collections.abc import Sequence, Set
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import torch

from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Game, Variant
from aquasphere_env.core.integers import shown
from aquasphere_env.players.advice import advised_size
from aquasphere_env.players.network import MOST_WIDTH
from aquasphere_env.players.trained_on import TrainedOn
from aquasphere_env.players.value import check_value, units_of
from aquasphere_env.players.weights import NetworkError, Tensors

from .alike import UnlikeError, check_alike
from .network import Weights, is_advised, sizes_of, view_weights_like, weights_like

SCHEMA = "aquasphere-env-checkpoint-5"
MOST_STEPS = 2**62


class CheckpointError(ValueError):
    """A checkpoint that is broken or belongs to something else; the message says what."""


@dataclass
class Checkpoint:
    """A training run as it stands.

    ``policy`` and ``advice``, the tensors of the evaluation that advises (none: greedy does, or
    nobody where the policy has no weight for it), are enough to play; the rest is for going on.
    ``optimizer`` holds what Adam remembers of each weight, by its number, ``league`` the weights
    of earlier selves. ``settings`` and ``run`` belong to the trainer, which checks them.
    """

    trained_on: TrainedOn
    width: int
    steps: int
    settings: dict[str, Any]
    policy: Weights
    advice: Weights = field(default_factory=dict)
    optimizer: Weights = field(default_factory=dict)
    league: list[Weights] = field(default_factory=list)
    run: dict[str, Any] = field(default_factory=dict)

    def save(self, path: str | Path) -> None:
        """Write to ``path``; a file that was there stays whole until this one is."""
        content = {f.name: getattr(self, f.name) for f in fields(self)}
        content |= {"schema": SCHEMA, "trained_on": asdict(self.trained_on)}
        write_entries(path, content)

    @classmethod
    def load(cls, path: str | Path) -> "Checkpoint":
        """Read ``path``; nothing in the file is executed.

        Raises:
            CheckpointError: not a checkpoint, or one that is damaged.
        """
        data = read_entries(path, SCHEMA, {f.name for f in fields(cls)})
        try:
            checkpoint = cls(**{**data, "trained_on": TrainedOn.read(data["trained_on"])})
            checkpoint._check()
        except (ValueError, TypeError, RuntimeError) as error:  # numpy has no view of odd tensors
            raise CheckpointError(f"{path}: {error}") from None
        return checkpoint

    @classmethod
    def load_for(cls, path: str | Path, variant: Variant) -> "Checkpoint":
        """Read ``path`` to go on training on ``variant``, or to play it.

        Raises:
            CheckpointError: not a checkpoint, or trained on something else.
        """
        checkpoint = cls.load(path)
        checkpoint.check_for(variant, path)
        return checkpoint

    def check_for(self, variant: Variant, path: str | Path) -> None:
        """Raise ``CheckpointError`` naming ``path`` if it was trained on another ``variant``."""
        if problem := self.trained_on.mismatch(variant):
            raise CheckpointError(f"{path}: {problem}")
        game = variant.game
        if not is_advised(self.policy):
            self._check_sees(game, path)
            return
        size, num_actions = sizes_of(self.policy)
        if (size, num_actions) != (advised_size(game, self.trained_on.view), len(game.actions)):
            found = f"{size} features and {num_actions} actions"
            raise CheckpointError(f"{path}: policy: {found}, which are not those of {game.id}")
        if self.advice:
            self._check_advice(game, path)

    def _check_sees(self, game: Game, path: str | Path) -> None:
        """Raise ``CheckpointError`` unless the policy, which nobody advises, sees ``game``."""
        if self.advice:
            raise CheckpointError(f"{path}: advice: of a policy that has no use for it")
        try:
            like = view_weights_like(game, self.trained_on.view, self.width)
            check_alike(dict(self.policy), like, "policy")
        except UnlikeError as error:
            raise CheckpointError(f"{path}: {error}, which is not that of {game.id}") from None

    def _check_advice(self, game: Game, path: str | Path) -> None:
        try:
            tensors = self.adviser() or {}
            check_value(f"{path}: advice", game, units_of(tensors), tensors)
        except (NetworkError, AttributeError, TypeError, RuntimeError) as error:
            known = isinstance(error, NetworkError)
            problem = str(error) if known else f"{path}: advice: not tensors by name"
            raise CheckpointError(problem) from None

    def adviser(self) -> Tensors | None:
        """Return the evaluation that advises, as ``players.value`` reads it; ``None``: greedy."""
        return {name: tensor.numpy() for name, tensor in self.advice.items()} or None

    def _check(self) -> None:
        """Raise ``ValueError`` unless all but ``settings`` and ``run`` is whole and finite."""
        for name in ("settings", "policy", "advice", "optimizer", "run"):
            _check_type(getattr(self, name), dict, name)
        _check_type(self.league, list, "league")
        for k, weights in enumerate(self.league):
            _check_type(weights, dict, f"league.{k}")
        for name, limits in (("width", (1, MOST_WIDTH)), ("steps", (0, MOST_STEPS))):
            number = getattr(self, name)
            if type(number) is not int or not limits[0] <= number <= limits[1]:
                raise UnlikeError(f"{name} is {number!r}, not {limits[0]} to {limits[1]}")
        like = self._like()
        check_alike(dict(self.policy), like, "policy")
        check_alike([dict(w) for w in self.league], [like] * len(self.league), "league")
        if self.optimizer:
            _check_moments(self.optimizer, list(like.values()))

    def _like(self) -> Weights:
        """Return what the policy's weights look like; without advice the game tells the rest."""
        if is_advised(self.policy):
            return weights_like(*sizes_of(self.policy), self.width)
        sizes_of(self.policy)
        for name, tensor in self.policy.items():
            if not isinstance(tensor, torch.Tensor):
                raise UnlikeError(f"policy.{name} is of type {type(tensor).__name__}, not Tensor")
        return {name: torch.empty(t.shape, device="meta") for name, t in self.policy.items()}


def _check_type(value: Any, kind: type, place: str) -> None:
    if not isinstance(value, kind):
        raise UnlikeError(f"{place} is of type {type(value).__name__}, not {kind.__name__}")


def _check_moments(optimizer: Weights, weights: Sequence[torch.Tensor]) -> None:
    """Hold what Adam remembers of each of ``weights`` to their shapes."""
    step = torch.empty((), device="meta")
    pattern = {
        k: {"step": step, "exp_avg": like, "exp_avg_sq": like} for k, like in enumerate(weights)
    }
    check_alike(optimizer, pattern, "optimizer")
    for k, moments in optimizer.items():
        for name in ("step", "exp_avg_sq"):
            if bool((moments[name] < 0).any()):
                raise UnlikeError(f"optimizer.{k}.{name} has a negative value")


def write_entries(path: str | Path, content: dict[str, Any]) -> None:
    """Write the entries of a checkpoint; a file that was there stays whole until this one is."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    octets = io.BytesIO()  # torch turns the errors of a stream into its own
    torch.save(content, octets)
    with replacing(path, "wb") as stream:
        stream.write(octets.getbuffer())


def read_entries(path: str | Path, schema: str, names: Set[str]) -> dict[str, Any]:
    """Return the entries of a checkpoint of ``schema``, whose ``names`` are known.

    Raises:
        CheckpointError: no checkpoint, a damaged one, or one with other entries.
    """
    content = _read(path)
    data: dict[str, Any] = content if isinstance(content, dict) else {}
    found = data.pop("schema", None)
    if found != schema:
        raise CheckpointError(
            f"{path}: not a checkpoint of schema {schema!r}, but of {shown(found)}; "
            "one of another version cannot go on: begin a new run"
        )
    if set(data) != names:
        raise CheckpointError(f"{path}: missing or unknown entries")
    return data


def _read(path: str | Path) -> Any:
    try:
        with zipfile.ZipFile(path) as archive:
            if damaged := archive.testzip():  # torch does not look at the checksums
                raise CheckpointError(f"{path}: damaged ({damaged})")
        return torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError:
        raise CheckpointError(f"{path}: no such file") from None
    except CheckpointError:
        raise
    except Exception as error:  # zipfile and torch raise many kinds for a broken file
        raise CheckpointError(f"{path}: unreadable ({type(error).__name__})") from None

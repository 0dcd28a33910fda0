"""A data set of Minari: one player's decisions against the others, episode by episode.

Episodes are those of the Gymnasium environment that the data set recovers, reset with the seed that
is kept for each: the same actions play them again. Infos hold ``seat``, ``scores``, ``ranks`` and
``round``, ``visits`` (how often a search tried each action before the step; zeros at the end) and,
with ``mask_in="info"``, ``action_mask``.

Until all games are played, the parts are kept in a hidden folder beside the data set's own.
"""

import os
import shutil
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import h5py  # noqa: F401  (what Minari stores with)
import minari
import numpy as np
from gymnasium.envs.registration import EnvSpec
from minari.data_collector.episode_buffer import EpisodeBuffer
from minari.dataset.minari_dataset import parse_dataset_id
from minari.namespace import create_namespace, list_local_namespaces
from minari.storage.datasets_root_dir import get_dataset_path
from PIL import Image  # noqa: F401  (Minari needs it, and does not say so)

from aquasphere_env.core.files import replacing
from aquasphere_env.core.integers import shown
from aquasphere_env.core.processors import num_processors
from aquasphere_env.core.signals import uninterrupted
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.players.asking import ask
from aquasphere_env.players.own import OwnPlayer
from aquasphere_env.players.player import Player
from aquasphere_env.players.playing import Advance
from aquasphere_env.players.registry import make_player

from .games import Watched, watched
from .settings import DataError, Plan

_PATH = "MINARI_DATASETS_PATH"
_INFOS = ("seat", "scores", "ranks", "round")
_VISITS = "visits"


class Episode(NamedTuple):
    """A game of the learner: arrays by name, observations and infos one longer than the others."""

    seed: int
    steps: int
    arrays: dict[str, np.ndarray]  # "observations/…", "actions", …, "infos/…"


class MinariSet:
    """A data set among those in a folder; nothing is written before ``begin``."""

    def __init__(self, plan: Plan, root: Path | None, name: str | None) -> None:
        """Find what is there; raise ``ValueError`` for a bad name or one that is taken."""
        settings = plan.settings
        self._plan = plan
        self._root = get_root() if root is None else root
        self.name = usual_name(plan) if name is None else name
        try:
            parse_dataset_id(self.name)
        except (ValueError, TypeError):
            raise DataError(
                f"--name is one of Minari's, as in aquasphere/mine-v0, not {shown(name)}"
            ) from None
        self.folder = self._root / self.name
        self._parts = self.folder.with_name(f".{self.folder.name}-parts")
        self.spec = recorded_spec(plan)
        if self.folder.exists():
            raise DataError(f"{self.folder} holds a data set; give another --name or --folder")
        self._begun = settings.continues(self._parts)

    def path(self, part: int) -> Path:
        """Return the file that keeps a part until all are there."""
        return self._parts / f"part-{part:05d}.npz"

    def missing(self) -> list[int]:
        """Return the numbers of the parts that are to be made."""
        if self.folder.exists():
            return []
        parts = range(self._plan.settings.num_parts)
        return [part for part in parts if not self.path(part).exists()]

    def begin(self) -> None:
        """Write what a new data set begins with."""
        if not self._begun:
            self._plan.settings.write(self._parts)

    def make(self, part: int, advance: Advance) -> None:
        """Play the episodes of a part and keep them."""
        numbers = self._plan.settings.part(part)
        seats = [Seat(self._plan, self.spec) for _ in range(self._workers(len(numbers)))]

        def play(number: int) -> Episode:
            seat = seats.pop()
            try:
                return seat.play(number)
            finally:
                seats.append(seat)

        episodes = []
        pool = ThreadPoolExecutor(len(seats))
        try:
            for episode in pool.map(play, numbers):
                episodes.append(episode)
                advance(1)
        finally:
            pool.shutdown(cancel_futures=True)
        arrays: dict[str, Any] = _packed(episodes)
        with uninterrupted(), replacing(self.path(part), "wb") as stream:
            np.savez_compressed(stream, **arrays)

    def _workers(self, games: int) -> int:
        """Return how many games are played at once: one's own players need not bear several."""
        own = any(isinstance(player, OwnPlayer) for player in self._plan.players.values())
        return 1 if own else min(num_processors(), games)

    def finish(self) -> dict[str, Any]:
        """Make Minari's data set of the parts; return what there is."""
        parts = range(self._plan.settings.num_parts)
        whole = self._parts / "whole"
        shutil.rmtree(whole, ignore_errors=True)
        with _datasets_in(whole), warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of authors that are not given
            data = self._created(self._buffers(0))
            for part in parts[1:]:
                data.update_dataset_from_buffer(self._buffers(part))
        found = {"dataset": self.name, "episodes": data.total_episodes, "steps": data.total_steps}
        with uninterrupted():
            self._publish(whole / self.name)
        return found

    def _created(self, buffers: list[EpisodeBuffer]) -> minari.MinariDataset:
        settings = self._plan.settings
        others = ", ".join(settings.agents[1:])
        return minari.create_dataset_from_buffers(
            self.name,
            buffers,
            env=self.spec,
            algorithm_name=settings.agents[0],
            author="aquasphere-env",
            description=f"{self._plan.variant}: {settings.agents[0]}"
            + (f" against {others}" if others else ""),
            requirements=[f"aquasphere-env=={settings.package}"],
        )

    def _publish(self, whole: Path) -> None:
        """Let the data set take its place, and remove the parts."""
        namespace = parse_dataset_id(self.name)[0]
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        with _datasets_in(self._root):
            if namespace is not None and namespace not in list_local_namespaces():
                create_namespace(namespace)
        whole.rename(self.folder)
        shutil.rmtree(self._parts)

    def _buffers(self, part: int) -> list[EpisodeBuffer]:
        with np.load(self.path(part)) as stored:
            arrays = {name: stored[name] for name in stored.files}
        return [_buffer(episode) for episode in _unpacked(arrays)]


def get_root() -> Path:
    """Return the folder where Minari looks for data sets."""
    return Path(get_dataset_path())


@contextmanager
def _datasets_in(root: Path) -> Iterator[None]:
    """Let Minari look for data sets in ``root``."""
    before = os.environ.get(_PATH)
    os.environ[_PATH] = str(root)
    try:
        yield
    finally:
        if before is None:
            del os.environ[_PATH]
        else:
            os.environ[_PATH] = before


def usual_name(plan: Plan) -> str:
    """Return the id of a data set without another one."""
    settings = plan.settings
    letters = "".join(c if c.isascii() and c.isalnum() else "-" for c in settings.agents[0])
    return f"{settings.game}/{settings.num_players}p-{letters}-v0"


def recorded_spec(plan: Plan) -> EnvSpec:
    """Return the specification of the environment that the data set recovers."""
    settings = plan.settings
    keywords: dict[str, Any] = {
        "num_players": settings.num_players,
        "observation": settings.view,
        "reward": settings.reward,
        "mask_in": settings.mask_in,
        **settings.options,
    }
    if settings.num_players > 1:
        keywords["opponents"] = list(settings.agents[1:])
    spec = gymnasium.make(plan.variant.game.gym_id, **keywords).spec
    assert spec is not None
    return spec


class Seat:
    """The learner in an environment of its own."""

    def __init__(self, plan: Plan, spec: EnvSpec) -> None:
        """Make both."""
        self._plan = plan
        env = gymnasium.make(spec).unwrapped
        assert isinstance(env, SeatEnv)
        self._env = env
        self._player: Player = watched(make_player(plan.settings.agents[0], plan.variant))

    def play(self, number: int) -> Episode:
        """Play game ``number``, whatever was played before."""
        settings, env = self._plan.settings, self._env
        seed = settings.game_seed(number)
        self._player.seed(settings.chance(number))
        seen = [env.reset(seed=seed)]
        done: dict[str, list[Any]] = {
            name: [] for name in ("actions", "rewards", "terminations", "truncations")
        }
        visits = []
        while not done["actions"] or not (done["terminations"][-1] or done["truncations"][-1]):
            action = int(ask(self._player, self._plan.variant, env.states)[0])
            if isinstance(self._player, Watched):
                visits.append(self._player.visits[0])
            observation, *outcome, info = env.step(action)
            for name, value in zip(done, (action, *outcome), strict=True):
                done[name].append(value)
            seen.append((observation, info))
        return self._episode(seed, seen, done, visits)

    def _episode(
        self,
        seed: int,
        seen: list[tuple[Any, dict[str, Any]]],
        done: dict[str, list[Any]],
        visits: list[np.ndarray],
    ) -> Episode:
        names = (*_INFOS, "action_mask") if self._plan.settings.mask_in == "info" else _INFOS
        infos: dict[str, Any] = {name: [info[name] for _, info in seen] for name in names}
        if visits:
            infos[_VISITS] = [*visits, np.zeros_like(visits[0])]
        stacked = _stacked({"observations": [observation for observation, _ in seen]})
        arrays = stacked | _stacked(done) | _stacked({"infos": infos})
        return Episode(seed, len(done["actions"]), arrays)


def _stacked(values: dict[str, Any], above: str = "") -> dict[str, np.ndarray]:
    """Return arrays by path: lists of dictionaries and dictionaries of lists are taken apart."""
    arrays: dict[str, np.ndarray] = {}
    for name, value in values.items():
        path = f"{above}{name}"
        if isinstance(value, list) and isinstance(value[0], dict):
            value = {key: [each[key] for each in value] for key in value[0]}
        if isinstance(value, dict):
            arrays |= _stacked(value, f"{path}/")
        else:
            arrays[path] = np.array(value)
    return arrays


def _packed(episodes: list[Episode]) -> dict[str, Any]:
    """Return the episodes of a part end to end, by name."""
    arrays = {
        name: np.concatenate([episode.arrays[name] for episode in episodes])
        for name in episodes[0].arrays
    }
    seeds, steps = zip(*((episode.seed, episode.steps) for episode in episodes), strict=True)
    return {**arrays, "seed": np.array(seeds, np.int64), "steps": np.array(steps, np.int64)}


def _unpacked(arrays: dict[str, np.ndarray]) -> Iterator[Episode]:
    """Yield the episodes of a part."""
    seeds, steps = arrays.pop("seed").tolist(), arrays.pop("steps").tolist()
    starts = np.concatenate([[0], np.cumsum(steps)])
    for k, (seed, count) in enumerate(zip(seeds, steps, strict=True)):
        own = {}
        for name, values in arrays.items():
            longer = name.startswith(("observations", "infos"))
            first = starts[k] + (k if longer else 0)
            own[name] = values[first : first + count + longer]
        yield Episode(seed, count, own)


def _buffer(episode: Episode) -> EpisodeBuffer:
    """Return an episode as Minari takes it."""
    nested: dict[str, Any] = {}
    for path, values in episode.arrays.items():
        *above, name = path.split("/")
        place = nested
        for step in above:
            place = place.setdefault(step, {})
        place[name] = values.tolist() if values.dtype.kind == "U" else values
    return EpisodeBuffer(seed=episode.seed, **nested)

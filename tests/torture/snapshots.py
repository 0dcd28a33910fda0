"""Snapshots of environments, damaged or foreign: refused in words, or played on from."""

import copy
import dataclasses
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from aquasphere_env.core.game import Game, legal_ids
from aquasphere_env.envs.batch import make_batch
from aquasphere_env.envs.pettingzoo_api import game_module
from aquasphere_env.envs.single_agent import SeatEnv
from aquasphere_env.envs.snapshots import Snapshot, SnapshotError
from aquasphere_env.envs.vector import SeatVectorEnv

from . import Report
from .trials import judge, numbers

GAMES_AT_ONCE = 2
STEPS = 5  # played on from a snapshot that was accepted
_JUNK = (None, -1, 2**70, "x", {}, [], 1.5, True)


def run(budget_seconds: float, seed: int, games: Sequence[Game]) -> Report:
    """Restore damaged snapshots of ``games`` for ``budget_seconds``."""
    report = Report("snapshots")
    places = [(game, kind) for game in games for kind in kinds_of(game)]
    for number in numbers(budget_seconds, seed):
        _try(*places[number % len(places)], number, report)
    return report


def kinds_of(game: Game) -> list[str]:
    """Return the kinds of environments that ``game`` has."""
    return ["aec", "single", "vector", "batch", *(["parallel"] if game.simultaneous else [])]


def make(game: Game, kind: str, players: int, seed: int) -> Any:
    """Return a running environment."""
    makers: dict[str, Callable[[], Any]] = {
        "aec": lambda: game_module(game).raw_env(num_players=players),
        "parallel": lambda: game_module(game).parallel_env(num_players=players),
        "single": lambda: SeatEnv(game, players),
        "vector": lambda: SeatVectorEnv(game, GAMES_AT_ONCE, players),
        "batch": lambda: make_batch(game, GAMES_AT_ONCE, num_players=players),
    }
    env = makers[kind]()
    env.reset(seed=seed)
    return env


def states_of(env: Any, kind: str) -> np.ndarray:
    """Return the records of an environment's games."""
    if kind in ("aec", "parallel"):
        return np.asarray(env._states)
    return np.asarray(env.games.states if kind == "vector" else env.states)


def play(env: Any, kind: str, steps: int, chooser: random.Random) -> None:
    """Play random legal actions."""
    for _ in range(steps):
        choices = [legal_ids(state) for state in states_of(env, kind)]
        if not all(choices):
            return
        actions = [chooser.choice(legal) for legal in choices]
        if kind in ("aec", "single"):
            env.step(actions[0])
        elif kind == "parallel":
            play_together(env, chooser)
        else:
            env.step(np.array(actions))


def play_together(env: Any, chooser: random.Random) -> None:
    """Let all agents of a parallel environment play at random."""
    masks = {agent: env._observe(seat)[1] for agent, seat in env._seats.items()}
    legal = {agent: np.flatnonzero(mask) for agent, mask in masks.items()}
    env.step({agent: int(chooser.choice(a)) if len(a) else None for agent, a in legal.items()})


def damage(snapshot: Snapshot, chooser: random.Random) -> tuple[Snapshot, str]:
    """Return ``snapshot`` with one thing changed, and what."""
    twin = copy.deepcopy(snapshot)
    name = chooser.choice([f.name for f in dataclasses.fields(twin) if f.name != "checked"])
    value = getattr(twin, name)
    if isinstance(value, np.ndarray) and chooser.random() < 0.8:
        octets = value.view(np.uint8).reshape(-1)
        for _ in range(chooser.randint(1, 4)):
            octets[chooser.randrange(len(octets))] = chooser.choice([0, 1, 2, 7, 127, 128, 255])
        return twin, f"bytes of {name}"
    if isinstance(value, np.ndarray):
        shapes = [value[:0], value.reshape(1, -1), np.concatenate([value, value])]
        odd = [*shapes, value.view(np.uint8), value.tolist(), value.astype(object)]
        return dataclasses.replace(twin, **{name: chooser.choice(odd)}), f"form of {name}"
    return dataclasses.replace(twin, **{name: chooser.choice(_JUNK)}), f"value of {name}"


def _try(game: Game, kind: str, number: int, report: Report) -> None:
    chooser = random.Random(number)
    players = chooser.randint(game.min_players, game.max_players)
    env = make(game, kind, players, number)
    play(env, kind, chooser.randrange(20), chooser)
    if chooser.random() < 0.2:
        others = [p for p in range(game.min_players, game.max_players + 1) if p != players]
        snapshot, what = make(game, kind, chooser.choice(others), number).clone_state(), "players"
    else:
        snapshot, what = damage(env.clone_state(), chooser)
    report.tried[f"{kind}: {what}"] += 1
    judge(
        report,
        f"{game.id} {kind} number {number}, {what}",
        read=lambda: env.restore_state(snapshot),
        use=lambda _: play(env, kind, STEPS, chooser),
        refusal=SnapshotError,
    )

"""Decisions per second of every interface, beside PettingZoo's Connect Four in the same run.

    python -m benchmarks.throughput
    python -m benchmarks.throughput --games aquasphere --players 2 --json
    python -m benchmarks.throughput --file results.json

All modes play random legal moves, on one core but for ``--threads``:

- ``playout``: compiled games to the end: legal actions, uniform choice, apply;
- ``batch``: self-play batch of 1,024 games with flat observations and masks;
- ``vector``: native Gymnasium vector environment of 1,024 games, opponents random;
- ``gymnasium``: one environment against greedy;
- ``aec``: PettingZoo, ``last`` and ``step``;
- ``connect_four``: the same loop over PettingZoo's own Connect Four.

Kernels that a process compiles itself run up to a fifth slower than the same ones read from the
cache: run it twice, and let the second run count.

Each figure is the median of several runs; its spread is (largest - smallest) / median. The modes
take turns, so that a change in the machine's speed meets all of them. ``cold_start`` and
``warm_start`` are the seconds a whole process takes to its first step, with an empty and with a
filled kernel cache.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("benchmarks.throughput")
    explain_missing("benchmarks.throughput", "bench")

import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import gymnasium as gym
import numpy as np
import tyro

import aquasphere_env
from aquasphere_env.core import loops
from aquasphere_env.core.console import command, fail, say
from aquasphere_env.core.extras import how_to_install
from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Game
from aquasphere_env.core.rng import RNG_DTYPE
from aquasphere_env.core.state import MAX_PLAYERS, new_records
from aquasphere_env.core.threads import MOST_THREADS
from aquasphere_env.envs.pettingzoo_api import game_module
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.players import policies
from training.options import Range, shown
from training.options import check as in_range

from .machine import machine

NUM_ENVS = 1024
CONNECT_FOUR = "connect_four"
Run = Callable[[int], int]  # about how many decisions are wanted -> how many were made

_FIRST_STEP = """
from aquasphere_env.core.match import Match
from aquasphere_env.games import get_game
match = Match(get_game({game!r}).variant({players}), seed=0)
match.step(match.legal_actions()[0])
"""


_PLAYERS = Range(1, MAX_PLAYERS)
_THREADS = Range(1, MOST_THREADS)
_SECONDS = Range(0.001, 3600.0)
_RUNS = Range(1, 1000)


@dataclass
class Options:
    """Measure decisions per second."""

    games: tuple[str, ...] = GAMES
    """Which games."""
    players: Annotated[tuple[int, ...], _PLAYERS, shown(_PLAYERS)] = ()
    """Which player counts; by default all that the game allows."""
    seconds: Annotated[float, _SECONDS, shown(_SECONDS)] = 0.5
    """How long one run of a mode takes, about."""
    runs: Annotated[int, _RUNS, shown(_RUNS)] = 5
    """How many runs; the median counts."""
    threads: Annotated[int, _THREADS, shown(_THREADS)] = 1
    """How many threads share out the games of batch and vector."""
    start: bool = True
    """Measure cold and warm start too."""
    json: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Print JSON rows instead of a table."""
    file: Path | None = None
    """Write JSON rows to this file, which stays as it was until all is measured."""


def check(options: Options) -> None:
    """Hold ``options`` to their ranges and to what the games allow.

    Raises:
        ValueError: the message names what was given and what is allowed.
    """
    in_range(options)
    for game in map(get_game, options.games):
        for players in options.players:
            game.variant(players)


@dataclass(frozen=True)
class Row:
    """One measured mode; seconds instead of decisions per second for the two kinds of start."""

    game: str
    players: int
    mode: str
    decisions_per_s: float | None
    ratio_to_connect_four: float | None
    spread: float
    seconds: float | None = None


def playout_run(game: Game, players: int) -> Run:
    """Return compiled random games to the end."""
    variant = game.variant(players)
    states = variant.new_states()
    sources = new_records(1, RNG_DTYPE)

    def run(decisions: int) -> int:
        made = 0
        while made < decisions:
            made += int(loops.playouts(states, variant.blank, np.uint64(made), 100, sources))
        return made

    return run


def batch_run(game: Game, players: int, threads: int = 1, num_envs: int = NUM_ENVS) -> Run:
    """Return a self-play batch with observations and masks."""
    batch = aquasphere_env.make_batch(game.name, num_envs, num_players=players, num_threads=threads)
    batch.reset()
    all_random = np.full((num_envs, players), policies.RANDOM)
    sources = new_records(num_envs, RNG_DTYPE)
    sources["rng"] = np.arange(num_envs)
    scratch = batch.variant.new_states(policies.NUM_SCRATCH)
    actions = np.zeros(num_envs, np.int64)

    def run(decisions: int) -> int:
        for _ in range(max(1, decisions // num_envs)):
            policies.choose_all(batch.states, all_random, sources, scratch, actions)
            batch.step(actions)
        return max(1, decisions // num_envs) * num_envs

    return run


def vector_run(game: Game, players: int, threads: int = 1) -> Run:
    """Return the native vector environment, the learner random too."""
    keywords: dict[str, Any] = {"num_players": players, "opponents": "random"}
    envs: Any = gym.make_vec(game.gym_id, NUM_ENVS, num_threads=threads, **keywords)
    _, infos = envs.reset(seed=0)
    rng = np.random.default_rng(0)
    masks = infos["action_mask"]

    def run(decisions: int) -> int:
        nonlocal masks
        for _ in range(max(1, decisions // NUM_ENVS)):
            noise = rng.random(masks.shape, np.float32)
            *_, infos = envs.step((noise * masks).argmax(axis=1))
            masks = infos["action_mask"]
        return max(1, decisions // NUM_ENVS) * NUM_ENVS

    return run


def gymnasium_run(game: Game, players: int) -> Run:
    """Return one environment against greedy."""
    env: Any = gym.make(game.gym_id, num_players=players, opponents="greedy").unwrapped
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=0)

    def run(decisions: int) -> int:
        nonlocal info
        for _ in range(decisions):
            legal = np.flatnonzero(info["action_mask"])
            _, _, terminated, truncated, info = env.step(legal[int(rng.random() * len(legal))])
            if terminated or truncated:
                _, info = env.reset()
        return decisions

    return run


def aec_run(env: Any) -> Run:
    """Return PettingZoo's loop over ``env``: ``last``, a random legal action, ``step``."""
    rng = np.random.default_rng(0)
    env.reset(seed=0)

    def run(decisions: int) -> int:
        made = 0
        while made < decisions:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(rng.random() * len(legal))])
            made += 1
        return made

    return run


def connect_four_run() -> Run:
    """Return the same loop over PettingZoo's Connect Four."""
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError as error:
        reason = f"importing Connect Four failed ({error}): {how_to_install('bench')}"
        fail("benchmarks.throughput", reason)
    return aec_run(connect_four_v3.env())


def modes_of(game: Game, players: int, threads: int = 1) -> dict[str, Run]:
    """Return all modes of ``game`` by name."""
    return {
        "playout": playout_run(game, players),
        "batch": batch_run(game, players, threads),
        "vector": vector_run(game, players, threads),
        "gymnasium": gymnasium_run(game, players),
        "aec": aec_run(game_module(game).raw_env(players)),
    }


def measure(modes: dict[str, Run], seconds: float, runs: int) -> dict[str, list[float]]:
    """Return each mode's decisions per second in ``runs`` runs, the modes taking turns."""
    sizes = {}
    for name, run in modes.items():
        run(1)  # compiles
        made, taken = 0, 0.0
        started = time.perf_counter()
        while taken < seconds / 4:
            made += run(max(1, made))
            taken = time.perf_counter() - started
        sizes[name] = max(1, int(made / taken * seconds))
    rates: dict[str, list[float]] = {name: [] for name in modes}
    for _ in range(runs):
        for name, run in modes.items():
            started = time.perf_counter()
            made = run(sizes[name])
            rates[name].append(made / (time.perf_counter() - started))
    return rates


def measure_start(game: Game, players: int, runs: int) -> dict[str, list[float]]:
    """Return the seconds to a first step: once with an empty cache, then with a filled one."""
    script = _FIRST_STEP.format(game=game.name, players=players)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        seconds = []
        for _ in range(runs + 1):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", script], check=True, env=environment)
            seconds.append(time.perf_counter() - started)
    return {"cold_start": seconds[:1], "warm_start": seconds[1:]}


def spread(values: Sequence[float]) -> float:
    """Return (largest - smallest) / median."""
    return (max(values) - min(values)) / statistics.median(values)


def rows_of(game: Game, players: int, options: Options) -> list[Row]:
    """Measure the modes of one game with one player count."""
    modes = {**modes_of(game, players, options.threads), CONNECT_FOUR: connect_four_run()}
    rates = measure(modes, options.seconds, options.runs)
    base = statistics.median(rates.pop(CONNECT_FOUR))
    rows = [
        Row(game.name, players, mode, rate, rate / base, spread(values))
        for mode, values in rates.items()
        for rate in [statistics.median(values)]
    ]
    return [*rows, Row(CONNECT_FOUR, 2, "aec", base, 1.0, 0.0)]


def start_rows(game: Game, players: int, options: Options) -> list[Row]:
    """Measure the starts of one game; one compiled kernel serves every player count."""
    return [
        Row(game.name, players, mode, None, None, spread(values), statistics.median(values))
        for mode, values in measure_start(game, players, options.runs).items()
    ]


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = [
        "| game | players | mode | decisions/s | times Connect Four |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        if row.decisions_per_s is not None:
            figure, ratio = f"{row.decisions_per_s:,.0f}", f"{row.ratio_to_connect_four:,.1f}"
        else:
            figure, ratio = f"{row.seconds:.1f} s", ""
        lines.append(f"| {row.game} | {row.players} | {row.mode} | {figure} | {ratio} |")
    return "\n".join(lines)


def measured(options: Options) -> list[Row]:
    """Measure what ``options`` ask for, saying so on stderr."""
    rows: list[Row] = []
    for name in options.games:
        game = get_game(name)
        counts = options.players or range(game.min_players, game.max_players + 1)
        for players in counts:
            say(f"measuring {game.title} with {players} players", error=True)
            rows += rows_of(game, players, options)
        if options.start:
            say(f"measuring the starts of {game.title}", error=True)
            rows += start_rows(game, counts[0], options)
    return rows


def in_json(rows: Sequence[Row]) -> str:
    """Return machine and rows as JSON."""
    result = {"machine": machine(), "rows": [asdict(row) for row in rows]}
    return json.dumps(result, indent=1, allow_nan=False) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command("benchmarks.throughput"), contextlib.ExitStack() as stack:
        options = tyro.cli(Options, args=arguments, description=__doc__)
        try:
            check(options)
        except ValueError as error:
            fail("benchmarks.throughput", error)
        file = stack.enter_context(replacing(options.file)) if options.file is not None else None
        rows = measured(options)
        if file is not None:
            file.write(in_json(rows))
        sys.stdout.write(in_json(rows) if options.json else table(rows) + "\n")


if __name__ == "__main__":
    main()

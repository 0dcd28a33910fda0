"""Runs the workers, one at a time, in turns, and keeps what they say."""

import json
import os
import statistics
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

from ..environments import ROOT, InstallError, python_with
from .registry import PEERS, Peer

FOLDER = ROOT / "build" / "peers"
WORKERS = Path(__file__).parent / "workers"

_ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
}


class Mode(NamedTuple):
    """What is timed: a game of a peer, so many at once, with observations and masks or without."""

    peer: str
    game: str
    batch: int
    seen: bool


@dataclass(frozen=True)
class Row:
    """A mode as measured, or why it was not."""

    peer: str
    game: str
    comparable: bool
    batch: int
    seen: bool
    decisions_per_s: float | None = None  # the median of all rounds
    spread: float | None = None  # (largest - smallest) / median
    prepared_s: float | None = None  # until the first decision: compiling and loading
    error: str | None = None


def modes_of(name: str) -> list[Mode]:
    """Return the modes of a peer, game by game."""
    peer = PEERS[name]
    return [
        Mode(name, entry.game, batch, seen)
        for entry in peer.games
        for seen, batches in ((False, peer.bare), (True, peer.seen))
        for batch in batches
    ]


def python_of(peer: Peer, own: Path) -> Path:
    """Return the Python of a peer; ``own`` is the one that has what this project installs.

    Raises:
        InstallError: the peer cannot be installed.
    """
    if not peer.requirements:
        return own
    return python_with(FOLDER / peer.library, peer.requirements)


class Worker:
    """A process that plays games of one peer when it is asked to."""

    def __init__(self, python: Path, script: str) -> None:
        """Start ``script`` of the folder of workers."""
        self._process = subprocess.Popen(
            [str(python), "-W", "ignore", str(WORKERS / f"{script}.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **_ONE_THREAD, "PYTHONPATH": str(ROOT)},
        )

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def time(self, mode: Mode, seconds: float) -> dict[str, Any]:
        """Return ``decisions_per_s``, the first time ``prepared_s`` too, or an ``error``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"game": mode.game, "batch": mode.batch, "seen": mode.seen, "seconds": seconds}
        try:
            self._process.stdin.write(json.dumps(asked) + "\n")
            self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            return {"error": "the worker has ended"}
        return answer


class Timings:
    """What the rounds have brought."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._rates: dict[Mode, list[float]] = {}
        self._prepared: dict[Mode, float] = {}
        self.errors: dict[Mode, str] = {}

    def add(self, mode: Mode, answer: dict[str, Any]) -> None:
        """Note the answer of a worker."""
        if "error" in answer:
            self.errors[mode] = answer["error"]
            return
        self._prepared.setdefault(mode, answer.get("prepared_s", 0.0))
        self._rates.setdefault(mode, []).append(answer["decisions_per_s"])

    def rows(self) -> Iterator[Row]:
        """Yield the rows of all modes."""
        for mode in [*self._rates, *self.errors]:
            games = {entry.game: entry.comparable for entry in PEERS[mode.peer].games}
            told = {**mode._asdict(), "comparable": games[mode.game]}
            if mode in self.errors:
                yield Row(**told, error=self.errors[mode])
                continue
            rates = self._rates[mode]
            middle = statistics.median(rates)
            spread = (max(rates) - min(rates)) / middle
            yield Row(
                **told, decisions_per_s=middle, spread=spread, prepared_s=self._prepared[mode]
            )


def measure(
    workers: dict[str, Worker],
    seconds: float,
    rounds: int,
    advance: Callable[[int], None] = lambda modes: None,
) -> list[dict[str, Any]]:
    """Return the rows of the modes of ``workers``, which take turns in every round."""
    timings = Timings()
    modes = interleaved([modes_of(name) for name in workers])
    for _ in range(rounds):
        for mode in modes:
            if mode not in timings.errors:
                timings.add(mode, workers[mode.peer].time(mode, seconds))
            advance(1)
    order = [mode for name in workers for mode in modes_of(name)]
    rows = sorted(
        timings.rows(), key=lambda row: order.index(Mode(row.peer, row.game, row.batch, row.seen))
    )
    return [asdict(row) for row in rows]


def interleaved(lists: list[list[Mode]]) -> list[Mode]:
    """Return all modes, one of each peer in turn, so that peers meet the same machine."""
    longest = max(map(len, lists), default=0)
    return [modes[k] for k in range(longest) for modes in lists if k < len(modes)]


def missing_reason(error: InstallError) -> str:
    """Return the line of an installer's words that tells why."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if line.lower().startswith("error")]
    return (told or lines)[0].removeprefix("ERROR: ")[:120].rstrip(" .")

"""The tests that judge mutants: collected once by pytest, run in forked processes."""

import hashlib
import inspect
import multiprocessing
import os
import resource
import signal
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from .kernels import REACHED, Kernel, Place
from .mutations import Mutation

_FORK = multiprocessing.get_context("fork")
_MEMORY = 2 << 30  # bytes that a mutant may take beyond what the parent has
_SLACK = 10.0  # times as long as usual, in seconds of CPU, and a test hangs
_LEAST_SECONDS = 1.0  # before any test hangs
_WALL = 60.0  # seconds of the clock for one of CPU, before a process that sleeps is ended

_PATIENCE = 0.5  # seconds between two looks for processes that are late

KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "survived"


@cache
def test_digest(item: pytest.Item) -> str:
    """Return what names a test and identifies its function's source."""
    source = inspect.getsource(item.function)  # type: ignore[attr-defined]
    return hashlib.sha256(f"{item.nodeid} {source}".encode()).hexdigest()[:8]


class Hang(BaseException):
    """A test took many times its usual CPU time."""


@dataclass(frozen=True)
class Timed:
    """A test on the unchanged kernels: what it executes of them, or why it cannot judge mutants."""

    item: pytest.Item
    seconds: float
    lines: frozenset[Place]
    failure: str = ""

    @property
    def digest(self) -> str:
        """What names the test as it is written now."""
        return test_digest(self.item)


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant, and by which test."""

    status: str
    test: str = ""


def collected(arguments: Sequence[str], use: Callable[[list[pytest.Item]], None]) -> None:
    """Collect the tests that ``arguments`` name and call ``use`` inside of pytest.

    Raises:
        ValueError: pytest cannot collect them.
    """
    options = [
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:warnings",
        "--capture=no",
        "--tb=line",
    ]
    status = pytest.main([*options, *arguments], plugins=[_Loop(use)])
    if status != pytest.ExitCode.OK:
        raise ValueError(f"pytest ends with {status!r} on {' '.join(arguments)}")


class _Loop:
    """A pytest plugin that hands over the collected tests instead of running them."""

    def __init__(self, use: Callable[[list[pytest.Item]], None]) -> None:
        self.use = use

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.use(session.items)
        return True


def _failure(item: pytest.Item) -> str:
    """Run a test with its fixtures; return what went wrong, or nothing."""
    for report in runtestprotocol(item, log=False, nextitem=None):
        if not report.passed:
            return f"{report.outcome}: {str(report.longrepr).strip().splitlines()[-1]}"
    return ""


Task = tuple[Any, float, Callable[[], Any]]  # name, seconds until it is ended, and what to do


def in_processes(tasks: Iterator[Task], jobs: int) -> Iterator[tuple[Any, Any]]:
    """Run each task in a fork; yield its name and result, ``None`` if its process dies."""
    running: dict[Connection, tuple[Any, BaseProcess, float]] = {}
    try:
        while True:
            for name, seconds, function in islice(tasks, jobs - len(running)):
                receiver, process = _started(function)
                running[receiver] = name, process, time.monotonic() + seconds
            if not running:
                return
            ready = wait(list(running), timeout=_PATIENCE)
            late = [c for c, (*_, end) in running.items() if time.monotonic() > end]
            for receiver in {*ready, *late}:
                name, process, _ = running.pop(receiver)
                result = None
                if receiver in ready:
                    with suppress(EOFError):
                        result = receiver.recv()
                _end(process)
                yield name, result
    finally:
        for _, process, _ in running.values():
            _end(process)


def _started(function: Callable[[], Any]) -> tuple[Connection, BaseProcess]:
    receiver, sender = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_answer, args=(sender, function))
    process.start()
    sender.close()
    with suppress(OSError):  # the child does it, too: neither must come late
        os.setpgid(process.pid or 0, process.pid or 0)
    return receiver, process


def _end(process: BaseProcess) -> None:
    """End a process with those that a test in it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid or 0, signal.SIGKILL)
    process.join()


def _answer(sender: Connection, function: Callable[[], Any]) -> None:
    """Send what ``function`` returns, with no output and bounded memory, and end the process."""
    os.setpgid(0, 0)
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    warnings.simplefilter("ignore")
    with open("/proc/self/statm") as sizes:
        taken = int(sizes.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + _MEMORY, taken + _MEMORY))
    sender.send(function())
    os._exit(0)


def measured(
    items: Sequence[pytest.Item], kernels: list[Kernel], longest: float, jobs: int
) -> Iterator[Timed]:
    """Run each test for at most ``longest`` seconds of CPU and yield what there is to know."""
    places: list[Place] = []
    marked = [(kernel, kernel.marked(places)) for kernel in kernels]

    def measure(item: pytest.Item) -> tuple[float, frozenset[int], str]:
        reached: set[int] = set()
        for kernel, code in marked:
            kernel.function.__globals__[REACHED] = reached
            kernel.function.__code__ = code
        begin = time.process_time()
        try:
            failure = _failure_in(item, longest)
        except Hang:
            failure = f"takes over {longest:g} s"
        return time.process_time() - begin, frozenset(reached), failure

    tasks = ((item, longest * _WALL, partial(measure, item)) for item in items)
    for item, result in in_processes(tasks, jobs):
        seconds, reached, failure = result or (longest, (), "ends its process")
        yield Timed(item, seconds, frozenset(places[k] for k in reached), failure)


def _failure_in(item: pytest.Item, seconds: float) -> str:
    """Run a test; return what went wrong; raise ``Hang`` after as many ``seconds`` of CPU."""
    late = False

    def stop(signal_number: int, frame: FrameType | None) -> None:
        nonlocal late
        late = True
        raise Hang

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, _LEAST_SECONDS)  # again, if a test catches it
    try:
        failure = _failure(item)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if late:
        raise Hang
    return failure


def judged(mutation: Mutation, tests: Sequence[Timed]) -> Verdict:
    """Install ``mutation`` in this process and run ``tests`` until one fails."""
    kernel = mutation.kernel
    kernel.function.__code__ = kernel.compiled(mutation.tree)
    return first_failure(tests)


def first_failure(tests: Sequence[Timed]) -> Verdict:
    """Run ``tests`` in this process until one fails."""
    for test in tests:
        try:
            failure = _failure_in(test.item, _LEAST_SECONDS + _SLACK * test.seconds)
        except Hang:
            return Verdict(TIMED_OUT, test.item.nodeid)
        if failure:
            return Verdict(KILLED, test.item.nodeid)
    return Verdict(SURVIVED)


def without_disturbed(tests: Sequence[Timed]) -> Iterator[Timed]:
    """Yield the tests that pass after each other on the unchanged kernels.

    One that fails only after others would count mutants as killed that are not.
    """
    left = list(tests)
    while left:
        task = "unchanged", float("inf"), partial(first_failure, left)
        ((_, verdict),) = in_processes(iter([task]), 1)
        ids = [test.item.nodeid for test in left]
        end = ids.index(verdict.test) if verdict and verdict.test in ids else len(left)
        yield from left[:end]
        left = left[end + 1 :]


def verdicts(
    trials: Iterator[tuple[Mutation, list[Timed]]], jobs: int
) -> Iterator[tuple[Mutation, Verdict]]:
    """Yield every mutation with the verdict of its tests, as they come."""

    def tasks() -> Iterator[tuple[Mutation, float, Callable[[], Verdict]]]:
        for mutation, tests in trials:
            usual = sum(_LEAST_SECONDS + test.seconds for test in tests)
            seconds = _WALL * (_LEAST_SECONDS + usual)  # some for the process, if tests are none
            yield mutation, seconds, partial(judged, mutation, tests)

    for mutation, verdict in in_processes(tasks(), jobs):
        yield mutation, verdict or Verdict(TIMED_OUT)

"""Slots shared out over threads: compiled kernels hold no GIL, so that they run on all processors.

The threads are made when they are first needed, wait for work between two calls, serve all shares
of the process, and end with it. A process that was forked makes threads of its own.
"""

import os
import threading
from collections.abc import Callable, Sequence
from itertools import pairwise
from queue import SimpleQueue
from typing import Any

import numpy as np

from .integers import is_in, shown

MOST_THREADS = 256

Task = Callable[[int], int]  # the number of a share -> a number


class _Jobs:
    """The shares of one call. Each is carried out once, however often it is handed out.

    What has been done stands in a list, not only in messages: a signal may interrupt the thread
    that waits after it has got a message and before it has noted what it says.
    """

    def __init__(self, task: Task, count: int) -> None:
        """Prepare ``task`` for ``count`` shares."""
        self._task = task
        self._open = [[share] for share in range(count)]
        self._news: SimpleQueue[None] = SimpleQueue()
        self.results: list[int | BaseException | None] = [None] * count

    def carry_out(self, share: int) -> None:
        """Carry out a share, unless another thread has begun to."""
        try:
            self._open[share].pop()  # no two threads get it
        except IndexError:
            return
        try:
            self.results[share] = self._task(share)
        except BaseException as error:  # raised again by the thread that asked
            self.results[share] = error
        self._news.put(None)

    def note_interrupted(self, share: int, error: BaseException) -> None:
        """Note that this thread, which alone carries out ``share``, has begun it in vain."""
        if not self._open[share] and self.results[share] is None:
            self.results[share] = error

    def wait(self) -> None:
        """Wait until all shares have been carried out."""
        while None in self.results:
            self._news.get()


class _Crew:
    """Threads that carry out jobs for as long as the process lives."""

    def __init__(self) -> None:
        """Begin without a thread."""
        self.process = os.getpid()
        self.waiting: SimpleQueue[tuple[_Jobs, int]] = SimpleQueue()
        self._size = 0
        self._growing = threading.Lock()

    def grow(self, size: int) -> None:
        """Have at least ``size`` threads."""
        with self._growing:
            for number in range(self._size, size):
                name = f"aquasphere-env-{number}"
                threading.Thread(target=_work, args=(self.waiting,), name=name, daemon=True).start()
                self._size += 1


def _work(waiting: "SimpleQueue[tuple[_Jobs, int]]") -> None:
    while True:
        jobs, share = waiting.get()
        jobs.carry_out(share)


_crew = _Crew()


def _own_crew(size: int) -> _Crew:
    """Return the crew of this process with ``size`` threads; those of a parent are not here."""
    global _crew
    if _crew.process != os.getpid():
        _crew = _Crew()
    _crew.grow(size)
    return _crew


class Shares:
    """``count`` slots in as many shares of about the same size as there are threads.

    Attributes:
        slices: the slots of each share.
    """

    def __init__(self, count: int, num_threads: int) -> None:
        """Share out; raise ``ValueError`` for a number of threads that is none."""
        threads = min(checked_threads(num_threads), max(count, 1))
        edges = [count * k // threads for k in range(threads + 1)]
        self.slices = [slice(*edge) for edge in pairwise(edges)]

    def of(self, array: np.ndarray, share: int) -> np.ndarray:
        """Return what is about the slots of a share; slices cost time, so the only one is whole."""
        return array if len(self.slices) == 1 else array[self.slices[share]]

    def run(self, task: Task) -> list[int]:
        """Return ``task(k)`` for the number k of every share, all at the same time.

        All have ended when it returns or raises, also when a signal interrupts the wait.

        Raises:
            BaseException: what a task raised, the first by number.
        """
        if len(self.slices) == 1:
            return [task(0)]
        jobs = _Jobs(task, len(self.slices))
        interrupt = None
        while None in jobs.results:
            try:
                self._hand_out(jobs)
            except BaseException as error:  # go on: the threads write into the caller's arrays
                interrupt = error
                jobs.note_interrupted(0, error)
        if interrupt is not None:
            raise interrupt
        return _numbers(jobs.results)

    def _hand_out(self, jobs: _Jobs) -> None:
        """Have all shares carried out, the first one by this thread."""
        crew = _own_crew(len(self.slices) - 1)
        for share in range(1, len(self.slices)):
            crew.waiting.put((jobs, share))
        jobs.carry_out(0)
        jobs.wait()


def _numbers(results: Sequence[int | BaseException | None]) -> list[int]:
    numbers = []
    for result in results:
        if isinstance(result, BaseException):
            raise result
        numbers.append(int(result or 0))
    return numbers


def checked_threads(num_threads: Any) -> int:
    """Return ``num_threads`` as an int.

    Raises:
        ValueError: it is not an integer from 1 to ``MOST_THREADS``.
    """
    if not is_in(num_threads, 1, MOST_THREADS):
        raise ValueError(f"num_threads is 1 to {MOST_THREADS}, not {shown(num_threads)}")
    return int(num_threads)

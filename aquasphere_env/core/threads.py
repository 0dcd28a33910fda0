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

from .integers import is_in, shown

MOST_THREADS = 256

Task = Callable[[int], int]  # the number of a share -> a number
_Answer = tuple[int, int, BaseException | None]  # number of the share, its result or what it raised
_Job = tuple[Task, int, "SimpleQueue[_Answer]"]


class _Crew:
    """Threads that carry out jobs for as long as the process lives."""

    def __init__(self) -> None:
        """Begin without a thread."""
        self.process = os.getpid()
        self.jobs: SimpleQueue[_Job] = SimpleQueue()
        self._size = 0
        self._growing = threading.Lock()

    def grow(self, size: int) -> None:
        """Have at least ``size`` threads."""
        with self._growing:
            for number in range(self._size, size):
                name = f"aquasphere-env-{number}"
                threading.Thread(target=_work, args=(self.jobs,), name=name, daemon=True).start()
                self._size += 1


def _work(jobs: "SimpleQueue[_Job]") -> None:
    while True:
        task, share, answers = jobs.get()
        answers.put(_carried_out(task, share))


def _carried_out(task: Task, share: int) -> _Answer:
    try:
        return share, task(share), None
    except BaseException as error:  # raised again by the thread that asked
        return share, 0, error


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

    def run(self, task: Task) -> list[int]:
        """Return ``task(k)`` for the number k of every share, all at the same time.

        All have ended when it returns or raises, also when a signal interrupts the wait.

        Raises:
            BaseException: what a task raised, the first by number.
        """
        if len(self.slices) == 1:
            return [task(0)]
        crew = _own_crew(len(self.slices) - 1)
        answers: SimpleQueue[_Answer] = SimpleQueue()
        done: list[_Answer] = []
        asked = 0
        interrupt: BaseException | None = None
        try:
            for share in range(1, len(self.slices)):
                crew.jobs.put((task, share, answers))
                asked += 1
            done.append(_carried_out(task, 0))
        except BaseException as error:
            interrupt = error
        while asked > 0:
            try:
                done.append(answers.get())
                asked -= 1
            except BaseException as error:  # wait on: the threads write into the caller's arrays
                interrupt = error
        if interrupt is not None:
            raise interrupt
        return _results(sorted(done, key=lambda answer: answer[0]))


def _results(answers: Sequence[_Answer]) -> list[int]:
    for _, _, error in answers:
        if error is not None:
            raise error
    return [result for _, result, _ in answers]


def checked_threads(num_threads: Any) -> int:
    """Return ``num_threads`` as an int.

    Raises:
        ValueError: it is not an integer from 1 to ``MOST_THREADS``.
    """
    if not is_in(num_threads, 1, MOST_THREADS):
        raise ValueError(f"num_threads is 1 to {MOST_THREADS}, not {shown(num_threads)}")
    return int(num_threads)

"""One thread at a time in an environment.

Compiled kernels run without the GIL and trust the state: two of them on one record would play an
action that is no longer legal, and write where nothing belongs to them.
"""

import _thread
import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Turnstile(_thread.RLock):
    """A lock that one thread may take again; copies and pickles of it are new and open."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out who holds it."""
        return Turnstile, ()


class HasTurnstile(Protocol):
    """An environment with a lock of its own."""

    _turnstile: Turnstile


Env = TypeVar("Env", bound=HasTurnstile)


def one_at_a_time(
    method: Callable[Concatenate[Env, P], R],
) -> Callable[Concatenate[Env, P], R]:
    """Return ``method`` in a form that waits until no other thread is inside the environment."""

    @functools.wraps(method)
    def alone(self: Env, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._turnstile:
            return method(self, *args, **kwargs)

    return alone

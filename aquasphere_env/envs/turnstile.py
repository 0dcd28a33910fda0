"""One thread at a time in an environment.

Compiled kernels run without the GIL and trust the state: two of them on one record would play an
action that is no longer legal, and leave a game that no rule knows.
"""

import functools
import threading
from collections.abc import Callable
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])


class Turnstile:
    """Holds the lock of an environment; copies and pickles of it are new and open."""

    def __init__(self) -> None:
        """Begin open; the thread inside may enter again."""
        self.lock = threading.RLock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out who is inside."""
        return Turnstile, ()


def one_at_a_time(method: Method) -> Method:
    """Return ``method`` of an environment in a form that waits until no other thread is inside.

    The environment has a ``Turnstile`` called ``_turnstile``.
    """

    @functools.wraps(method)
    def alone(self: Any, *args: Any, **kwargs: Any) -> Any:
        with self._turnstile.lock:
            return method(self, *args, **kwargs)

    guarded: Any = alone
    waiting: Method = guarded
    return waiting

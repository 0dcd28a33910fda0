"""One thread at a time in an environment; a second one is refused.

Compiled kernels run without the GIL and trust the state: two of them on one record play an action
that is no longer legal, or leave an agent to move whom the state does not know of.
"""

import functools
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])


class BusyError(RuntimeError):
    """A call while another thread was inside the same environment; it has changed nothing."""


class Turnstile:
    """Whether a call is inside an environment; copies and pickles of it are new and open.

    A flag takes a tenth of a lock's time. Between reading and setting it CPython switches to no
    other thread: it does so at calls and at the ends of loops.
    """

    def __init__(self) -> None:
        """Begin open."""
        self.inside = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out who is inside."""
        return Turnstile, ()

    def refuse(self) -> NoReturn:
        """Raise ``BusyError``."""
        raise BusyError(
            "another thread is inside this environment: give every thread one of its own, or hold "
            "a lock around the calls"
        )


def one_at_a_time(method: Method) -> Method:
    """Return ``method`` of an environment in a form that refuses to run beside another such.

    The environment has a ``Turnstile`` called ``_turnstile``.
    """

    @functools.wraps(method)
    def alone(self: Any, *args: Any, **kwargs: Any) -> Any:
        gate = self._turnstile
        if gate.inside:
            gate.refuse()
        gate.inside = True
        try:
            return method(self, *args, **kwargs)
        finally:
            gate.inside = False

    guarded: Any = alone
    refusing: Method = guarded
    return refusing

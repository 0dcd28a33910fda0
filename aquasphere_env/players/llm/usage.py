"""What a model has cost so far, and the budget that it must not go beyond."""

import threading
from dataclasses import asdict, dataclass
from typing import Any

from .settings import ModelSettings

_MILLION = 1_000_000


class BudgetSpentError(Exception):
    """No call may begin: tokens or calls are used up."""


@dataclass
class Usage:
    """Counts of one player.

    Attributes:
        decisions: that the player was asked for.
        calls: requests sent, repeated ones too.
        failures: requests that failed and were repeated, or given up.
        estimated: answers without a count of tokens; four characters count as one.
        prompt_tokens: of the questions.
        completion_tokens: of the answers.
        illegal: answers that named no legal action.
        fallbacks: decisions played at random after the last try.
        unasked: decisions played at random because the budget was spent.
    """

    decisions: int = 0
    calls: int = 0
    failures: int = 0
    estimated: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    illegal: int = 0
    fallbacks: int = 0
    unasked: int = 0


class Account:
    """The usage of one player and its limits; several threads may count in it."""

    def __init__(self, settings: ModelSettings) -> None:
        """Open an account with nothing in it."""
        self._settings = settings
        self._lock = threading.Lock()
        self._usage = Usage()

    def begin_call(self) -> None:
        """Count a request that is about to be sent.

        Calls on their way may bring the tokens above the budget; none begins after that.

        Raises:
            BudgetSpentError: the calls or tokens are used up.
        """
        with self._lock:
            usage, limits = self._usage, self._settings
            tokens = usage.prompt_tokens + usage.completion_tokens
            if limits.calls is not None and usage.calls >= limits.calls:
                raise BudgetSpentError
            if limits.budget is not None and tokens >= limits.budget:
                raise BudgetSpentError
            usage.calls += 1

    def count(self, **amounts: int) -> None:
        """Add to the usage."""
        with self._lock:
            for name, amount in amounts.items():
                setattr(self._usage, name, getattr(self._usage, name) + amount)

    def report(self) -> dict[str, Any]:
        """Return the usage, and ``cost`` in dollars: ``None`` without prices."""
        with self._lock:
            usage = asdict(self._usage)
        prices = self._settings.price_in, self._settings.price_out
        tokens = usage["prompt_tokens"], usage["completion_tokens"]
        known = all(price is not None for price in prices)
        cost = sum(p * t / _MILLION for p, t in zip(prices, tokens, strict=True) if p is not None)
        return {**usage, "cost": round(cost, 6) if known else None}

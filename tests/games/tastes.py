"""Players of the games beside a reference, who know what they have done."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any


class Taste:
    """A player with a name for its taste, its own chance, and a count of what it has done."""

    def __init__(self, name: str, seed: int, kind_of: Callable[[Any], str]) -> None:
        self.name, self.choose, self.kind_of = name, random.Random(seed), kind_of
        self.done = Counter[str]()

    def rarest(self, actions: Sequence[Any]) -> list[Any]:
        """Return the actions of the kinds that were done least."""
        least = min(self.done[self.kind_of(action)] for action in actions)
        return [action for action in actions if self.done[self.kind_of(action)] == least]

    def note(self, action: Any) -> Any:
        """Count ``action`` as done, and return it."""
        self.done[self.kind_of(action)] += 1
        return action

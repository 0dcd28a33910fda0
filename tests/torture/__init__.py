"""Damage in bulk: seeded trials that may be refused or work, and nothing else.

Every module has ``run(budget_seconds, seed)``, which returns a ``Report``; a trial is reproduced by
its seed and number alone.
"""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Report:
    """What came of many trials; ``faults`` holds a line on each that was neither outcome."""

    name: str
    tried: Counter[str] = field(default_factory=Counter)  # trials by class of damage
    refused: int = 0
    worked: int = 0
    faults: list[str] = field(default_factory=list)

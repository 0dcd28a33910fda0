"""Bad input by the thousand: each module damages one kind of input and looks what becomes of it."""

import json
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Report:
    """What became of damaged input.

    Attributes:
        name: the kind of input.
        tried: how many by class of damage.
        refused: how many were refused in words.
        worked: how many were harmless and could be used.
        faults: what else happened, a line each with what brings it back.
    """

    name: str
    tried: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    worked: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the counts in a line, and the faults below it."""
        counts = f"{self.refused} refused, {self.worked} worked, {len(self.faults)} faults"
        line = f"{self.name}: {self.tried.total()} tried, {counts}"
        return "\n".join([line, *(f"  {fault}" for fault in self.faults)])

    def to_json(self) -> str:
        """Return the report as one line of JSON."""
        return json.dumps(vars(self))

    @classmethod
    def from_json(cls, line: str) -> "Report":
        """Return the report of ``to_json``."""
        data = json.loads(line)
        return cls(**{**data, "tried": Counter(data["tried"])})

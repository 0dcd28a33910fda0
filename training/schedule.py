"""How the learning rate falls: a line from where it stands to a tenth of what it began with."""

from dataclasses import dataclass, replace

LAST_SHARE = 0.1  # of the first rate that is left at the end


@dataclass(frozen=True)
class FallingRate:
    """A straight line over the steps, level before and behind.

    It depends on nothing but the steps done, so an interruption does not change it. A run whose
    target grows goes on from the rate where it stands: there is no jump.
    """

    first_step: int
    first_rate: float
    last_step: int
    last_rate: float

    @classmethod
    def begin(cls, rate: float, steps: int) -> "FallingRate":
        """Return the schedule of a new run of ``steps`` that begins with ``rate``."""
        return cls(0, rate, steps, LAST_SHARE * rate)

    def at(self, step: int) -> float:
        """Return the rate after ``step`` steps."""
        length = max(self.last_step - self.first_step, 1)
        done = min(max((step - self.first_step) / length, 0.0), 1.0)
        return self.first_rate + done * (self.last_rate - self.first_rate)

    def extended(self, step: int, steps: int) -> "FallingRate":
        """Return the schedule from ``step`` on if the target becomes ``steps``."""
        if steps == self.last_step:
            return self
        return replace(self, first_step=step, first_rate=self.at(step), last_step=steps)

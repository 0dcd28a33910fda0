"""What can be tortured, and how: modules of this package with a function ``run``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module

from aquasphere_env.core.game import Game

from . import Report

INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
CHECKED = {"NUMBA_BOUNDSCHECK": "1"}
AS_USED: Mapping[str, str] = {}


@dataclass(frozen=True)
class Kind:
    """One kind of torture.

    Attributes:
        module: of this package, imported when it runs: some need torch.
        share: of the time of all.
        environment: how kernels run.
    """

    module: str
    share: int
    environment: Mapping[str, str]

    def run(self, seconds: float, seed: int, games: Sequence[Game]) -> Report:
        """Damage for so long; the same ``seed`` damages the same."""
        module = import_module(f".{self.module}", __package__)
        report: Report = module.run(seconds, seed, games)
        return report


KINDS: Mapping[str, Kind] = {
    "states": Kind("states", 4, INTERPRETED),
    "positions": Kind("positions", 2, INTERPRETED),
    "snapshots": Kind("snapshots", 2, INTERPRETED),
    "components": Kind("components", 2, CHECKED),
    "logs": Kind("logs", 2, INTERPRETED),
    "requests": Kind("page_requests", 1, AS_USED),
    "networks": Kind("networks", 1, AS_USED),
    "checkpoints": Kind("checkpoints", 1, AS_USED),
    "interruptions": Kind("interruptions", 3, AS_USED),
    "threads": Kind("threads", 1, AS_USED),
}

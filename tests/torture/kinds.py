"""What can be tortured, and how: modules of this package with a function ``run``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from aquasphere_env.core.game import Game

from . import (
    Report,
    checkpoints,
    components,
    interruptions,
    logs,
    networks,
    page_requests,
    snapshots,
    states,
)

INTERPRETED = {"NUMBA_DISABLE_JIT": "1"}
CHECKED = {"NUMBA_BOUNDSCHECK": "1"}
AS_USED: Mapping[str, str] = {}


@dataclass(frozen=True)
class Kind:
    """One kind of torture.

    Attributes:
        run: ``run(seconds, seed, games)`` damages for so long.
        share: of the time of all.
        environment: how kernels run.
    """

    run: Callable[[float, int, Sequence[Game]], Report]
    share: int
    environment: Mapping[str, str]


KINDS: Mapping[str, Kind] = {
    "states": Kind(states.run, 4, INTERPRETED),
    "snapshots": Kind(snapshots.run, 2, INTERPRETED),
    "components": Kind(components.run, 2, CHECKED),
    "logs": Kind(logs.run, 2, INTERPRETED),
    "networks": Kind(networks.run, 1, AS_USED),
    "checkpoints": Kind(checkpoints.run, 1, AS_USED),
    "interruptions": Kind(interruptions.run, 3, AS_USED),
    "requests": Kind(page_requests.run, 1, AS_USED),
}

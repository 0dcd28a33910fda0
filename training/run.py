"""A training run: network, games, league and schedule, which are built, captured and restored."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from agents.alike import UnlikeError, check_alike, copied, is_finite
from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import Weights, build_network
from aquasphere_env.core.game import Variant
from aquasphere_env.players.trained_on import TrainedOn
from aquasphere_env.players.weights import Tensors

from .config import VIEW, Config
from .games import Games, Snapshot
from .league import League
from .learner import Learner
from .schedule import FallingRate

_ADMIT_EVERY = 20  # updates until the league gets a member
_RIVAL_FOR = 4  # updates that an earlier self plays; a divisor of the above


class Run:
    """All that learns and plays in a training run.

    Chance of an update depends on the seed and its number alone. So ``capture`` and ``restore``,
    which carry everything else that later updates depend on, make a run that goes on in another
    process go on as if nothing had been.
    """

    def __init__(
        self,
        config: Config,
        variant: Variant,
        advice: Tensors | None = None,
        *,
        advised: bool = True,
    ) -> None:
        """Begin a run with settled settings.

        ``advice`` is an evaluation, or greedy advises; nobody does unless ``advised``.
        """
        self.config = config
        self.variant = variant
        self.steps = 0
        self.updates = 0
        self.schedule = FallingRate.begin(config.learning_rate, config.num_decisions(variant))
        self._advice = advice
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            network, rival = (
                build_network(variant.game, VIEW, config.width, config.trust, advised=advised)
                for _ in range(2)
            )
        self.league = League(rival, config.league_size)
        self.games = Games(variant, config, self.league, advice, advised=advised)
        self.learner = Learner(network, self.games, config)

    def update(self) -> dict[str, float]:
        """Play on and learn from it; return the numbers of a row of the table.

        Raises:
            NotFiniteError: learning has diverged.
        """
        chance = np.random.default_rng([self.config.seed, self.updates])
        self.games.begin(chance)
        if self.updates % _ADMIT_EVERY == 0:
            self.league.admit(self._weights())
        if self.updates % _RIVAL_FOR == 0:
            self.league.choose(chance)
            self.games.change_rival()
        made, learned = self.learner.update(self.schedule.at(self.steps), chance)
        self.steps += made
        self.updates += 1
        return {
            **{f"games/{name}": value for name, value in self.games.results().items()},
            **{f"train/{name}": value for name, value in learned.items()},
        }

    def _weights(self) -> Weights:
        return {name: copied(each) for name, each in self.learner.network.state_dict().items()}

    def is_finite(self) -> bool:
        """Return whether all weights are finite: learning has not diverged."""
        return all(map(is_finite, self.learner.network.parameters()))

    def capture(self) -> Checkpoint:
        """Return the run as it stands between two updates, as a copy."""
        moments = self.learner.optimizer.state_dict()["state"]
        advice = self._advice or {}
        return Checkpoint(
            trained_on=TrainedOn.of(self.variant, VIEW),
            width=self.config.width,
            steps=self.steps,
            settings=self.config.settings(),
            policy=self._weights(),
            advice={name: torch.from_numpy(tensor.copy()) for name, tensor in advice.items()},
            optimizer={k: {n: copied(v) for n, v in m.items()} for k, m in moments.items()},
            league=list(self.league.members),
            run=self._captured(),
        )

    def _captured(self) -> Snapshot:
        return {
            "updates": self.updates,
            "schedule": asdict(self.schedule),
            "games": self.games.snapshot(),
            "rates": list(self.league.rates),
            "rival": self.league.present,
        }

    def restore(self, checkpoint: Checkpoint, path: str | Path) -> None:
        """Go on from ``checkpoint``, which was read from ``path``, with its advice.

        Raises:
            CheckpointError: it lacks something or is damaged; the run is then of no use any more.
        """
        try:
            self._restore(checkpoint)
        except (ValueError, TypeError, OverflowError, RuntimeError) as error:
            raise CheckpointError(f"{path}: run: {error}") from None

    def _restore(self, checkpoint: Checkpoint) -> None:
        parts, like = checkpoint.run, self._captured()
        like["rates"] = [0.0] * len(checkpoint.league)
        if parts.keys() != like.keys():
            odd = sorted(parts.keys() ^ like.keys(), key=str)[0]
            raise UnlikeError(f"missing or unknown entry {odd!r}")
        for name in like.keys() - {"games"}:
            check_alike(parts[name], like[name], name)
        _check_numbers(parts, len(checkpoint.league))
        self.games.restore(parts["games"])
        self._restore_schedule(FallingRate(**parts["schedule"]), checkpoint.steps)
        self.learner.network.load_state_dict(checkpoint.policy)
        optimizer = self.learner.optimizer
        groups = optimizer.state_dict()["param_groups"]
        optimizer.load_state_dict({"state": checkpoint.optimizer, "param_groups": groups})
        self.steps, self.updates = checkpoint.steps, parts["updates"]
        self.league.members = list(checkpoint.league)
        self.league.rates = list(parts["rates"])
        self.league.present = parts["rival"]
        self.league.seat()

    def _restore_schedule(self, schedule: FallingRate, steps: int) -> None:
        """Go on with ``schedule``; a new target or learning rate bends it at ``steps``."""
        wanted = self.schedule
        if schedule.last_rate != wanted.last_rate:
            self.schedule = replace(wanted, first_step=steps)
        else:
            self.schedule = schedule.extended(steps, wanted.last_step)


def _check_numbers(parts: dict[str, Any], members: int) -> None:
    if parts["updates"] < 0:
        raise UnlikeError(f"updates is {parts['updates']}, not 0 or more")
    if bool(parts["updates"]) != bool(members):
        raise UnlikeError(f"a league of {members} after {parts['updates']} updates")
    if not 0 <= parts["rival"] < max(members, 1):
        raise UnlikeError(f"rival is {parts['rival']}, not one of {members} members")
    for rate in parts["rates"]:
        if not 0 <= rate <= 1:
            raise UnlikeError(f"rates has {rate}, not 0 to 1")

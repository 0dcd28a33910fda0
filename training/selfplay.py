"""Self-play for Stable-Baselines3: one learner against earlier selves, greedy and random play."""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import torch

from agents.alike import UnlikeError, check_alike
from agents.network import advised_space
from aquasphere_env.adapters.sb3 import GameVecEnv
from aquasphere_env.core.game import Variant
from aquasphere_env.players.advice import AdvisedObserver
from aquasphere_env.players.network import NetworkPlayer
from aquasphere_env.players.policies import POLICIES

from .learner_states import as_bytes, restore_games

SELF = "self"
KINDS = (SELF, *POLICIES)  # of opponents; all in one game are of the same kind
_RECENT_GAMES = 2000

Snapshot = dict[str, Any]  # numbers and tensors by name, which a checkpoint can hold


class SelfPlayVecEnv(GameVecEnv):
    """``num_envs`` games; in each the learner has a random seat and all others one kind of player.

    The kind is drawn for every game with the probabilities of ``mix``; kind ``self`` is
    ``rival``, a player whose weights the trainer changes. Finished games report
    ``info["opponent"]`` and Stable-Baselines3's ``info["episode"]``.
    """

    def __init__(
        self,
        variant: Variant,
        num_envs: int,
        rival: NetworkPlayer,
        mix: Mapping[str, float],
        reward: str,
        view: str = "flat",
        seed: int = 0,
    ) -> None:
        """Seat the players; ``reset`` starts the games."""
        super().__init__(
            variant.game,
            num_envs,
            num_players=variant.num_players,
            opponents=[rival] * (variant.num_players - 1),
            reward=reward,
            on_illegal="raise",
            observation=view,
            **variant.options,
        )
        self._rival = rival
        self._players = {SELF: rival, **{name: name for name in POLICIES}}
        self.observation_space = advised_space(variant.game, view)
        self._advisor = AdvisedObserver(variant, view, seed)
        self._rng = np.random.default_rng(seed)
        self._mix = np.array([mix.get(kind, 0.0) for kind in KINDS])
        self._kinds = np.zeros(num_envs, np.int64)
        self._next_kinds = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._results = {kind: deque[tuple[float, float]](maxlen=_RECENT_GAMES) for kind in KINDS}
        self.seed(seed)

    @property
    def states(self) -> np.ndarray:
        """The games' records; the learner of each is to move."""
        return self.native.games.states

    def reset(self) -> Any:
        """Start a new game in every slot."""
        everywhere = np.arange(self.num_envs)
        self._seat_next(everywhere)
        observation = super().reset()
        self._begin(everywhere)
        return self._with_advice(observation)

    def step_wait(self) -> tuple[Any, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play on to the learners' next decisions; finished games are restarted."""
        observation, rewards, over, infos = super().step_wait()
        self._returns += rewards
        self._lengths += 1
        finished = np.flatnonzero(over)
        for i in finished:
            self._report(int(i), infos[i])
        self._begin(finished)
        return self._with_advice(observation), rewards, over, infos

    def _with_advice(self, observation: np.ndarray) -> np.ndarray:
        return np.concatenate([observation, self._advisor.advise(self.states)], axis=1)

    def _report(self, i: int, info: dict[str, Any]) -> None:
        kind = KINDS[self._kinds[i]]
        no_advice = np.full(self._masks.shape[1], -1.0, np.float32)
        info["terminal_observation"] = np.append(info["terminal_observation"], no_advice)
        info["opponent"] = kind
        info["episode"] = {"r": float(self._returns[i]), "l": int(self._lengths[i])}
        winners = info["ranks"] == 1
        share = float(winners[info["seat"]] / winners.sum())
        self._results[kind].append((share, float(info["scores"][info["seat"]])))

    def _begin(self, which: np.ndarray) -> None:
        """Note that games began in the slots ``which``, and draw the opponents of the next ones."""
        self._kinds[which] = self._next_kinds[which]
        self._returns[which] = 0
        self._lengths[which] = 0
        self._seat_next(which)

    def _seat_next(self, which: np.ndarray) -> None:
        drawn = self._rng.choice(len(KINDS), size=len(which), p=self._mix / self._mix.sum())
        self._next_kinds[which] = drawn
        for k, kind in enumerate(KINDS):
            self.native.games.seat_opponents(which[drawn == k], self._players[kind])

    def win_rate(self, kind: str) -> float:
        """Return the mean victory share in recent games against ``kind``, NaN without games."""
        shares = [share for share, _ in self._results[kind]]
        return float(np.mean(shares)) if shares else float("nan")

    def mean_points(self) -> float:
        """Return the learner's mean points in recent games of all kinds, NaN without games."""
        points = [p for games in self._results.values() for _, p in games]
        return float(np.mean(points)) if points else float("nan")

    def snapshot(self) -> Snapshot:
        """Return a copy of everything that later games depend on, but for the rival's weights."""
        games = self.native.clone_state()
        return {
            "states": as_bytes(games.states),
            "slots": as_bytes(games.slots),
            "kinds": torch.tensor(self._kinds),
            "next_kinds": torch.tensor(self._next_kinds),
            "returns": torch.tensor(self._returns),
            "lengths": torch.tensor(self._lengths),
            "results": {kind: pairs(recent) for kind, recent in self._results.items()},
            "mix": self._rng.bit_generator.state,
            "advisor": self._advisor.chance,
            "rival": self._rival.chance,
        }

    def restore(self, snapshot: Snapshot) -> None:
        """Go on from a snapshot of games of the same variant and number.

        Raises:
            ValueError: it is not such a snapshot, or one that is damaged; the games are then of no
                use any more.
        """
        like = self.snapshot()
        results = snapshot.get("results")
        if isinstance(results, dict):
            like["results"] = {k: pairs_like(results.get(k), _RECENT_GAMES) for k in KINDS}
        check_alike(snapshot, like, "games")
        restore_games(self.native, snapshot["states"], snapshot["slots"])
        for name in ("kinds", "next_kinds"):
            if not bool(((snapshot[name] >= 0) & (snapshot[name] < len(KINDS))).all()):
                raise UnlikeError(f"games.{name} has a number that is no kind of opponent")
        self._kinds[:] = snapshot["kinds"].numpy()
        self._next_kinds[:] = snapshot["next_kinds"].numpy()
        self._returns[:] = snapshot["returns"].numpy()
        self._lengths[:] = snapshot["lengths"].numpy()
        for kind, recent in self._results.items():
            recent.clear()
            recent.extend(map(tuple, snapshot["results"][kind].tolist()))
        self._rng.bit_generator.state = snapshot["mix"]
        self._advisor.chance = snapshot["advisor"]
        self._rival.chance = snapshot["rival"]
        self._masks = self.native.action_masks()


def pairs(values: Iterable[tuple[float, float]]) -> torch.Tensor:
    """Return ``values`` as float64 (count, 2)."""
    return torch.tensor(list(values), dtype=torch.float64).reshape(-1, 2)


def pairs_like(value: Any, most: int) -> torch.Tensor:
    """Return the pattern of ``pairs`` that ``value`` has to match, which holds up to ``most``."""
    count = len(value) if isinstance(value, torch.Tensor) and value.ndim else 0
    return torch.empty((min(count, most), 2), dtype=torch.float64)

"""The games that ``training.ppo`` learns from: self-play on every seat, some against opponents."""

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from agents.alike import UnlikeError, check_alike
from aquasphere_env.core.game import Variant
from aquasphere_env.core.processors import num_processors
from aquasphere_env.envs.batch import GameBatch
from aquasphere_env.players.advice import AdvisedObserver, advised_size
from aquasphere_env.players.asking import ask
from aquasphere_env.players.registry import make_player
from aquasphere_env.players.weights import Tensors

from .config import VIEW, Config
from .evaluate import victory_shares
from .game_states import as_bytes, restore_games
from .league import League

EVERY_SEAT, EARLIER_SELF, FIRST_NAMED = range(3)  # kinds of games, by the learner's opponents
ADVISERS = 4  # that work at once; the same games on any number of processors
RECENT_GAMES = 2000  # that results are told of

Snapshot = dict[str, Any]  # numbers and tensors by name, which a checkpoint can hold


class Games:
    """``num_envs`` games at once; in most of them every seat is the learner's.

    In the others it has one seat, drawn for each game, and one kind of opponent all the rest: an
    earlier self of the ``league``, or one of ``config.opponents``. The kind is drawn when a game
    begins. Chance is the caller's, so that nothing of it has to be kept.
    """

    def __init__(
        self,
        variant: Variant,
        config: Config,
        league: League,
        advice: Tensors | None = None,
        *,
        advised: bool = True,
    ) -> None:
        """Start the games of a run with settled settings; ``begin`` comes before ``read``."""
        self.variant = variant
        self.league = league
        self.count = config.num_envs
        self.num_players = variant.num_players
        self.num_actions = len(variant.game.actions)
        self._view_size = variant.game.views[VIEW].size
        self.size = advised_size(variant.game, VIEW) if advised else self._view_size
        threads = num_processors()
        self._batch = GameBatch(variant, self.count, config.seed, str(config.reward), VIEW, threads)
        edges = np.linspace(0, self.count, ADVISERS + 1).astype(int).tolist()
        self._parts = [slice(*pair) for pair in pairwise(edges)]
        self._advisers = [AdvisedObserver(variant, VIEW, advice) for _ in self._parts if advised]
        self._threads = ThreadPoolExecutor(threads)
        kinds, shares = zip(*config.mix(variant.num_players), strict=True)
        self._kinds, self._shares = list(kinds), np.array(shares)
        self._players = [make_player(name, variant) for name in self._kinds[FIRST_NAMED:]]
        self._kind = np.zeros(self.count, np.int64)
        self._seat = np.zeros(self.count, np.int64)
        self._fresh = np.zeros(self.count, np.bool_)  # began with the present earlier self
        self._paid = np.zeros((self.count, self.num_players))
        self._squares, self._finished = 0.0, 0
        self._recent = deque[tuple[float, float, float]](maxlen=RECENT_GAMES)
        self._batch.reset()
        self._seat_next(np.arange(self.count), np.random.default_rng(config.seed))

    def begin(self, chance: np.random.Generator) -> None:
        """Reseed all who have chance of their own, before an update."""
        for adviser in self._advisers:
            adviser.seed(int(chance.integers(2**63)))
        for player in self._players:
            player.seed(int(chance.integers(2**63)))

    @property
    def movers(self) -> np.ndarray:
        """The seats to move, int64 (games,)."""
        return self._batch.current_player

    @property
    def learning(self) -> np.ndarray:
        """Which games wait for the learner, bool (games,)."""
        learning: np.ndarray = (self._kind == EVERY_SEAT) | (self._seat == self.movers)
        return learning

    @property
    def rewards(self) -> np.ndarray:
        """What the last decision paid each seat, float32 (games, players)."""
        return self._batch.rewards

    @property
    def over(self) -> np.ndarray:
        """Which games ended with the last decision, bool (games,)."""
        over: np.ndarray = self._batch.terminated | self._batch.truncated
        return over

    def read(self, observations: np.ndarray, masks: np.ndarray) -> None:
        """Write what the players to move see, (games, D + A), and their actions, (games, A).

        Where nobody advises, that is their view alone, (games, D).
        """
        observations[:, : self._view_size] = self._batch.observation
        masks[:] = self._batch.action_mask

        def advise(k: int) -> None:
            part = self._parts[k]
            advice = self._advisers[k].advise(self._batch.states[part])
            observations[part, self._view_size :] = advice

        for _ in self._threads.map(advise, range(len(self._advisers))):
            pass

    def answer(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        actions: np.ndarray,
        chance: np.random.Generator,
    ) -> None:
        """Write the opponents' actions into ``actions``, where they are to move."""
        waiting = ~self.learning
        for kind in np.unique(self._kind[waiting]).tolist():
            rows = np.flatnonzero(waiting & (self._kind == kind))
            if kind == EARLIER_SELF:
                actions[rows] = self.league.act(observations[rows], masks[rows], chance)
            else:
                player = self._players[kind - FIRST_NAMED]
                actions[rows] = ask(player, self.variant, self._batch.states[rows])

    def step(self, actions: np.ndarray, chance: np.random.Generator) -> None:
        """Play ``actions``, one in every game; those that end are followed by the next ones."""
        self._batch.step(actions)
        self._paid += self.rewards
        ended = np.flatnonzero(self.over)
        if len(ended):
            self._note(ended)
            self._paid[ended] = 0
            self._seat_next(ended, chance)

    def _note(self, ended: np.ndarray) -> None:
        self._squares += float((self._paid[ended] ** 2).sum())
        self._finished += self._paid[ended].size
        points, ranks = self._batch.final_scores, self._batch.final_ranks
        for i in ended.tolist():
            kind, seat = int(self._kind[i]), int(self._seat[i])
            share, own = victory_shares(ranks[i])[seat], points[i, seat]
            if kind == EVERY_SEAT:
                share, own = 1 / self.num_players, points[i].mean()
            elif kind == EARLIER_SELF and self._fresh[i]:
                self.league.note(float(share))
            self._recent.append((float(kind), float(share), float(own)))

    def _seat_next(self, which: np.ndarray, chance: np.random.Generator) -> None:
        """Draw kinds and seats of the games that begin in the slots ``which``."""
        self._kind[which] = chance.choice(len(self._kinds), len(which), p=self._shares)
        self._seat[which] = chance.integers(self.num_players, size=len(which))
        self._fresh[which] = True

    def change_rival(self) -> None:
        """Note that another earlier self goes on with the league's games."""
        self._fresh[:] = False

    def spread(self) -> float:
        """Return how large a game's rewards of a seat are: the root of their mean square."""
        if self._finished:
            return max(float(np.sqrt(self._squares / self._finished)), 1e-6)
        return float(np.sqrt((self._paid**2).mean())) or 1.0

    def results(self) -> dict[str, float]:
        """Return mean points and the shares of victories by opponent, in recent games."""
        if not self._recent:
            return {}
        kinds, shares, points = np.array(self._recent).T
        found = {"points": float(points.mean())}
        for kind in range(EARLIER_SELF, len(self._kinds)):
            if (kinds == kind).any():
                found[f"win_rate_{self._kinds[kind]}"] = float(shares[kinds == kind].mean())
        return found

    def snapshot(self) -> Snapshot:
        """Return a copy of everything that later games depend on."""
        games = self._batch.clone_state()
        return {
            "states": as_bytes(games.states),
            "slots": as_bytes(games.slots),
            "kind": torch.tensor(self._kind),
            "seat": torch.tensor(self._seat),
            "fresh": torch.tensor(self._fresh),
            "paid": torch.tensor(self._paid),
            "squares": self._squares,
            "finished": self._finished,
            "recent": torch.tensor(self._recent, dtype=torch.float64).reshape(-1, 3),
        }

    def restore(self, snapshot: Snapshot) -> None:
        """Go on from a snapshot of games of the same variant, number and opponents.

        Raises:
            ValueError: it is not such a snapshot, or one that is damaged; the games are then of no
                use any more.
        """
        recent = snapshot.get("recent") if isinstance(snapshot, dict) else None
        count = len(recent) if isinstance(recent, torch.Tensor) and recent.ndim else 0
        like = torch.empty((min(count, RECENT_GAMES), 3), dtype=torch.float64)
        check_alike(snapshot, {**self.snapshot(), "recent": like}, "games")
        for name, below in (("kind", len(self._kinds)), ("seat", self.num_players)):
            if not bool(((snapshot[name] >= 0) & (snapshot[name] < below)).all()):
                raise UnlikeError(f"games.{name} has a number that is not 0 to {below - 1}")
        for name in ("squares", "finished"):
            if snapshot[name] < 0:
                raise UnlikeError(f"games.{name} is {snapshot[name]}, not 0 or more")
        restore_games(self._batch, snapshot["states"], snapshot["slots"])
        for name in ("kind", "seat", "fresh", "paid"):
            getattr(self, f"_{name}")[:] = snapshot[name].numpy()
        self._squares, self._finished = snapshot["squares"], snapshot["finished"]
        self._recent.clear()
        self._recent.extend(map(tuple, snapshot["recent"].tolist()))

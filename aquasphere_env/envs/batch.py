"""Self-play in bulk: many games, and in each step one decision of the player to move in each."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces

from ..core.check import settle_checked
from ..core.game import Game, Variant
from ..core.integers import checked_actions, checked_count, seed_word
from ..core.match import refuse_illegal
from ..core.observer import arrange
from ..core.state import new_records
from ..core.threads import Shares
from ..games import get_game
from . import batch_kernels as kernels
from .batch_kernels import GAME_DTYPE, OUTCOME_DTYPE
from .decisions import MOST_EMPTY_GAMES
from .observations import EnvObserver
from .rewards import reward_id
from .snapshots import Origin, Snapshot, check_records
from .turnstile import Turnstile, one_at_a_time


@dataclass(frozen=True, eq=False, kw_only=True)
class BatchSnapshot(Snapshot):
    """A snapshot of a ``GameBatch``.

    Attributes:
        slots: each slot's sequence of games and account, records of ``GAME_DTYPE``.
    """

    slots: np.ndarray

    def _check_parts(self, variant: Variant) -> None:
        check_records(self.slots, self.origin.count, GAME_DTYPE, "slots")


class _Part(NamedTuple):
    """The arrays of some of the slots of a batch."""

    states: np.ndarray
    slots: np.ndarray
    rewards: np.ndarray
    outcomes: np.ndarray
    views: np.ndarray
    memories: np.ndarray
    masks: np.ndarray


class GameBatch:
    """``num_envs`` games; a step plays one decision in each, in one kernel call for each thread.

    Every ``reset`` and ``step`` overwrites the arrays: copy what you keep.

    Attributes:
        observation: what the player to move sees: float32 (num_envs, D) for views laid out as a
            vector, read-only, as a step writes only what has changed; (num_envs, …) or a dictionary
            of such for others.
        action_mask: its legal actions, int8 (num_envs, num_actions).
        current_player: its seat, int64 (num_envs,).
        rewards: what the last step paid each seat, float32 (num_envs, num_players).
        terminated: bool (num_envs,); the game ended by its rules in the last step.
        truncated: bool (num_envs,); it was cut off in the last step.
        final_scores: points by seat of the last game that ended, int32 (num_envs, num_players).
        final_ranks: its places by seat, ties share the better: int32 (num_envs, num_players).
        final_decisions: how many decisions it had, int32 (num_envs,).

    A game that ends is restarted in the same step: rewards and flags belong to the game that ended,
    observation, mask and player already to the next one. Every slot's sequence of games is
    determined by ``seed`` and its number, whatever the other slots play. A second thread inside
    the batch is refused with ``BusyError``.
    """

    def __init__(
        self,
        variant: Variant,
        num_envs: int,
        seed: int,
        reward: str,
        observation: str,
        num_threads: int = 1,
    ) -> None:
        """Prepare the games; ``reset`` starts them."""
        observer = EnvObserver(variant, observation, "info")
        if observer.view is None:
            raise ValueError("a batch has no text observations; use a single environment")
        num_envs = checked_count("num_envs", num_envs)
        self._shares = Shares(num_envs, num_threads)
        self.variant = variant
        self.num_envs = num_envs
        self.num_players = variant.num_players
        self.single_observation_space = observer.space
        self.single_action_space = spaces.Discrete(len(variant.game.actions))
        self._turnstile = Turnstile()
        self.states = variant.new_states(num_envs)
        self._origin = Origin.of(variant, num_envs)
        self._started = False
        self._view = observer.view
        self._seed = seed_word(seed)
        self._reward = reward_id(reward)
        self._slots = new_records(num_envs, GAME_DTYPE)
        self._outcomes = new_records(num_envs, OUTCOME_DTYPE)
        self._views = new_records(num_envs, self._view.dtype)
        self._memories = new_records(num_envs, self._view.memory)
        self.action_mask = np.zeros((num_envs, len(variant.game.actions)), np.int8)
        self.rewards = np.zeros((num_envs, variant.num_players), np.float32)

    def _part(self, share: int) -> _Part:
        """Return the arrays of the slots of a share."""
        whole = (
            self.states,
            self._slots,
            self.rewards,
            self._outcomes,
            self._views,
            self._memories,
            self.action_mask,
        )
        return _Part(*(self._shares.of(each, share) for each in whole))

    @one_at_a_time
    def reset(self, seed: int | None = None) -> None:
        """Restart every slot's sequence of games, from ``seed`` or the one before.

        Raises:
            ValueError: the seed is invalid; nothing has changed.
        """
        self._seed = self._seed if seed is None else seed_word(seed)
        self.rewards[:] = 0
        kernels.seed_games(self._slots, self._seed)
        blank = self.variant.blank

        def start(share: int) -> int:
            p = self._part(share)
            return int(
                kernels.reset_games(
                    p.states, p.slots, blank, p.outcomes, p.views, p.memories, p.masks
                )
            )

        results = self._shares.run(start)
        self._started = True
        _check_not_empty(results)

    @one_at_a_time
    def step(self, actions: np.ndarray) -> None:
        """Play ``actions`` (integers, (num_envs,)), one decision in every game.

        Raises:
            TypeError: not integers; nothing has changed.
            ValueError: another shape; nothing has changed.
            IllegalActionError: an action is illegal; the message names game, player and reason,
                and nothing has changed in any game.
        """
        chosen = checked_actions(actions, self.num_envs)
        refuse_illegal(self.variant, self.states, chosen, actions)
        self._play(chosen)

    def _play(self, actions: np.ndarray) -> None:
        """Play ``actions``, which are legal."""

        def play(share: int) -> int:
            p = self._part(share)
            return int(
                kernels.step_games(
                    p.states,
                    p.slots,
                    self.variant.blank,
                    self._shares.of(actions, share),
                    self._reward,
                    p.rewards,
                    p.outcomes,
                    p.views,
                    p.memories,
                    p.masks,
                )
            )

        _check_not_empty(self._shares.run(play))

    @property
    def observation(self) -> Any:
        """What the players to move see, batch axis first; float32 (num_envs, D) for a vector."""
        observation = arrange(self._view, self._views)
        if self._view.layout == "vector":  # others are copies
            observation.setflags(write=False)
        return observation

    @property
    def current_player(self) -> np.ndarray:
        """The seats to move, int64 (num_envs,)."""
        return _column(self._outcomes, "current_player")

    @property
    def terminated(self) -> np.ndarray:
        """Which games the rules ended in the last step, bool (num_envs,)."""
        return _column(self._outcomes, "terminated")

    @property
    def truncated(self) -> np.ndarray:
        """Which games a limit ended in the last step, bool (num_envs,)."""
        return _column(self._outcomes, "truncated")

    @property
    def final_scores(self) -> np.ndarray:
        """Points by seat of the last game that ended, int32 (num_envs, num_players)."""
        return _column(self._outcomes, "final_scores")[:, : self.num_players]

    @property
    def final_ranks(self) -> np.ndarray:
        """Places by seat, from 1, of the last game that ended, int32 (num_envs, num_players)."""
        return _column(self._outcomes, "final_ranks")[:, : self.num_players]

    @property
    def final_decisions(self) -> np.ndarray:
        """Decisions of the last game that ended, int32 (num_envs,)."""
        return _column(self._outcomes, "final_decisions")

    @property
    def game_seed(self) -> np.ndarray:
        """The seeds of the running games, uint64 (num_envs,); ``Match`` deals the same."""
        return _column(self._slots, "game_seed")

    @one_at_a_time
    def clone_state(self) -> BatchSnapshot:
        """Return a snapshot of all games and of their sequences.

        Raises:
            ResetNeeded: before the first ``reset``.
        """
        if not self._started:
            raise gymnasium.error.ResetNeeded("call reset before clone_state")
        return BatchSnapshot(
            origin=self._origin,
            states=self.states.copy(),
            slots=self._slots.copy(),
            checked=True,
        )

    @one_at_a_time
    def restore_state(self, snapshot: BatchSnapshot) -> None:
        """Return to a snapshot of a batch of the same variant and size.

        Raises:
            SnapshotError: a ``ValueError`` that says how it differs; nothing has changed.
        """
        BatchSnapshot.accept(snapshot, self.variant, self._origin)
        self.states[:] = snapshot.states
        self._slots[:] = snapshot.slots
        self._started = True
        self._show()

    @one_at_a_time
    def refresh(self) -> None:
        """Bring the arrays up to date after ``states`` was written to; flags, rewards: none.

        Raises:
            StateError: a state that no game reaches, see ``core.check``; about a millisecond each.
        """
        for i in range(self.num_envs):
            settle_checked(self.variant, self.states[i : i + 1])
        self._show()

    def _show(self) -> None:
        self.rewards[:] = 0
        self._outcomes["terminated"] = False
        self._outcomes["truncated"] = False
        kernels.show_all(self.states, self._outcomes, self._views, self._memories, self.action_mask)


def _check_not_empty(results: list[int]) -> None:
    if kernels.EMPTY in results:
        raise RuntimeError(f"in {MOST_EMPTY_GAMES} games in a row there was nothing to decide")


def _column(records: np.ndarray, name: str) -> np.ndarray:
    column: np.ndarray = np.asarray(records[name])
    return column


def make_batch(
    game: Game | str,
    num_envs: int = 1,
    num_players: int | None = None,
    seed: int = 0,
    reward: str = "outcome",
    observation: str = "flat",
    num_threads: int = 1,
    **options: Any,
) -> GameBatch:
    """Return ``num_envs`` games for self-play; see ``GameBatch``. ``reset`` starts them.

    Of a ``seed`` above 2**64 only the last 64 bits count. ``num_threads`` share out the games of a
    step, which makes it faster and changes nothing else.

    Raises:
        ValueError: an invalid name, option or number.
    """
    known = get_game(game) if isinstance(game, str) else game
    return GameBatch(
        known.variant(num_players, **options), num_envs, seed, reward, observation, num_threads
    )

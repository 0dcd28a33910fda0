"""Games as pure functions of a batch, in the shape that Pgx gave to them.

>>> game = FunctionalGame("octodice", num_players=2)
>>> state = game.init([0, 1, 2])
>>> state = game.step(state, state.legal_action_mask.argmax(axis=1))

A step changes nothing that it is given: an older state can be stepped again, with the same result.
``jax.pure_callback`` calls it from compiled code, see ``docs/clients/jax_search.py``.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core import loops
from ..core.check import check_state
from ..core.game import Game
from ..core.integers import checked_actions
from ..core.match import refuse_illegal
from ..core.observer import Observer
from ..core.state import new_records
from ..envs.decisions import play_each
from ..envs.rewards import ACCOUNT_DTYPE, reward_id
from ..games import get_game


class BatchState(NamedTuple):
    """Games as they stand; ``records`` is the whole of each, the rest is read from it.

    All arrays have the batch as their first axis and are read-only.
    """

    records: np.ndarray  # the game's record, (batch,)
    accounts: np.ndarray  # what rewards were paid for, (batch,)
    observation: Any  # what the player to move sees, batch axis first: float32 (batch, D) by flat
    legal_action_mask: np.ndarray  # bool (batch, actions); all true once a game is over
    current_player: np.ndarray  # int64 (batch,)
    rewards: np.ndarray  # float32 (batch, players), of the last step
    terminated: np.ndarray  # bool (batch,)
    truncated: np.ndarray  # bool (batch,)


class FunctionalGame:
    """A game with ``init`` and ``step`` over batches."""

    def __init__(
        self,
        game: Game | str,
        num_players: int | None = None,
        reward: str = "outcome",
        observation: str = "flat",
        **options: Any,
    ) -> None:
        """Choose players, reward and view.

        Raises:
            ValueError: a name, option or number that the game does not know.
        """
        known = get_game(game) if isinstance(game, str) else game
        self.variant = known.variant(num_players, **options)
        self.num_actions = len(known.actions)
        self._reward = reward_id(reward)
        self._observer = Observer(self.variant, observation)

    def init(self, seeds: Sequence[int]) -> BatchState:
        """Return a game for each of ``seeds``; raise ``ValueError`` for one that is none."""
        records = self.variant.new_states(len(seeds))
        for i, seed in enumerate(seeds):
            self.variant.start(records, i, seed)
        rewards = np.zeros((len(seeds), self.variant.num_players))
        return self._shown(records, new_records(len(seeds), ACCOUNT_DTYPE), rewards)

    def step(self, state: BatchState, actions: np.ndarray) -> BatchState:
        """Return the games after ``actions`` (batch,); those that are over stay, and pay nothing.

        Raises:
            IllegalActionError: an illegal action in a game that goes on.
        """
        chosen = checked_actions(actions, len(state.records))
        records, accounts = state.records.copy(), state.accounts.copy()
        refuse_illegal(self.variant, records, chosen, actions)
        rewards = np.zeros((len(records), self.variant.num_players))
        play_each(records, chosen, self._reward, accounts, rewards)
        return self._shown(records, accounts, rewards)

    def pack(self, state: BatchState) -> np.ndarray:
        """Return games as uint8 (batch, bytes), for libraries that carry arrays along."""
        parts = (_bytes_of(state.records), _bytes_of(state.accounts))
        return np.concatenate(parts, axis=1)

    def unpack(self, packed: np.ndarray) -> BatchState:
        """Return the games of ``packed``, with rewards of 0.

        Raises:
            ValueError: another shape or dtype, or bytes that are no game's.
        """
        record, account = self.variant.blank.dtype, ACCOUNT_DTYPE
        size = record.itemsize + account.itemsize
        if packed.dtype != np.uint8 or packed.ndim != 2 or packed.shape[1] != size:
            raise ValueError(
                f"packed games are uint8 (batch, {size}), not {packed.dtype} {packed.shape}"
            )
        parts = np.split(packed, [record.itemsize], axis=1)
        records, accounts = new_records(len(packed), record), new_records(len(packed), account)
        records[:], accounts[:] = (
            np.ascontiguousarray(part).view(kind)[:, 0]
            for part, kind in zip(parts, (record, account), strict=True)
        )
        for i, state in enumerate(records):
            check_state(self.variant, state)
            loops.refresh(records, i)
        return self._shown(records, accounts, np.zeros((len(packed), self.variant.num_players)))

    def _shown(self, records: np.ndarray, accounts: np.ndarray, rewards: np.ndarray) -> BatchState:
        observations, masks = self._observer.read_movers(records)
        over = (records["terminated"] | records["truncated"]).astype(bool)
        legal = masks.astype(bool)
        legal[over] = True
        return BatchState(
            _frozen(records),
            _frozen(accounts),
            observations,
            _frozen(legal),
            _frozen(records["current_player"].astype(np.int64)),
            _frozen(rewards.astype(np.float32)),
            _frozen(records["terminated"].astype(bool)),
            _frozen(records["truncated"].astype(bool)),
        )


def _bytes_of(records: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1)


def _frozen(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array

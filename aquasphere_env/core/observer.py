"""What players see of states, read into new arrays or words."""

from typing import Any

import numpy as np

from . import loops
from .game import Variant, legal_ids
from .jit import kernel
from .protocol import observe
from .state import Array, in_usual_layout, new_records, unwritten_records
from .threads import Shares
from .view import View

TEXT = "text"


@kernel
def read_seat(states: Array, i: int, player: int, views: Array, mask: Array) -> None:
    """Write what ``player`` sees of slot ``i`` into ``views[0]``, its actions into ``mask``."""
    observe(states[i], player, views[0])
    loops.read_mask(states, i, player, mask)


@kernel
def read_seats(states: Array, players: Array, views: Array, masks: Array) -> None:
    """Write what ``players[i]`` sees of slot ``i`` into ``views[i]`` and ``masks[i]``."""
    for i in range(states.shape[0]):
        observe(states[i], players[i], views[i])
        loops.read_mask(states, i, players[i], masks[i])


class Observer:
    """One way to see the games of a variant: a view by name, or ``text``."""

    def __init__(self, variant: Variant, observation: str = "flat") -> None:
        """Choose the view; raise ``ValueError`` for an unknown name."""
        views = variant.game.views
        if observation not in (*views, TEXT):
            raise ValueError(
                f"{variant.game.title} has no observation {observation!r}; "
                f"there are: {', '.join([*views, TEXT])}"
            )
        self.variant = variant
        self.name = observation
        self.view: View | None = views.get(observation)
        self.num_actions = len(variant.game.actions)
        self._is_vector = self.view is not None and self.view.layout == "vector"
        if self.view is not None:
            self._keep(new_records(1, self.view.dtype))

    def _keep(self, record: np.ndarray) -> None:
        """Read views into ``record`` from now on; ``_numbers`` are the same memory."""
        self._record = record
        self._numbers = np.asarray(record).view(np.float32)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Let a copy's numbers be those of its own record."""
        self.__dict__.update(state)
        if self.view is not None:
            self._keep(self._record)

    def read(self, states: np.ndarray, i: int, player: int) -> tuple[Any, np.ndarray]:
        """Return what ``player`` sees of slot ``i``: bare observation and int8 mask, both new."""
        mask = np.empty(self.num_actions, np.int8)
        if self.view is None:
            loops.read_mask(in_usual_layout(states), i, player, mask)
            return self.text(states[i], player), mask
        read_seat(in_usual_layout(states), i, player, self._record, mask)
        if self._is_vector:  # a copy costs a fifth of a new record array
            return self._numbers.copy(), mask
        return _first(arrange(self.view, self._record)), mask

    def read_many(
        self, states: np.ndarray, players: np.ndarray, shares: Shares | None = None
    ) -> tuple[Any, np.ndarray]:
        """Return what ``players[i]`` sees of slot ``i`` for all slots, batch axis first.

        The ``shares`` of the slots, if there are any, are read at the same time.
        """
        masks = np.empty((len(states), self.num_actions), np.int8)
        if self.view is None:
            texts = []
            for i in range(len(states)):
                text, masks[i] = self.read(states, i, int(players[i]))
                texts.append(text)
            return tuple(texts), masks
        views = unwritten_records(len(states), self.view.dtype)
        seats = np.array(players, np.int64)
        arrays = (in_usual_layout(states), seats, views, masks)
        shares = shares or Shares(len(states), 1)

        def read(share: int) -> int:
            read_seats(*(shares.of(each, share) for each in arrays))
            return share

        shares.run(read)
        return arrange(self.view, views), masks

    def read_movers(self, states: np.ndarray) -> tuple[Any, np.ndarray]:
        """Return what the player to move sees of every slot, batch axis first."""
        return self.read_many(states, states["current_player"])

    def text(self, state: np.void, player: int) -> str:
        """Return the game in words as ``player`` sees it, with the legal actions by id."""
        game = self.variant.game
        lines = [game.to_text(state, player), "", f"You are player_{player}."]
        if state["terminated"] or state["truncated"]:
            lines.append(f"The game is over: {game.end_reason(state)}.")
        elif player == state["current_player"]:
            lines.append("Your legal actions:")
            lines += [f"{a}: {game.actions.describe(a)}" for a in legal_ids(state)]
        elif game.simultaneous:  # who has not decided yet is hidden
            lines.append("Other players still have to decide.")
        else:
            lines.append(f"player_{state['current_player']} is to move.")
        return "\n".join(lines)


def arrange(view: View, views: np.ndarray) -> Any:
    """Return the records ``views`` in the layout of ``view``, batch axis first.

    A vector shares memory with ``views``, the others are copies.
    """
    if view.layout == "vector":
        return np.asarray(views).view(np.float32).reshape(len(views), view.size)
    if view.layout == "array":
        return np.array(views[view.features[0].name])
    return {f.name: np.array(views[f.name]) for f in view.features}


def _first(batch: Any) -> Any:
    if isinstance(batch, dict):
        return {name: np.array(rows[0]) for name, rows in batch.items()}
    return batch[0]

"""What players see: spaces, and fresh arrays read from states."""

from typing import Any

import numpy as np
from gymnasium import spaces

from ..core import bits, loops
from ..core.game import Variant, View, legal_ids
from ..core.jit import kernel
from ..core.protocol import observe
from ..core.state import new_records

TEXT = "text"
MASK_PLACES = ("observation", "info")

_MAX_TEXT = 50_000
_SIGNS = "äöüÄÖÜßé…–—·•×±≤≥≠→←↑↓↔✓✗■□▪▫●○◆◇▲△▼▽★☆│─┌┐└┘├┤┬┴┼°²³"  # noqa: RUF001
_CHARSET = "".join(map(chr, range(32, 127))) + "\n" + _SIGNS
_KNOWN_SIGNS = frozenset(_CHARSET)


@kernel
def read_seat(states, i, player, views, mask):
    """Write what ``player`` sees of slot ``i`` into ``views[0]``, its actions into ``mask``."""
    state = states[i]
    observe(state, player, views[0])
    if player == state.current_player:
        bits.unpack(state.legal, mask)
    else:
        mask[:] = 0


@kernel
def read_seats(states, players, views, masks):
    """Write what ``players[i]`` sees of slot ``i`` into ``views[i]`` and ``masks[i]``."""
    for i in range(states.shape[0]):
        state = states[i]
        observe(state, players[i], views[i])
        if players[i] == state.current_player:
            bits.unpack(state.legal, masks[i])
        else:
            masks[i, :] = 0


class Words(str):
    """A text observation. PettingZoo's tests ask every observation for its ``dtype``."""

    __slots__ = ()
    dtype = np.dtype(str)


class Observer:
    """One way to see the games of a variant: a view by name, or ``text``.

    ``space`` is the space of the bare observation, ``mask_space`` that of the legal actions,
    ``full_space`` what a wrapper shows: the bare observation with ``mask_in="info"``, a
    dictionary of ``observation`` and ``action_mask`` with ``mask_in="observation"``.
    """

    def __init__(self, variant: Variant, observation: str, mask_in: str) -> None:
        """Choose the view; raise ``ValueError`` for an unknown name."""
        views = variant.game.views
        if observation not in (*views, TEXT):
            raise ValueError(
                f"{variant.game.title} has no observation {observation!r}; "
                f"there are: {', '.join([*views, TEXT])}"
            )
        if mask_in not in MASK_PLACES:
            raise ValueError(f"mask_in is 'observation' or 'info', not {mask_in!r}")
        self.variant = variant
        self.name = observation
        self.view: View | None = views.get(observation)
        self.num_actions = len(variant.game.actions)
        self.in_observation = mask_in == "observation"
        self.space = text_space() if self.view is None else view_space(self.view)
        self.mask_space = spaces.Box(0, 1, (self.num_actions,), np.int8)
        self.full_space: spaces.Space[Any] = self.space
        if self.in_observation:
            self.full_space = spaces.Dict(observation=self.space, action_mask=self.mask_space)
        self._is_vector = self.view is not None and self.view.layout == "vector"
        if self.view is not None:
            self._record = new_records(1, self.view.dtype)

    def read(self, states: np.ndarray, i: int, player: int) -> tuple[Any, np.ndarray]:
        """Return what ``player`` sees of slot ``i``: bare observation and int8 mask, both new."""
        mask = np.empty(self.num_actions, np.int8)
        if self.view is None:
            loops.read_mask(states, i, player, mask)
            return self.text(states[i], player), mask
        read_seat(states, i, player, self._record, mask)
        if self._is_vector:  # a copy costs a fifth of a new record array
            return np.asarray(self._record).view(np.float32).copy(), mask
        return _first(arrange(self.view, self._record)), mask

    def read_many(self, states: np.ndarray, players: np.ndarray) -> tuple[Any, np.ndarray]:
        """Return what ``players[i]`` sees of slot ``i`` for all slots, batch axis first."""
        masks = np.empty((len(states), self.num_actions), np.int8)
        if self.view is None:
            texts = []
            for i in range(len(states)):
                text, masks[i] = self.read(states, i, int(players[i]))
                texts.append(text)
            return tuple(texts), masks
        views = new_records(len(states), self.view.dtype)
        read_seats(states, players, views, masks)
        return self.batch(views), masks

    def batch(self, views: np.ndarray) -> Any:
        """Return the records ``views`` in the view's layout, batch axis first."""
        if self.view is None:
            raise ValueError("text observations have no records")
        return arrange(self.view, views)

    def text(self, state: np.void, player: int) -> Words:
        """Return the game in words as ``player`` sees it, with the legal actions by id."""
        game = self.variant.game
        lines = [game.to_text(state, player), "", f"You are player_{player}."]
        if state["terminated"] or state["truncated"]:
            lines.append(f"The game is over: {game.end_reason(state)}.")
        elif player == state["current_player"]:
            lines.append("Your legal actions:")
            lines += [f"{a}: {game.actions.describe(a)}" for a in legal_ids(state)]
        else:
            lines.append(f"player_{state['current_player']} is to move.")
        return _with_known_signs("\n".join(lines))


def view_space(view: View) -> spaces.Space[Any]:
    """Return the space of a view in its layout; every feature lies in [-1, 1]."""
    boxes: dict[str, spaces.Space[Any]] = {
        feature.name: spaces.Box(-1.0, 1.0, feature.shape, np.float32) for feature in view.features
    }
    if view.layout == "vector":
        return spaces.Box(-1.0, 1.0, (view.size,), np.float32)
    if view.layout == "array":
        return boxes[view.features[0].name]
    return spaces.Dict(boxes)


def text_space() -> spaces.Text:
    """Return the space of observations in words."""
    return spaces.Text(_MAX_TEXT, charset=_CHARSET)


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


def _with_known_signs(text: str) -> Words:
    if not _KNOWN_SIGNS.issuperset(text):
        text = "".join(sign if sign in _KNOWN_SIGNS else "?" for sign in text)
    return Words(text[:_MAX_TEXT])

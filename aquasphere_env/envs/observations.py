"""Observations of environments: Gymnasium spaces around what an ``Observer`` reads."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from ..core.game import Variant
from ..core.observer import Observer
from ..core.view import View
from ..language.moves import Event
from ..language.telling import NOTHING_MORE, Teller, Telling

MASK_PLACES = ("observation", "info")

_MAX_TEXT = 50_000
_SIGNS = "äöüÄÖÜßé…–—·•×±≤≥≠→←↑↓↔✓✗■□▪▫●○◆◇▲△▼▽★☆│─┌┐└┘├┤┬┴┼°²³"  # noqa: RUF001
_CHARSET = "".join(map(chr, range(32, 127))) + "\n" + _SIGNS
_KNOWN_SIGNS = frozenset(_CHARSET)


class Words(str):
    """A text observation. PettingZoo's tests ask every observation for its ``dtype``."""

    __slots__ = ()
    dtype = np.dtype(str)


class EnvObserver(Observer):
    """An observer with its spaces.

    ``space`` is the space of the bare observation, ``mask_space`` that of the legal actions,
    ``full_space`` what the environment returns: the bare observation with ``mask_in="info"``, a
    dictionary of ``observation`` and ``action_mask`` with ``mask_in="observation"``. ``past`` are
    the events of the game for a ``telling`` with news, ``None`` if they are not known.
    """

    def __init__(
        self, variant: Variant, observation: str, mask_in: str, telling: Telling = NOTHING_MORE
    ) -> None:
        """Choose the view and the mask's place; raise ``ValueError`` for an unknown name."""
        super().__init__(variant, observation)
        telling.check(variant.game, observation)
        self.past: Sequence[Event] | None = None
        self._teller = None if telling == NOTHING_MORE else Teller(variant, telling)
        if mask_in not in MASK_PLACES:
            raise ValueError(f"mask_in is 'observation' or 'info', not {mask_in!r}")
        self.in_observation = mask_in == "observation"
        self.space = text_space() if self.view is None else view_space(self.view)
        self.mask_space = spaces.Box(0, 1, (self.num_actions,), np.int8)
        self.full_space: spaces.Space[Any] = self.space
        if self.in_observation:
            self.full_space = spaces.Dict(observation=self.space, action_mask=self.mask_space)

    def full(self, observation: Any, mask: np.ndarray) -> Any:
        """Return what the environment returns for a bare ``observation`` and its ``mask``.

        It holds the mask itself: who shows that elsewhere, too, gives a copy.
        """
        if self.in_observation:
            return {"observation": observation, "action_mask": mask}
        return observation

    def text(self, state: np.void, player: int) -> Words:
        """Return the words of ``Observer.text``, or the telling, in characters of the space."""
        if self._teller is None:
            text = super().text(state, player)
        else:
            text = self._teller.told(state, player, self.past)
        if not _KNOWN_SIGNS.issuperset(text):
            text = "".join(sign if sign in _KNOWN_SIGNS else "?" for sign in text)
        return Words(text[:_MAX_TEXT])


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

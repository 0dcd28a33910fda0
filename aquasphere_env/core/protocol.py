"""The game protocol: what every game's ``rules`` module provides, dispatched by state layout.

Generic code calls ``apply(state, action)``; at compile time numba looks up the kernel that the
game registered for the type of ``state`` (multiple dispatch). Interpreted code looks it up by
dtype.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numba import from_dtype
from numba.extending import overload

Kernel = Callable[..., Any]


class Rules(Protocol):
    """Kernels over one state record. They are never given an illegal action and validate nothing.

    The core keeps these promises to a game: a state starts as a copy of a *blank* (a zeroed record
    whose ``num_players``, options and component tables are set) with a seeded ``rng``; ``deal``
    runs once, then ``setup`` once; ``apply`` is called with an action that ``legal_actions``
    offered for exactly this state; after each of them the core asks for the legal actions and,
    while there is exactly one, plays it.

    A game keeps these promises to the core: until ``terminated`` or ``truncated`` is set there is
    at least one legal action, and the game ends after finitely many; all chance comes from
    ``state.rng``, so copies have the same future; ``observe`` kernels read nothing that the player
    cannot know and write every field of their view; kernels allocate nothing.

    A game with ``Game.simultaneous`` set also has ``turn_open(state, player)``: whether ``player``
    still has to decide in this turn. Its players' decisions in a turn do not touch each other, and
    ``current_player`` may be set to anybody whose turn is open.
    """

    deal: Kernel
    """``deal(state)`` draws everything that chance decides before the first move."""
    setup: Kernel
    """``setup(state)`` places the pieces as dealt, up to the first decision."""
    legal_actions: Kernel
    """``legal_actions(state, legal)`` adds the current player's actions to an empty bit set."""
    apply: Kernel
    """``apply(state, action)`` plays a legal action and runs on to the next decision."""
    scores: Kernel
    """``scores(state, out)`` fills int32 (num_players, NUM_SCORE_KEYS): points, tie-breakers."""
    redeal: Kernel
    """``redeal(state, player)`` draws anew, from ``rng``, everything ``player`` cannot see."""
    evaluate: Kernel
    """``evaluate(state, player)`` returns a float: how promising the state is for ``player``."""


NUM_SCORE_KEYS = 3  # points, first tie-breaker, second tie-breaker (0 where a game has none)

_RULES: dict[Any, Rules] = {}  # by numpy dtype and by numba type of the state
_OBSERVERS: dict[Any, Kernel] = {}  # by numpy dtype and by numba type of the view


def register_rules(dtype: np.dtype, rules: Any) -> None:
    """Bind the kernels of the module ``rules`` to states of ``dtype``."""
    if _RULES.setdefault(dtype, rules) is not rules:
        raise ValueError(f"{_RULES[dtype]} already uses this state layout")
    _RULES[from_dtype(dtype)] = rules


def register_observer(dtype: np.dtype, observer: Kernel) -> None:
    """Bind ``observer(state, player, view)`` to views of ``dtype``."""
    if _OBSERVERS.setdefault(dtype, observer) is not observer:
        raise ValueError(f"{_OBSERVERS[dtype]} already uses this view layout")
    _OBSERVERS[from_dtype(dtype)] = observer


def deal(state: Any) -> None:
    """Draw everything that chance decides before the first move."""
    _RULES[state.dtype].deal(state)


def setup(state: Any) -> None:
    """Place the pieces as dealt, up to the first decision."""
    _RULES[state.dtype].setup(state)


def legal_actions(state: Any, legal: Any) -> None:
    """Add the current player's actions to the empty bit set ``legal``."""
    _RULES[state.dtype].legal_actions(state, legal)


def apply(state: Any, action: int) -> None:
    """Play a legal action and run on to the next decision."""
    _RULES[state.dtype].apply(state, action)


def scores(state: Any, out: Any) -> None:
    """Fill ``out`` (int32, players by NUM_SCORE_KEYS) with points and tie-breakers."""
    _RULES[state.dtype].scores(state, out)


def redeal(state: Any, player: int) -> None:
    """Draw anew everything that ``player`` cannot see."""
    _RULES[state.dtype].redeal(state, player)


def evaluate(state: Any, player: int) -> float:
    """Return how promising the state is for ``player``."""
    return float(_RULES[state.dtype].evaluate(state, player))


def turn_open(state: Any, player: int) -> bool:
    """Return whether ``player`` still has to decide in this turn (simultaneous games only)."""
    return bool(_RULES[state.dtype].turn_open(state, player))  # type: ignore[attr-defined]


def observe(state: Any, player: int, view: Any) -> None:
    """Write what ``player`` may see into ``view``."""
    _OBSERVERS[view.dtype](state, player, view)


@overload(deal)
def _deal(state):  # type: ignore[no-untyped-def]
    kernel = _RULES[state].deal
    return lambda state: kernel(state)


@overload(setup)
def _setup(state):  # type: ignore[no-untyped-def]
    kernel = _RULES[state].setup
    return lambda state: kernel(state)


@overload(legal_actions)
def _legal_actions(state, legal):  # type: ignore[no-untyped-def]
    kernel = _RULES[state].legal_actions
    return lambda state, legal: kernel(state, legal)


@overload(apply)
def _apply(state, action):  # type: ignore[no-untyped-def]
    kernel = _RULES[state].apply
    return lambda state, action: kernel(state, action)


@overload(scores)
def _scores(state, out):  # type: ignore[no-untyped-def]
    kernel = _RULES[state].scores
    return lambda state, out: kernel(state, out)


@overload(redeal)
def _redeal(state, player):  # type: ignore[no-untyped-def]
    kernel = _RULES[state].redeal
    return lambda state, player: kernel(state, player)


@overload(evaluate)
def _evaluate(state, player):  # type: ignore[no-untyped-def]
    kernel = _RULES[state].evaluate
    return lambda state, player: kernel(state, player)


@overload(turn_open)
def _turn_open(state, player):  # type: ignore[no-untyped-def]
    kernel = _RULES[state].turn_open  # type: ignore[attr-defined]
    return lambda state, player: kernel(state, player)


@overload(observe)
def _observe(state, player, view):  # type: ignore[no-untyped-def]
    kernel = _OBSERVERS[view]
    return lambda state, player, view: kernel(state, player, view)

"""The game protocol: what every game's ``rules`` module provides, dispatched by state layout.

Generic code calls ``apply(state, action)``. While numba compiles it, the type of ``state`` selects
the kernel that the game has registered; in interpreted code its dtype does.
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numba import from_dtype
from numba.extending import overload

from .sources import bind_sources
from .state import Array, Record, State

Kernel = Callable[..., Any]


class Rules(Protocol):
    """Kernels over one state record. They never receive an illegal action and validate nothing.

    The core promises: a state starts as a copy of a *blank* (a zeroed record with ``num_players``,
    options and component tables set) with a seeded ``rng``; ``deal`` runs once, then ``setup``
    once; ``apply`` receives an action that ``legal_actions`` offered for this very state; after
    ``setup`` and every ``apply`` the core asks for the legal actions and, while there is exactly
    one, plays it.

    A game promises: until ``terminated`` or ``truncated`` is set there is at least one legal
    action, and the game ends after finitely many; all chance comes from ``state.rng``, so that
    copies have the same future; ``observe`` kernels read nothing that is hidden from the player
    and write every field of their view; kernels allocate nothing.

    A game with ``Game.simultaneous`` set also has ``turn_open(state, player)``: whether ``player``
    still has to decide in this turn. Decisions of different players in a turn are independent, and
    ``current_player`` may be set to any player whose turn is open.
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
    """``redeal(state, player)`` resamples everything hidden from ``player``, using ``rng``."""
    evaluate: Kernel
    """``evaluate(state, player)`` returns a float: the heuristic value for ``player``."""


class Expert(Protocol):
    """How a good beginner plays a game: by rules of thumb that the game's page explains.

    A game need not have them, see ``Game.expert``. ``decide`` uses nothing that is hidden from the
    current player, draws no chance and changes nothing.
    """

    RULES_OF_THUMB: tuple[str, ...]
    """Their names, as on the game's page."""
    decide: Kernel
    """``decide(state)`` returns two integers: a legal action, and which rule of thumb chose it."""


NUM_SCORE_KEYS = 3  # points, first tie-breaker, second tie-breaker (0 where a game has none)

_RULES: dict[Any, Any] = {}  # modules that provide Rules, by numpy dtype and numba type of a state
_EXPERTS: dict[Any, Any] = {}  # modules that provide Expert, by the same keys
_OBSERVERS: dict[Any, Kernel] = {}  # by numpy dtype and numba type of a view
_OBSERVERS_AGAIN: dict[Any, Kernel] = {}  # by the same keys; not all views have one


def register_rules(dtype: np.dtype, rules: Any, expert: Any = None) -> None:
    """Bind the kernels of the modules ``rules`` and ``expert``, if any, to states of ``dtype``.

    Raises:
        ValueError: another module has states of this layout.
    """
    if _RULES.setdefault(dtype, rules) is not rules:
        raise ValueError(f"{_RULES[dtype]} already uses this state layout")
    record_type = from_dtype(dtype)
    _RULES[record_type] = rules
    names = (*Rules.__annotations__, *(["turn_open"] if hasattr(rules, "turn_open") else []))
    kernels = [getattr(rules, name) for name in names]
    if expert is not None:
        _EXPERTS[dtype] = _EXPERTS[record_type] = expert
        kernels.append(expert.decide)
    bind_sources(record_type, kernels)


def register_observer(dtype: np.dtype, observer: Kernel, again: Kernel | None = None) -> None:
    """Bind ``observer(state, player, view)`` to views of ``dtype``.

    ``again(state, player, view, memory)``, if the view has one, is bound for ``observe_again``.

    Raises:
        ValueError: another observer has views of this layout.
    """
    if _OBSERVERS.setdefault(dtype, observer) is not observer:
        raise ValueError(f"{_OBSERVERS[dtype]} already uses this view layout")
    record_type = from_dtype(dtype)
    _OBSERVERS[record_type] = observer
    if again is not None:
        _OBSERVERS_AGAIN[dtype] = _OBSERVERS_AGAIN[record_type] = again
    bind_sources(record_type, [observer, *([] if again is None else [again])])


def deal(state: State) -> None:
    """Draw everything that chance decides before the first move."""
    _RULES[state.dtype].deal(state)


def setup(state: State) -> None:
    """Place the pieces as dealt, up to the first decision."""
    _RULES[state.dtype].setup(state)


def legal_actions(state: State, legal: Array) -> None:
    """Add the current player's actions to the empty bit set ``legal``."""
    _RULES[state.dtype].legal_actions(state, legal)


def apply(state: State, action: int) -> None:
    """Play a legal action and run on to the next decision."""
    _RULES[state.dtype].apply(state, action)


def scores(state: State, out: Array) -> None:
    """Fill ``out`` (int32, players by NUM_SCORE_KEYS) with points and tie-breakers."""
    _RULES[state.dtype].scores(state, out)


def redeal(state: State, player: int) -> None:
    """Resample everything hidden from ``player``."""
    _RULES[state.dtype].redeal(state, player)


def evaluate(state: State, player: int) -> float:
    """Return a heuristic value of the state for ``player``."""
    return float(_RULES[state.dtype].evaluate(state, player))


def turn_open(state: State, player: int) -> bool:
    """Return whether ``player`` still has to decide in this turn (simultaneous games only)."""
    return bool(_RULES[state.dtype].turn_open(state, player))


def decide(state: State) -> tuple[int, int]:
    """Return what the game's expert plays, and the index of the rule of thumb that chose it."""
    action, rule = _EXPERTS[state.dtype].decide(state)
    return int(action), int(rule)


def observe(state: State, player: int, view: Record) -> None:
    """Write what ``player`` may see of ``state`` into ``view``."""
    _OBSERVERS[view.dtype](state, player, view)


def observe_again(state: State, player: int, view: Record, memory: Record) -> None:
    """Write the same as ``observe``, but not what ``view`` shows already.

    ``memory`` says what that is: unless it is ``known``, nothing; else it was filled by the last
    call for this view, since when neither has changed and the game has gone on.
    """
    if view.dtype in _OBSERVERS_AGAIN:
        _OBSERVERS_AGAIN[view.dtype](state, player, view, memory)
    else:
        _OBSERVERS[view.dtype](state, player, view)


@overload(deal)
def _deal(state: Any) -> Kernel:
    kernel = _RULES[state].deal

    def call(state: Any) -> Any:
        return kernel(state)

    return call


@overload(setup)
def _setup(state: Any) -> Kernel:
    kernel = _RULES[state].setup

    def call(state: Any) -> Any:
        return kernel(state)

    return call


@overload(legal_actions)
def _legal_actions(state: Any, legal: Any) -> Kernel:
    kernel = _RULES[state].legal_actions

    def call(state: Any, legal: Any) -> Any:
        return kernel(state, legal)

    return call


@overload(apply)
def _apply(state: Any, action: Any) -> Kernel:
    kernel = _RULES[state].apply

    def call(state: Any, action: Any) -> Any:
        return kernel(state, action)

    return call


@overload(scores)
def _scores(state: Any, out: Any) -> Kernel:
    kernel = _RULES[state].scores

    def call(state: Any, out: Any) -> Any:
        return kernel(state, out)

    return call


@overload(redeal)
def _redeal(state: Any, player: Any) -> Kernel:
    kernel = _RULES[state].redeal

    def call(state: Any, player: Any) -> Any:
        return kernel(state, player)

    return call


@overload(evaluate)
def _evaluate(state: Any, player: Any) -> Kernel:
    kernel = _RULES[state].evaluate

    def call(state: Any, player: Any) -> Any:
        return kernel(state, player)

    return call


@overload(turn_open)
def _turn_open(state: Any, player: Any) -> Kernel:
    kernel = _RULES[state].turn_open

    def call(state: Any, player: Any) -> Any:
        return kernel(state, player)

    return call


@overload(decide)
def _decide(state: Any) -> Kernel:
    kernel = _EXPERTS[state].decide

    def call(state: Any) -> Any:
        return kernel(state)

    return call


@overload(observe)
def _observe(state: Any, player: Any, view: Any) -> Kernel:
    kernel = _OBSERVERS[view]

    def call(state: Any, player: Any, view: Any) -> Any:
        return kernel(state, player, view)

    return call


@overload(observe_again)
def _observe_again(state: Any, player: Any, view: Any, memory: Any) -> Kernel:
    if view in _OBSERVERS_AGAIN:
        again = _OBSERVERS_AGAIN[view]

        def call(state: Any, player: Any, view: Any, memory: Any) -> Any:
            return again(state, player, view, memory)

        return call
    kernel = _OBSERVERS[view]

    def call_whole(state: Any, player: Any, view: Any, memory: Any) -> Any:
        return kernel(state, player, view)

    return call_whole

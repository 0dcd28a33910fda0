"""``Match``: one game played from Python, with checks, error messages and a history."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from . import loops
from .game import Chance, Variant, forced_action, legal_ids
from .integers import checked_seed, shown, whole_number


class IllegalActionError(ValueError):
    """An action that is illegal for the current player; the message says which and why."""


class Match:
    """One game of ``variant``; ``states[0]``, a plain numpy record, is its complete state.

    ``history`` lists the decisions so far; ``forced`` lists the moves without a choice, as pairs
    (number of decisions before it, action).
    """

    def __init__(self, variant: Variant, seed: int = 0, chance: Chance | None = None) -> None:
        """Start a game; ``seed`` and ``chance`` are as in ``Variant.start``.

        Of a seed above 2**64 only the last 64 bits count.
        """
        self.variant = variant
        self.game = variant.game
        self.states = variant.new_states()
        self.seed = checked_seed(seed)
        self.history: list[int] = []
        self.forced: list[tuple[int, int]] = []
        variant.begin(self.states, 0, self.seed, chance)
        self.chance = {name: np.asarray(value).tolist() for name, value in (chance or {}).items()}
        self._play_forced()

    @property
    def state(self) -> np.void:
        """The record of the state; writing to it changes the game."""
        record: np.void = self.states[0]
        return record

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state["terminated"] or self.state["truncated"])

    @property
    def player(self) -> int:
        """The player who decides."""
        return int(self.state["current_player"])

    def legal_actions(self) -> list[int]:
        """Return the legal action ids in ascending order: two or more until the game is over."""
        return legal_ids(self.state)

    def step(self, action: Any) -> None:
        """Play ``action``, an id or words, and the forced moves after it.

        Raises:
            TypeError: neither an integer nor words.
            ValueError: words that no action reads.
            IllegalActionError: it is illegal; in all three cases nothing has changed.
        """
        action = check_legal(self.variant, self.states, 0, action)
        self.state["step_count"] += 1
        loops.apply_one(self.states, 0, action)
        self.history.append(action)
        self._play_forced()

    def _play_forced(self) -> None:
        while (action := forced_action(self.state)) is not None:
            self.forced.append((len(self.history), action))
            loops.apply_one(self.states, 0, action)

    def copy(self) -> "Match":
        """Return an independent match with the same state, history and future."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.states = self.states.copy()
        twin.chance = dict(self.chance)
        twin.history = list(self.history)
        twin.forced = list(self.forced)
        return twin

    def scores(self) -> list[int]:
        """Return every player's points."""
        return [int(points) for points in self.game.read_scores(self.states)[:, 0]]

    def ranks(self) -> list[int]:
        """Return every player's rank: 1 is best, ties share the better rank."""
        return self.game.ranks(self.states)

    def _repr_svg_(self) -> str:
        last = self.history[-1] if self.history else None
        return self.game.draw(self.state, None, last)

    def events(self) -> Iterator[tuple[int, bool]]:
        """Yield all moves in order: the action and whether it was forced."""
        pending = iter(self.forced)
        event = next(pending, None)
        for index in range(len(self.history) + 1):
            while event is not None and event[0] == index:
                yield event[1], True
                event = next(pending, None)
            if index < len(self.history):
                yield self.history[index], False


def replayed(
    variant: Variant, seed: int, history: Sequence[int], chance: Chance | None = None
) -> Match:
    """Return the match of ``seed`` and ``chance`` after the decisions of ``history``."""
    match = Match(variant, seed, chance)
    for action in history:
        match.step(action)
    return match


def check_legal(variant: Variant, states: np.ndarray, i: int, given: Any) -> int:
    """Return ``given``, an id or words, as a plain integer if it is legal in slot ``i``.

    Raises:
        TypeError: neither an integer nor words.
        ValueError: words that no action reads.
        IllegalActionError: it is illegal; the message says why.
    """
    action = variant.game.actions.read(given)
    if action not in variant.game.actions or not loops.is_legal(states, i, action):
        raise IllegalActionError(explain_illegal(variant, states[i], action))
    return action


def refuse_illegal(variant: Variant, states: np.ndarray, actions: np.ndarray, given: Any) -> None:
    """Hold ``actions`` (int64, one a slot) of all running games to what is legal.

    Raises:
        IllegalActionError: the first that is illegal; the message names the game and why, and shows
            the action as it was ``given``.
    """
    illegal = int(loops.first_illegal(states, actions))
    if illegal >= 0:
        reason = explain_illegal(variant, states[illegal], whole_number(given[illegal]))
        raise IllegalActionError(f"game {illegal}: {reason}")


def explain_illegal(variant: Variant, state: np.void, action: int) -> str:
    """Return a sentence that says why ``action`` is illegal in ``state``."""
    game = variant.game
    if state["terminated"] or state["truncated"]:
        return f"illegal action {shown(action)}: the game is over ({game.end_reason(state)})"
    player = f"player_{state['current_player']}"
    if action not in game.actions:
        last = len(game.actions) - 1
        return f"illegal action {shown(action)} for {player}: ids go from 0 to {last}"
    words = game.actions.describe(action)
    return f"illegal action {action} ({words}) for {player}: {game.why_illegal(state, action)}"

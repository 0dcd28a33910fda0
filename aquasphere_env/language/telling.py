"""A game told to a player: rules, position, what has happened, and the legal actions.

The position and the actions are those of ``observation="text"``; a ``Telling`` says what else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..core.game import Game, Variant
from ..core.observer import TEXT, Observer
from .guides import choices_in
from .moves import Event, events_since
from .rules import checked_length, rules_text

_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Telling:
    """What a text tells besides the position and the legal actions: nothing, unless asked.

    Attributes:
        rules: ``short`` for the game's primer, ``full`` for its page, or ``None``.
        news: whether what happened since the player's last decision is told.
        hints: whether each legal action is told with its place and what it changes for sure.
    """

    rules: str | None = None
    news: bool = False
    hints: bool = False

    def check(self, game: Game, observation: str) -> None:
        """Raise ``ValueError`` if ``game`` has no such rules, or ``observation`` is no text."""
        if self != NOTHING_MORE and observation != TEXT:
            raise ValueError(
                f"rules, news and hints are told in words: they need observation='{TEXT}', "
                f"not {observation!r}"
            )
        for name in ("news", "hints"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is True or False, not {getattr(self, name)!r}")
        checked_length(game, self.rules)


NOTHING_MORE = Telling()


class Teller:
    """Tells the games of a variant."""

    def __init__(self, variant: Variant, telling: Telling = NOTHING_MORE) -> None:
        """Prepare; raise ``ValueError`` if the game has no such rules."""
        telling.check(variant.game, TEXT)
        self.variant = variant
        self.telling = telling
        self._observer = Observer(variant, TEXT)

    @cached_property
    def rules(self) -> str:
        """The rules that the telling asks for, an empty text for none."""
        return plain(rules_text(self.variant, self.telling.rules))

    def told(self, state: np.void, player: int, past: Sequence[Event] | None = None) -> str:
        """Return what ``player`` is told at ``state``, the rules first.

        Args:
            state: the record of a game; it is not changed.
            player: who is told; nothing that it cannot know is in the text.
            past: the events of the game, as ``moves.events`` returns them, for the news; ``None``
                if they are not known.
        """
        parts = [self.rules, self.situation(state, player, past)]
        return "\n\n".join(part for part in parts if part)

    def situation(self, state: np.void, player: int, past: Sequence[Event] | None = None) -> str:
        """Return what ``told`` does without the rules."""
        news = self.news(state, player, past) if self.telling.news else ""
        parts = [news, self.position(state, player)]
        return "\n\n".join(part for part in parts if part)

    def news(self, state: np.void, player: int, past: Sequence[Event] | None) -> str:
        """Return what ``player`` has come to know of since its last decision, or nothing."""
        if past is None:
            return ""
        news = events_since(past, self.variant.game, state, player)
        return "\n".join(["Since your last decision:", *map(news_line, news)]) if news else ""

    def position(self, state: np.void, player: int) -> str:
        """Return the text observation, with hints behind its actions if they are wanted."""
        text = self._observer.text(state, player)
        over = state["terminated"] or state["truncated"]
        if not self.telling.hints or over or player != state["current_player"]:
            return text
        listed = choices_in(self.variant, _alone(self.variant, state))
        lines = text.split("\n")
        first = len(lines) - len(listed)
        hints = (_hint(choice["words"], choice["effect"]) for choice in listed)
        hinted = (f"{line}{hint}" for line, hint in zip(lines[first:], hints, strict=True))
        return "\n".join([*lines[:first], *hinted])


def _alone(variant: Variant, state: np.void) -> np.ndarray:
    states = variant.new_states()
    states[0] = state
    return states


def _hint(words: str, effect: str) -> str:
    said = plain(f"{words}; {effect}" if effect else words)
    return f" | {said}"


def news_line(event: Event) -> str:
    """Return an event as a line: who played what, and what it changed for whom."""
    told = []
    for player, effect in event.effects:
        told.append(effect if player == event.player else f"player_{player} {effect}")
    changed = f" ({'; '.join(told)})" if told else ""
    forced = ", the only move" if event.forced else ""
    return plain(f"- player_{event.player}: {event.words}{forced}{changed}")


def plain(text: str) -> str:
    """Return ``text`` with minus signs that every reader knows."""
    return text.replace(_MINUS, "-")

"""The moves of a match in words: who played what, forced or not, by which rule, what it changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..core import loops
from ..core.game import Game
from ..core.match import Match
from ..drawing.guide import Entry, changes
from .guides import guide_of


@dataclass(frozen=True)
class Event:
    """One move; ``decisions`` counts the decisions up to and including it."""

    player: int
    action: int
    words: str
    said: str  # for people: place and purpose
    rules: str
    forced: bool
    decisions: int
    turn: int  # the round or turn that it was played in
    round: str  # its name
    scores: tuple[int, ...]  # after it
    effects: tuple[tuple[int, str], ...]  # by player, what it changed
    points: tuple[Entry, ...]  # by player and source, what it scored

    def line(self) -> str:
        """Return the event as one line of text."""
        rules = f" [{self.rules}]" if self.rules else ""
        forced = " (forced)" if self.forced else ""
        return f"player_{self.player}: {self.words}{forced}{rules}"

    def to_dict(self) -> dict[str, Any]:
        """Return what the web UI shows of it."""
        return {
            "player": self.player,
            "words": self.said,
            "rules": self.rules,
            "forced": self.forced,
            "decisions": self.decisions,
            "turn": self.turn,
            "round": self.round,
            "scores": list(self.scores),
            "effects": dict(self.effects),
            "points": list(self.points),
        }


class Chronicle:
    """The events of a match, which it follows on a state of its own as the match goes on."""

    def __init__(self) -> None:
        """Begin with no match."""
        self._match: Match | None = None
        self._moves: list[tuple[int, bool]] = []
        self._events: list[Event] = []

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle as one that has no match yet."""
        return Chronicle, ()

    def of(self, match: Match) -> list[Event]:
        """Return the events of ``match`` so far."""
        moves = list(match.events())
        if match is not self._match or moves[: len(self._moves)] != self._moves:
            self._begin(match)
        for action, forced in moves[len(self._moves) :]:
            self._events.append(self._played(action, forced))
        self._moves = moves
        return list(self._events)

    def _begin(self, match: Match) -> None:
        self._match = match
        self._moves, self._events = [], []
        self._guide = guide_of(match.game)
        self._ledger = self._guide.ledger()
        self._decisions = 0
        self._states = match.variant.new_states()
        match.variant.begin(self._states, 0, match.seed, match.chance)

    def _played(self, action: int, forced: bool) -> Event:
        assert self._match is not None
        game, states = self._match.game, self._states
        before = states[0].copy()
        player, said = int(before["current_player"]), self._guide.say(before, action)
        if not forced:
            states[0]["step_count"] += 1
            self._decisions += 1
        loops.apply_one(states, 0, action)
        group, _ = game.actions.locate(action)
        return Event(
            player=player,
            action=action,
            words=game.actions.describe(action),
            said=said,
            rules=group.rules,
            forced=forced,
            decisions=self._decisions,
            turn=int(before["round_number"]),
            round=self._guide.round_name(before),
            scores=tuple(int(p) for p in game.read_scores(states)[:, 0]),
            effects=tuple(self._effects(game, before, player)),
            points=tuple(self._ledger.record(before, action, states[0])),
        )

    def _effects(self, game: Game, before: np.void, player: int) -> Iterator[tuple[int, str]]:
        """Yield what the move changed; others' sheets of a simultaneous game stay closed."""
        for other in range(int(before["num_players"])):
            if game.simultaneous and other != player:
                continue
            holdings = self._guide.holdings
            if told := changes(holdings(before, other), holdings(self._states[0], other)):
                yield other, told


def events(match: Match) -> list[Event]:
    """Return every move of ``match`` so far."""
    return Chronicle().of(match)


def last_move(event: Event | None) -> tuple[int | None, int | None]:
    """Return action and player of ``event``, as pictures mark them."""
    return (event.action, event.player) if event else (None, None)


def visible_events(
    all_events: Sequence[Event], game: Game, state: np.void, viewer: int | None
) -> list[Event]:
    """Return the events that ``viewer`` (``None``: all players together) knows of at ``state``.

    In a simultaneous game the others' moves show when the turn is over, and until then nothing
    tells how many there are: decisions of the open turn are counted for the viewer alone.
    """
    over = state["terminated"] or state["truncated"]
    if not game.simultaneous or viewer is None or over:
        return list(all_events)
    turn = int(state["round_number"])
    past = [event for event in all_events if event.turn != turn]
    decisions = past[-1].decisions if past else 0
    visible = past
    for event in all_events:
        if event.turn == turn and event.player == viewer:
            decisions += not event.forced
            visible.append(replace(event, decisions=decisions))
    return visible


def events_since(
    all_events: Sequence[Event], game: Game, state: np.void, viewer: int
) -> list[Event]:
    """Return the events that ``viewer`` has come to know of at ``state`` since its last decision.

    In a simultaneous game these are the others' moves of the turns that have ended since then.
    """
    known = visible_events(all_events, game, state, viewer)
    own = [k for k, event in enumerate(known) if event.player == viewer and not event.forced]
    if not own:
        return known
    last = own[-1]
    if not game.simultaneous:
        return known[last + 1 :]
    turn = known[last].turn
    return [
        event
        for k, event in enumerate(known)
        if (k > last if event.player == viewer else event.turn >= turn)
    ]


def result(match: Match) -> str:
    """Return how the match ended in words, or an empty string while it goes on."""
    if not match.over:
        return ""
    scores, ranks = match.scores(), match.ranks()
    reason = match.game.end_reason(match.state)
    if len(scores) == 1:
        return f"{scores[0]} points ({reason})"
    winners = [f"player_{p}" for p, rank in enumerate(ranks) if rank == 1]
    return f"{' and '.join(winners)} won with {max(scores)} points ({reason})"

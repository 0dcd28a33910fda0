"""The moves of a match in words: who played what, forced or not, by which rule."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..core import loops
from ..core.game import Game
from ..core.match import Match


@dataclass(frozen=True)
class Event:
    """One move; ``decisions`` counts the decisions up to and including it."""

    player: int
    action: int
    words: str
    rules: str
    forced: bool
    decisions: int
    turn: int  # the round or turn that it was played in
    scores: tuple[int, ...]  # after it

    def line(self) -> str:
        """Return the event as one line of text."""
        rules = f" [{self.rules}]" if self.rules else ""
        forced = " (forced)" if self.forced else ""
        return f"player_{self.player}: {self.words}{forced}{rules}"

    def to_dict(self) -> dict[str, Any]:
        """Return what the web UI shows of it."""
        return {
            "player": self.player,
            "words": self.words,
            "rules": self.rules,
            "forced": self.forced,
            "decisions": self.decisions,
            "scores": list(self.scores),
        }


def events(match: Match) -> Iterator[Event]:
    """Yield every move of ``match`` so far; the match is replayed beside it."""
    game = match.game
    states = match.variant.new_states()
    match.variant.begin(states, 0, match.seed, match.chance)
    decisions = 0
    for action, forced in match.events():
        player, turn = int(states[0]["current_player"]), int(states[0]["round_number"])
        group, _ = game.actions.locate(action)
        if not forced:
            states[0]["step_count"] += 1
            decisions += 1
        loops.apply_one(states, 0, action)
        points = tuple(int(p) for p in game.read_scores(states)[:, 0])
        words = game.actions.describe(action)
        yield Event(player, action, words, group.rules, forced, decisions, turn, points)


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

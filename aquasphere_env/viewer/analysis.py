"""What a player thinks of every decision of a recorded game: expected results and mistakes."""

import math
import time
from collections.abc import Iterator
from typing import Any

from ..language.guides import guide_of
from ..players.player import Explanation
from .replay import Replay

SECONDS = 1.0  # of work for one request; the page asks again for the rest


def analysed(replay: Replay, agent: str, seat: int | None, start: int) -> dict[str, Any]:
    """Return what ``agent`` thinks of the decisions from number ``start`` on.

    ``next`` is where to go on, ``None`` after the last one. Decisions that ``seat`` (``None``: all
    players together) cannot know of are left out.

    Raises:
        ValueError: there is no such player for this game.
    """
    ends = time.monotonic() + SECONDS
    at, found = start, []
    known = {event.decisions - 1 for event in replay.events(seat) if not event.forced}
    while at < len(replay) and (at == start or time.monotonic() < ends):
        if at in known:
            found.append(_decision(replay, agent, at))
        at += 1
    return {"decisions": found, "next": at if at < len(replay) else None}


def _decision(replay: Replay, agent: str, at: int) -> dict[str, Any]:
    state, played = replay.state(at), replay.log.actions[at]
    opinion = replay.player(agent).explain(replay.states(at), 0)
    guide = guide_of(replay.match.game)
    worth = dict(_worths(opinion))
    best = max(worth, key=lambda action: worth[action], default=played)
    return {
        "at": at,
        "player": int(state["current_player"]),
        "value": _value(opinion, worth),
        "loss": max(0.0, worth.get(best, 0.0) - worth.get(played, 0.0)),
        "played": guide.say(state, played),
        "best": guide.say(state, best),
    }


def _worths(opinion: Explanation) -> Iterator[tuple[int, float]]:
    """Yield actions and what they are worth: expected values where there are some, else scores."""
    source = opinion.values if opinion.values else opinion.scores
    for action, worth in source.items():
        if math.isfinite(worth):
            yield action, float(worth)


def _value(opinion: Explanation, worth: dict[int, float]) -> float | None:
    """Return what the player to move may expect, if the player says so."""
    if opinion.value is not None and math.isfinite(opinion.value):
        return float(opinion.value)
    return max(worth.values(), default=None) if opinion.kind == "evaluation" else None

"""Games in words by their guides: choices with consequences, and what is asked."""

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..core import loops
from ..core.game import Game, Variant, legal_ids
from ..core.match import Match
from ..core.worlds import worlds_of
from ..drawing.guide import Entry, Guide, Holdings, changes

_WORLDS = 3  # that the player cannot tell apart; a consequence holds in all of them


class _PlainGuide:
    """The guide of a game without one: the words of its action table."""

    TEXTS: Mapping[str, Any] = {"kinds": {}, "sources": [], "legend": [], "tour": []}

    def __init__(self, game: Game) -> None:
        """Take the game."""
        self._game = game

    def say(self, state: np.void, action: int) -> str:
        return self._game.actions.describe(action)

    def asked(self, state: np.void) -> str:
        return "your decision"

    def round_name(self, state: np.void) -> str:
        return f"round {int(state['round_number']) + 1}"

    def holdings(self, state: np.void, player: int) -> Holdings:
        points = self._game.read_scores(np.asarray(state).reshape(1))
        return {"points": int(points[player, 0])}

    def ledger(self) -> "_PlainGuide":
        return self

    def record(self, before: np.void, action: int, after: np.void) -> list[Entry]:
        return []


@functools.cache
def guide_of(game: Game) -> Guide:
    """Return the guide of ``game``, or one that knows its action table only."""
    guide: Guide | None = game.drawing("guide")
    return _PlainGuide(game) if guide is None else guide


def choices(match: Match) -> list[dict[str, Any]]:
    """Return the legal actions of the player to move: words, kind, rules and consequence."""
    return choices_in(match.variant, match.states)


def choices_in(variant: Variant, states: np.ndarray) -> list[dict[str, Any]]:
    """Return the ``choices`` of the player to move in ``states[0]``."""
    game, state = variant.game, states[0]
    guide = guide_of(game)
    worlds = worlds_of(variant, states, (int(state["current_player"]),), _WORLDS)
    listed = []
    for action in legal_ids(state):
        group, _ = game.actions.locate(action)
        listed.append(
            {
                "id": action,
                "words": guide.say(state, action),
                "kind": guide.TEXTS["kinds"].get(group.name, group.name),
                "rules": group.rules,
                "effect": _consequence(game, worlds, action),
            }
        )
    return listed


def _consequence(game: Game, worlds: np.ndarray, action: int) -> str:
    """Return what ``action`` changes for its player whatever is hidden."""
    guide, player = guide_of(game), int(worlds[0]["current_player"])
    trial = worlds.copy()
    told: list[Holdings] = []
    for k in range(len(worlds)):
        loops.apply_one(trial, k, action)
        told.append(guide.holdings(trial[k], player))
    before = guide.holdings(worlds[0], player)
    sure = {t: n for t, n in told[0].items() if all(other[t] == n for other in told[1:])}
    return changes({thing: before[thing] for thing in sure}, sure)


def asked(match: Match) -> str:
    """Return the open question in words, an empty string when the game is over."""
    return "" if match.over else guide_of(match.game).asked(match.state)

"""A table: one game that people and agents play at the page, or one that is looked at again."""

import math
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.game import Variant, legal_ids
from ..core.log import GameLog
from ..core.match import Match
from ..players.asking import ask
from ..players.player import Player
from ..players.registry import make_player
from .events import Event, events, result, seen

HUMAN = "human"  # a seat that a person plays


class TableError(ValueError):
    """Something that cannot be done at this table now; the message says why."""


class Table:
    """A game in play. ``names`` says by seat who plays: ``human`` or an agent's name."""

    def __init__(self, variant: Variant, names: Sequence[str], seed: int) -> None:
        """Start a game; raise ``ValueError`` for an unknown agent or a wrong number of seats."""
        if len(names) != variant.num_players:
            raise ValueError(f"{variant.num_players} seats need as many players, not {len(names)}")
        self.lock = threading.Lock()
        self.names = tuple(names)
        self.match = Match(variant, seed)
        self._agents: dict[str, Player] = {}
        self._seats = [None if n == HUMAN else self._agent(n, seed) for n in names]
        self._opinion: dict[str, Any] | None = None  # of the agent that played last

    def _agent(self, name: str, seed: int) -> Player:
        if name not in self._agents:
            self._agents[name] = make_player(name, self.match.variant, seed)
        return self._agents[name]

    @property
    def decisions(self) -> int:
        """Number of decisions made."""
        return len(self.match.history)

    @property
    def humans_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.match.over and self.names[self.match.player] == HUMAN

    def viewer(self) -> int | None:
        """Return whose eyes the page looks through; ``None`` where no person plays."""
        humans = [seat for seat, name in enumerate(self.names) if name == HUMAN]
        if self.humans_turn:
            return self.match.player
        return humans[0] if humans else None

    def act(self, action: int, decisions: int) -> None:
        """Play ``action`` for the person to move, who has seen ``decisions`` decisions."""
        if decisions != self.decisions:
            raise TableError("the game has gone on meanwhile")
        if not self.humans_turn:
            raise TableError("no person is to move")
        self.match.step(action)
        self._opinion = None

    def advance(self) -> None:
        """Let the agent to move play one decision."""
        agent = None if self.match.over else self._seats[self.match.player]
        if agent is None:
            raise TableError("no agent is to move")
        player = self.match.player
        opinion = opinion_of(agent, self.match, self.match.states)
        action = int(ask(agent, self.match.variant, self.match.states)[0])
        self._opinion = {
            **opinion,
            "player": player,
            "played": self.match.game.actions.describe(action),
        }
        self.match.step(action)

    def undo(self) -> None:
        """Go back to the last decision of a person."""
        players = [event.player for event in events(self.match) if not event.forced]
        mine = [k for k, player in enumerate(players) if self.names[player] == HUMAN]
        if not mine:
            raise TableError("there is no decision of yours to take back")
        self.match = replayed(self.match, mine[-1])
        self._opinion = None

    def advice(self, name: str) -> dict[str, Any]:
        """Return what the agent ``name`` thinks of the position of the person to move."""
        if not self.humans_turn:
            raise TableError("advice is for a person's turn")
        return opinion_of(self._agent(name, self.match.seed), self.match, self.match.states)

    def log(self) -> GameLog:
        """Return the game as it stands."""
        return GameLog.of(self.match, self.names)

    def view(self) -> dict[str, Any]:
        """Return what the page shows."""
        match = self.match
        every = list(events(match))
        told = seen(every, match.game, match.state, self.viewer())
        last = told[-1].action if told else None
        can_undo = any(self.names[e.player] == HUMAN for e in every if not e.forced)
        secret = match.game.simultaneous and self.viewer() is not None
        return {
            **_common(match, self.names),
            "kind": "play",
            "svg": match.game.draw(match.state, self.viewer(), last),
            "viewer": self.viewer(),
            "legal": legal_in_words(match) if self.humans_turn else [],
            "waiting": not match.over and not self.humans_turn,
            "decisions": self.decisions,
            "can_undo": can_undo,
            "log": [event.to_dict() for event in told],
            "opinion": None if secret else self._opinion,
        }


def _common(match: Match, names: Sequence[str]) -> dict[str, Any]:
    return {
        "game": match.game.name,
        "title": match.game.title,
        "num_players": match.variant.num_players,
        "seed": match.seed,
        "names": list(names),
        "player": None if match.over else match.player,
        "scores": match.scores(),
        "result": result(match),
    }


def replayed(match: Match, decisions: int) -> Match:
    """Return a match like ``match`` after its first ``decisions`` decisions."""
    again = Match(match.variant, match.seed, match.chance)
    for action in match.history[:decisions]:
        again.step(action)
    return again


def legal_in_words(match: Match) -> list[dict[str, Any]]:
    """Return the legal actions with their words and rules."""
    actions = match.game.actions
    return [
        {"id": a, "words": actions.describe(a), "rules": actions.locate(a)[0].rules}
        for a in match.legal_actions()
    ]


def opinion_of(agent: Player, match: Match, states: np.ndarray) -> dict[str, Any]:
    """Return what ``agent`` thinks of ``states[0]``, best action first, for the page."""
    opinion = agent.explain(states, 0)
    finite = [(a, float(s)) for a, s in opinion.scores.items() if math.isfinite(s)]
    ordered = sorted(finite, key=lambda item: -item[1])
    value = opinion.value if opinion.value is not None else math.nan
    describe = match.game.actions.describe
    return {
        "agent": agent.name,
        "player": int(states[0]["current_player"]),
        "kind": opinion.kind,
        "value": value if math.isfinite(value) else None,
        "scores": [{"id": a, "words": describe(a), "score": s} for a, s in ordered],
    }


class Replay:
    """A recorded game, every position of it at hand."""

    def __init__(self, log: GameLog, where: str, adviser: str | None) -> None:
        """Play ``log`` again; raise ``LogError`` naming ``where`` if it does not replay."""
        from ..games import get_game

        self.log = log
        self.lock = threading.Lock()
        self._frames: list[np.ndarray] = []
        for match in log.replay(get_game(log.game), where):
            self._frames.append(match.states.copy())
            self.match = match
        self._told = list(events(self.match))
        self._adviser = make_player(adviser, self.match.variant, log.seed) if adviser else None

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self._frames) - 1

    def last_event(self, at: int, seat: int | None) -> Event | None:
        """Return the last event up to the position after ``at`` decisions that ``seat`` knows."""
        told = [event for event in self._told if event.decisions <= at]
        return next(reversed(seen(told, self.match.game, self._frames[at][0], seat)), None)

    def events(self) -> list[Event]:
        """Return all events."""
        return list(self._told)

    def ending(self) -> str:
        """Return how the game ended in words."""
        return result(self.match)

    def svg(self, at: int, seat: int | None) -> str:
        """Return the picture after ``at`` decisions as ``seat`` sees it."""
        event = self.last_event(at, seat)
        state = self._frames[at][0]
        return self.match.game.draw(state, seat, event.action if event else None)

    def text(self, at: int, seat: int | None) -> str:
        """Return the position after ``at`` decisions in words."""
        return self.match.game.to_text(self._frames[at][0], seat)

    def view(self, at: int, seat: int | None) -> dict[str, Any]:
        """Return what the page shows after ``at`` decisions; raise ``TableError`` if beyond."""
        if not 0 <= at <= len(self):
            raise TableError(f"positions go from 0 to {len(self)}")
        if seat is not None and not 0 <= seat < self.match.variant.num_players:
            raise TableError(f"there is no seat {seat}")
        states, last = self._frames[at], at == len(self)
        over = bool(states[0]["terminated"] or states[0]["truncated"])
        opinion = None
        if self._adviser is not None and not over:
            opinion = opinion_of(self._adviser, self.match, states)
            if not last:
                opinion["played"] = self.match.game.actions.describe(self.log.actions[at])
        return {
            **_common(self.match, self.log.agents or ["?"] * self.match.variant.num_players),
            "kind": "replay",
            "svg": self.svg(at, seat),
            "player": None if over else int(states[0]["current_player"]),
            "scores": [int(p) for p in self.match.game.read_scores(states)[:, 0]],
            "viewer": seat,
            "legal": [],
            "num_legal": len(legal_ids(states[0])),
            "waiting": False,
            "at": at,
            "length": len(self),
            "result": result(self.match) if last else "",
            "log": [event.to_dict() for event in self._told],
            "opinion": opinion,
        }

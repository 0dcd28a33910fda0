"""A game that people and players play in the web UI."""

import math
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core.game import Variant
from ..core.log import GameLog
from ..core.match import Match, replayed
from ..players.asking import ask
from ..players.player import Player
from ..players.registry import make_player
from .events import Event, events, result, visible_events

HUMAN = "human"  # the name of a seat that a person plays


class SessionError(ValueError):
    """A command that is not possible now; the message says why."""


class GameSession:
    """A running game; ``names`` says by seat who plays, ``human`` or a player's name."""

    def __init__(self, variant: Variant, names: Sequence[str], seed: int) -> None:
        """Start a game; raise ``ValueError`` for an unknown player or a wrong number of seats."""
        if len(names) != variant.num_players:
            raise ValueError(f"{variant.num_players} seats need as many players, not {len(names)}")
        self.lock = threading.Lock()
        self.names = tuple(names)
        self.match = Match(variant, seed)
        self._players: dict[str, Player] = {}
        self._seats = [None if n == HUMAN else self._player(n, seed) for n in names]
        self._opinion: dict[str, Any] | None = None  # of the player that moved last
        self._person = names.index(HUMAN) if HUMAN in names else None  # who sits at the screen

    def _player(self, name: str, seed: int) -> Player:
        if name not in self._players:
            self._players[name] = make_player(name, self.match.variant, seed)
        return self._players[name]

    @property
    def humans_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.match.over and self.names[self.match.player] == HUMAN

    @property
    def _keeps_secrets(self) -> bool:
        """Whether moves of the open turn are hidden from the person at the screen."""
        return self.match.game.simultaneous and self.viewer() is not None and not self.match.over

    def viewer(self) -> int | None:
        """Return the seat whose view is shown; ``None`` where no person plays.

        While agents decide, that is the person who decided last and still sits at the screen.
        """
        return self.match.player if self.humans_turn else self._person

    def _visible(self) -> list[Event]:
        match = self.match
        return visible_events(list(events(match)), match.game, match.state, self.viewer())

    def position(self) -> str:
        """Return what tells this position from those before it, to detect late commands."""
        return self._position(self._visible())

    def _position(self, visible: Sequence[Event]) -> str:
        return f"{self.viewer()}/{visible[-1].decisions if visible else 0}"

    def act(self, action: int, position: str) -> None:
        """Play ``action`` for the person to move, who was shown ``position``."""
        if position != self.position():
            raise SessionError("the game has gone on in the meantime")
        if not self.humans_turn:
            raise SessionError("no person is to move")
        person = self.match.player
        self.match.step(action)
        self._person = person
        self._opinion = None

    def advance(self) -> None:
        """Let the player to move decide; in a simultaneous game all who are not persons."""
        if self.match.over or self.humans_turn:
            raise SessionError("no agent is to move")
        self._advance_one()
        turn = self.match.state["round_number"]
        while self._keeps_secrets and not self.humans_turn:
            if self.match.state["round_number"] != turn:
                break
            self._advance_one()

    def _advance_one(self) -> None:
        player = self._seats[self.match.player]
        assert player is not None
        states = self.match.states.copy()  # a player that plays on in them spoils no game
        action = int(ask(player, self.match.variant, states)[0])
        opinion = opinion_of(player, self.match, self.match.states.copy())
        self._opinion = {**opinion, "played": self.match.game.actions.describe(action)}
        self.match.step(action)

    def undo(self) -> None:
        """Go back to the last decision of a person that the person at the screen knows of."""
        known = {(e.turn, e.player) for e in self._visible()}
        decided = [event for event in events(self.match) if not event.forced]
        own = [
            k
            for k, e in enumerate(decided)
            if self.names[e.player] == HUMAN and (e.turn, e.player) in known
        ]
        if not own:
            raise SessionError("there is no decision of yours to undo")
        self.match = before_decision(self.match, own[-1])
        self._opinion = None

    def advice(self, name: str) -> dict[str, Any]:
        """Return what the player ``name`` thinks of the position of the person to move."""
        if not self.humans_turn:
            raise SessionError("advice is for a person's turn")
        player = self._player(name, self.match.seed)
        return opinion_of(player, self.match, self.match.states.copy())

    def log(self) -> GameLog:
        """Return the game so far; while a simultaneous turn is open, up to its start."""
        match = self.match
        if self._keeps_secrets:
            turn = int(match.state["round_number"])
            past = [e for e in events(match) if e.turn != turn]
            match = before_decision(match, past[-1].decisions if past else 0)
        return GameLog.of(match, self.names)

    def view(self) -> dict[str, Any]:
        """Return what the web UI shows."""
        match = self.match
        visible = self._visible()
        last = visible[-1].action if visible else None
        player = None if match.over else match.player
        secret = self._keeps_secrets
        return {
            **common(match, self.names),
            "kind": "play",
            "svg": match.game.draw(match.state, self.viewer(), last),
            "player": player if self.humans_turn or not secret else None,
            "viewer": self.viewer(),
            "legal": legal_in_words(match) if self.humans_turn else [],
            "waiting": not match.over and not self.humans_turn,
            "position": self._position(visible),
            "can_undo": any(self.names[e.player] == HUMAN for e in visible if not e.forced),
            "log": [event.to_dict() for event in visible],
            "opinion": None if secret else self._opinion,
        }


def common(match: Match, names: Sequence[str]) -> dict[str, Any]:
    """Return what the views of running and of recorded games have in common."""
    return {
        "game": match.game.name,
        "title": match.game.title,
        "num_players": match.variant.num_players,
        "seed": str(match.seed),  # JavaScript would round a large number
        "names": list(names),
        "scores": match.scores(),
        "result": result(match),
    }


def before_decision(match: Match, decisions: int) -> Match:
    """Return a match like ``match`` after its first ``decisions`` decisions."""
    return replayed(match.variant, match.seed, match.history[:decisions], match.chance)


def legal_in_words(match: Match) -> list[dict[str, Any]]:
    """Return the legal actions with their words and rules."""
    actions = match.game.actions
    return [
        {"id": a, "words": actions.describe(a), "rules": actions.locate(a)[0].rules}
        for a in match.legal_actions()
    ]


def opinion_of(player: Player, match: Match, states: np.ndarray) -> dict[str, Any]:
    """Return what ``player`` thinks of ``states[0]``, best action first, for the web UI."""
    opinion = player.explain(states, 0)
    finite = [(a, float(s)) for a, s in opinion.scores.items() if math.isfinite(s)]
    ordered = sorted(finite, key=lambda item: -item[1])
    value = opinion.value if opinion.value is not None else math.nan
    describe = match.game.actions.describe
    return {
        "agent": player.name,
        "player": int(states[0]["current_player"]),
        "kind": opinion.kind,
        "rule": opinion.rule,
        "value": value if math.isfinite(value) else None,
        "scores": [{"id": a, "words": describe(a), "score": s} for a, s in ordered],
    }

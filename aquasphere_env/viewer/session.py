"""A game that people and players play in the web UI."""

import math
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..core.game import Variant
from ..core.log import GameLog
from ..core.match import Match, replayed
from ..language.guides import asked, choices, guide_of
from ..language.moves import Chronicle, Event, last_move, result, visible_events
from ..players.asking import ask
from ..players.player import Explanation, Player
from ..players.registry import make_player
from .people import HUMAN, people
from .table import pictures
from .words import breakdown

COMPILING = "A player's first decision on this machine compiles kernels: up to half a minute, once."
_compiled: set[tuple[str, str, int]] = set()  # players, games and player counts seen deciding here


class SessionError(ValueError):
    """A command that is not possible now; the message says why."""


class GameSession:
    """A running game; ``names`` says by seat who plays, ``human`` or a player's name."""

    def __init__(
        self,
        variant: Variant,
        names: Sequence[str],
        seed: int,
        own_names: Mapping[int, str] | None = None,
    ) -> None:
        """Start a game; ``own_names`` are what persons are called, by seat.

        Raises:
            ValueError: an unknown player, or a wrong number of seats.
        """
        if len(names) != variant.num_players:
            raise ValueError(f"{variant.num_players} seats need as many players, not {len(names)}")
        self.lock = threading.Lock()
        self.names = tuple(names)
        self.own_names = dict(own_names or {})
        self.match = Match(variant, seed)
        self._players: dict[str, Player] = {}
        self._seats = [None if n == HUMAN else self._player(n, seed) for n in names]
        self._chronicle = Chronicle()
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
        return visible_events(self._events(), match.game, match.state, self.viewer())

    def _events(self) -> list[Event]:
        return self._chronicle.of(self.match)

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
        _compiled.add(self._kernels_of(player.name))
        opinion = opinion_of(player, self.match, self.match.states.copy())
        self._opinion = {**opinion, "played": action}
        self.match.step(action)

    def _kernels_of(self, name: str) -> tuple[str, str, int]:
        """Return what tells whether the player ``name`` has to compile kernels."""
        return name.partition(":")[0], self.match.game.name, self.match.variant.num_players

    def _compiling(self) -> str:
        """Return what to say if the player to move lets one wait."""
        if self.match.over or self.humans_turn:
            return ""
        known = self._kernels_of(self.names[self.match.player]) in _compiled
        return "" if known else COMPILING

    def undo(self) -> None:
        """Go back to the last decision of a person that the person at the screen knows of."""
        known = {(e.turn, e.player) for e in self._visible()}
        decided = [event for event in self._events() if not event.forced]
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
            past = [e for e in self._events() if e.turn != turn]
            match = before_decision(match, past[-1].decisions if past else 0)
        return GameLog.of(match, self.names)

    def _since(self, visible: Sequence[Event]) -> int:
        """Return how many of the ``visible`` events were before the others moved last."""
        viewer = self.viewer()
        since = len(visible)
        while since and visible[since - 1].player == viewer:
            since -= 1
        while since and (visible[since - 1].player != viewer or visible[since - 1].forced):
            since -= 1
        return since

    def view(self, narrow: bool = False) -> dict[str, Any]:
        """Return what the web UI shows, on a ``narrow`` screen a stack of pictures."""
        match = self.match
        visible = self._visible()
        last = last_move(visible[-1] if visible else None)
        player = None if match.over else match.player
        secret = self._keeps_secrets
        return {
            **common(match, self.names, visible),
            "kind": "play",
            "people": people(self.names, self.own_names),
            "compiling": self._compiling(),
            "pictures": pictures(match.game, match.state, self.viewer(), last, narrow),
            "player": player if self.humans_turn or not secret else None,
            "viewer": self.viewer(),
            "legal": choices(match) if self.humans_turn else [],
            "asked": asked(match) if self.humans_turn else "",
            "since": self._since(visible),
            "decisions": visible[-1].decisions if visible else 0,
            "waiting": not match.over and not self.humans_turn,
            "position": self._position(visible),
            "can_undo": any(self.names[e.player] == HUMAN for e in visible if not e.forced),
            "log": [event.to_dict() for event in visible],
            "opinion": None if secret else self._opinion,
        }


def common(match: Match, names: Sequence[str], visible: Sequence[Event]) -> dict[str, Any]:
    """Return what the views of running and of recorded games have in common."""
    entries = [(event.round, entry) for event in visible for entry in event.points]
    return {
        "game": match.game.name,
        "title": match.game.title,
        "num_players": match.variant.num_players,
        "seed": str(match.seed),  # JavaScript would round a large number
        "names": list(names),
        "round": guide_of(match.game).round_name(match.state),
        "scores": match.scores(),
        "ranks": match.ranks() if match.over else None,
        "result": result(match),
        "breakdown": breakdown(match.game, entries, match.variant.num_players),
    }


def before_decision(match: Match, decisions: int) -> Match:
    """Return a match like ``match`` after its first ``decisions`` decisions."""
    return replayed(match.variant, match.seed, match.history[:decisions], match.chance)


def opinion_of(player: Player, match: Match, states: np.ndarray) -> dict[str, Any]:
    """Return what ``player`` thinks of ``states[0]``, best action first, for the web UI."""
    opinion = player.explain(states, 0)
    finite = [(a, float(s)) for a, s in opinion.scores.items() if math.isfinite(s)]
    ordered = sorted(finite, key=lambda item: -item[1])
    value = opinion.value if opinion.value is not None else math.nan
    guide = guide_of(match.game)
    return {
        "agent": player.name,
        "player": int(states[0]["current_player"]),
        "kind": opinion.kind,
        "rule": opinion.rule,
        "value": value if math.isfinite(value) else None,
        "scores": [
            {
                "id": a,
                "words": guide.say(states[0], a),
                "score": s,
                "line": _line(opinion, a, match),
            }
            for a, s in ordered
        ],
    }


def _line(opinion: Explanation, action: int, match: Match) -> list[str]:
    """Return the decisions that the player expects after ``action``, in short words."""
    return [match.game.actions.describe(a) for a in opinion.lines.get(action, [])[1:]]

"""Recorded games: every position at hand, read from a log file."""

import threading
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from ..core.console import visible
from ..core.game import Variant, legal_ids
from ..core.log import GameLog, LogError, numbered_logs
from ..games import get_game
from ..language.guides import guide_of
from ..language.moves import Event, events, last_move, result, visible_events
from ..players.player import Player
from ..players.registry import make_player
from .limits import shortened
from .people import people
from .session import SessionError, common, opinion_of
from .table import pictures

MAX_GAMES = 50  # of one file in the web UI
MAX_PROBLEMS = 20  # with one file that are told


class Replay:
    """A recorded game; positions are counted in decisions."""

    def __init__(
        self,
        log: GameLog,
        where: str,
        adviser: str | None,
        variant: Variant | None = None,
        own_names: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        """Replay ``log``; raise ``LogError`` naming ``where`` if that fails.

        The player called ``adviser`` explains the positions. ``variant`` is what the log was played
        on, if that is at hand, ``own_names`` what persons are called, by seat.
        """
        self.log = log
        self.own_names = own_names
        self.lock = threading.Lock()
        self._frames: list[np.ndarray] = []
        try:
            game = variant.game if variant else get_game(log.game)
        except ValueError as error:
            raise LogError(f"{where}: {error}") from None
        for match in log.replay(game, where, variant):
            self._frames.append(match.states.copy())
            self.match = match
        self._events = events(self.match)
        self._adviser = adviser
        self._players: dict[str, Player] = {}
        if adviser:
            self.player(adviser)

    def player(self, name: str) -> Player:
        """Return the player ``name`` for this game; raise ``ValueError`` if there is none."""
        if name not in self._players:
            self._players[name] = make_player(name, self.match.variant, self.log.seed)
        return self._players[name]

    def states(self, at: int) -> np.ndarray:
        """Return a copy of the position after ``at`` decisions."""
        return self._frames[at].copy()

    def state(self, at: int) -> np.void:
        """Return the position after ``at`` decisions, for reading."""
        record: np.void = self._frames[at][0]
        return record

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self._frames) - 1

    def last_event(self, at: int, seat: int | None) -> Event | None:
        """Return the last event up to the position after ``at`` decisions that ``seat`` knows."""
        past = [event for event in self._events if event.decisions <= at]
        visible = visible_events(past, self.match.game, self._frames[at][0], seat)
        return visible[-1] if visible else None

    def events(self, seat: int | None) -> list[Event]:
        """Return the events that ``seat`` (``None``: all players together) knows of at the end."""
        last = self._frames[-1][0]
        visible = visible_events(self._events, self.match.game, last, seat)
        known = {(event.turn, event.player) for event in visible}
        return [event for event in self._events if (event.turn, event.player) in known]

    def ending(self) -> str:
        """Return how the game ended in words."""
        return result(self.match)

    def svg(self, at: int, seat: int | None) -> str:
        """Return the picture after ``at`` decisions as ``seat`` sees it."""
        last = last_move(self.last_event(at, seat))
        return self.match.game.draw(self._frames[at][0], seat, *last)

    def _pictures(self, at: int, seat: int | None, narrow: bool) -> list[dict[str, Any]]:
        last = last_move(self.last_event(at, seat))
        return pictures(self.match.game, self._frames[at][0], seat, last, narrow)

    def text(self, at: int, seat: int | None) -> str:
        """Return the position after ``at`` decisions in words."""
        return self.match.game.to_text(self._frames[at][0], seat)

    def view(
        self, at: int, seat: int | None, agent: str | None = None, narrow: bool = False
    ) -> dict[str, Any]:
        """Return what the web UI shows after ``at`` decisions, with the opinion of ``agent``.

        Raises:
            SessionError: there is no such position or seat.
            ValueError: there is no such player.
        """
        if not 0 <= at <= len(self):
            raise SessionError(f"positions go from 0 to {len(self)}")
        if seat is not None and not 0 <= seat < self.match.variant.num_players:
            raise SessionError(f"there is no seat {seat}")
        states, last = self._frames[at], at == len(self)
        over = bool(states[0]["terminated"] or states[0]["truncated"])
        names = self.log.agents or ["?"] * self.match.variant.num_players
        return {
            **common(self.match, names, [e for e in self.events(seat) if e.decisions <= at]),
            "kind": "replay",
            "people": people(names, self.own_names),
            "pictures": self._pictures(at, seat, narrow),
            "player": None if over else int(states[0]["current_player"]),
            "round": guide_of(self.match.game).round_name(states[0]),
            "scores": [int(p) for p in self.match.game.read_scores(states)[:, 0]],
            "viewer": seat,
            "legal": [],
            "num_legal": len(legal_ids(states[0])),
            "waiting": False,
            "at": at,
            "length": len(self),
            "goes_on": not self.match.over,
            "asked": "" if over or self._is_secret else self._asked(at),
            "result": result(self.match) if last else "",
            "log": [event.to_dict() for event in self.events(seat)],
            "opinion": None if over else self._opinion(at, seat, agent or self._adviser),
        }

    @property
    def _is_secret(self) -> bool:
        """Whether what one player is asked tells others about the turn that is open."""
        return self.match.game.simultaneous and self.match.variant.num_players > 1

    def _asked(self, at: int) -> str:
        return guide_of(self.match.game).asked(self._frames[at][0])

    def _opinion(self, at: int, seat: int | None, agent: str | None) -> dict[str, Any] | None:
        others = seat not in (None, int(self._frames[at][0]["current_player"]))
        if agent is None or (self.match.game.simultaneous and others):
            return None
        opinion = opinion_of(self.player(agent), self.match, self._frames[at])
        if at < len(self):
            opinion["played"] = self.log.actions[at]
        return opinion


def load_replays(
    path: Path, only: int | None = None, adviser: str | None = None, most: int = MAX_GAMES
) -> tuple[list[Replay], list[str]]:
    """Return the first ``most`` games of ``path`` that replay, and a line on each that does not.

    ``only`` takes the game with that number, from 1. ``adviser`` names the player that explains.

    Raises:
        LogError: the file cannot be read, or is none: a folder, a device or a pipe.
        ValueError: there is no such player.
    """
    found: list[Replay] = []
    problems: list[str] = []
    for where, log in islice(numbered_logs(path), (only or 1) - 1, only):
        if len(found) == most or len(problems) == MAX_PROBLEMS:
            problems.append(f"{where}: not looked at, nor what follows; --game shows one game")
            break
        try:
            if isinstance(log, LogError):
                raise log
            found.append(Replay(log, where, adviser))
        except LogError as error:
            problems.append(shortened(visible(str(error))))
    if not found and not problems:
        problems.append(f"{path}: no game in it" if only is None else f"{path}: no game {only}")
    return found, problems

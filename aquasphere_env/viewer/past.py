"""Requests about games that have been played: to look at, to analyse, to go on from."""

from dataclasses import replace
from typing import Any

from starlette.requests import Request

from ..core.log import GameLog
from .analysis import analysed
from .people import HUMAN
from .recordings import Recordings, branched
from .replay import Replay
from .requests import client, is_narrow, number, whole
from .session import GameSession, SessionError
from .sessions import Sessions
from .setting import USUAL, Setting
from .store import resumed


class Past:
    """Answers requests about recorded games, those of a log file and those played here."""

    def __init__(self, setting: Setting, sessions: Sessions) -> None:
        """Take what the server offers and the games that are played."""
        self._setting = setting
        self._sessions = sessions
        self._recordings = Recordings(setting.replays, sessions)

    def view(self, request: Request) -> dict[str, Any]:
        """Return what the web UI shows of a position, usually of the last one."""
        query = request.query_params
        at, agent = number(query, "at"), query.get("agent") or None
        replay, seat = self._recording(request)
        at = len(replay) if at is None else at
        if agent is not None:
            self._setting.check_offered(agent)
        with replay.lock:
            return {"view": replay.view(at, seat, agent, is_narrow(request))}

    def analysis(self, request: Request) -> dict[str, Any]:
        """Return what a player thinks of the decisions of a game, as many as a second allows."""
        query = request.query_params
        agent = query.get("agent", USUAL)
        self._setting.check_offered(agent)
        replay, seat = self._recording(request)
        with replay.lock:
            return analysed(replay, agent, seat, max(0, number(query, "start") or 0))

    def branch(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Begin a game at a position of a recorded one that is over."""
        replay, seat = self._recordings.find(str(body.get("game")), client(request))
        if seat is not None:  # its chance to come would be seen
            raise SessionError("other moves can be tried when the game is over")
        at = whole(body.get("at")) or 0
        return self._begun(request, branched(replay, at, self._setting.players_offered()))

    def open_log(self, request: Request, body: dict[str, Any]) -> dict[str, Any]:
        """Go on with the game in a line of a log; seats of unknown players are persons'."""
        log = GameLog.from_json(str(body.get("line")), "the file")
        known = self._setting.players_offered()  # a file from anywhere names no code to run
        agents = [name if name in known else HUMAN for name in log.agents]
        return self._begun(request, resumed(replace(log, agents=agents), {}))

    def _begun(self, request: Request, session: GameSession) -> dict[str, Any]:
        token = self._sessions.open(session, client(request))
        return {"token": token, "view": session.view(is_narrow(request))}

    def _recording(self, request: Request) -> tuple[Replay, int | None]:
        """Return the recorded game that is asked for and the seat to look from."""
        query = request.query_params
        replay, seat = self._recordings.find(query.get("game", "") or "0", client(request))
        asked = number(query, "seat")
        if seat is not None and asked not in (None, seat) and replay.match.game.simultaneous:
            raise ValueError("while the game goes on, one sees one's own seat")
        return replay, seat if asked is None else asked

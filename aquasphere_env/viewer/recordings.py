"""Games to look back at: those of a log file, and those that are played here."""

from collections.abc import Sequence

from ..core.match import replayed
from .people import HUMAN, people
from .replay import Replay
from .session import GameSession, SessionError
from .sessions import Sessions

MAX_RECALLED = 16  # games of this server that are kept ready to look at


class Recordings:
    """Recorded games by their keys: numbers of those in a file, tokens of those played here."""

    def __init__(self, of_file: Sequence[Replay], sessions: Sessions) -> None:
        """Take the games of the file and the running ones."""
        self._of_file = of_file
        self._sessions = sessions
        self._recalled: dict[str, Replay] = {}  # by token

    def find(self, key: str, client: str) -> tuple[Replay, int | None]:
        """Return the game of ``key`` and the seat that may look at it, ``None`` for everything.

        Raises:
            NoSessionError: no game is played here under that token.
            ValueError: the file has no game of that number.
        """
        if key.isdecimal():
            number = int(key)
            if number >= len(self._of_file):
                raise ValueError(f"there are {len(self._of_file)} recorded games")
            return self._of_file[number], None
        session = self._sessions.find(key, client)
        with session.lock:
            seat = None if session.match.over else session.viewer()
            return self._recall(key, session), seat

    def _recall(self, token: str, session: GameSession) -> Replay:
        log, known = session.log(), self._recalled.get(token)
        if known is not None and known.log == log:
            return known
        while len(self._recalled) >= MAX_RECALLED:
            del self._recalled[next(iter(self._recalled))]
        replay = Replay(log, "this game", None, session.match.variant, session.own_names)
        self._recalled[token] = replay
        return replay


def branched(replay: Replay, at: int, known: Sequence[str]) -> GameSession:
    """Return a game that goes on from a position of ``replay``.

    A person takes the seat to move, and those of players that are not ``known``, under the name
    that was there.

    Raises:
        SessionError: there is no such position, or the game is over there.
    """
    if not 0 <= at < len(replay):
        raise SessionError(f"there is a decision to try at positions 0 to {len(replay) - 1}")
    log, variant = replay.log, replay.match.variant
    mover = int(replay.state(at)["current_player"])
    agents = log.agents or [HUMAN] * variant.num_players
    names = [
        HUMAN if seat == mover or name not in known else name for seat, name in enumerate(agents)
    ]
    called = people(agents, replay.own_names)
    taken = {seat: called[seat]["name"] for seat, name in enumerate(agents) if names[seat] != name}
    session = GameSession(variant, names, log.seed, {**taken, **replay.own_names})
    session.match = replayed(variant, log.seed, log.actions[:at], log.chance)
    return session

"""What a teller tells of a match."""

from aquasphere_env.core.match import Match
from aquasphere_env.language.moves import events
from aquasphere_env.language.telling import Teller


def told_of(teller: Teller, match: Match, player: int) -> str:
    """Return what ``player`` is told of ``match``, its events included."""
    return teller.told(match.state, player, events(match))

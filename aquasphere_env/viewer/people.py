"""Who sits at a table: names for persons and for players."""

from collections.abc import Mapping, Sequence
from typing import Any

HUMAN = "human"  # the name of a seat that a person plays
LONGEST_NAME = 12  # characters, so that it fits on a board
_NAMES = ("Ada", "Bo", "Cleo", "Dina")  # of players, by seat


def seated(players: Sequence[str], seat: int) -> list[str]:
    """Return ``players``, the person first, clockwise from ``seat``."""
    count = len(players)
    return [players[(k - seat) % count] for k in range(count)]


def checked_name(name: Any) -> str:
    """Return a person's name without spaces around it; raise ``ValueError`` if it cannot be one."""
    if name is None:
        return ""
    if not isinstance(name, str) or len(name.strip()) > LONGEST_NAME:
        raise ValueError(f"a name has up to {LONGEST_NAME} characters")
    return name.strip()


def people(players: Sequence[str], own: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return what to call everybody; ``own`` are the names that persons have, by seat."""
    persons = [seat for seat, player in enumerate(players) if player == HUMAN and seat not in own]
    called = []
    for seat in range(len(players)):
        usual = _NAMES[seat]
        if seat in persons:
            usual = "Person" if len(persons) == 1 else f"Person {persons.index(seat) + 1}"
        called.append({"name": own.get(seat) or usual, "own": seat in own})
    return called

"""Recorded games read from a file: those that replay, and what is wrong with the others."""

from pathlib import Path

from ..core.log import GameLog, LogError
from .session import Replay

MAX_GAMES = 50  # of one file at the page


def load(
    path: Path,
    only: int | None = None,
    adviser: str | None = None,
) -> tuple[list[Replay], list[str]]:
    """Return the games of ``path`` and the problems met, one line each.

    ``only`` takes the game with that number, from 1. ``adviser`` names the agent that explains.

    Raises:
        OSError: the file cannot be read.
        ValueError: there is no such agent.
    """
    found: list[Replay] = []
    problems: list[str] = []
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    numbered = [(k, line) for k, line in enumerate(lines, 1) if line.strip()]
    if only is not None:
        numbered = numbered[only - 1 : only]
    for number, line in numbered[:MAX_GAMES]:
        where = f"{path}, line {number}"
        try:
            log = GameLog.from_json(line, where)
            found.append(Replay(log, where, adviser))
        except LogError as error:
            problems.append(str(error))
    if not found and not problems:
        problems.append(f"{path}: no game in it" if only is None else f"{path}: no game {only}")
    return found, problems

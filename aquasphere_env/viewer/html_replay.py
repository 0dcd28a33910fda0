"""A recorded game as one HTML file that needs neither server nor network."""

import html
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from ..core.console import visible, visible_lines
from ..core.log import GameLog
from ..core.match import Match
from ..drawing.svg import PART, dark_css
from ..language.moves import Event
from .people import people
from .replay import Replay

_FOLDER = resources.files(__package__) / "standalone"
_PLAYER = re.compile(r"player_(\d)")


@dataclass(frozen=True)
class ReplayPage:
    """A recorded game as a page; in a notebook a cell that ends with it shows it in a frame."""

    html: str
    height: int

    def _repr_html_(self) -> str:
        """Return the frame; the page in it can run its own script and nothing else."""
        return (
            f'<iframe srcdoc="{html.escape(self.html)}" sandbox="allow-scripts" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )


def replay_page(
    match: Match, agents: Sequence[str] = (), seat: int | None = None, height: int = 640
) -> ReplayPage:
    """Return a page on which ``match``, as far as it has gone, can be looked through.

    Args:
        match: the game.
        agents: the players' names by seat, if they are known.
        seat: whose view it shows; ``None``: everything.
        height: of the frame in a notebook, in pixels.
    """
    replay = Replay(GameLog.of(match, agents), "this match", None, match.variant)
    return ReplayPage(as_html(replay, seat), height)


def as_html(replay: Replay, seat: int | None) -> str:
    """Return the game as ``seat`` sees it; positions share the parts that are the same."""
    log = replay.log
    names = log.agents or ["?"] * log.num_players
    called = [person["name"] for person in people(names, replay.own_names)]
    who = ", ".join(f"{own} ({name})" for own, name in zip(called, names, strict=True))
    title = f"{replay.match.game.title}: {who}"
    filled = {
        "title": html.escape(visible(title)),
        "style": _text("replay.css") + dark_css("[data-theme=dark]"),
        "script": _text("replay.js"),
        "data": json.dumps(_data(replay, seat, called), ensure_ascii=True).replace("<", "\\u003c"),
    }
    page = _text("replay.html")
    return re.sub("@([a-z]+)@", lambda found: filled[found[1]], page)


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _data(replay: Replay, seat: int | None, called: list[str]) -> dict[str, Any]:
    numbers: dict[str, int] = {}  # of parts, in the order in which they come first
    frames = []
    for at in range(len(replay) + 1):
        head, *parts = replay.svg(at, seat).rpartition("</svg>")[0].split(PART)
        frames.append([numbers.setdefault(PART + part, len(numbers)) for part in parts])
    events = [_line(event, called) for event in replay.events(seat)]
    return {
        "head": head,
        "parts": [_named(part, called) for part in numbers],
        "frames": frames,
        "events": events,
        "result": _named(replay.ending(), called),
    }


def _line(event: Event, called: list[str]) -> dict[str, Any]:
    """Return what the page lists of a move: when, and who did what, with what it changed."""
    told = [
        effect if player == event.player else f"player_{player} {effect}"
        for player, effect in event.effects
    ]
    changed = f" ({'; '.join(told)})" if told else ""
    text = f"player_{event.player}: {event.said}{changed}"
    return {"at": event.decisions, "round": event.round, "text": _named(text, called)}


def _named(text: str, called: list[str]) -> str:
    return visible_lines(_PLAYER.sub(lambda found: called[int(found[1])], text))

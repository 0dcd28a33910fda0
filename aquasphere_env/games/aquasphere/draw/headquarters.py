"""The headquarters: rooms with their symbols and engineers, play order, decks and stock."""

import math
from collections.abc import Iterator

import numpy as np

from ....core.state import NOBODY
from ....drawing.icons import icon, piece, token
from ....drawing.scene import Scene
from ....drawing.svg import (
    Point,
    circle,
    group,
    line,
    part,
    polar,
    polygon,
    rect,
    target,
    text,
)
from ..actions import MOVE_ENGINEER, PASS, SCORING_DONE
from ..state import (
    NUM_CARDS,
    NUM_LABS,
    NUM_ROOMS,
    NUM_ROUNDS,
    START_ROOM,
    SYMBOLS,
)
from .parts import AREA_COLORS, SYMBOL_ICONS

LEFT, TOP, WIDTH, HEIGHT = 694, 44, 578, 214
_ROOM_WIDTH, _ROOM_HEIGHT = 62, 48
ROOMS_WIDTH = 372
STOCKS_LEFT = LEFT + WIDTH - 92
_STEP = (82, 62)  # between rooms of following tiers, between rooms of one tier
_FIRST = (110, 107)  # the middle of the first tier
_START = (32, 107)


def headquarters(scene: Scene) -> Iterator[str]:
    """Yield the parts of the headquarters."""
    places = room_places(scene.state["components"])
    ground = rect(0, 0, WIDTH, HEIGHT, "panel", 8, stroke="line")
    yield part((LEFT, TOP), (-1, -1, WIDTH + 2, HEIGHT + 2), ground)
    yield part((LEFT, TOP), (0, 0, ROOMS_WIDTH + 4, HEIGHT), *_ways(scene, places))
    for room in range(NUM_ROOMS):
        yield _room(scene, room, places[room])
    yield from _engineers(scene, places)
    yield _orders(scene)
    yield from _stocks(scene)


def room_places(tables: np.void) -> list[Point]:
    """Return the middle of every room and of the start, from left to right by tiers."""
    tier: list[int] = [-1] * (NUM_ROOMS + 1)
    for _ in range(NUM_ROOMS + 1):
        for source in range(NUM_ROOMS + 1):
            for room in np.flatnonzero(tables["arrows"][source]).tolist():
                tier[room] = max(tier[room], tier[source] + 1)
    places = []
    for room in range(NUM_ROOMS):
        peers = [other for other in range(NUM_ROOMS) if tier[other] == tier[room]]
        row = peers.index(room) - (len(peers) - 1) / 2
        places.append((_FIRST[0] + _STEP[0] * tier[room], _FIRST[1] + _STEP[1] * row))
    return [*places, _START]


def _ways(scene: Scene, places: list[Point]) -> list[str]:
    """Draw arrows and sideways connections between rooms, and the ways out."""
    tables = scene.state["components"]
    drawn: list[str] = []
    for source, room in zip(*np.nonzero(tables["arrows"]), strict=True):
        drawn += _arrow(places[source], places[room])
    for a, b in zip(*np.nonzero(np.triu(tables["sideways"][:, :NUM_ROOMS])), strict=True):
        drawn.append(line(places[a], places[b], "line", 2, stroke_dasharray="4 4"))
    exit_place = (ROOMS_WIDTH, _START[1])
    for room in np.flatnonzero(tables["exits"][:NUM_ROOMS]):
        drawn += _arrow(places[room], exit_place)
    drawn.append(circle(*_START, 26, "shade", stroke="muted"))
    drawn.append(text(_START[0], _START[1] + 46, "start", 12, "muted", "middle"))
    return drawn


def _arrow(start: Point, end: Point) -> tuple[str, str]:
    """Draw a line with its direction in the middle."""
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    head = [polar(angle + turn, 6, middle) for turn in (0, 130, 230)]
    return line(start, end, "muted", 2), polygon(head, "muted")


def _room(scene: Scene, room: int, place: Point) -> str:
    """Draw a room, its symbol, and small the symbol it gets next round."""
    state = scene.state
    symbol = int(state["rooms"][room])
    mark = scene.mark((MOVE_ENGINEER + room,))
    x, y = -_ROOM_WIDTH / 2, -_ROOM_HEIGHT / 2
    drawn = [
        rect(
            x,
            y,
            _ROOM_WIDTH,
            _ROOM_HEIGHT,
            AREA_COLORS[symbol],
            8,
            stroke=mark or "muted",
            line=4 if mark else 1.5,
        ),
        text(x + 5, y + 13, room, 11.5, "muted"),
        icon(SYMBOL_ICONS[symbol], x + 20, -2, 24),
    ]
    following = int(state["round_number"]) + 1
    if following < NUM_ROUNDS:
        layout = state["components"]["layouts"][state["program_cards"][following]]
        drawn.append(icon(SYMBOL_ICONS[layout[room]], -x - 9, -y - 9, 11))
    whole = group(
        *drawn,
        id=f"room-{room}",
        actions=(MOVE_ENGINEER + room,),
        title=f"room {room}: {SYMBOLS[symbol]}",
    )
    box = (x - 3, y - 3, _ROOM_WIDTH + 6, _ROOM_HEIGHT + 6)
    return part((LEFT + place[0], TOP + place[1]), box, whole)


def _engineers(scene: Scene, places: list[Point]) -> Iterator[str]:
    """Yield the engineers that have not passed, up to four in a room."""
    state = scene.state
    crowd: dict[int, int] = {}
    for player in range(scene.num_players):
        me = state["players"][player]
        if me["passed"]:
            continue
        room = int(me["engineer"])
        k = crowd.get(room, 0)
        crowd[room] = k + 1
        x, y = places[room]
        if room == START_ROOM:
            x, y = x - 11 + 22 * (k % 2), y - 10 + 26 * (k // 2)
        else:
            x, y = x + 5 + 15 * (k % 2), y - 11 + 20 * (k // 2)
        words = f"engineer of {scene.name(player)}"
        place = f"engineer-{player}"
        pawn = piece("engineer", 0, 0, player, scene.num_players, 21, id=place, title=words)
        if room != START_ROOM:  # who clicks it means the room
            pawn = group(pawn, actions=(MOVE_ENGINEER + room,))
        yield part((LEFT + x, TOP + y), (-12, -12, 24, 24), pawn)


def _orders(scene: Scene) -> str:
    """Draw play order and pass order, where a click passes."""
    state, n = scene.state, scene.num_players
    drawn = [text(0, 14, "play order", 12, "muted")]
    for place, player in enumerate(state["turn_order"][:n]):
        if player != NOBODY:
            drawn.append(token(10 + 24 * place, 30, int(player), n, 10, id=f"order-{place}"))
    drawn.append(text(0, 57, "passed", 12, "muted"))
    mark = scene.mark((PASS,))
    track = [target(-4, 64, 100, 30)]
    track += [
        rect(24 * place - 1, 68, 22, 22, "shade", 11, stroke=mark or "line", line=3 if mark else 1)
        for place in range(n)
    ]
    for place, player in enumerate(state["pass_order"][: int(state["num_passed"])]):
        track.append(token(10 + 24 * place, 79, int(player), n, 10, id=f"passed-{place}"))
    drawn.append(group(*track, id="pass-track", actions=(PASS, SCORING_DONE), title="pass"))
    return part((LEFT + ROOMS_WIDTH + 8, TOP + 62), (-4, 0, 102, 96), *drawn)


def _stocks(scene: Scene) -> Iterator[str]:
    """Yield the general supply and what is left in the decks."""
    state, n = scene.state, scene.num_players
    rows = [
        ("hourglass", "stock-time", int(state["stock_time"]), "time markers"),
        ("crystal", "stock-crystals", int(state["stock_crystals"]), "crystals"),
        ("octopus", "stock-octopods", int(state["stock_octopods"]), "octopods"),
        ("flask", "lab-deck", NUM_LABS - int(state["lab_drawn"]), "lab expansions"),
        ("card", "card-deck", NUM_CARDS - int(state["research_drawn"]), "research cards"),
    ]
    left, top = STOCKS_LEFT, TOP + 10
    yield part((left, top), (0, 0, 60, 20), text(0, 14, "supply", 12, "muted"))
    for k, (name, place, number, words) in enumerate(rows):
        row = (icon(name, 10, 0, 17), text(24, 5, number, 14, bold=True))
        whole = group(*row, id=place, title=f"{number} {words} left")
        yield part((left, top + 30 + 25 * k), (0, -12, 60, 24), whole)
    for k, color in enumerate(range(n, len(state["neutral_left"]))):
        boat = piece("boat", 12, 0, color, n, 20)
        left_over = text(24, 5, state["neutral_left"][color], 13, bold=True)
        whole = group(boat, left_over, id=f"neutral-left-{color}", title="neutral submarines left")
        yield part((left + 44 * k, top + 168), (0, -12, 42, 24), whole)

"""The research station: six hexagonal sectors around the center tile, and the locks."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from ....core.state import NOBODY
from ....drawing.icons import icon, piece
from ....drawing.scene import Scene
from ....drawing.svg import (
    Point,
    circle,
    group,
    part,
    polar,
    polygon,
    text,
)
from ..actions import ACT_IN, CATCH_OCTOPODS, LETTER_NO, LETTER_YES
from ..state import (
    CATCH,
    CRYSTAL,
    LAB,
    LETTER,
    LETTERS,
    MAX_CATCH,
    NO_LETTER,
    NOTHING,
    NUM_REFILLS,
    NUM_SECTORS,
    NUM_SYMBOLS,
    OCTOPOD,
    PROGRAM,
    RESEARCH,
    SUBMARINE,
    SUBMARINE_SPACES,
    SYMBOLS,
    TIME,
)
from ..text import amount, color_name
from .parts import AREA_COLORS, SYMBOL_ICONS, card_chip, card_words, lab_chip, lab_words

SIDE = 130.0  # of a sector, and the distance from its center to its corners
CENTER = (346, 377)
_APOTHEM = SIDE * math.sqrt(3) / 2
_CONTROL_RADIUS = 38
_BOX = (-_APOTHEM - 2, -SIDE - 2, 2 * _APOTHEM + 4, 2 * SIDE + 4)

# the middle of every area as seen from the sector's center, in degrees clockwise from the right
_AREA_ANGLES = {SUBMARINE: -90, RESEARCH: -45, PROGRAM: 0, TIME: 45, CRYSTAL: 135, OCTOPOD: 180}
_AREA_ANGLES[LAB] = 225
_LOADING_ANGLE = 90
_AREA_WIDTH = 45  # degrees
_PLACES = {  # of what lies in the areas
    SUBMARINE: (0, -80),
    RESEARCH: (59, -54),
    PROGRAM: (70, 0),
    TIME: (62, 52),
    CRYSTAL: (-62, 52),
    OCTOPOD: (-73, 2),
    LAB: (-59, -54),
}
_LOADING_PLACE = (0, 80)
_WORK = {  # what a bot does in an area
    LAB: "take the top lab tile",
    TIME: "take time markers, at least 2",
    CRYSTAL: "take crystals, as many as fit",
    OCTOPOD: "catch octopods for points",
    SUBMARINE: "pay for the next space, place a submarine for the bulb's points",
    RESEARCH: "take the top card for the bulb's points",
    PROGRAM: "program the symbol shown",
}
_CHIP_STEP = 15.5  # how much of a covered card or tile shows
_ROW = (-18, 0, 18)
_FEW = 6  # pieces that are drawn one by one


def station(scene: Scene) -> Iterator[str]:
    """Yield the parts of the station."""
    for position in range(NUM_SECTORS):
        center = sector_center(position)
        yield part(center, _BOX, _ground(scene, position))
        for symbol in range(NUM_SYMBOLS):
            yield _area(scene, position, symbol, center)
        yield _control(scene, position, center)
        yield _loading(scene, position, center)
    for position in range(NUM_SECTORS):
        yield _lock(scene, position)
    yield from _center_tile(scene)
    yield from _refills(scene)


def sector_center(position: int) -> Point:
    """Return the middle of the sector at a ring position; they go round clockwise."""
    x, y = polar(60 * position - 60, math.sqrt(3) * SIDE, CENTER)
    return round(x), round(y)  # equal sectors have equal pixels


def _lock(scene: Scene, position: int) -> str:
    """Draw the lock on the clockwise side of a sector."""
    value = scene.state["components"]["locks"][scene.state["ring"][position]]
    drawn = group(
        circle(0, 0, 13, "panel", stroke="ink", line=2),
        icon("lock", 0, -3, 12),
        text(0, 10, value, 11, anchor="middle", bold=True),
        id=f"lock-{position}",
        title=f"a lock: walking through costs {value} time",
    )
    return part(polar(60 * position - 30, 1.5 * SIDE, CENTER), (-15, -15, 30, 30), drawn)


def _edge(angle: float) -> Point:
    """Return where the ray at ``angle`` leaves the hexagon (its sides face 0, 60, … degrees)."""
    off = (angle + 30) % 60 - 30
    return polar(angle, _APOTHEM / math.cos(math.radians(off)))


def _area_shape(angle: float) -> list[Point]:
    """Return the corners of the area around ``angle``."""
    first, last = angle - _AREA_WIDTH / 2, angle + _AREA_WIDTH / 2
    corners = [c for c in range(-150, 391, 60) if first < c < last]
    return [
        polar(first, _CONTROL_RADIUS),
        _edge(first),
        *(polar(corner, SIDE) for corner in corners),
        _edge(last),
        polar(last, _CONTROL_RADIUS),
    ]


def _ground(scene: Scene, position: int) -> str:
    """Draw the coloured areas, which the actions can be played on."""
    areas = [polygon(_area_shape(_LOADING_ANGLE), "shade", stroke="line")]
    marked: list[str] = []
    letter = LETTERS[scene.state["ring"][position]]
    for symbol, angle in _AREA_ANGLES.items():
        action = ACT_IN + NUM_SYMBOLS * position + symbol
        mark = scene.mark((action,))
        shape = polygon(
            _area_shape(angle), AREA_COLORS[symbol], stroke=mark or "line", line=4 if mark else 1
        )
        drawn = group(
            shape,
            id=f"area-{position}-{SYMBOLS[symbol]}",
            actions=(action,),
            title=f"sector {letter}, {SYMBOLS[symbol]}: {_WORK[symbol]}",
        )
        (marked if mark else areas).append(drawn)
    return "".join(areas + marked)


def _area(scene: Scene, position: int, symbol: int, center: Point) -> str:
    """Draw what lies in an area; a click on it plays the area's action."""
    x, y = _PLACES[symbol]
    content = _CONTENTS[symbol](scene, position)
    actions = [ACT_IN + NUM_SYMBOLS * position + symbol]
    asked_here = scene.state["question"] == CATCH and scene.state["acting_position"] == position
    if symbol == OCTOPOD and asked_here:
        actions += [CATCH_OCTOPODS + number for number in range(MAX_CATCH + 1)]
    drawn = group(content, actions=actions)
    return part((center[0] + x, center[1] + y), (-34, -44, 68, 84), drawn)


def _pieces(name: str, label: str, position: int, count: int) -> str:
    """Draw ``count`` equal pieces: one by one while they are few."""
    head = text(0, -11, f"{count}\u00d7" if count else "-", 12, "muted", "middle", bold=True)
    places = range(min(count, _FEW))
    drawn = [icon(name, _ROW[k % 3], 14.5 * (k // 3), 14) for k in places]
    return group(head, *drawn, id=f"{label}-{position}", title=amount(count, label))


def _time(scene: Scene, position: int) -> str:
    return _pieces("hourglass", "time", position, int(scene.state["sectors"][position]["time"]))


def _crystals(scene: Scene, position: int) -> str:
    count = int(scene.state["sectors"][position]["crystals"])
    return _pieces("crystal", "crystals", position, count)


def _octopods(scene: Scene, position: int) -> str:
    count = int(scene.state["sectors"][position]["octopods"])
    return _pieces("octopus", "octopods", position, count)


def _submarines(scene: Scene, position: int) -> str:
    """Draw the four spaces with their costs, and the submarines on them."""
    spaces = scene.state["sectors"][position]["submarines"]
    costs = scene.state["components"]["submarine_costs"]
    n = scene.num_players
    drawn = []
    for space in range(SUBMARINE_SPACES):
        x, y = -13 + 26 * (space % 2), -13 + 25 * (space // 2)
        owner = int(spaces[space])
        if owner == NOBODY:
            cost = text(0, 5, costs[space], 13, "muted", "middle", bold=True)
            drawn.append(group(circle(0, 0, 11, "panel", stroke="line"), cost, at=(x, y)))
        else:
            place = f"submarine-{position}-{space}"
            who = f"a submarine of {color_name(owner, n)}"
            drawn.append(piece("boat", x, y, owner, n, 25, id=place, title=who))
    return "".join(drawn)


def _white(scene: Scene, position: int) -> str:
    symbol = int(scene.state["components"]["white"][scene.state["ring"][position]])
    return group(
        icon("chip", -12, 0, 18),
        text(2, 5, "→", 13, "muted", "middle"),
        icon(SYMBOL_ICONS[symbol], 18, 0, 20),
        id=f"white-{position}",
        title=f"the white area programs {SYMBOLS[symbol]}",
    )


def _stack(chips: list[tuple[str, str]], name: str, position: int) -> str:
    """Draw a stack, its top in front and below the covered ones."""
    first = -_CHIP_STEP * (len(chips) - 1) / 2
    drawn = [
        group(chip, at=(0, first + _CHIP_STEP * k), id=f"{name}-{position}-{k}", title=words)
        for k, (chip, words) in enumerate(chips)
    ]
    return "".join(drawn)


def _labs(scene: Scene, position: int) -> str:
    tiles = scene.state["sectors"][position]["labs"]
    shown = [t for t in tiles if t != NOTHING]
    chips = [(lab_chip(scene.state, t), lab_words(scene.state, t)) for t in shown]
    return _stack(chips, "lab", position)


def _cards(scene: Scene, position: int) -> str:
    cards = scene.state["sectors"][position]["cards"]
    shown = [c for c in cards if c != NOTHING]
    chips = [(card_chip(scene.state, c), card_words(scene.state, c)) for c in shown]
    return _stack(chips, "card", position)


_CONTENTS: dict[int, Callable[[Scene, int], str]] = {
    LAB: _labs,
    TIME: _time,
    CRYSTAL: _crystals,
    OCTOPOD: _octopods,
    SUBMARINE: _submarines,
    RESEARCH: _cards,
    PROGRAM: _white,
}


def _control(scene: Scene, position: int, center: Point) -> str:
    """Draw the control space with its letter and bot, and the scientists in the sector."""
    state, n = scene.state, scene.num_players
    letter = int(state["ring"][position])
    owner = int(state["sectors"][position]["control"])
    asked = state["question"] == LETTER and letter in state["letters"] and letter != NO_LETTER
    drawn = [circle(0, 0, _CONTROL_RADIUS, "panel", stroke="accent" if asked else "ink", line=2)]
    drawn.append(text(0, -19, LETTERS[letter], 17, anchor="middle", bold=True))
    drawn.append(text(-32, 4, position, 11, "muted"))
    if owner != NOBODY:
        words = f"controlled by {color_name(owner, n)}"
        drawn.append(piece("bot", 0, -2, owner, n, 29, id=f"control-{position}", title=words))
    scientists = np.flatnonzero(state["players"]["scientist"][:n] == position)
    for k, player in enumerate(scientists):
        x = 13 * (k - (len(scientists) - 1) / 2)
        words = f"scientist of player_{player}"
        drawn.append(
            piece("pawn", x, 24, int(player), n, 19, id=f"scientist-{player}", title=words)
        )
    actions = (LETTER_YES, LETTER_NO) if asked else ()
    box = (-_CONTROL_RADIUS - 2, -_CONTROL_RADIUS - 2, 2 * _CONTROL_RADIUS + 4, 80)
    title = f"sector {LETTERS[letter]}, position {position} in the ring"
    whole = group(*drawn, id=f"sector-{position}", actions=actions, title=title)
    return part(center, box, whole)


def _loading(scene: Scene, position: int, center: Point) -> str:
    """Draw the loading station: bots by colour."""
    bots = scene.state["sectors"][position]["loading"]
    n = scene.num_players
    drawn = []
    shown = 0
    for color in np.flatnonzero(bots):
        places = [(_ROW[k % 3], -18 + 21 * (k // 3)) for k in range(shown, shown + bots[color])]
        shown += int(bots[color])
        words = f"loading station: {bots[color]} of {color_name(int(color), n)}"
        drawn.append(
            group(
                *(piece("bot", x, y, int(color), n, 19) for x, y in places),
                id=f"loading-{position}-{color}",
                title=words,
            )
        )
    limit = scene.state["components"]["loading_limit"]
    drawn.append(text(0, 37, f"≤ {limit}", 11, "muted", "middle"))
    x, y = _LOADING_PLACE
    return part((center[0] + x, center[1] + y), (-34, -36, 68, 80), *drawn)


def _center_tile(scene: Scene) -> Iterator[str]:
    """Yield the tile in the middle, and the bulb's points on it."""
    tables, tile = scene.state["components"], int(scene.state["round_number"])
    shape = [polar(angle, SIDE - 3) for angle in range(30, 390, 60)]
    yield part((CENTER[0], CENTER[1]), _BOX, polygon(shape, "water", stroke="line"))
    drawn = [
        icon("bulb", 0, -4, 52),
        text(0, 2, tables["bulbs"][tile], 22, "#14222c", "middle", bold=True),
    ]
    if tile >= NUM_REFILLS:
        drawn.append(text(0, 52, "last round", 12, "muted", "middle"))
    whole = group(*drawn, id="center-tile", title="points for a submarine or card")
    yield part(CENTER, (-40, -32, 80, 90), whole)


def refill_place(position: int) -> Point:
    """Return where the center tile shows what the sector at ``position`` gets."""
    return polar(60 * position - 60, 80, CENTER)


def _refills(scene: Scene) -> Iterator[str]:
    """Yield what each sector gets after the round."""
    state = scene.state
    tables, tile = state["components"], int(state["round_number"])
    if tile < NUM_REFILLS:
        edges = (np.arange(NUM_SECTORS) + state["rotations"][tile]) % NUM_SECTORS
        for position, edge in enumerate(edges.tolist()):
            letter = LETTERS[state["ring"][position]]
            drawn = _refill(tables, tile, edge)
            title = f"sector {letter} gets this after the round"
            whole = group(*drawn, id=f"refill-{position}", title=title)
            yield part(refill_place(position), (-30, -18, 60, 44), whole)


def _refill(tables: np.void, tile: int, edge: int) -> Iterator[str]:
    """Yield what the center tile adds to the sector at its ``edge``."""
    amounts = [
        ("hourglass", tables["refill_time"][tile, edge]),
        ("crystal", tables["refill_crystals"][tile, edge]),
        ("octopus", tables["refill_octopods"][tile, edge]),
        ("boat", tables["refill_neutral"][tile, edge]),
    ]
    shown = [(name, int(number)) for name, number in amounts if number]
    for k, (name, number) in enumerate(shown):
        x, y = -14 + 28 * (k % 2), -7 + 16 * (k // 2)
        yield text(x - 2, y + 5, number, 12, anchor="end", bold=True)
        yield icon(name, x + 6, y, 14, "#8a949c" if name == "boat" else None)

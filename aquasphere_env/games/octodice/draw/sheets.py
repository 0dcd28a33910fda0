"""The players' sheets of OctoDice."""

from collections.abc import Iterator

import numpy as np

from ....core.state import MAX_PLAYERS
from ....drawing.icons import icon, player_colors
from ....drawing.scene import Scene
from ....drawing.svg import (
    Point,
    circle,
    group,
    line,
    part,
    rect,
    target,
    text,
)
from ..actions import (
    BONUS_OCTOPUS_START,
    BONUS_START,
    BOT_EFFECT,
    COLOURS,
    CRYSTAL_EFFECT,
    FLEXI_SUB_EFFECT,
    FLEXI_TEC_EFFECT,
    MAIN_START,
    MAX_BONUS_OCTOPUSES,
    NUM_BONUS_EFFECTS,
    NUM_EFFECTS,
    RESEARCH_EFFECT,
    SUBMARINE_EFFECT,
)
from ..observation import bonus_left
from ..state import (
    BLACK_FACES,
    NUM_BLACK,
    NUM_BOT_CIRCLES,
    NUM_COLOURS,
    NUM_NUMBERS,
    NUM_THIRDS,
    NUM_WHITE,
    OCTOPUS_FACE,
    OCTOPUSES_WANTED,
    SOURCES,
    SYMBOLS,
)

LEFT, TOP, WIDTH = 568, 48, 704
STEP, HEIGHT = 187, 180
_NAME_WIDTH = 104
DIE_COLORS = ("#f4c430", "#e0604f", "#6aa9e9", "#5fbf7a", "#ffffff")  # by colour
_INK = "#14222c"
_WIDEST = 1080  # of the line under a sheet: its characters times their size


def face(state: np.void, die: int) -> str:
    """Return what a die shows, such as ``lab`` or ``red 2``; white dice come first."""
    if die < NUM_WHITE:
        return SYMBOLS[state["white"][die]]
    color = int(state["colour"][die - NUM_WHITE])
    number = "" if color == OCTOPUS_FACE else f" {state['number'][die - NUM_WHITE]}"
    return f"{BLACK_FACES[color]}{number}"


def effect_actions(effect: int) -> list[int]:
    """Return the main and bonus actions with ``effect``."""
    actions = [MAIN_START + NUM_EFFECTS * die + effect for die in range(NUM_BLACK)]
    if effect < NUM_BONUS_EFFECTS:
        actions.append(BONUS_START + effect)
    return actions


def sheets(scene: Scene) -> Iterator[str]:
    """Yield the parts of all sheets."""
    for player in range(scene.num_players):
        at = (LEFT, TOP + STEP * player)
        yield _ground(scene, player, at)
        yield _name(scene, player, at)
        yield _crystals(scene, player, (at[0] + 116, at[1] + 8))
        yield _research(scene, player, (at[0] + 116, at[1] + 62))
        yield _octopuses(scene, player, (at[0] + 116, at[1] + 116))
        yield from _colors(scene, player, (at[0] + 356, at[1] + 8))
        yield _earned(scene, player, (at[0] + 116, at[1] + 158))


def _ground(scene: Scene, player: int, at: Point) -> str:
    """Draw the background, outlined for the player who is asked."""
    asked = scene.decides(player)
    outline = "accent" if asked else "line"
    ground = rect(0, 0, WIDTH, HEIGHT, "panel", 8, stroke=outline, line=3 if asked else 1)
    return part(at, (-2, -2, WIDTH + 4, HEIGHT + 4), ground)


def _name(scene: Scene, player: int, at: Point) -> str:
    """Draw the player's name, points and bonus actions left."""
    me = scene.state["players"][player]
    fill, ink = player_colors(player, MAX_PLAYERS)
    asked = scene.decides(player)
    left = bonus_left(scene.state, player)
    drawn = [
        rect(4, 4, _NAME_WIDTH, HEIGHT - 8, fill, 6),
        text(10, 24, f"player_{player}", 15, ink, bold=True),
        text(10, 74, me["points"], 38, ink, bold=True),
        text(10, 92, "points", 12, ink),
        text(10, 120, f"{left} bonus left", 12, ink),
    ]
    if player == scene.viewer:
        drawn.append(text(10, 39, "you", 12, ink))
    if asked:
        drawn.append(text(10, 164, "to decide", 14, ink, bold=True))
    title = f"{scene.name(player)}: {me['points']} points"
    whole = group(*drawn, id=f"sheet-{player}", title=title)
    return part(at, (3, 3, _NAME_WIDTH + 2, HEIGHT - 6), whole)


def _circle(x: float, y: float, label: object, marked: bool, color: str = "shade") -> str:
    """Draw a circle of the sheet, crossed out if marked."""
    shown = [circle(x, y, 14, color, stroke="ink" if marked else "muted", line=2 if marked else 1)]
    ink = _INK if color in DIE_COLORS else "ink"
    shown.append(text(x, y + 5, label, 13, ink if not marked else "muted", "middle"))
    if marked:
        cross = _INK if color in DIE_COLORS else "ink"
        shown.append(line((x - 10, y - 10), (x + 10, y + 10), cross, 4))
        shown.append(line((x - 10, y + 10), (x + 10, y - 10), cross, 4))
    return "".join(shown)


def _playable(scene: Scene, player: int, *effects: int) -> list[int]:
    """Return the actions with ``effects`` if ``player`` decides."""
    if not scene.decides(player):
        return []
    return [action for effect in effects for action in effect_actions(effect)]


def _crystals(scene: Scene, player: int, at: Point) -> str:
    count = int(scene.state["players"][player]["crystals"])
    circles = int(scene.state["components"]["crystal_circles"])
    shown = [target(0, 4, 208, 38), icon("crystal", 14, 22, 30)]
    shown += [_circle(52 + 34 * k, 22, "", k < count) for k in range(circles)]
    effects = range(CRYSTAL_EFFECT, CRYSTAL_EFFECT + NUM_NUMBERS)
    whole = group(
        *shown,
        id=f"crystals-{player}",
        actions=_playable(scene, player, *effects),
        title=f"{count} crystals of {scene.name(player)}",
    )
    return part(at, (-2, 0, 236, 46), whole)


def _research(scene: Scene, player: int, at: Point) -> str:
    count = int(scene.state["players"][player]["research"])
    points = scene.state["components"]["research_points"]
    shown = [target(0, 4, 208, 38), icon("card", 14, 22, 30)]
    shown += [
        _circle(52 + 34 * k, 22, points[k], k < count, DIE_COLORS[k]) for k in range(NUM_COLOURS)
    ]
    whole = group(
        *shown,
        id=f"research-{player}",
        actions=_playable(scene, player, RESEARCH_EFFECT),
        title=f"{count} research of {scene.name(player)}",
    )
    return part(at, (-2, 0, 236, 46), whole)


def _octopuses(scene: Scene, player: int, at: Point) -> str:
    marked = scene.state["players"][player]["octopuses"]
    shown = [target(0, 0, 230, 38), icon("octopus", 14, 18, 30)]
    for third in range(NUM_THIRDS):
        for k in range(OCTOPUSES_WANTED):
            shown.append(_circle(52 + 66 * third + 29 * k, 18, third + 1, k < marked[third]))
    first = BONUS_OCTOPUS_START
    actions = range(first, first + MAX_BONUS_OCTOPUSES) if scene.decides(player) else ()
    whole = group(
        *shown,
        id=f"octopuses-{player}",
        actions=actions,
        title=f"octopuses of {scene.name(player)} by third",
    )
    return part(at, (-2, 0, 240, 38), whole)


def _colors(scene: Scene, player: int, at: Point) -> Iterator[str]:
    """Yield bots and submarines by colour."""
    me = scene.state["players"][player]
    points = scene.state["components"]["bot_points"]
    for color, name in enumerate(COLOURS):
        x, shown = 0, []
        bots = [
            _circle(x + 18 + 31 * k, 52, points[k], k < me["bots"][color], DIE_COLORS[color])
            for k in range(NUM_BOT_CIRCLES)
        ]
        bot_effects = (BOT_EFFECT, FLEXI_TEC_EFFECT, FLEXI_SUB_EFFECT)
        shown.append(text(x + 34, 14, name, 12, "muted", "middle"))
        shown.append(
            group(
                target(x + 2, 17, 64, 52),
                icon("bot", x + 34, 27, 18, DIE_COLORS[color]),
                *bots,
                id=f"bots-{player}-{name}",
                actions=_playable(scene, player, *(first + color for first in bot_effects)),
                title=f"{me['bots'][color]} {name} bots of {scene.name(player)}",
            )
        )
        shown.append(
            group(
                target(x + 2, 74, 64, 58),
                icon("submarine", x + 34, 88, 24, DIE_COLORS[color]),
                _circle(x + 34, 116, "", bool(me["submarines"][color]), DIE_COLORS[color]),
                id=f"submarine-{player}-{name}",
                actions=_playable(scene, player, SUBMARINE_EFFECT + color),
                title=f"{name} submarine of {scene.name(player)}",
            )
        )
        yield part((at[0] + 70 * color, at[1]), (-2, 0, 70, 140), *shown)


def _earned(scene: Scene, player: int, at: Point) -> str:
    """Write where the points came from."""
    earned = scene.state["players"][player]["earned"].tolist()
    words = [f"{source} {points}" for source, points in zip(SOURCES, earned, strict=True) if points]
    line_of_words = " · ".join(words)
    size = min(12, _WIDEST / max(1, len(line_of_words)))
    shown = text(0, 13, line_of_words, size, "muted")
    return part(at, (0, 0, 584, 20), group(shown, id=f"earned-{player}"))

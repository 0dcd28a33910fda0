"""The players' panels of Aquamarine: points, air, dives, what scores, bonuses."""

from collections.abc import Iterator

import numpy as np

from ....core.state import MAX_PLAYERS
from ....drawing.icons import icon, player_colors
from ....drawing.scene import Scene
from ....drawing.svg import (
    Point,
    circle,
    group,
    part,
    rect,
    text,
)
from ..actions import BONUS_ACTION
from ..scoring import medal, points
from ..state import (
    BONUS_WORDS,
    MAX_DIVES,
    NO_ROW,
    NUM_COLUMNS,
    PHASE_WORDS,
    WAITING,
)
from ..text import sheet_of
from .sea import (
    ANCHOR,
    BOX,
    DRAWN,
    EARLIER,
    fill,
    reef,
    squares_of,
)

LEFT, TOP, STEP = 724, 140, 150
_SIZE = (548, 146)
_NAME_WIDTH = 92
_SMALL = 6  # squares of a small sheet

_SCORING = (  # fields that score, with their icon
    ("shoal_points", "fish"),
    ("corals", "coral"),
    ("jellyfish", "jellyfish"),
    ("stingrays", "ray"),
    ("cuttlefish", "squid"),
    ("wrecks", "shell"),
)


def seen_sheet(scene: Scene, player: int) -> np.void:
    """Return the sheet of ``player`` as the viewer may see it (AM-R1)."""
    now = scene.viewer is None or scene.viewer == player
    return sheet_of(scene.state, "now" if now else "shown", player)


def turn_open(scene: Scene, player: int) -> bool:
    """Return whether ``player`` still has to decide, as far as the viewer may know (AM-R1)."""
    unseen = scene.viewer not in (None, player)
    return not unseen and not scene.over and seen_sheet(scene, player)["phase"] != WAITING


def panels(scene: Scene, large: int) -> Iterator[str]:
    """Yield the panels of all players; all but the large sheet are drawn small in them."""
    for player in range(scene.num_players):
        at = (LEFT, TOP + STEP * player)
        yield _ground(scene, player, at)
        yield _name(scene, player, at)
        yield _air(scene, player, (at[0] + 104, at[1] + 6))
        yield _counts(scene, player, (at[0] + 104, at[1] + 48))
        yield _bonuses(scene, player, (at[0] + 104, at[1] + 108))
        if player != large:
            yield _small_sheet(scene, player, (at[0] + 408, at[1] + 8))


def _ground(scene: Scene, player: int, at: Point) -> str:
    """Draw the ground, outlined while the player's turn is open."""
    asked = turn_open(scene, player)
    outline = "accent" if asked else "line"
    ground = rect(0, 0, *_SIZE, "panel", 8, stroke=outline, line=3 if asked else 1)
    return part(at, (-2, -2, _SIZE[0] + 4, _SIZE[1] + 4), ground)


def points_of(state: np.void, sheet: np.void) -> int:
    """Return the points of a sheet; alone, a missed mark costs all at the end (AM-R9)."""
    total = int(points(state, sheet))
    if state["terminated"] and state["num_players"] == 1:
        return max(0, total) if medal(state, sheet) else 0
    return total


def _name(scene: Scene, player: int, at: Point) -> str:
    fill_color, ink = player_colors(player, MAX_PLAYERS)
    sheet = seen_sheet(scene, player)
    total = points_of(scene.state, sheet)
    drawn = [
        rect(4, 4, _NAME_WIDTH, _SIZE[1] - 8, fill_color, 6),
        text(9, 22, f"player_{player}", 13, ink, bold=True),
        text(10, 66, total, 36, ink, bold=True),
        text(10, 84, "points", 11, ink),
    ]
    if player == scene.viewer:
        drawn.append(text(92, 84, "you", 12, ink, "end"))
    open_now = scene.viewer in (None, player) and not scene.over
    word = PHASE_WORDS[sheet["phase"]] if open_now else ""
    if open_now and sheet["phase"] == WAITING:
        word = "has decided"
    drawn.append(text(10, 132, word, 12, ink, bold=True))
    whole = group(*drawn, id=f"panel-{player}", title=f"{scene.name(player)}: {total} points")
    return part(at, (3, 3, _NAME_WIDTH + 2, _SIZE[1] - 6), whole)


def _air(scene: Scene, player: int, at: Point) -> str:
    """Draw the air left in the tank, and the dives with their depths."""
    sheet, tables = seen_sheet(scene, player), scene.state["components"]
    air, tank, dives = int(sheet["air"]), int(tables["tank_air"]), int(tables["num_dives"])
    drawn = []
    for k in range(tank):
        color = "#7cc0ea" if k < air else "none"
        drawn.append(circle(8 + 16 * k, 9, 6, color, stroke="muted"))
    drawn.append(text(16 * tank + 6, 14, f"{air} air", 12, "muted"))
    row = [text(0, 34, "dives", 11, "muted")]
    for dive in range(min(dives, MAX_DIVES)):
        depth, flag = int(sheet["deepest"][dive]), int(sheet["flag_points"][dive])
        words = f"{dive + 1}: " + ("-" if depth == NO_ROW else f"row {depth}")
        now = dive == sheet["dive"]
        x = 38 + 89 * dive
        row.append(text(x, 34, words, 11, "accent" if now else "muted", bold=now))
        if flag:
            row += (icon("flag", x + 66, 30, 12), text(x + 72, 34, flag, 11, "muted"))
    return part(at, (0, 0, 302, 40), group(*drawn, *row, id=f"air-{player}"))


def _counts(scene: Scene, player: int, at: Point) -> str:
    """Draw how many of everything the boxes enclose."""
    sheet = seen_sheet(scene, player)
    drawn = []
    for k, (field, name) in enumerate(_SCORING):
        words = f"{sheet[field]} p" if field == "shoal_points" else int(sheet[field])
        drawn.append(icon(name, 10 + 50 * k, 11, 18))
        drawn.append(text(22 + 50 * k, 16, words, 12, bold=True))
    beacons = f"{sheet['beacons_day']} by day, {sheet['beacons_night']} by night"
    wrecks = " ".join(str(n) for n in sheet["wreck_squares"].tolist())
    drawn.append(icon("beacon", 10, 38, 18))
    drawn.append(text(22, 43, beacons, 12, bold=True))
    drawn.append(text(160, 43, f"wreck squares {wrecks}", 12, "muted"))
    return part(at, (0, 0, 302, 52), group(*drawn, id=f"counts-{player}"))


def _bonuses(scene: Scene, player: int, at: Point) -> str:
    """Draw the wreck bonuses, circled where they are chosen."""
    sheet = seen_sheet(scene, player)
    names = ("squid", "coral", "flag", "shell", "beacon", "ray")
    worth = scene.state["components"]["bonus_points"]
    drawn = []
    for k, name in enumerate(names):
        circled = bool(sheet["bonuses"][k])
        actions = (BONUS_ACTION + k,) if turn_open(scene, player) else ()
        mark = scene.own_mark(player, (BONUS_ACTION + k,))
        shown = (
            rect(
                50 * k,
                0,
                46,
                34,
                "yellow" if circled else "shade",
                14,
                stroke=mark or ("ink" if circled else "line"),
                line=3 if circled or mark else 1,
            ),
            icon(name, 50 * k + 15, 17, 17),
            text(50 * k + 28, 22, worth[k], 12),
        )
        title = f"bonus {BONUS_WORDS[k]}" + (" (circled)" if circled else "")
        place = f"bonus-{player}-{BONUS_WORDS[k]}"
        drawn.append(group(*shown, id=place, actions=actions, title=title))
    return part(at, (-2, -2, 304, 38), *drawn)


def _small_sheet(scene: Scene, player: int, at: Point) -> str:
    """Draw a sheet small."""
    state, sheet = scene.state, seen_sheet(scene, player)
    side = _SMALL * NUM_COLUMNS
    drawn = [
        reef(state, _SMALL),
        fill([np.flatnonzero(r).tolist() for r in state["enclosed"][player]], _SMALL, EARLIER),
        fill(squares_of(sheet["drawn"]), _SMALL, DRAWN),
        fill(squares_of(sheet["anchor"]), _SMALL, ANCHOR),
        fill(squares_of(sheet["box"]), _SMALL, BOX),
    ]
    whole = group(*drawn, id=f"small-{player}", title=f"sheet of {scene.name(player)}")
    return part(at, (-1, -3, side + 4, side + 6), whole)

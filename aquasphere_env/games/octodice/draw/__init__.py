"""OctoDice's picture: the dice, the lab with its markers, and every player's sheet.

Nothing is hidden, so all players see the same picture but for the word "you".
"""

from collections.abc import Iterator, Sequence

import numpy as np

from ....core.state import MAX_PLAYERS, NOBODY
from ....drawing.icons import icon, token
from ....drawing.scene import Scene, pictured
from ....drawing.svg import (
    Point,
    circle,
    group,
    part,
    rect,
    text,
    wrap,
)
from ..actions import (
    ACTIONS,
    COLUMNS,
    DONE,
    KEEP_START,
    LAB_EFFECT,
    MAIN_START,
    NUM_EFFECTS,
    PAIRS,
    SUPER_COPY_START,
    SUPER_LEVEL_START,
)
from ..observation import turn_player
from ..state import (
    ABOVE,
    MAIN_ACTIONS,
    NUM_COLUMNS,
    NUM_DICE,
    NUM_LEVELS,
    NUM_THIRDS,
    NUM_WHITE,
    OCTOPUS_FACE,
    ONCE_A_TURN,
    PHASES,
    SUPER_COPY_PHASE,
    SUPER_LEVEL_PHASE,
    TILE_NAMES,
    TILES,
    VIRTUAL_BONUS,
)
from ..text import extra_info
from .sheets import DIE_COLORS, effect_actions, face, sheets

WIDTH, HEIGHT = 1280, 800
MARGIN = 8
LEFT_WIDTH = 548
DICE_TOP, DICE_HEIGHT = 48, 186
LAB_TOP = 238
TILE = (174, 152)
_DIE = 66
DIE_STEP = 88

SYMBOL_ICONS = ("crystal", "card", "flask", "bot", "submarine", "octopus")
_INK = "#14222c"

_FUNCTIONS = {
    "Flexi-Lab": "once a turn yellow is any colour or number",
    "Octo-Plus": "+1 on an octopus action that scored",
    "Flexi-Tec": "once a turn a research symbol as a bot",
    "Plus-Tec": "+1 on every research action",
    "Sub-Plus": "+1 on every submarine action",
    "Flexi-Sub": "once a turn a submarine symbol as a bot",
    "Crystal-Plus": "+1 on every crystal action",
    "Plus-Bot": "+1 on every bot action",
    "Plus-Lab": "+1 on every lab action",
    "Flexi-Level": "lab actions with any number",
    "Octo-Sub": "one octopus more with a submarine symbol",
    "Octo-Catch": "one octopus more with an idle white die",
    "Super-Lab V": "points for complete columns",
    "Super-Lab H": "points for complete rows",
    "Super-Octo": "points for thirds with both octopuses",
    "Super-Sub": "1 for every submarine",
    "Super-Level": "at the end one marker to level 2",
    "Super-Copy": "scores another tile of level 2",
}


@pictured("OctoDice", WIDTH, HEIGHT)
def draw(scene: Scene) -> Iterator[str]:
    """Yield the parts of the picture."""
    yield from _headline(scene)
    yield from _dice(scene)
    yield from _lab(scene)
    yield from sheets(scene)


def _headline(scene: Scene) -> Iterator[str]:
    state, info = scene.state, extra_info(scene.state)
    when = f"third {info['third']} of {NUM_THIRDS}, turn {info['turn']} of {info['turns']}"
    title = [text(0, 18, "OctoDice", 19, bold=True), text(0, 34, when, 13, "muted")]
    if state["virtual_player"]:
        title.append(text(100, 18, "with a virtual player", 13, "muted"))
    yield part((MARGIN, 2), (0, 0, 240, 40), *title)
    words = "the game is over"
    if not scene.over:
        words = f"player_{state['current_player']}: {PHASES[state['phase']]}"
        active = turn_player(state)
        if active not in (NOBODY, state["current_player"]):
            words += f" (turn of player_{active})"
    yield part(
        (MARGIN + 240, 2),
        (0, 0, 610, 34),
        group(text(0, 25, words, 15, bold=True), id="picture-asked"),
    )
    if scene.last_action is not None:
        last = f"last: {ACTIONS.describe(scene.last_action)}"
        yield part(
            (WIDTH - MARGIN, 2),
            (-420, 0, 420, 34),
            group(text(0, 25, last, 13, "accent", "end"), id="picture-last"),
        )


def _dice(scene: Scene) -> Iterator[str]:
    """Yield the six dice, labelled where kept or used, and the button to stop."""
    state = scene.state
    ground = rect(0, 0, LEFT_WIDTH, DICE_HEIGHT, "panel", 8, stroke="line")
    roller = f"player_{state['active_player']}"
    if state["phase"] == VIRTUAL_BONUS:
        roller = f"the virtual player after {roller}"
    used = f"{state['main_actions']} of {MAIN_ACTIONS} main actions"
    yield part((MARGIN, DICE_TOP), (-1, -1, LEFT_WIDTH + 2, DICE_HEIGHT + 2), ground)
    place = (MARGIN + 12, DICE_TOP + 6)
    yield part(place, (0, 0, 270, 20), text(0, 14, f"dice: {roller}", 13, "muted"))
    yield part(place, (278, 0, 180, 20), text(278, 14, used, 13, "muted"))
    for die in range(NUM_DICE):
        x = MARGIN + 16 + DIE_STEP * die + (8 if die >= NUM_WHITE else 0)
        yield part((x, DICE_TOP + 30), (-4, -4, _DIE + 8, 150), _die(scene, die))
    mark = scene.mark((DONE,))
    button = group(
        rect(0, 0, 96, 28, "shade", 14, stroke=mark or "muted", line=3 if mark else 1),
        text(48, 19, "done", 14, anchor="middle"),
        id="done",
        actions=(DONE,),
        title="done: no further action",
    )
    place = (MARGIN + LEFT_WIDTH - 106, DICE_TOP + DICE_HEIGHT - 34)
    yield part(place, (-2, -2, 100, 32), button)


def _die(scene: Scene, die: int) -> str:
    """Draw one die."""
    state = scene.state
    kept, used = bool(state["kept"][die]), bool(state["used"][die])
    actions = _die_actions(die)
    mark = scene.mark(actions)
    center = _DIE / 2
    if die < NUM_WHITE:
        symbol = int(state["white"][die])
        shown = [
            rect(0, 0, _DIE, _DIE, "#ffffff", 10, stroke=mark or _INK, line=4 if mark else 2),
            icon(SYMBOL_ICONS[symbol], center, center, 42),
        ]
    else:
        shown = _black_face(state, die - NUM_WHITE, mark)
    words = face(state, die)
    signs = [text(center, _DIE + 18, words, 12, anchor="middle")]
    if kept:
        signs.append(text(center, _DIE + 36, "kept", 13, "muted", "middle", bold=True))
    if used:
        signs.append(text(center, _DIE + 54, "used", 13, "accent", "middle", bold=True))
    color, number = ("white", die) if die < NUM_WHITE else ("black", die - NUM_WHITE)
    name, title = f"die-{color}-{number}", f"{color} die: {words}"
    return group(*shown, *signs, id=name, actions=actions, title=title)


def _black_face(state: np.void, die: int, mark: str | None) -> list[str]:
    """Draw a black die: a coloured number, or an octopus."""
    color = int(state["colour"][die])
    center = _DIE / 2
    shown = [rect(0, 0, _DIE, _DIE, "#23262d", 10, stroke=mark or _INK, line=4 if mark else 2)]
    if color == OCTOPUS_FACE:
        return [*shown, icon("octopus", center, center, 42)]
    number = int(state["number"][die])
    shown.append(circle(center, center, 23, DIE_COLORS[color], stroke="#ffffff", line=2))
    shown.append(text(center, center + 10, number, 28, _INK, "middle", bold=True))
    return shown


def _die_actions(die: int) -> list[int]:
    """Return every action that names ``die``."""
    keeps = [KEEP_START + pair for pair in range(len(PAIRS)) if die in PAIRS[pair]]
    if die < NUM_WHITE:
        return keeps
    first = MAIN_START + NUM_EFFECTS * (die - NUM_WHITE)
    return keeps + list(range(first, first + NUM_EFFECTS))


def _lab(scene: Scene) -> Iterator[str]:
    """Yield the lab: the markers above it and nine tiles."""
    box = (0, 0, TILE[0] + 8, 46)
    for column in range(NUM_COLUMNS):
        waiting = _markers(scene, column, ABOVE)
        actions = effect_actions(LAB_EFFECT + column)
        actions.append(SUPER_LEVEL_START + column)
        head = rect(2, 2, TILE[0], 40, "shade", 8, stroke="line")
        label = text(8, 26, COLUMNS[column], 12, "muted")
        whole = group(head, label, *_row(waiting, (78, 22)), id=f"above-{column}", actions=actions)
        yield part(tile_place(column, ABOVE), box, whole)
    for level in range(NUM_LEVELS):
        for column in range(NUM_COLUMNS):
            yield part(
                tile_place(column, level),
                (0, 0, TILE[0] + 8, TILE[1] + 8),
                _tile(scene, level, column),
            )


def tile_place(column: int, level: int) -> Point:
    """Return the upper left corner of a tile, or of the row above the lab."""
    y = LAB_TOP if level == ABOVE else LAB_TOP + 50 + (TILE[1] + 10) * level
    return MARGIN + (TILE[0] + 12) * column, y


def _markers(scene: Scene, column: int, level: int) -> list[int]:
    """Return the players whose marker in ``column`` is on ``level``."""
    markers = scene.state["players"]["markers"][: scene.num_players, column]
    return [int(player) for player in np.flatnonzero(markers == level)]


def _row(players: Sequence[int], at: Point) -> Iterator[str]:
    for k, player in enumerate(players):
        yield token(at[0] + 26 * k, at[1], player, MAX_PLAYERS, 11)


def _tile(scene: Scene, level: int, column: int) -> str:
    """Draw a lab tile: name, function, level and the markers on it."""
    state = scene.state
    tile = int(state["lab"][level, column])
    name = TILE_NAMES[tile]
    actions = effect_actions(LAB_EFFECT + column)
    if state["phase"] == SUPER_LEVEL_PHASE:
        actions.append(SUPER_LEVEL_START + column)
    if state["phase"] == SUPER_COPY_PHASE and TILES[tile][0] in "GH":
        actions.append(SUPER_COPY_START + "GH".index(TILES[tile][0]))
    mark = scene.mark(actions)
    tone = ("green", "blue", "purple")[level]
    shown = [
        rect(2, 2, *TILE, tone, 8, stroke=mark or "muted", line=4 if mark else 1),
        text(12, 24, TILES[tile], 13, "muted", bold=True),
        text(38, 24, name, 15, bold=True),
        text(TILE[0] - 4, 24, level, 15, "muted", "end", bold=True),
    ]
    for k, line_of_words in enumerate(wrap(_FUNCTIONS[name], 24)):
        shown.append(text(12, 48 + 18 * k, line_of_words, 12.5))
    if (field := ONCE_A_TURN.get(tile)) is not None and state[field]:
        shown.append(text(12, 106, "used this turn", 12, "accent", bold=True))
    shown += _row(_markers(scene, column, level), (22, 132))
    return group(*shown, id=f"tile-{TILES[tile]}", actions=actions, title=_FUNCTIONS[name])
